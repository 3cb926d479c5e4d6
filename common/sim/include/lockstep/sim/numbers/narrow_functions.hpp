/// @file
/// @brief Everything about a number of 16 bits and pairs of it, for the format that the includer names by macros.
///
/// `half` and `bfloat16` have the same functions, as overloads or with names of one pattern. So the files here are included once for each:
/// no `#pragma once`. The macros: LOCKSTEP_NARROW and LOCKSTEP_NARROW_PAIR are the classes, LOCKSTEP_NARROW_WORD is what the format is
/// called in names (`__float2half`), LOCKSTEP_OTHER_NARROW the class of the other format.

#define LOCKSTEP_JOIN_AGAIN(a, b, c) a##b##c
#define LOCKSTEP_JOIN(a, b, c) LOCKSTEP_JOIN_AGAIN(a, b, c)
#define LOCKSTEP_RAW LOCKSTEP_JOIN(LOCKSTEP_NARROW, _raw, )
#define LOCKSTEP_RAW_PAIR LOCKSTEP_JOIN(LOCKSTEP_NARROW_PAIR, _raw, )
#define LOCKSTEP_BITS_OF LOCKSTEP_JOIN(, LOCKSTEP_NARROW_WORD, _bits)
#define LOCKSTEP_ROUND LOCKSTEP_JOIN(__double2, LOCKSTEP_NARROW_WORD, )
#define LOCKSTEP_FROM_BITS LOCKSTEP_JOIN(__ushort_as_, LOCKSTEP_NARROW_WORD, )
#define LOCKSTEP_TO_BITS LOCKSTEP_JOIN(__, LOCKSTEP_NARROW_WORD, _as_ushort)
#define LOCKSTEP_INLINE [[gnu::always_inline]] inline

#include "lockstep/sim/numbers/narrow_types.hpp"
// What the others need comes first.
#include "lockstep/sim/numbers/narrow_conversions.hpp"
// Then in any order.
#include "lockstep/sim/numbers/narrow_arithmetic.hpp"
#include "lockstep/sim/numbers/narrow_comparisons.hpp"
#include "lockstep/sim/numbers/narrow_maths.hpp"
#ifdef __CUDACC__
#include "lockstep/sim/numbers/narrow_memory.hpp"
#endif

#undef LOCKSTEP_INLINE
#undef LOCKSTEP_TO_BITS
#undef LOCKSTEP_FROM_BITS
#undef LOCKSTEP_ROUND
#undef LOCKSTEP_BITS_OF
#undef LOCKSTEP_RAW_PAIR
#undef LOCKSTEP_RAW
#undef LOCKSTEP_JOIN
#undef LOCKSTEP_JOIN_AGAIN
#undef LOCKSTEP_OTHER_NARROW
#undef LOCKSTEP_NARROW_WORD
#undef LOCKSTEP_NARROW_PAIR
#undef LOCKSTEP_NARROW
