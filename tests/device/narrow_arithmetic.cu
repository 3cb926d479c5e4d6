/// @file
/// @brief Arithmetic, comparisons and maths of `half` and `bfloat16`, on the host and in kernels.
#include "narrow_reference.hpp"

namespace {

/// What a kernel makes of the i-th and its neighbours, by operators, intrinsics, shuffles and atomics.
template <class T>
struct Results {
  T sum, product, fused, shuffled, loaded, exponential;
  Pair<T> pair_sum, pair_shuffled;
  float difference;
  bool less;
};
template <class T>
__global__ void compute(const T* in, Results<T>* out, T* total, Pair<T>* pair_total) {
  const unsigned i = threadIdx.x;
  const T a = in[i], b = in[(i + 1) % 32];
  Results<T> r;
  r.sum = a + b;
  r.product = a;
  r.product *= b;
  r.fused = __hfma(a, b, a);
  r.shuffled = __shfl_xor_sync(0xffffffff, a, 1);
  r.loaded = __ldg(in + i);
  r.exponential = hexp(a);
  const Pair<T> both(a, b);
  r.pair_sum = __hadd2(both, both);
  r.pair_shuffled = __shfl_down_sync(0xffffffff, both, 1);
  r.difference = a - b;
  r.less = a < b;
  out[i] = r;
  atomicAdd(total, T(1));
  atomicAdd(pair_total, Pair<T>(T(1), T(2)));
}

template <class T>
float pair_float(Pair<T> pair, bool high) {
  return high ? __high2float(pair) : __low2float(pair);
}

template <class T>
void check_kernel() {
  Shared<T> in(32), total(1);
  Shared<Results<T>> out(32);
  Shared<Pair<T>> pair_total(1);
  for (unsigned i = 0; i < 32; ++i) in[i] = T(static_cast<float>(i) / 4);
  compute<T><<<1, 32>>>(in.data(), out.data(), total.data(), pair_total.data());
  finish();
  CHECK(static_cast<float>(total[0]) == 32);
  CHECK(pair_float<T>(pair_total[0], false) == 32);
  CHECK(pair_float<T>(pair_total[0], true) == 64);
  for (unsigned i = 0; i < 32; ++i) {
    const long double a = static_cast<float>(in[i]), b = static_cast<float>(in[(i + 1) % 32]);
    const Results<T>& r = out[i];
    CHECK(bits_of(r.sum) == reference<T>(a + b));
    CHECK(bits_of(r.product) == reference<T>(a * b));
    CHECK(bits_of(r.fused) == reference<T>(a * b + a));
    CHECK(bits_of(r.shuffled) == bits_of(in[i ^ 1]));
    CHECK(bits_of(r.loaded) == bits_of(in[i]));
    CHECK(bits_of(r.exponential) == reference<T>(std::exp(a)));
    CHECK(pair_float<T>(r.pair_sum, true) == static_cast<float>(2 * b));
    CHECK(pair_float<T>(r.pair_shuffled, false) == (i < 31 ? static_cast<float>(in[i + 1]) : static_cast<float>(a)));
    CHECK(r.difference == static_cast<float>(a - b));
    CHECK(r.less == (a < b));
  }
}

}  // namespace

TEMPLATE_TEST_CASE("sums, products and quotients of 16 bits are rounded once", "[narrow]", __half, __nv_bfloat16) {
  for (const unsigned x : special_bits<TestType>())
    for (const unsigned y : special_bits<TestType>()) {
      const auto a = of<TestType>(x), b = of<TestType>(y);
      const long double wide_a = decoded<TestType>(x), wide_b = decoded<TestType>(y);
      CAPTURE(x, y);
      if (bits_of(a + b) != reference<TestType>(wide_a + wide_b)) FAIL_CHECK("sum");
      if (bits_of(a - b) != reference<TestType>(wide_a - wide_b)) FAIL_CHECK("difference");
      if (bits_of(a * b) != reference<TestType>(wide_a * wide_b)) FAIL_CHECK("product");
      if (bits_of(a / b) != reference<TestType>(wide_a / wide_b)) FAIL_CHECK("quotient");
      const auto clamp = [](long double v) { return v >= 1 ? 1.0L : v > 0 ? v : 0.0L; };
      if (bits_of(__hadd_sat(a, b)) != reference<TestType>(clamp(decoded<TestType>(reference<TestType>(wide_a + wide_b)))))
        FAIL_CHECK("saturated sum");
      // 2 extra terms that are exact in long double.
      if (bits_of(__hfma(a, b, TestType(0.0f))) != reference<TestType>(wide_a * wide_b + 0.0L)) FAIL_CHECK("fused");
    }
}

TEST_CASE("a fused multiply-add of 16 bits is rounded once, however far apart its terms are", "[narrow]") {
  const auto fused = [](float a, float b, float c) {
    return static_cast<float>(__hfma(__nv_bfloat16(a), __nv_bfloat16(b), __nv_bfloat16(c)));
  };
  // 7 · 37 = 259 is in the middle of 258 and 260; to even it goes up.
  CHECK(fused(7, 37, 0) == 260);
  CHECK(fused(7, 37, -0x1p-100f) == 258);
  CHECK(fused(-7, 37, 0x1p-100f) == -258);
  CHECK(fused(3, 87, 0) == 260);  // 261, between 260 and 262
  CHECK(fused(3, 87, 0x1p-100f) == 262);
  CHECK(std::isnan(fused(INFINITY, 1, -INFINITY)));
  CHECK(static_cast<float>(__hfma_relu(__half(-1.0f), __half(2.0f), __half(1.0f))) == 0);
  CHECK(static_cast<float>(__hfma_sat(__half(1.0f), __half(2.0f), __half(1.0f))) == 1);
}

TEMPLATE_TEST_CASE("comparisons, smallest and largest of 16 bits", "[narrow]", __half, __nv_bfloat16) {
  for (const unsigned x : special_bits<TestType>())
    for (const unsigned y : special_bits<TestType>()) {
      const auto a = of<TestType>(x), b = of<TestType>(y);
      const auto u = static_cast<float>(decoded<TestType>(x)), v = static_cast<float>(decoded<TestType>(y));
      const bool unordered = std::isnan(u) || std::isnan(v);
      CAPTURE(x, y);
      const bool right = (a == b) == (u == v) && (a != b) == (u != v) && (a < b) == (u < v) && (a <= b) == (u <= v) && (a > b) == (u > v) &&
                         (a >= b) == (u >= v);
      if (!right) FAIL_CHECK("operators");
      if (__hne(a, b) != (!unordered && u != v) || __heq(a, b) != (u == v)) FAIL_CHECK("equality");
      if (__hltu(a, b) != (unordered || u < v) || __hequ(a, b) != (unordered || u == v) || __hgeu(a, b) != (unordered || u >= v) ||
          __hneu(a, b) != (u != v) || __hleu(a, b) != (unordered || u <= v) || __hgtu(a, b) != (unordered || u > v))
        FAIL_CHECK("unordered");
      const Pair<TestType> p(a, b), q(b, b);
      if (__hbeq2(p, q) != (__heq(a, b) && __heq(b, b)) || __hlt2_mask(p, q) != (u < v ? 0xffffU : 0U)) FAIL_CHECK("pairs");
      if (static_cast<float>(__low2float(__hge2(p, q))) != (u >= v ? 1.0F : 0.0F)) FAIL_CHECK("pair of numbers");
      const float largest = u == v ? (std::signbit(u) ? v : u) : std::fmax(u, v),
                  smallest = u == v ? (std::signbit(u) ? u : v) : std::fmin(u, v);
      if (without_payload(__hmax(a, b)) != reference<TestType>(largest) || without_payload(__hmin(a, b)) != reference<TestType>(smallest))
        FAIL_CHECK("extremes");
      if (bits_of(__hmax_nan(a, b)) != (unordered ? kNan : reference<TestType>(largest))) FAIL_CHECK("largest or NaN");
      if (bits_of(__hmin_nan(a, b)) != (unordered ? kNan : reference<TestType>(smallest))) FAIL_CHECK("smallest or NaN");
    }
}

TEMPLATE_TEST_CASE("maths of 16 bits is the nearest to the exact result", "[narrow]", __half, __nv_bfloat16) {
  struct Function {
    const char* name;
    TestType (*computed)(TestType);
    long double (*exact)(long double);
  };
  const std::vector<Function> functions{
      {"hexp", [](TestType x) { return hexp(x); }, [](long double x) { return std::exp(x); }},
      {"hexp2", [](TestType x) { return hexp2(x); }, [](long double x) { return std::exp2(x); }},
      {"hexp10", [](TestType x) { return hexp10(x); }, [](long double x) { return std::pow(10.0L, x); }},
      {"hlog", [](TestType x) { return hlog(x); }, [](long double x) { return std::log(x); }},
      {"hlog2", [](TestType x) { return hlog2(x); }, [](long double x) { return std::log2(x); }},
      {"hlog10", [](TestType x) { return hlog10(x); }, [](long double x) { return std::log10(x); }},
      {"hsqrt", [](TestType x) { return hsqrt(x); }, [](long double x) { return std::sqrt(x); }},
      {"hrsqrt", [](TestType x) { return hrsqrt(x); }, [](long double x) { return 1 / std::sqrt(x); }},
      {"hrcp", [](TestType x) { return hrcp(x); }, [](long double x) { return 1 / x; }},
      {"hsin", [](TestType x) { return hsin(x); }, [](long double x) { return std::sin(x); }},
      {"hcos", [](TestType x) { return hcos(x); }, [](long double x) { return std::cos(x); }},
      {"htanh", [](TestType x) { return htanh(x); }, [](long double x) { return std::tanh(x); }},
      {"hrint", [](TestType x) { return hrint(x); }, [](long double x) { return std::nearbyint(x); }},
      {"hfloor", [](TestType x) { return hfloor(x); }, [](long double x) { return std::floor(x); }},
      {"hceil", [](TestType x) { return hceil(x); }, [](long double x) { return std::ceil(x); }},
      {"htrunc", [](TestType x) { return htrunc(x); }, [](long double x) { return std::trunc(x); }},
      {"__hneg", [](TestType x) { return __hneg(x); }, [](long double x) { return -x; }},
      {"__habs", [](TestType x) { return __habs(x); }, [](long double x) { return std::fabs(x); }},
  };
  for (const Function& function : functions)
    for (unsigned bits = 0; bits < kAll; bits += 7) {
      const unsigned found = without_payload(function.computed(of<TestType>(bits)));
      const unsigned expected = reference<TestType>(function.exact(decoded<TestType>(bits)));
      if ((found & 0x7fff) == kNan && expected == kNan) continue;
      if (found != expected) FAIL_CHECK(function.name << " of " << bits << " is " << found << ", should be " << expected);
    }
}

TEST_CASE("kernels compute, exchange and add up half and bfloat16", "[narrow]") {
  check_kernel<__half>();
  check_kernel<__nv_bfloat16>();
}
