/// @file
/// @brief Arithmetic and conversions under each of the four roundings, by the processor's own rounding mode.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "lockstep/sim/device/fast_math.hpp"
#include "lockstep/sim/device/rounding.hpp"

namespace {

constexpr int rn = FE_TONEAREST, rz = FE_TOWARDZERO, ru = FE_UPWARD, rd = FE_DOWNWARD;

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

/// A value that the compiler must fetch here: it would otherwise move arithmetic past the change of mode.
template <class T>
T fetch(const T& value) {
  return static_cast<const volatile T&>(value);
}

template <int mode, class Operation, class... Operand>
auto rounded(Operation operation, Operand... operand) {
  if constexpr (mode == rn) {
    return operation(operand...);
  } else {
    const RoundingMode guard(mode);
    const auto result = operation(fetch(operand)...);
    return fetch(result);
  }
}

/// The integer next to x in the direction of `mode`, as CUDA converts: saturated, and NaN as PTX ISA "cvt" has it.
template <class Integer, int mode, class Floating>
Integer to_integer(Floating x) {
  constexpr Integer smallest = std::numeric_limits<Integer>::min(), largest = std::numeric_limits<Integer>::max();
  if (std::isnan(x)) {
    constexpr bool wide = sizeof(Floating) == 8 || sizeof(Integer) == 8;
    return wide ? static_cast<Integer>(std::uint64_t{1} << (8 * sizeof(Integer) - 1)) : Integer{0};
  }
  const Floating whole = mode == rn ? std::nearbyint(x) : mode == rz ? std::trunc(x) : mode == ru ? std::ceil(x) : std::floor(x);
  if (whole < static_cast<Floating>(smallest)) return smallest;
  if (whole >= std::ldexp(Floating{1}, std::numeric_limits<Integer>::digits)) return largest;
  return static_cast<Integer>(whole);
}

}  // namespace

#define LOCKSTEP_ROUNDED_1(Result, name, A, mode, expression) \
  Result name##_##mode(A x) noexcept {                        \
    return rounded<mode>([](A a) { return expression; }, x);  \
  }
#define LOCKSTEP_ROUNDED_2(Result, name, A, mode, expression)        \
  Result name##_##mode(A x, A y) noexcept {                          \
    return rounded<mode>([](A a, A b) { return expression; }, x, y); \
  }
#define LOCKSTEP_ROUNDED_3(Result, name, A, mode, expression)                \
  Result name##_##mode(A x, A y, A z) noexcept {                             \
    return rounded<mode>([](A a, A b, A c) { return expression; }, x, y, z); \
  }
#define LOCKSTEP_FOUR(define, Result, name, A, expression)                                                                \
  define(Result, name, A, rn, expression) define(Result, name, A, rz, expression) define(Result, name, A, ru, expression) \
      define(Result, name, A, rd, expression)
#define LOCKSTEP_TO_INTEGER(Result, name, A) LOCKSTEP_FOUR(LOCKSTEP_TO_INTEGER_OF, Result, name, A, )
#define LOCKSTEP_TO_INTEGER_OF(Result, name, A, mode, unused) \
  Result name##_##mode(A x) noexcept { return to_integer<Result, mode>(x); }

LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, float, __fadd, float, a + b)
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, float, __fsub, float, a - b)
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, float, __fmul, float, (a * b))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, float, __fdiv, float, a / b)
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_3, float, __fmaf, float, std::fma(a, b, c))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_3, float, __fmaf_ieee, float, std::fma(a, b, c))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __fsqrt, float, std::sqrt(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __frcp, float, 1.0f / a)

LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, double, __dadd, double, a + b)
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, double, __dsub, double, a - b)
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, double, __dmul, double, (a * b))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_2, double, __ddiv, double, a / b)
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_3, double, __fma, double, std::fma(a, b, c))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, double, __dsqrt, double, std::sqrt(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, double, __drcp, double, 1.0 / a)

LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __double2float, double, static_cast<float>(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __int2float, int, static_cast<float>(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __uint2float, unsigned, static_cast<float>(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __ll2float, long long, static_cast<float>(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, float, __ull2float, unsigned long long, static_cast<float>(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, double, __ll2double, long long, static_cast<double>(a))
LOCKSTEP_FOUR(LOCKSTEP_ROUNDED_1, double, __ull2double, unsigned long long, static_cast<double>(a))
double __int2double_rn(int x) noexcept { return x; }
double __uint2double_rn(unsigned x) noexcept { return x; }

LOCKSTEP_TO_INTEGER(int, __float2int, float)
LOCKSTEP_TO_INTEGER(unsigned, __float2uint, float)
LOCKSTEP_TO_INTEGER(long long, __float2ll, float)
LOCKSTEP_TO_INTEGER(unsigned long long, __float2ull, float)
LOCKSTEP_TO_INTEGER(int, __double2int, double)
LOCKSTEP_TO_INTEGER(unsigned, __double2uint, double)
LOCKSTEP_TO_INTEGER(long long, __double2ll, double)
LOCKSTEP_TO_INTEGER(unsigned long long, __double2ull, double)

/// Correct for every float, though rounded twice: all mantissas were compared with exact integer arithmetic.
float __frsqrt_rn(float x) noexcept { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }

float lockstep::sim::fast_divide(float x, float y) noexcept {
  const bool reciprocal_underflows = std::fabs(y) > 0x1p126f && std::isfinite(y);
  return reciprocal_underflows ? x * std::copysign(0.0f, y) : x / y;
}
