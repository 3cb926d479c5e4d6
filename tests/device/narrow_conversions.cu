/// @file
/// @brief Conversions of `half` and `bfloat16`: of every number of theirs, and of those between where rounding is hard.
#include "narrow_reference.hpp"

#include <array>
#include <climits>

namespace {

/// Numbers where rounding is hard, and random ones of all sizes.
template <class T>
std::vector<double> hard_numbers() {
  std::vector<double> all{0.0, -0.0, 1e300, -1e300, 5e-324, -5e-324, std::numeric_limits<double>::infinity()};
  for (unsigned bits = 0; bits < kInfinity<T>; bits += is_half<T> ? 3 : 11) {
    const auto value = static_cast<double>(decoded<T>(bits)),
               next = static_cast<double>(reference<T>(decoded<T>(bits + 1)) < kInfinity<T> ? decoded<T>(bits + 1) : value);
    const double middle = value + (next - value) / 2;
    for (const double x : {value, middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300), std::nextafter(value, 1e300)})
      all.insert(all.end(), {x, -x});
  }
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const double x = from_bits<double>(random_bits(i));
    if (!std::isnan(x)) all.insert(all.end(), {x, std::ldexp(std::frexp(x, std::array<int, 1>{}.data()), static_cast<int>(i % 300) - 150)});
  }
  return all;
}

template <class Integer>
Integer integer_reference(long double value, char rounding, bool nan_is_top_bit) {
  if (std::isnan(value)) return nan_is_top_bit ? static_cast<Integer>(1ULL << 63) : Integer{0};
  const long double whole = rounding == 'n'   ? std::nearbyint(value)
                            : rounding == 'z' ? std::trunc(value)
                            : rounding == 'u' ? std::ceil(value)
                                              : std::floor(value);
  if (whole < static_cast<long double>(std::numeric_limits<Integer>::min())) return std::numeric_limits<Integer>::min();
  if (whole >= std::ldexp(1.0L, std::numeric_limits<Integer>::digits)) return std::numeric_limits<Integer>::max();
  return static_cast<Integer>(whole);
}

#define CHECK_TO_INTEGER(word, Integer, wide)                                                                                   \
  if (__half2##word##_rn(of<__half>(bits)) != integer_reference<Integer>(decoded<__half>(bits), 'n', wide) ||                   \
      __half2##word##_rz(of<__half>(bits)) != integer_reference<Integer>(decoded<__half>(bits), 'z', wide) ||                   \
      __half2##word##_ru(of<__half>(bits)) != integer_reference<Integer>(decoded<__half>(bits), 'u', wide) ||                   \
      __half2##word##_rd(of<__half>(bits)) != integer_reference<Integer>(decoded<__half>(bits), 'd', wide))                     \
    FAIL_CHECK("__half2" #word " of " << bits);                                                                                 \
  if (__bfloat162##word##_rn(of<__nv_bfloat16>(bits)) != integer_reference<Integer>(decoded<__nv_bfloat16>(bits), 'n', wide) || \
      __bfloat162##word##_rz(of<__nv_bfloat16>(bits)) != integer_reference<Integer>(decoded<__nv_bfloat16>(bits), 'z', wide) || \
      __bfloat162##word##_ru(of<__nv_bfloat16>(bits)) != integer_reference<Integer>(decoded<__nv_bfloat16>(bits), 'u', wide) || \
      __bfloat162##word##_rd(of<__nv_bfloat16>(bits)) != integer_reference<Integer>(decoded<__nv_bfloat16>(bits), 'd', wide))   \
  FAIL_CHECK("__bfloat162" #word " of " << bits)

#define CHECK_FROM_INTEGER(word, value)                                                 \
  if (bits_of(__##word##2half_rn(value)) != reference<__half>(value, 'n') ||            \
      bits_of(__##word##2half_rz(value)) != reference<__half>(value, 'z') ||            \
      bits_of(__##word##2half_ru(value)) != reference<__half>(value, 'u') ||            \
      bits_of(__##word##2half_rd(value)) != reference<__half>(value, 'd'))              \
    FAIL_CHECK("__" #word "2half of " << value);                                        \
  if (bits_of(__##word##2bfloat16_rn(value)) != reference<__nv_bfloat16>(value, 'n') || \
      bits_of(__##word##2bfloat16_rz(value)) != reference<__nv_bfloat16>(value, 'z') || \
      bits_of(__##word##2bfloat16_ru(value)) != reference<__nv_bfloat16>(value, 'u') || \
      bits_of(__##word##2bfloat16_rd(value)) != reference<__nv_bfloat16>(value, 'd'))   \
  FAIL_CHECK("__" #word "2bfloat16 of " << value)

}  // namespace

TEMPLATE_TEST_CASE("every number of 16 bits is the float that its bits say, and comes back", "[narrow]", __half, __nv_bfloat16) {
  for (unsigned bits = 0; bits < kAll; ++bits) {
    const auto value = of<TestType>(bits);
    const long double expected = decoded<TestType>(bits);
    const auto found = static_cast<float>(value);
    if (std::isnan(expected)) {
      if (!std::isnan(found) || !__hisnan(value) || bits_of(TestType(found)) != kNan) FAIL_CHECK("NaN " << bits);
      continue;
    }
    if (found != expected || std::signbit(found) != std::signbit(expected) || bits_of(TestType(found)) != bits) FAIL_CHECK(bits);
    if (__hisnan(value) || __hisinf(value) != (std::isinf(found) ? (found > 0 ? 1 : -1) : 0)) FAIL_CHECK("class of " << bits);
  }
}

TEST_CASE("floats and doubles round to half and bfloat16 under each rounding", "[narrow]") {
  for (const double x : hard_numbers<__half>()) {
    if (bits_of(__double2half(x)) != reference<__half>(x) || bits_of(__half(x)) != reference<__half>(x)) FAIL_CHECK("half of " << x);
    const auto f = static_cast<float>(x);
    if (bits_of(__float2half(f)) != reference<__half>(f) || bits_of(__float2half_rn(f)) != reference<__half>(f) ||
        bits_of(__float2half_rz(f)) != reference<__half>(f, 'z') || bits_of(__float2half_ru(f)) != reference<__half>(f, 'u') ||
        bits_of(__float2half_rd(f)) != reference<__half>(f, 'd'))
      FAIL_CHECK("half of float " << f);
  }
  for (const double x : hard_numbers<__nv_bfloat16>()) {
    if (bits_of(__double2bfloat16(x)) != reference<__nv_bfloat16>(x)) FAIL_CHECK("bfloat16 of " << x);
    const auto f = static_cast<float>(x);
    if (bits_of(__float2bfloat16(f)) != reference<__nv_bfloat16>(f) || bits_of(__float2bfloat16_rn(f)) != reference<__nv_bfloat16>(f) ||
        bits_of(__float2bfloat16_rz(f)) != reference<__nv_bfloat16>(f, 'z') ||
        bits_of(__float2bfloat16_ru(f)) != reference<__nv_bfloat16>(f, 'u') ||
        bits_of(__float2bfloat16_rd(f)) != reference<__nv_bfloat16>(f, 'd'))
      FAIL_CHECK("bfloat16 of float " << f);
  }
  CHECK(bits_of(__float2half_ru(std::numeric_limits<float>::quiet_NaN())) == kNan);
}

TEST_CASE("half and bfloat16 become integers, and integers become them, under each rounding", "[narrow]") {
  for (unsigned bits = 0; bits < kAll; ++bits) {
    CHECK_TO_INTEGER(short, short, false);
    CHECK_TO_INTEGER(ushort, unsigned short, false);
    CHECK_TO_INTEGER(int, int, false);
    CHECK_TO_INTEGER(uint, unsigned, false);
    CHECK_TO_INTEGER(ll, long long, true);
    CHECK_TO_INTEGER(ull, unsigned long long, true);
    if (__half2char_rz(of<__half>(bits)) != integer_reference<signed char>(decoded<__half>(bits), 'z', false))
      FAIL_CHECK("char of " << bits);
    if (__half2uchar_rz(of<__half>(bits)) != integer_reference<unsigned char>(decoded<__half>(bits), 'z', false))
      FAIL_CHECK("uchar of " << bits);
  }
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto wide = static_cast<long long>(random_bits(i)) >> (i % 64);
    CHECK_FROM_INTEGER(ll, wide);
    CHECK_FROM_INTEGER(ull, static_cast<unsigned long long>(wide));
    CHECK_FROM_INTEGER(int, static_cast<int>(wide));
    CHECK_FROM_INTEGER(uint, static_cast<unsigned>(wide));
    CHECK_FROM_INTEGER(short, static_cast<short>(wide));
    CHECK_FROM_INTEGER(ushort, static_cast<unsigned short>(wide));
  }
  // Just above the middle between two bfloat16 numbers, by less than a double holds.
  CHECK_FROM_INTEGER(ll, (257LL << 54) + 1);
  CHECK_FROM_INTEGER(ll, -((257LL << 54) + 1));
  CHECK_FROM_INTEGER(ll, LLONG_MIN);
  CHECK_FROM_INTEGER(ull, ULLONG_MAX);
}

TEST_CASE("half and bfloat16 convert as their classes say", "[narrow]") {
  half h = 3;
  h = 2.5f;
  CHECK(static_cast<int>(h) == 2);
  CHECK(static_cast<double>(h) == 2.5);
  CHECK(h);
  CHECK_FALSE(half(-0.0f));
  h += h;
  CHECK(static_cast<float>(h++) == 5);
  CHECK(static_cast<float>(-h) == -6);
  const __half_raw raw = h;
  CHECK(raw.x == 0x4600);
  volatile half kept = raw;
  CHECK(__half_as_ushort(half(static_cast<__half_raw>(kept))) == 0x4600);
  CHECK(static_cast<float>(half(__nv_bfloat16(1.5f))) == 1.5f);
  CHECK(static_cast<float>(__nv_bfloat16(half(1.5f))) == 1.5f);
  CHECK(sizeof(half2) == 4);
  CHECK(alignof(half2) == 4);
  CHECK(std::is_trivially_copyable_v<half2>);
  const half2 pair = __floats2half2_rn(1, 2);
  CHECK(__half22float2(__lowhigh2highlow(pair)).x == 2);
  CHECK(__half22float2(__highs2half2(pair, pair)).x == 2);
  CHECK(static_cast<float>(__hcmadd(pair, pair, pair).y) == 6);
  CHECK(bits_of(CUDART_INF_FP16) == 0x7c00);
  CHECK(static_cast<float>(CUDART_ONE_BF16) == 1);
}
