/// @file
/// @brief The maths functions of CUDA that C++ lacks. Floats are computed in double, which leaves them correctly rounded but for rare
/// cases.
#include "lockstep/sim/device/math.hpp"

#include <limits>
#include <numbers>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// sin(πx): the argument is first brought to |r| ≤ 1/2, which is exact, so that no multiple of π is ever rounded.
double sine_of_pi(double x) {
  if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  const double reduced = std::remainder(x, 2.0);  // in [−1, 1]
  const double folded = reduced > 0.5 ? 1.0 - reduced : (reduced < -0.5 ? -1.0 - reduced : reduced);
  return folded == 0.0 ? std::copysign(0.0, x) : std::sin(std::numbers::pi * folded);
}

double cosine_of_pi(double x) {
  if (!std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  return sine_of_pi(0.5 - std::fabs(std::remainder(x, 2.0)));
}

/// exp(x²)·erfc(x). From 26 on erfc underflows, and Lentz's continued fraction converges in a few steps
/// (Abramowitz and Stegun, 7.1.14).
double scaled_erfc(double x) {
  if (x < 10.0) return std::exp(x * x) * std::erfc(x);
  double fraction = 0.0;
  for (int k = 40; k > 0; --k) fraction = 0.5 * k / (x + fraction);
  return 1.0 / ((x + fraction) * std::sqrt(std::numbers::pi));
}

/// Inverse of erfc: a rational first guess, then Halley's steps on erfc, which keep the relative accuracy near 0.
double inverse_erfc(double x) {
  if (std::isnan(x) || x < 0.0 || x > 2.0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0.0) return kInfinity;
  if (x == 2.0) return -kInfinity;
  if (x > 1.0) return x == 1.0 ? 0.0 : -inverse_erfc(2.0 - x);
  const double t = std::sqrt(-2.0 * std::log(x / 2.0));
  double y =
      -std::numbers::sqrt2 / 2.0 * ((2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481)) - t);  // Abramowitz and Stegun, 26.2.22
  for (int step = 0; step < 3; ++step) {
    const double error = (std::erfc(y) - x) / (-2.0 / std::sqrt(std::numbers::pi) * std::exp(-y * y));
    y -= error / (1.0 + y * error);
  }
  return y;
}

/// Inverse of erf; near 0 by Newton's steps on erf itself, since 1 − x would lose the low digits.
double inverse_erf(double x) {
  if (std::fabs(x) > 0.5) return std::copysign(inverse_erfc(1.0 - std::fabs(x)), x);
  double y = x * std::sqrt(std::numbers::pi) / 2.0;
  for (int step = 0; step < 4; ++step) {
    const double error = (std::erf(y) - x) * (std::sqrt(std::numbers::pi) / 2.0) * std::exp(y * y);
    y -= error / (1.0 + y * error);
  }
  return x == 0.0 || std::isnan(x) ? x : y;
}

double bessel_i(double order, double x) {
  if (std::isnan(x)) return x;
  const double value = std::cyl_bessel_i(order, std::fabs(x));
  return x < 0.0 && order == 1.0 ? -value : value;
}

}  // namespace

#define LOCKSTEP_MATH(name, expression)                 \
  double name(double x) noexcept { return expression; } \
  float name##f(float x) noexcept { return static_cast<float>(name(static_cast<double>(x))); }

LOCKSTEP_MATH(rsqrt, 1.0 / std::sqrt(x))
LOCKSTEP_MATH(sinpi, sine_of_pi(x))
LOCKSTEP_MATH(cospi, cosine_of_pi(x))
LOCKSTEP_MATH(rcbrt, 1.0 / std::cbrt(x))
LOCKSTEP_MATH(erfinv, inverse_erf(x))
LOCKSTEP_MATH(erfcinv, inverse_erfc(x))
LOCKSTEP_MATH(erfcx, scaled_erfc(x))
LOCKSTEP_MATH(normcdf, 0.5 * std::erfc(-x / std::numbers::sqrt2))
LOCKSTEP_MATH(normcdfinv, -std::numbers::sqrt2* inverse_erfc(2.0 * x))
LOCKSTEP_MATH(cyl_bessel_i0, bessel_i(0.0, x))
LOCKSTEP_MATH(cyl_bessel_i1, bessel_i(1.0, x))

double norm3d(double a, double b, double c) noexcept { return std::hypot(a, b, c); }
double norm4d(double a, double b, double c, double d) noexcept { return std::hypot(std::hypot(a, b), std::hypot(c, d)); }
double rnorm3d(double a, double b, double c) noexcept { return 1.0 / norm3d(a, b, c); }
double rnorm4d(double a, double b, double c, double d) noexcept { return 1.0 / norm4d(a, b, c, d); }
double rhypot(double x, double y) noexcept { return 1.0 / std::hypot(x, y); }
float norm3df(float a, float b, float c) noexcept { return static_cast<float>(norm3d(a, b, c)); }
float norm4df(float a, float b, float c, float d) noexcept { return static_cast<float>(norm4d(a, b, c, d)); }
float rnorm3df(float a, float b, float c) noexcept { return static_cast<float>(rnorm3d(a, b, c)); }
float rnorm4df(float a, float b, float c, float d) noexcept { return static_cast<float>(rnorm4d(a, b, c, d)); }
float rhypotf(float x, float y) noexcept { return static_cast<float>(rhypot(x, y)); }
