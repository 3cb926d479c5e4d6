/// @file
/// @brief Numbers of 8, 6 and 4 bits: conversions both ways against the formats' definitions, for every number of 16 bits and hard doubles.
#include "device_test.hpp"

#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// A format by its definition, apart from what its largest magnitudes mean.
struct Format {
  int mantissa, bias;
  unsigned sign, largest;

  double magnitude(unsigned code) const {
    const int exponent = static_cast<int>(code >> mantissa), fraction = static_cast<int>(code) & ((1 << mantissa) - 1);
    return exponent == 0 ? std::ldexp(fraction, 1 - bias - mantissa) : std::ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
  }
  /// By a search of all magnitudes; `above` is what lies beyond the largest.
  unsigned nearest(double value, unsigned above) const {
    return rounded(value, above, [](double down, double up, bool even) { return down < up || (down == up && even); });
  }
  unsigned to_zero(double value) const {
    return rounded(value, largest, [](double, double, bool) { return true; });
  }
  template <class StaysBelow>
  unsigned rounded(double value, unsigned above, StaysBelow stays_below) const {
    const double wanted = std::fabs(value);
    const unsigned own_sign = std::signbit(value) ? sign : 0;
    unsigned below = 0;
    while (below < largest && magnitude(below + 1) <= wanted) ++below;
    // After the largest comes what the format would have there with one exponent more.
    const bool down = wanted < kInfinite && stays_below(wanted - magnitude(below), magnitude(below + 1) - wanted, below % 2 == 0);
    return own_sign | (down ? below : below < largest ? below + 1 : above);
  }
};
constexpr Format kE4m3{3, 7, 0x80, 0x7e}, kE5m2{2, 15, 0x80, 0x7b}, kE3m2{2, 3, 0x20, 0x1f}, kE2m3{3, 1, 0x20, 0x1f}, kE2m1{1, 1, 8, 7};

/// The smallest power of two that is no smaller than the magnitude, or the largest that is no larger, as an exponent above -127.
unsigned scale_of(double value, bool up, bool to_largest) {
  const double magnitude = std::fabs(value);
  const auto power = [](unsigned scale) { return std::ldexp(1.0, static_cast<int>(scale) - 127); };
  unsigned scale = 0;
  while (scale < 0xff && power(scale) < magnitude) ++scale;
  const bool too_large = scale == 0xff || power(scale) > magnitude;
  if (!up && scale > 0 && too_large && magnitude < kInfinite) --scale;
  return to_largest && scale == 0xff ? 0xfe : scale;
}

__half_raw half_of(unsigned bits) { return __half_raw{static_cast<unsigned short>(bits)}; }
__nv_bfloat16_raw bfloat16_of(unsigned bits) { return __nv_bfloat16_raw{static_cast<unsigned short>(bits)}; }

/// Numbers and what lies just beside them: of each exponent, those in the middle between two of a format.
std::vector<double> hard_doubles() {
  std::vector<double> all{0.0, kInfinite, 5e-324, 1e300, 463.9, 464.0, 464.1, 61439.0, 61440.0, 57344.0};
  for (int exponent = -150; exponent < 140; ++exponent)
    for (int sixteenths = 16; sixteenths < 32; ++sixteenths) {
      const double value = std::ldexp(sixteenths, exponent - 4);
      all.insert(all.end(), {value, std::nextafter(value, 0.0), std::nextafter(value, kInfinite)});
    }
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) all.push_back(-all[i]);
  return all;
}

template <class T>
T of_code(unsigned code) {
  T number;
  number.__x = static_cast<decltype(number.__x)>(code);
  return number;
}

void check_number(double value, const std::vector<unsigned>& found) {
  const std::vector<unsigned> expected{kE4m3.nearest(value, 0x7e), kE4m3.nearest(value, 0x7f),  kE5m2.nearest(value, 0x7b),
                                       kE5m2.nearest(value, 0x7c), kE2m3.nearest(value, 0x1f),  kE2m3.to_zero(value),
                                       kE3m2.nearest(value, 0x1f), kE3m2.to_zero(value),        kE2m1.nearest(value, 7),
                                       kE2m1.to_zero(value),       scale_of(value, true, true), scale_of(value, false, false)};
  if (found != expected) {
    CAPTURE(value, found, expected);
    FAIL_CHECK("conversion");
  }
}
#define ALL_OF(from, value)                                                                                                            \
  {                                                                                                                                    \
    __nv_cvt_##from##_to_fp8(value, __NV_SATFINITE, __NV_E4M3), __nv_cvt_##from##_to_fp8(value, __NV_NOSAT, __NV_E4M3),                \
        __nv_cvt_##from##_to_fp8(value, __NV_SATFINITE, __NV_E5M2), __nv_cvt_##from##_to_fp8(value, __NV_NOSAT, __NV_E5M2),            \
        __nv_cvt_##from##_to_fp6(value, __NV_E2M3, cudaRoundNearest), __nv_cvt_##from##_to_fp6(value, __NV_E2M3, cudaRoundZero),       \
        __nv_cvt_##from##_to_fp6(value, __NV_E3M2, cudaRoundNearest), __nv_cvt_##from##_to_fp6(value, __NV_E3M2, cudaRoundZero),       \
        __nv_cvt_##from##_to_fp4(value, __NV_E2M1, cudaRoundNearest), __nv_cvt_##from##_to_fp4(value, __NV_E2M1, cudaRoundZero),       \
        __nv_cvt_##from##_to_e8m0(value, __NV_SATFINITE, cudaRoundPosInf), __nv_cvt_##from##_to_e8m0(value, __NV_NOSAT, cudaRoundZero) \
  }

__global__ void convert(unsigned* codes, float* back, unsigned short* scales) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const __half number(__half_raw{static_cast<unsigned short>(i)});
  codes[i] = __nv_fp8_e4m3(number).__x | __nv_fp8_e5m2(number).__x << 8 | __nv_fp6_e3m2(number).__x << 16 | __nv_fp4_e2m1(number).__x << 24;
  scales[i] = __nv_fp8x2_e8m0(__half2(number, number)).__x;
  __nv_fp8_e4m3 code;
  code.__x = static_cast<__nv_fp8_storage_t>(i);
  back[i] = static_cast<float>(code);
}

__global__ void round_to_nearest_power(unsigned char* code) { *code = __nv_cvt_float_to_e8m0(3.0f, __NV_SATFINITE, cudaRoundNearest); }

}  // namespace

TEST_CASE("every half and bfloat16, and hard doubles and floats, round to 8, 6 and 4 bits", "[tiny]") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto of_half = static_cast<double>(static_cast<float>(__half(half_of(bits))));
    const auto bfloat16 = static_cast<double>(static_cast<float>(__nv_bfloat16(bfloat16_of(bits))));
    if (!std::isnan(of_half) && __nv_cvt_halfraw_to_fp8(half_of(bits), __NV_NOSAT, __NV_E4M3) != kE4m3.nearest(of_half, 0x7f))
      FAIL_CHECK(bits);
    if (!std::isnan(of_half) && __nv_cvt_halfraw_to_fp6(half_of(bits), __NV_E3M2, cudaRoundNearest) != kE3m2.nearest(of_half, 0x1f))
      FAIL_CHECK(bits);
    if (!std::isnan(bfloat16)) check_number(bfloat16, ALL_OF(bfloat16raw, bfloat16_of(bits)));
  }
  for (const double value : hard_doubles()) {
    check_number(value, ALL_OF(double, value));
    check_number(static_cast<double>(static_cast<float>(value)), ALL_OF(float, static_cast<float>(value)));
  }
}

TEST_CASE("every number of 8, 6 and 4 bits is the float that its bits say, and comes back", "[tiny]") {
  const auto check = [](auto number, const Format& format, unsigned code) {
    const unsigned magnitude = code & (format.sign - 1);
    if (magnitude > format.largest) return;
    const double expected = (code & format.sign) != 0 ? -format.magnitude(magnitude) : format.magnitude(magnitude);
    const auto value = static_cast<float>(number);
    if (value != expected || std::signbit(value) != std::signbit(expected) ||
        static_cast<double>(static_cast<__half>(number)) != expected ||
        static_cast<double>(static_cast<__nv_bfloat16>(number)) != expected || static_cast<bool>(number) != (expected != 0) ||
        static_cast<int>(number) != static_cast<int>(expected) || decltype(number)(value).__x != (code & (2 * format.sign - 1)))
      FAIL_CHECK(code);
  };
  for (unsigned code = 0; code < 0x100; ++code) {
    check(of_code<__nv_fp8_e4m3>(code), kE4m3, code);
    check(of_code<__nv_fp8_e5m2>(code), kE5m2, code);
    check(of_code<__nv_fp6_e3m2>(code), kE3m2, code);
    check(of_code<__nv_fp6_e2m3>(code), kE2m3, code);
    check(of_code<__nv_fp4_e2m1>(code), kE2m1, code);
    if (code < 0xff && static_cast<double>(of_code<__nv_fp8_e8m0>(code)) != std::ldexp(1.0, static_cast<int>(code) - 127)) FAIL_CHECK(code);
  }
  CHECK(std::isnan(static_cast<float>(of_code<__nv_fp8_e4m3>(0xff))));
  CHECK(static_cast<float>(of_code<__nv_fp8_e5m2>(0xfc)) == -HUGE_VALF);
  CHECK(std::isnan(static_cast<float>(of_code<__nv_fp8_e5m2>(0x7d))));
  CHECK(std::isnan(static_cast<float>(of_code<__nv_fp8_e8m0>(0xff))));
  CHECK(static_cast<bool>(of_code<__nv_fp8_e8m0>(0)));
}

TEST_CASE("NaN is one for all, but a double's keeps its sign, and its first bits in e5m2", "[tiny]") {
  const auto nan = from_bits<double>(0xfff4000000000000u);
  CHECK(__nv_fp8_e4m3(nan).__x == 0xff);
  CHECK(__nv_fp8_e5m2(nan).__x == 0xff);
  CHECK(__nv_fp8_e5m2(from_bits<double>(0x7ff8000000000000u)).__x == 0x7e);
  CHECK(__nv_fp8_e4m3(static_cast<float>(nan)).__x == 0x7f);
  CHECK(__nv_fp8_e5m2(__half(half_of(0xfe00))).__x == 0x7f);
  CHECK(__nv_fp8_e8m0(nan).__x == 0xff);
  CHECK(__nv_fp6_e3m2(nan).__x == 0x1f);  // there is none: the largest number
  CHECK(__nv_fp4_e2m1(-std::numeric_limits<float>::quiet_NaN()).__x == 7);
  CHECK(__nv_cvt_fp8_to_halfraw(0xff, __NV_E4M3).x == 0x7fff);
  CHECK(__nv_cvt_e8m0_to_bf16raw(0xff).x == 0x7fff);
}

TEST_CASE("numbers of few bits take integers, and become them within limits", "[tiny]") {
  CHECK(__nv_fp8_e4m3(-3).__x == 0xc4);
  CHECK(__nv_fp8_e4m3(1ULL << 63).__x == 0x7e);
  CHECK(__nv_fp8_e5m2(std::numeric_limits<long long>::min()).__x == 0xfb);
  CHECK(__nv_fp8_e8m0(~0ULL).__x == 127 + 64);
  CHECK(__nv_fp8_e8m0((1LL << 62) + 1).__x == 127 + 63);
  CHECK(__nv_fp6_e2m3(static_cast<unsigned short>(5)).__x == 0x1a);
  CHECK(static_cast<signed char>(of_code<__nv_fp8_e4m3>(0xfe)) == -128);
  CHECK(static_cast<unsigned char>(of_code<__nv_fp8_e4m3>(0xc4)) == 0);
  CHECK(static_cast<short>(of_code<__nv_fp8_e5m2>(0x7c)) == 32767);
  CHECK(static_cast<unsigned long long>(of_code<__nv_fp8_e8m0>(127 + 40)) == 1ULL << 40);
  CHECK(static_cast<int>(of_code<__nv_fp8_e4m3>(0x7f)) == 0);
}

TEST_CASE("two and four numbers of few bits lie in one word, the first lowest", "[tiny]") {
  CHECK(__nv_fp8x2_e4m3(float2{1.0f, -2.0f}).__x == 0xc038);
  CHECK(__nv_fp8x4_e5m2(float4{1.0f, 2.0f, -1.0f, 0.0f}).__x == 0x00bc403c);
  CHECK(__nv_fp6x4_e3m2(double4_16a{1.0, 2.0, -1.0, 0.0}).__x == 0x002c100c);
  CHECK(__nv_fp4x2_e2m1(double2{1.0, -6.0}).__x == 0xf2);
  CHECK(__nv_fp4x4_e2m1(__half2(1.0f, 2.0f), __half2(-1.0f, 0.5f)).__x == 0x1a42);
  CHECK(__nv_cvt_float2_to_fp4x2(float2{3.0f, 0.5f}, __NV_E2M1, cudaRoundNearest) == 0x15);
  const auto four = static_cast<float4>(of_code<__nv_fp4x4_e2m1>(0x1a42));
  CHECK((four.x == 1.0f && four.y == 2.0f && four.z == -1.0f && four.w == 0.5f));
  const auto two = static_cast<__half2>(of_code<__nv_fp8x2_e4m3>(0xc038));
  CHECK((static_cast<float>(two.x) == 1.0f && static_cast<float>(two.y) == -2.0f));
  CHECK(static_cast<float>(static_cast<__nv_bfloat162>(of_code<__nv_fp8x2_e8m0>(0x807f)).y) == 2.0f);
  CHECK(sizeof(__nv_fp8x4_e4m3) == 4);
  CHECK(std::is_trivially_default_constructible<__nv_fp8_e4m3>::value);
  CHECK_FALSE(std::is_convertible<float, __nv_fp8_e4m3>::value);
  CHECK_FALSE(std::is_convertible<__nv_fp8_e4m3, float>::value);
}

TEST_CASE("kernels convert to numbers of few bits as the host does", "[tiny]") {
  constexpr unsigned kCount = 0x10000;
  Shared<unsigned> codes(kCount);
  Shared<float> back(kCount);
  Shared<unsigned short> scales(kCount);
  convert<<<kCount / 256, 256>>>(codes.data(), back.data(), scales.data());
  finish();
  for (unsigned i = 0; i < kCount; ++i) {
    const __half number(half_of(i));
    const unsigned expected =
        __nv_fp8_e4m3(number).__x | __nv_fp8_e5m2(number).__x << 8 | __nv_fp6_e3m2(number).__x << 16 | __nv_fp4_e2m1(number).__x << 24;
    if (codes[i] != expected || scales[i] != __nv_fp8_e8m0(number).__x * 0x101u) FAIL_CHECK(i);
    if (to_bits(back[i]) != to_bits(static_cast<float>(of_code<__nv_fp8_e4m3>(i)))) FAIL_CHECK(i);
  }
}

TEST_CASE("a rounding that a format does not have is an assertion that fails", "[tiny]") {
  Shared<unsigned char> code(1);
  round_to_nearest_power<<<1, 1>>>(code.data());
  fail_with(cudaErrorAssert);
}
