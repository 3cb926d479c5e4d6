/// @file
/// @brief The fast, less accurate forms of the maths functions: `__expf`, `__sinf`, `__fdividef` and their family.
///
/// Each is built from the few functions that the hardware has (2ˣ, log₂, sine, cosine, reciprocal), as CUDA's are, so that errors grow
/// with the argument as they do there; those few functions themselves are better here than on the hardware.
/// Source: CUDA C++ Programming Guide, "Intrinsic Functions", table of errors.
#pragma once

#include <cmath>

namespace lockstep::sim {

/// x/y by the hardware's reciprocal, which is 0 for 2¹²⁶ < |y| < 2¹²⁸.
float fast_divide(float x, float y) noexcept;

}  // namespace lockstep::sim

[[gnu::always_inline]] inline float __fdividef(float x, float y) { return lockstep::sim::fast_divide(x, y); }
[[gnu::always_inline]] inline float __expf(float x) { return ::exp2f(x * 1.4426950408889634f); }
[[gnu::always_inline]] inline float __exp10f(float x) { return ::exp2f(x * 3.3219280948873623f); }
[[gnu::always_inline]] inline float __log2f(float x) { return ::log2f(x); }
[[gnu::always_inline]] inline float __logf(float x) { return ::log2f(x) * 0.6931471805599453f; }
[[gnu::always_inline]] inline float __log10f(float x) { return ::log2f(x) * 0.3010299956639812f; }
[[gnu::always_inline]] inline float __powf(float x, float y) { return ::exp2f(y * ::log2f(x)); }
[[gnu::always_inline]] inline float __sinf(float x) { return ::sinf(x); }
[[gnu::always_inline]] inline float __cosf(float x) { return ::cosf(x); }
[[gnu::always_inline]] inline float __tanf(float x) { return lockstep::sim::fast_divide(::sinf(x), ::cosf(x)); }
[[gnu::always_inline]] inline float __tanhf(float x) { return ::tanhf(x); }
[[gnu::always_inline]] inline void __sincosf(float x, float* sine, float* cosine) {
  *sine = ::sinf(x);
  *cosine = ::cosf(x);
}
[[gnu::always_inline]] inline float __saturatef(float x) { return x >= 1.0f ? 1.0f : (x > 0.0f ? x : 0.0f); }  // NaN becomes 0
