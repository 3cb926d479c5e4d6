/// @file
/// @brief Integer, packed and rounded arithmetic against plain models in wider types.
#include "device_test.hpp"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

namespace {

constexpr unsigned kInputs = 512;

/// Inputs that meet the edges often: random words, of which some bytes and halfwords are extreme.
unsigned word_input(unsigned i) {
  const std::uint64_t bits = random_bits(i);
  const unsigned edges[] = {0, ~0u, 0x80000000u, 0x7fffffffu, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff7fffu, 0x01010101u, 0x00010001u};
  unsigned word = static_cast<unsigned>(bits);
  if (bits >> 32 & 1) word = edges[bits >> 40 & 7];
  if (bits >> 33 & 1) word ^= 1u << (bits >> 48 & 31);
  return word;
}

// ---- Packed parts -------------------------------------------------------------------------------------------------

// One line an intrinsic: its name, whether its parts are signed, and what one part becomes; the sums of absolute differences come after.
// clang-format off
#define LOCKSTEP_PACKED_BINARY(X)                                      \
  X(__vadd, false, x + y)                                              \
  X(__vaddss, true, clamp(x + y))                                      \
  X(__vaddus, false, clamp(x + y))                                     \
  X(__vsub, false, x - y)                                              \
  X(__vsubss, true, clamp(x - y))                                      \
  X(__vsubus, false, clamp(x - y))                                     \
  X(__vavgs, true, x + y >= 0 ? (x + y + 1) / 2 : -((-x - y + 1) / 2)) \
  X(__vavgu, false, (x + y + 1) / 2)                                   \
  X(__vhaddu, false, (x + y) / 2)                                      \
  X(__vmaxs, true, x > y ? x : y)                                      \
  X(__vmaxu, false, x > y ? x : y)                                     \
  X(__vmins, true, x < y ? x : y)                                      \
  X(__vminu, false, x < y ? x : y)                                     \
  X(__vabsdiffs, true, x > y ? x - y : y - x)                          \
  X(__vabsdiffu, false, x > y ? x - y : y - x)                         \
  X(__vcmpeq, false, x == y ? -1 : 0)                                  \
  X(__vcmpne, false, x != y ? -1 : 0)                                  \
  X(__vcmpges, true, x >= y ? -1 : 0)                                  \
  X(__vcmpgeu, false, x >= y ? -1 : 0)                                 \
  X(__vcmpgts, true, x > y ? -1 : 0)                                   \
  X(__vcmpgtu, false, x > y ? -1 : 0)                                  \
  X(__vcmples, true, x <= y ? -1 : 0)                                  \
  X(__vcmpleu, false, x <= y ? -1 : 0)                                 \
  X(__vcmplts, true, x < y ? -1 : 0)                                   \
  X(__vcmpltu, false, x < y ? -1 : 0)                                  \
  X(__vseteq, false, x == y)                                           \
  X(__vsetne, false, x != y)                                           \
  X(__vsetges, true, x >= y)                                           \
  X(__vsetgeu, false, x >= y)                                          \
  X(__vsetgts, true, x > y)                                            \
  X(__vsetgtu, false, x > y)                                           \
  X(__vsetles, true, x <= y)                                           \
  X(__vsetleu, false, x <= y)                                          \
  X(__vsetlts, true, x < y)                                            \
  X(__vsetltu, false, x < y)
#define LOCKSTEP_PACKED_UNARY(X)           \
  X(__vabs, true, x < 0 ? -x : x)          \
  X(__vabsss, true, clamp(x < 0 ? -x : x)) \
  X(__vneg, true, -x)                      \
  X(__vnegss, true, clamp(-x))
// clang-format on

#define LOCKSTEP_COUNT(name, is_signed, model) +1
constexpr unsigned kPacked = 2 * (0 LOCKSTEP_PACKED_BINARY(LOCKSTEP_COUNT) LOCKSTEP_PACKED_UNARY(LOCKSTEP_COUNT)) + 4;

__global__ void packed(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* result = out + i * kPacked;
#define LOCKSTEP_CALL2(name, is_signed, model) \
  *result++ = name##2(a[i], b[i]);             \
  *result++ = name##4(a[i], b[i]);
#define LOCKSTEP_CALL1(name, is_signed, model) \
  *result++ = name##2(a[i]);                   \
  *result++ = name##4(a[i]);
  LOCKSTEP_PACKED_BINARY(LOCKSTEP_CALL2)
  LOCKSTEP_PACKED_UNARY(LOCKSTEP_CALL1)
  LOCKSTEP_CALL2(__vsads, , )
  LOCKSTEP_CALL2(__vsadu, , )
}

/// The word's parts of `bits` bits as numbers.
std::vector<int> parts_of(unsigned word, int bits, bool is_signed) {
  std::vector<int> parts;
  for (int at = 0; at < 32; at += bits) {
    int part = static_cast<int>(word >> at & ((1u << bits) - 1));
    if (is_signed && part >= 1 << (bits - 1)) part -= 1 << bits;
    parts.push_back(part);
  }
  return parts;
}

template <class Model>
unsigned packed_by_loop(unsigned a, unsigned b, int bits, bool is_signed, Model model) {
  const std::vector<int> x = parts_of(a, bits, is_signed), y = parts_of(b, bits, is_signed);
  const int low = is_signed ? -(1 << (bits - 1)) : 0, high = low + (1 << bits) - 1;
  unsigned word = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int part = model(x[i], y[i], [&](int v) { return v < low ? low : v > high ? high : v; });
    word |= (static_cast<unsigned>(part) & ((1u << bits) - 1)) << i * static_cast<unsigned>(bits);
  }
  return word;
}

unsigned sum_of_differences(unsigned a, unsigned b, int bits, bool is_signed) {
  const std::vector<int> x = parts_of(a, bits, is_signed), y = parts_of(b, bits, is_signed);
  unsigned sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += static_cast<unsigned>(x[i] > y[i] ? x[i] - y[i] : y[i] - x[i]);
  return sum;
}

// ---- Words --------------------------------------------------------------------------------------------------------

struct Words {
  int clz, ffs, popc, clzll, ffsll, popcll, mulhi, mul24, hadd, rhadd, dp4a, dp2a_lo, dp2a_hi;
  unsigned brev, perm, left, left_clamped, right, right_clamped, umulhi, umul24, sad, usad, uhadd, urhadd, udp4a, udp2a_lo, udp2a_hi, nth;
  long long mul64hi;
  unsigned long long brevll, umul64hi;
};

__global__ void words(const unsigned* a, const unsigned* b, const unsigned* c, Words* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned x = a[i], y = b[i], z = c[i];
  const auto wide = static_cast<unsigned long long>(x) << 32 | y, other = static_cast<unsigned long long>(z) << 32 | x;
  Words w;
  w.clz = __clz(static_cast<int>(x));
  w.ffs = __ffs(static_cast<int>(x));
  w.popc = __popc(x);
  w.clzll = __clzll(static_cast<long long>(wide));
  w.ffsll = __ffsll(static_cast<long long>(wide));
  w.popcll = __popcll(wide);
  w.brev = __brev(x);
  w.brevll = __brevll(wide);
  w.perm = __byte_perm(x, y, z);
  w.left = __funnelshift_l(x, y, z);
  w.left_clamped = __funnelshift_lc(x, y, z % 40);
  w.right = __funnelshift_r(x, y, z);
  w.right_clamped = __funnelshift_rc(x, y, z % 40);
  w.mulhi = __mulhi(static_cast<int>(x), static_cast<int>(y));
  w.umulhi = __umulhi(x, y);
  w.mul64hi = __mul64hi(static_cast<long long>(wide), static_cast<long long>(other));
  w.umul64hi = __umul64hi(wide, other);
  w.mul24 = __mul24(static_cast<int>(x), static_cast<int>(y));
  w.umul24 = __umul24(x, y);
  w.sad = __sad(static_cast<int>(x), static_cast<int>(y), z);
  w.usad = __usad(x, y, z);
  w.hadd = __hadd(static_cast<int>(x), static_cast<int>(y));
  w.rhadd = __rhadd(static_cast<int>(x), static_cast<int>(y));
  w.uhadd = __uhadd(x, y);
  w.urhadd = __urhadd(x, y);
  w.dp4a = __dp4a(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z));
  w.udp4a = __dp4a(x, y, z);
  w.dp2a_lo = __dp2a_lo(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z));
  w.dp2a_hi = __dp2a_hi(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z));
  w.udp2a_lo = __dp2a_lo(x, y, z);
  w.udp2a_hi = __dp2a_hi(x, y, z);
  w.nth = __fns(x, z % 32, 1 + static_cast<int>(y % 5));
  out[i] = w;
}

__extension__ typedef __int128 Wide;

/// Bit by bit, or in a type where nothing overflows.
void check_words(unsigned x, unsigned y, unsigned z, const Words& w) {
  const auto wide = static_cast<unsigned long long>(x) << 32 | y, other = static_cast<unsigned long long>(z) << 32 | x;
  const auto bit = [](std::uint64_t v, unsigned i) { return (v >> i & 1) != 0; };
  const auto sx = static_cast<int>(x), sy = static_cast<int>(y);
  int clz = 0, ffs = 0, popc = 0, clzll = 0, ffsll = 0, popcll = 0;
  unsigned brev = 0;
  unsigned long long brevll = 0;
  while (clz < 32 && !bit(x, 31 - static_cast<unsigned>(clz))) ++clz;
  while (clzll < 64 && !bit(wide, 63 - static_cast<unsigned>(clzll))) ++clzll;
  for (unsigned i = 64; i-- > 0;) {
    if (i < 32 && bit(x, i)) ffs = static_cast<int>(i) + 1;
    if (bit(wide, i)) ffsll = static_cast<int>(i) + 1;
    popc += i < 32 && bit(x, i);
    popcll += bit(wide, i);
    if (i < 32 && bit(x, i)) brev |= 1u << (31 - i);
    if (bit(wide, i)) brevll |= 1ull << (63 - i);
  }
  CHECK((w.clz == clz && w.ffs == ffs && w.popc == popc && w.clzll == clzll && w.ffsll == ffsll && w.popcll == popcll));
  CHECK((w.brev == brev && w.brevll == brevll));

  const unsigned char bytes[8] = {static_cast<unsigned char>(x),       static_cast<unsigned char>(x >> 8),
                                  static_cast<unsigned char>(x >> 16), static_cast<unsigned char>(x >> 24),
                                  static_cast<unsigned char>(y),       static_cast<unsigned char>(y >> 8),
                                  static_cast<unsigned char>(y >> 16), static_cast<unsigned char>(y >> 24)};
  unsigned perm = 0;
  for (unsigned i = 0; i < 4; ++i) perm += static_cast<unsigned>(bytes[z >> 4 * i & 7]) << 8 * i;
  CHECK(w.perm == perm);

  unsigned left = 0, right = 0, left_clamped = 0, right_clamped = 0, shift = z % 32, clamped = z % 40 > 32 ? 32 : z % 40;
  const auto both = static_cast<std::uint64_t>(y) << 32 | x;
  for (unsigned i = 0; i < 32; ++i) {
    left |= static_cast<unsigned>(bit(both, 32 + i - shift)) << i;
    right |= static_cast<unsigned>(bit(both, i + shift)) << i;
    left_clamped |= static_cast<unsigned>(bit(both, 32 + i - clamped)) << i;
    right_clamped |= static_cast<unsigned>(bit(both, i + clamped)) << i;
  }
  CHECK((w.left == left && w.right == right && w.left_clamped == left_clamped && w.right_clamped == right_clamped));

  const auto signed24 = [](unsigned v) {
    return (v & 0x800000u) != 0 ? static_cast<long long>(v & 0xffffffu) - 0x1000000 : static_cast<long long>(v & 0xffffffu);
  };
  CHECK(w.mulhi == static_cast<int>((static_cast<Wide>(sx) * sy) >> 32));
  CHECK(w.umulhi == static_cast<unsigned>((static_cast<Wide>(x) * y) >> 32));
  CHECK(w.mul64hi == static_cast<long long>((static_cast<Wide>(static_cast<long long>(wide)) * static_cast<long long>(other)) >> 64));
  const unsigned long long lo = (wide & 0xffffffffu) * (other & 0xffffffffu), m1 = (wide >> 32) * (other & 0xffffffffu),
                           m2 = (wide & 0xffffffffu) * (other >> 32);
  CHECK(w.umul64hi ==
        (wide >> 32) * (other >> 32) + (m1 >> 32) + (m2 >> 32) + (((lo >> 32) + (m1 & 0xffffffffu) + (m2 & 0xffffffffu)) >> 32));
  CHECK(w.mul24 == static_cast<int>(signed24(x) * signed24(y)));
  CHECK(w.umul24 == static_cast<unsigned>(static_cast<std::uint64_t>(x & 0xffffffu) * (y & 0xffffffu)));
  CHECK(w.sad == z + static_cast<unsigned>(std::abs(static_cast<long long>(sx) - sy)));
  CHECK(w.usad == z + static_cast<unsigned>(std::abs(static_cast<long long>(x) - static_cast<long long>(y))));
  CHECK(w.hadd == static_cast<int>(std::floor((static_cast<double>(sx) + sy) / 2)));
  CHECK(w.rhadd == static_cast<int>(std::ceil((static_cast<double>(sx) + sy) / 2)));
  CHECK(w.uhadd == static_cast<unsigned>(std::floor((static_cast<double>(x) + y) / 2)));
  CHECK(w.urhadd == static_cast<unsigned>(std::ceil((static_cast<double>(x) + y) / 2)));

  const std::vector<int> xs = parts_of(x, 8, true), ys = parts_of(y, 8, true), xu = parts_of(x, 8, false), yu = parts_of(y, 8, false);
  const std::vector<int> xh = parts_of(x, 16, true), xhu = parts_of(x, 16, false);
  long long dp4a = static_cast<int>(z), udp4a = z;
  for (std::size_t i = 0; i < 4; ++i) {
    dp4a += xs[i] * ys[i];
    udp4a += xu[i] * yu[i];
  }
  CHECK((w.dp4a == static_cast<int>(dp4a) && w.udp4a == static_cast<unsigned>(udp4a)));
  const auto sz = static_cast<long long>(static_cast<int>(z));
  CHECK(w.dp2a_lo == static_cast<int>(sz + xh[0] * ys[0] + xh[1] * ys[1]));
  CHECK(w.dp2a_hi == static_cast<int>(sz + xh[0] * ys[2] + xh[1] * ys[3]));
  CHECK(w.udp2a_lo == static_cast<unsigned>(z + 1ll * xhu[0] * yu[0] + 1ll * xhu[1] * yu[1]));
  CHECK(w.udp2a_hi == static_cast<unsigned>(z + 1ll * xhu[0] * yu[2] + 1ll * xhu[1] * yu[3]));

  std::vector<unsigned> ones;
  for (unsigned i = z % 32; i < 32; ++i)
    if (bit(x, i)) ones.push_back(i);
  CHECK(w.nth == (ones.size() > y % 5 ? ones[y % 5] : ~0u));
}

// ---- Roundings ----------------------------------------------------------------------------------------------------

// Four results a line, in the order rn, rz, ru, rd.
#define LOCKSTEP_FOUR(call, ...)                                                                                                         \
  *result++ = to_bits(call##_rn(__VA_ARGS__)), *result++ = to_bits(call##_rz(__VA_ARGS__)), *result++ = to_bits(call##_ru(__VA_ARGS__)), \
  *result++ = to_bits(call##_rd(__VA_ARGS__));
constexpr unsigned kFloatResults = 4 * 7, kDoubleResults = 4 * 7;

__global__ void floats(const float* in, std::uint64_t* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
  std::uint64_t* result = out + i * kFloatResults;
  LOCKSTEP_FOUR(__fadd, x, y)
  LOCKSTEP_FOUR(__fsub, x, y)
  LOCKSTEP_FOUR(__fmul, x, y)
  LOCKSTEP_FOUR(__fdiv, x, y)
  LOCKSTEP_FOUR(__fmaf, x, y, z)
  LOCKSTEP_FOUR(__fsqrt, fabsf(x))
  LOCKSTEP_FOUR(__frcp, x)
}

__global__ void doubles(const double* in, std::uint64_t* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const double x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
  std::uint64_t* result = out + i * kDoubleResults;
  LOCKSTEP_FOUR(__dadd, x, y)
  LOCKSTEP_FOUR(__dsub, x, y)
  LOCKSTEP_FOUR(__dmul, x, y)
  LOCKSTEP_FOUR(__ddiv, x, y)
  LOCKSTEP_FOUR(__fma, x, y, z)
  LOCKSTEP_FOUR(__dsqrt, fabs(x))
  LOCKSTEP_FOUR(__drcp, x)
}

int sign(double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }
/// The sign of (a + b) + (c + d) where each bracket is an exact pair.
int sign_of_pairs(double high, double low) { return high != 0 ? sign(high) : sign(low); }

/// Checks that four results are x rounded to nearest, to zero, up and down: neighbours or equal, on the right sides of the exact value.
/// `compare(c)` gives the sign of exact − c.
template <class T, class CompareWith>
void check_four(const std::uint64_t* results, CompareWith compare) {
  const T rn = from_bits<T>(results[0]), rz = from_bits<T>(results[1]), ru = from_bits<T>(results[2]), rd = from_bits<T>(results[3]);
  const T infinity = std::numeric_limits<T>::infinity();
  const int above = compare(rd), below = compare(ru);
  CHECK(above >= 0);
  CHECK(below <= 0);
  if (above == 0 || below == 0) {
    CHECK((rd == ru && rn == rd && rz == rd));
    return;
  }
  CHECK(std::nextafter(rd, infinity) == ru);
  CHECK(rz == (std::fabs(rd) < std::fabs(ru) ? rd : ru));
  CHECK((rn == rd || rn == ru));
}

struct Conversions {
  std::uint64_t values[4 * 15];
};

__global__ void conversions(const float* f, const double* d, const std::uint64_t* n, Conversions* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint64_t* result = out[i].values;
  LOCKSTEP_FOUR(__float2int, f[i])
  LOCKSTEP_FOUR(__float2uint, f[i])
  LOCKSTEP_FOUR(__float2ll, f[i])
  LOCKSTEP_FOUR(__float2ull, f[i])
  LOCKSTEP_FOUR(__double2int, d[i])
  LOCKSTEP_FOUR(__double2uint, d[i])
  LOCKSTEP_FOUR(__double2ll, d[i])
  LOCKSTEP_FOUR(__double2ull, d[i])
  LOCKSTEP_FOUR(__int2float, static_cast<int>(n[i]))
  LOCKSTEP_FOUR(__uint2float, static_cast<unsigned>(n[i]))
  LOCKSTEP_FOUR(__ll2float, static_cast<long long>(n[i]))
  LOCKSTEP_FOUR(__ull2float, static_cast<unsigned long long>(n[i]))
  LOCKSTEP_FOUR(__ll2double, static_cast<long long>(n[i]))
  LOCKSTEP_FOUR(__ull2double, static_cast<unsigned long long>(n[i]))
  LOCKSTEP_FOUR(__double2float, d[i])
}

/// x as an integer, from the exact value in a type that holds it and all limits: long double, where 64-bit integers are exact.
template <class Integer, class Floating>
std::uint64_t integer_of(Floating x, int mode) {
  constexpr bool wide = sizeof(Integer) == 8 || sizeof(Floating) == 8;
  if (std::isnan(x)) return wide ? std::uint64_t{1} << (8 * sizeof(Integer) - 1) : 0;
  long double whole = mode == 0   ? std::nearbyint(static_cast<long double>(x))
                      : mode == 1 ? std::trunc(static_cast<long double>(x))
                      : mode == 2 ? std::ceil(static_cast<long double>(x))
                                  : std::floor(static_cast<long double>(x));
  constexpr long double low = std::numeric_limits<Integer>::min(), high = std::numeric_limits<Integer>::max();
  whole = whole < low ? low : whole > high ? high : whole;
  return to_bits(static_cast<Integer>(whole));
}

template <class Floating>
Floating floating_input(unsigned i) {
  const std::uint64_t bits = random_bits(i + 99);
  const Floating edges[] = {0,
                            1,
                            -1,
                            Floating(0.5),
                            Floating(1.5),
                            Floating(2.5),
                            Floating(-0.5),
                            Floating(-2.5),
                            Floating(2147483648.0),
                            Floating(4294967296.0),
                            Floating(9.3e18),
                            Floating(-9.3e18),
                            Floating(1.9e19),
                            std::numeric_limits<Floating>::quiet_NaN(),
                            std::numeric_limits<Floating>::infinity(),
                            -std::numeric_limits<Floating>::infinity()};
  if (i < 16) return edges[i];
  const auto magnitude = std::ldexp(static_cast<Floating>(bits >> 11), static_cast<int>(bits % 80) - 60);  // from 2^-60 to 2^73
  return bits >> 10 & 1 ? magnitude : -magnitude;
}

}  // namespace

TEST_CASE("packed intrinsics equal a loop over the parts") {
  Shared<unsigned> a(kInputs), b(kInputs), out(kInputs * kPacked);
  for (unsigned i = 0; i < kInputs; ++i) {
    a[i] = word_input(2 * i);
    b[i] = word_input(2 * i + 1);
  }
  packed<<<kInputs / 64, 64>>>(a.data(), b.data(), out.data());
  finish();
  for (unsigned i = 0; i < kInputs; ++i) {
    const unsigned* result = &out[i * kPacked];
    INFO("a = " << a[i] << ", b = " << b[i]);
    const auto check = [&](const char* name, int bits, unsigned expected) {
      if (*result++ != expected) FAIL(name << 32 / bits << " gave " << result[-1] << " instead of " << expected);
    };
#define LOCKSTEP_CHECK(name, is_signed, model)                                                                                      \
  for (const int bits : {16, 8}) {                                                                                                  \
    check(#name, bits, packed_by_loop(a[i], b[i], bits, is_signed, [](int x, [[maybe_unused]] int y, [[maybe_unused]] auto clamp) { \
            return static_cast<int>(model);                                                                                         \
          }));                                                                                                                      \
  }
    LOCKSTEP_PACKED_BINARY(LOCKSTEP_CHECK)
    LOCKSTEP_PACKED_UNARY(LOCKSTEP_CHECK)
    for (const bool is_signed : {true, false})
      for (const int bits : {16, 8}) check("__vsad", bits, sum_of_differences(a[i], b[i], bits, is_signed));
  }
}

TEST_CASE("integer intrinsics equal their definitions") {
  Shared<unsigned> a(kInputs), b(kInputs), c(kInputs);
  Shared<Words> out(kInputs);
  for (unsigned i = 0; i < kInputs; ++i) {
    a[i] = word_input(3 * i);
    b[i] = word_input(3 * i + 1);
    c[i] = word_input(3 * i + 2);
  }
  words<<<kInputs / 64, 64>>>(a.data(), b.data(), c.data(), out.data());
  finish();
  for (unsigned i = 0; i < kInputs; ++i) {
    INFO("x = " << a[i] << ", y = " << b[i] << ", z = " << c[i]);
    check_words(a[i], b[i], c[i], out[i]);
  }
}

TEST_CASE("float arithmetic is rounded as its suffix says") {
  Shared<float> in(3 * kInputs);
  Shared<std::uint64_t> out(kInputs * kFloatResults);
  for (unsigned i = 0; i < 3 * kInputs; ++i)  // exponents near each other, so that double holds all sums and products exactly
    in[i] = std::ldexp(1.0f + static_cast<float>(random_bits(i) >> 41) * 0x1p-23f, static_cast<int>(random_bits(i) % 12)) *
            (random_bits(i) >> 40 & 1 ? 1.0f : -1.0f);
  floats<<<kInputs / 64, 64>>>(in.data(), out.data());
  finish();
  for (unsigned i = 0; i < kInputs; ++i) {
    const double x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2], a = std::fabs(x);
    const std::uint64_t* r = &out[i * kFloatResults];
    INFO("x = " << x << ", y = " << y << ", z = " << z);
    check_four<float>(r, [&](double c) { return sign(x + y - c); });
    check_four<float>(r + 4, [&](double c) { return sign(x - y - c); });
    check_four<float>(r + 8, [&](double c) { return sign(x * y - c); });
    check_four<float>(r + 12, [&](double c) { return sign(x - c * y) * sign(y); });
    check_four<float>(r + 16, [&](double c) { return sign(std::fma(x, y, z - c)); });
    check_four<float>(r + 20, [&](double c) { return sign(a - c * c); });
    check_four<float>(r + 24, [&](double c) { return sign(1 - c * x) * sign(x); });
    CHECK(from_bits<float>(r[0]) == static_cast<float>(x + y));  // to nearest: exact in double, rounded once
    CHECK(from_bits<float>(r[8]) == static_cast<float>(x * y));
    CHECK(from_bits<float>(r[12]) == static_cast<float>(x / y));
    CHECK(from_bits<float>(r[20]) == static_cast<float>(std::sqrt(a)));
  }
}

TEST_CASE("double arithmetic is rounded as its suffix says") {
  Shared<double> in(3 * kInputs);
  Shared<std::uint64_t> out(kInputs * kDoubleResults);
  for (unsigned i = 0; i < 3 * kInputs; ++i)
    in[i] = std::ldexp(1.0 + static_cast<double>(random_bits(i) >> 12) * 0x1p-52, static_cast<int>(random_bits(i) % 6)) *
            (random_bits(i) >> 11 & 1 ? 1.0 : -1.0);
  doubles<<<kInputs / 64, 64>>>(in.data(), out.data());
  finish();
  for (unsigned i = 0; i < kInputs; ++i) {
    const double x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2], a = std::fabs(x);
    const std::uint64_t* r = &out[i * kDoubleResults];
    // fma rounds once, so the sign of fma(c, y, −x) is the exact sign; sums are compared by their two exact halves (Knuth's two-sum).
    const auto two_sum = [](double p, double q, double c) {
      const double s = p + q, t = s - p, error = (p - (s - t)) + (q - t);
      return sign_of_pairs(s - c, error);  // s − c is exact: c is s or its neighbour
    };
    INFO("x = " << x << ", y = " << y << ", z = " << z);
    check_four<double>(r, [&](double c) { return two_sum(x, y, c); });
    check_four<double>(r + 4, [&](double c) { return two_sum(x, -y, c); });
    check_four<double>(r + 8, [&](double c) { return sign(std::fma(x, y, -c)); });
    check_four<double>(r + 12, [&](double c) { return -sign(std::fma(c, y, -x)) * sign(y); });
    const double product = x * y, rest = std::fma(x, y, -product);
    check_four<double>(r + 16, [&](double c) {
      const double s = product + z, t = s - product, error = (product - (s - t)) + (z - t);
      return sign((s - c) + (error + rest));  // the exact distance is far above the rounding of this sum, or the sum is exact
    });
    check_four<double>(r + 20, [&](double c) { return -sign(std::fma(c, c, -a)); });
    check_four<double>(r + 24, [&](double c) { return -sign(std::fma(c, x, -1.0)) * sign(x); });
    CHECK(from_bits<double>(r[0]) == x + y);
    CHECK(from_bits<double>(r[16]) == std::fma(x, y, z));
  }
}

TEST_CASE("conversions round and saturate") {
  Shared<float> f(kInputs);
  Shared<double> d(kInputs);
  Shared<std::uint64_t> n(kInputs);
  Shared<Conversions> out(kInputs);
  for (unsigned i = 0; i < kInputs; ++i) {
    f[i] = floating_input<float>(i);
    d[i] = floating_input<double>(i);
    n[i] = i < 8 ? ~std::uint64_t{0} << 8 * i : random_bits(i) >> random_bits(i) % 50;
  }
  conversions<<<kInputs / 64, 64>>>(f.data(), d.data(), n.data(), out.data());
  finish();
  for (unsigned i = 0; i < kInputs; ++i) {
    const std::uint64_t* r = out[i].values;
    INFO("float " << f[i] << ", double " << d[i] << ", integer " << n[i]);
    for (int mode = 0; mode < 4; ++mode) {
      CHECK(r[mode] == integer_of<int>(f[i], mode));
      CHECK(r[4 + mode] == integer_of<unsigned>(f[i], mode));
      CHECK(r[8 + mode] == integer_of<long long>(f[i], mode));
      CHECK(r[12 + mode] == integer_of<unsigned long long>(f[i], mode));
      CHECK(r[16 + mode] == integer_of<int>(d[i], mode));
      CHECK(r[20 + mode] == integer_of<unsigned>(d[i], mode));
      CHECK(r[24 + mode] == integer_of<long long>(d[i], mode));
      CHECK(r[28 + mode] == integer_of<unsigned long long>(d[i], mode));
    }
    const auto exactly = [](long double exact) {
      return [exact](long double c) { return exact > c ? 1 : exact < c ? -1 : 0; };
    };  // 64-bit integers are exact in long double
    check_four<float>(r + 32, exactly(static_cast<int>(n[i])));
    check_four<float>(r + 36, exactly(static_cast<unsigned>(n[i])));
    check_four<float>(r + 40, exactly(static_cast<long long>(n[i])));
    check_four<float>(r + 44, exactly(n[i]));
    check_four<double>(r + 48, exactly(static_cast<long long>(n[i])));
    check_four<double>(r + 52, exactly(n[i]));
    if (std::isfinite(d[i])) check_four<float>(r + 56, exactly(d[i]));
    CHECK(from_bits<float>(r[40]) == static_cast<float>(static_cast<long long>(n[i])));
  }
}
