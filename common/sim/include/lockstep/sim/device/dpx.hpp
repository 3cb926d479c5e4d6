/// @file
/// @brief The instructions for dynamic programming, DPX: smallest and largest of sums, of three, and with 0 (CUDA Math API, "SIMD
/// Intrinsics" and "Integer Intrinsics").
///
/// `s16x2` and `u16x2` are two halfwords in a word; sums wrap. `relu`: no less than 0. `vib…` also tell whether the first was chosen.
#pragma once

#include "lockstep/sim/device/math.hpp"
#include "lockstep/sim/device/packed.hpp"

#define LOCKSTEP_DPX [[gnu::always_inline]] inline

// One kind of parts: the word that holds them, and its sum, smallest and largest.
#define LOCKSTEP_DPX_PARTS(parts, Word, sum, smallest, largest)                                      \
  LOCKSTEP_DPX Word __vimin3_##parts(Word a, Word b, Word c) { return smallest(smallest(a, b), c); } \
  LOCKSTEP_DPX Word __vimax3_##parts(Word a, Word b, Word c) { return largest(largest(a, b), c); }   \
  LOCKSTEP_DPX Word __viaddmin_##parts(Word a, Word b, Word c) { return smallest(sum(a, b), c); }    \
  LOCKSTEP_DPX Word __viaddmax_##parts(Word a, Word b, Word c) { return largest(sum(a, b), c); }
#define LOCKSTEP_DPX_SIGNED(parts, Word, smallest, largest)                                                                     \
  LOCKSTEP_DPX Word __vimin_##parts##_relu(Word a, Word b) { return largest(smallest(a, b), Word{0}); }                         \
  LOCKSTEP_DPX Word __vimax_##parts##_relu(Word a, Word b) { return largest(largest(a, b), Word{0}); }                          \
  LOCKSTEP_DPX Word __vimin3_##parts##_relu(Word a, Word b, Word c) { return largest(__vimin3_##parts(a, b, c), Word{0}); }     \
  LOCKSTEP_DPX Word __vimax3_##parts##_relu(Word a, Word b, Word c) { return largest(__vimax3_##parts(a, b, c), Word{0}); }     \
  LOCKSTEP_DPX Word __viaddmin_##parts##_relu(Word a, Word b, Word c) { return largest(__viaddmin_##parts(a, b, c), Word{0}); } \
  LOCKSTEP_DPX Word __viaddmax_##parts##_relu(Word a, Word b, Word c) { return largest(__viaddmax_##parts(a, b, c), Word{0}); }
// Of equal ones, the first is chosen.
#define LOCKSTEP_DPX_CHOICE(name, Word, holds, choose)  \
  LOCKSTEP_DPX Word name(Word a, Word b, bool* first) { \
    *first = a holds b;                                 \
    return choose(a, b);                                \
  }
#define LOCKSTEP_DPX_CHOICES(name, holds, choose)                                               \
  LOCKSTEP_DPX unsigned name(unsigned a, unsigned b, bool* first_of_high, bool* first_of_low) { \
    const unsigned held = holds(a, b);                                                          \
    *first_of_high = (held >> 16) != 0;                                                         \
    *first_of_low = (held & 0xffffu) != 0;                                                      \
    return choose(a, b);                                                                        \
  }

namespace lockstep::sim {
LOCKSTEP_DPX int wrapping_sum(int a, int b) { return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); }
LOCKSTEP_DPX unsigned wrapping_sum(unsigned a, unsigned b) { return a + b; }
}  // namespace lockstep::sim

LOCKSTEP_DPX_PARTS(s32, int, lockstep::sim::wrapping_sum, min, max)
LOCKSTEP_DPX_PARTS(u32, unsigned, lockstep::sim::wrapping_sum, min, max)
LOCKSTEP_DPX_PARTS(s16x2, unsigned, __vadd2, __vmins2, __vmaxs2)
LOCKSTEP_DPX_PARTS(u16x2, unsigned, __vadd2, __vminu2, __vmaxu2)
LOCKSTEP_DPX_SIGNED(s32, int, min, max)
LOCKSTEP_DPX_SIGNED(s16x2, unsigned, __vmins2, __vmaxs2)
LOCKSTEP_DPX_CHOICE(__vibmin_s32, int, <=, min)
LOCKSTEP_DPX_CHOICE(__vibmax_s32, int, >=, max)
LOCKSTEP_DPX_CHOICE(__vibmin_u32, unsigned, <=, min)
LOCKSTEP_DPX_CHOICE(__vibmax_u32, unsigned, >=, max)
LOCKSTEP_DPX_CHOICES(__vibmin_s16x2, __vcmples2, __vmins2)
LOCKSTEP_DPX_CHOICES(__vibmax_s16x2, __vcmpges2, __vmaxs2)
LOCKSTEP_DPX_CHOICES(__vibmin_u16x2, __vcmpleu2, __vminu2)
LOCKSTEP_DPX_CHOICES(__vibmax_u16x2, __vcmpgeu2, __vmaxu2)

#undef LOCKSTEP_DPX_CHOICES
#undef LOCKSTEP_DPX_CHOICE
#undef LOCKSTEP_DPX_SIGNED
#undef LOCKSTEP_DPX_PARTS
#undef LOCKSTEP_DPX
