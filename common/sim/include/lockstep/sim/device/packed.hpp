/// @file
/// @brief Arithmetic on two halfwords or four bytes in one word (CUDA Math API, "SIMD Intrinsics").
///
/// The number in a name is how many parts the word has; `s` and `u` say signed or unsigned, `ss` and `us` that results saturate.
#pragma once

#define LOCKSTEP_PACKED_UNARY(name)      \
  unsigned name##2(unsigned a) noexcept; \
  unsigned name##4(unsigned a) noexcept;
#define LOCKSTEP_PACKED(name)                        \
  unsigned name##2(unsigned a, unsigned b) noexcept; \
  unsigned name##4(unsigned a, unsigned b) noexcept;

LOCKSTEP_PACKED_UNARY(__vabs)    ///< |a|, where the most negative value stays
LOCKSTEP_PACKED_UNARY(__vabsss)  ///< |a|, where the most negative value becomes the largest
LOCKSTEP_PACKED_UNARY(__vneg)
LOCKSTEP_PACKED_UNARY(__vnegss)
LOCKSTEP_PACKED(__vadd)
LOCKSTEP_PACKED(__vaddss)
LOCKSTEP_PACKED(__vaddus)
LOCKSTEP_PACKED(__vsub)
LOCKSTEP_PACKED(__vsubss)
LOCKSTEP_PACKED(__vsubus)
LOCKSTEP_PACKED(__vavgs)   ///< (a + b) / 2, halves rounded away from zero
LOCKSTEP_PACKED(__vavgu)   ///< (a + b) / 2, halves rounded up
LOCKSTEP_PACKED(__vhaddu)  ///< (a + b) / 2, halves rounded down
LOCKSTEP_PACKED(__vmaxs)
LOCKSTEP_PACKED(__vmaxu)
LOCKSTEP_PACKED(__vmins)
LOCKSTEP_PACKED(__vminu)
LOCKSTEP_PACKED(__vabsdiffs)  ///< |a − b| of signed parts, as an unsigned part
LOCKSTEP_PACKED(__vabsdiffu)
LOCKSTEP_PACKED(__vsads)  ///< Σ |a − b| as one word
LOCKSTEP_PACKED(__vsadu)

// Comparisons: `__vcmp*` give all ones where they hold, `__vset*` give 1.
#define LOCKSTEP_PACKED_COMPARE(suffix) \
  LOCKSTEP_PACKED(__vcmp##suffix)       \
  LOCKSTEP_PACKED(__vset##suffix)
LOCKSTEP_PACKED_COMPARE(eq)
LOCKSTEP_PACKED_COMPARE(ne)
LOCKSTEP_PACKED_COMPARE(ges)
LOCKSTEP_PACKED_COMPARE(geu)
LOCKSTEP_PACKED_COMPARE(gts)
LOCKSTEP_PACKED_COMPARE(gtu)
LOCKSTEP_PACKED_COMPARE(les)
LOCKSTEP_PACKED_COMPARE(leu)
LOCKSTEP_PACKED_COMPARE(lts)
LOCKSTEP_PACKED_COMPARE(ltu)
#undef LOCKSTEP_PACKED_COMPARE
#undef LOCKSTEP_PACKED
#undef LOCKSTEP_PACKED_UNARY
