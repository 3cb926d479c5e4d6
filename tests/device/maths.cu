/// @file
/// @brief The maths functions that CUDA adds, by identities and known values; and what a kernel may do besides: stop, assert, tell the
/// time.
#include "device_test.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <limits>

namespace {

struct Maths {
  double rsqrt_, rcbrt_, sinpi_, cospi_, exp10_, erfinv_, erfcinv_, erfcx_, normcdf_, normcdfinv_, norm3, norm4, rnorm3, rnorm4, rhypot_,
      i0, i1, sine, cosine;
  float rsqrt_f, rcbrt_f, sinpi_f, cospi_f, exp10_f, erfinv_f, erfcinv_f, erfcx_f, normcdf_f, normcdfinv_f, norm3_f, norm4_f, rhypot_f,
      saturated;
  float fast_exp, fast_exp10, fast_log, fast_log2, fast_log10, fast_pow, fast_sin, fast_cos, fast_tan, fast_divide, fast_rsqrt;
};

__global__ void maths(const double* in, Maths* out) {
  const unsigned i = threadIdx.x;
  const double x = in[i];  // in (0, 1)
  const auto f = static_cast<float>(x);
  Maths m;
  m.rsqrt_ = rsqrt(x);
  m.rcbrt_ = rcbrt(-x);
  m.sinpi_ = sinpi(x + 2);
  m.cospi_ = cospi(x + 2);
  m.exp10_ = exp10(x);
  m.erfinv_ = erfinv(x);
  m.erfcinv_ = erfcinv(2 * x);
  m.erfcx_ = erfcx(30 * x);
  m.normcdf_ = normcdf(x - 3);
  m.normcdfinv_ = normcdfinv(x);
  m.norm3 = norm3d(x, 2.0, -3.0);
  m.norm4 = norm4d(x, 2.0, -3.0, 4.0);
  m.rnorm3 = rnorm3d(x, 2.0, -3.0);
  m.rnorm4 = rnorm4d(x, 2.0, -3.0, 4.0);
  m.rhypot_ = rhypot(x, 2.0);
  m.i0 = cyl_bessel_i0(x);
  m.i1 = cyl_bessel_i1(-x);
  sincospi(x, &m.sine, &m.cosine);
  m.rsqrt_f = rsqrtf(f);
  m.rcbrt_f = rcbrtf(f);
  m.sinpi_f = sinpif(f);
  m.cospi_f = cospi(f);
  m.exp10_f = exp10f(f);
  m.erfinv_f = erfinvf(f);
  m.erfcinv_f = erfcinvf(f);
  m.erfcx_f = erfcxf(f);
  m.normcdf_f = normcdff(f);
  m.normcdfinv_f = normcdfinvf(f);
  m.norm3_f = norm3df(f, 2, 3);
  m.norm4_f = norm4df(f, 2, 3, 4);
  m.rhypot_f = rhypotf(f, 2);
  m.saturated = __saturatef(4 * f - 2);
  m.fast_exp = __expf(f);
  m.fast_exp10 = __exp10f(f);
  m.fast_log = __logf(f);
  m.fast_log2 = __log2f(f);
  m.fast_log10 = __log10f(f);
  m.fast_pow = __powf(f, 2.5f);
  m.fast_sin = __sinf(f);
  m.fast_cos = __cosf(f);
  m.fast_tan = __tanf(f);
  m.fast_divide = __fdividef(3.0f, f);
  m.fast_rsqrt = __frsqrt_rn(f);
  out[i] = m;
}

struct Extremes {
  int ints[2];
  unsigned mixed[2];
  long long longs[2];
  float floats[2];
  double doubles[2];
  float of_nan;
  double sinpi_whole, sinpi_below, cospi_half, erfinv_one, erfcinv_tiny, fdivide_huge;
  float saturated_nan;
};

__global__ void extremes(float nan, Extremes* e) {
  e->ints[0] = min(-3, 2);
  e->ints[1] = max(-3, 2);
  e->mixed[0] = min(-1, 5u);  // −1 becomes the largest unsigned
  e->mixed[1] = max(5u, -1);
  e->longs[0] = min(-3ll, 2ll);
  e->longs[1] = max(-3ll, 2ll);
  e->floats[0] = min(1.5f, -2.0f);
  e->floats[1] = max(1.5f, -2.0f);
  e->doubles[0] = min(1.5f, -2.0);
  e->doubles[1] = max(1.5, -2.0f);
  e->of_nan = min(nan, 1.0f);
  e->sinpi_whole = sinpi(1e15);
  e->sinpi_below = 1 / sinpi(-3.0);
  e->cospi_half = cospi(0.5 + 4096);
  e->erfinv_one = erfinv(1.0);
  e->erfcinv_tiny = erfcinv(1e-300);
  e->fdivide_huge = __fdividef(1.0f, 3e38f);
  e->saturated_nan = __saturatef(nan);
}

__global__ void assert_positive(const int* values) { assert(values[threadIdx.x] > 0 && "must be positive"); }
__global__ void trap_in_thread(unsigned thread) {
  if (threadIdx.x == thread) __trap();
}
// Half a millisecond of the device's clock; what the other one counts meanwhile.
template <class Clock>
__device__ long long ticks_meanwhile(Clock clock) {
  const long long counted = clock(), begin = clock64();  // in this order: between the two the thread may have to wait
  while (clock64() - begin < 500'000) __nanosleep(100);
  return clock() - counted;
}
__host__ __device__ clock_t read_clock() { return clock(); }

__global__ void tell_time(long long* ticks) {
  ticks[0] = ticks_meanwhile([] { return clock64(); });
  ticks[1] = ticks_meanwhile([] { return clock(); });
  ticks[2] = ticks_meanwhile([] { return ::clock(); });
  ticks[3] = ticks_meanwhile([] { return std::clock(); });
  ticks[4] = ticks_meanwhile([] { return read_clock(); });
}
__global__ void kinds(const int* global, unsigned* out) {
  __shared__ int shared;
  int local = static_cast<int>(threadIdx.x);
  out[0] = __isShared(&shared);
  out[1] = __isGlobal(global);
  out[2] = __isLocal(&local);
  out[3] = __isShared(global) + __isShared(&local) + __isGlobal(&shared) + __isLocal(&shared) + __isLocal(global);
}
__global__ void print_hello() { printf("hello from %u with %.3f and %s\n", threadIdx.x, 1.5, "text"); }
__global__ void print_and_count(int* out) {
  out[0] = printf("%d%% of %s is %5.1f\n", 10, "25", 2.5);
  out[1] = printf("nothing\n");
  out[2] = printf("%*d\n", 3, 4);
}

}  // namespace

TEST_CASE("maths functions undo their inverses, and agree with the C library") {
  constexpr unsigned count = 200;
  Shared<double> in(count);
  Shared<Maths> out(count);
  for (unsigned i = 0; i < count; ++i) in[i] = (i + 0.5) / count;
  maths<<<1, count>>>(in.data(), out.data());
  finish();
  const double pi = std::acos(-1.0);
  for (unsigned i = 0; i < count; ++i) {
    const double x = in[i];
    const Maths& m = out[i];
    INFO("x = " << x);
    const auto same = [](double value) { return Catch::Approx(value).epsilon(1e-14); };
    CHECK(m.rsqrt_ == same(1 / std::sqrt(x)));
    CHECK(m.rcbrt_ == same(-1 / std::cbrt(x)));
    CHECK(std::fabs(m.sinpi_ - std::sin(pi * x)) < 1e-15);
    CHECK(std::fabs(m.cospi_ - std::cos(pi * x)) < 1e-15);
    CHECK(m.exp10_ == same(std::pow(10, x)));
    CHECK(std::erf(m.erfinv_) == same(x));
    CHECK(std::erfc(m.erfcinv_) == same(2 * x));
    CHECK(m.erfcx_ == Catch::Approx(30 * x < 25 ? std::exp(900 * x * x) * std::erfc(30 * x)
                                                : 1 / (30 * x * std::sqrt(pi)) * (1 - 1 / (1800 * x * x) * (1 - 3 / (1800 * x * x))))
                          .epsilon(1e-7));
    CHECK(m.normcdf_ == same(0.5 * std::erfc((3 - x) / std::sqrt(2.0))));
    CHECK(0.5 * std::erfc(-m.normcdfinv_ / std::sqrt(2.0)) == same(x));
    CHECK(m.norm3 == same(std::sqrt(x * x + 13)));
    CHECK(m.norm4 == same(std::sqrt(x * x + 29)));
    CHECK(m.rnorm3 * m.norm3 == same(1));
    CHECK(m.rnorm4 * m.norm4 == same(1));
    CHECK(m.rhypot_ == same(1 / std::sqrt(x * x + 4)));
    CHECK(m.i0 == same(std::cyl_bessel_i(0.0, x)));
    CHECK(m.i1 == same(-std::cyl_bessel_i(1.0, x)));
    CHECK(m.sine * m.sine + m.cosine * m.cosine == same(1));

    const auto f = static_cast<double>(static_cast<float>(x));
    const auto close = [](double value) { return Catch::Approx(value).epsilon(1e-6); };
    CHECK(m.rsqrt_f == close(1 / std::sqrt(f)));
    CHECK(m.rcbrt_f == close(1 / std::cbrt(f)));
    CHECK(std::fabs(m.sinpi_f - std::sin(pi * f)) < 1e-6);
    CHECK(std::fabs(m.cospi_f - std::cos(pi * f)) < 1e-6);
    CHECK(m.exp10_f == close(std::pow(10, f)));
    CHECK(std::erf(static_cast<double>(m.erfinv_f)) == close(f));
    CHECK(std::erfc(static_cast<double>(m.erfcinv_f)) == close(f));
    CHECK(m.erfcx_f == close(std::exp(f * f) * std::erfc(f)));
    CHECK(m.normcdf_f == close(0.5 * std::erfc(-f / std::sqrt(2.0))));
    CHECK(0.5 * std::erfc(-static_cast<double>(m.normcdfinv_f) / std::sqrt(2.0)) == close(f));
    CHECK(m.norm3_f == close(std::sqrt(f * f + 13)));
    CHECK(m.norm4_f == close(std::sqrt(f * f + 29)));
    CHECK(m.rhypot_f == close(1 / std::sqrt(f * f + 4)));
    CHECK(m.saturated == static_cast<float>(std::min(1.0, std::max(0.0, 4 * f - 2))));
    CHECK(m.fast_exp == close(std::exp(f)));
    CHECK(m.fast_exp10 == close(std::pow(10, f)));
    CHECK(std::fabs(m.fast_log - std::log(f)) < 2e-6);
    CHECK(std::fabs(m.fast_log2 - std::log2(f)) < 2e-6);
    CHECK(std::fabs(m.fast_log10 - std::log10(f)) < 2e-6);
    CHECK(m.fast_pow == Catch::Approx(std::pow(f, 2.5)).epsilon(1e-5));
    CHECK(std::fabs(m.fast_sin - std::sin(f)) < 1e-6);
    CHECK(std::fabs(m.fast_cos - std::cos(f)) < 1e-6);
    CHECK(std::fabs(m.fast_tan - std::tan(f)) < 2e-6);
    CHECK(m.fast_divide == close(3 / f));
    CHECK(m.fast_rsqrt == static_cast<float>(1 / std::sqrt(f)));
  }
}

TEST_CASE("min and max mix types as CUDA's do, and edges are right") {
  Shared<Extremes> e(1);
  extremes<<<1, 1>>>(std::numeric_limits<float>::quiet_NaN(), e.data());
  finish();
  CHECK((e[0].ints[0] == -3 && e[0].ints[1] == 2));
  CHECK((e[0].mixed[0] == 5u && e[0].mixed[1] == ~0u));
  CHECK((e[0].longs[0] == -3 && e[0].longs[1] == 2));
  CHECK((e[0].floats[0] == -2.0f && e[0].floats[1] == 1.5f));
  CHECK((e[0].doubles[0] == -2.0 && e[0].doubles[1] == 1.5));
  CHECK(e[0].of_nan == 1.0f);
  CHECK(e[0].sinpi_whole == 0.0);
  CHECK(e[0].sinpi_below == -std::numeric_limits<double>::infinity());
  CHECK(e[0].cospi_half == 0.0);
  CHECK(e[0].erfinv_one == std::numeric_limits<double>::infinity());
  CHECK(std::erfc(e[0].erfcinv_tiny) == Catch::Approx(1e-300));
  CHECK(e[0].fdivide_huge == 0.0);
  CHECK(e[0].saturated_nan == 0.0f);
}

TEST_CASE("an assertion that fails ends the launch, and one that holds does not") {
  Shared<int> values(64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1;
  assert_positive<<<1, 64>>>(values.data());
  finish();
  values[40] = 0;
  assert_positive<<<1, 64>>>(values.data());
  fail_with(cudaErrorAssert);
}

TEST_CASE("an assertion that fails in host code aborts the program") {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // not the test framework's
    std::fclose(stderr);
    assert(child != 0);
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
}

TEST_CASE("__trap ends the launch") {
  trap_in_thread<<<2, 64>>>(64);
  finish();
  trap_in_thread<<<2, 64>>>(63);
  fail_with(cudaErrorLaunchFailure);
}

TEST_CASE("clock() in host code is the C library's: the processor's time in microseconds") {
  const auto processor = [] {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000 + now.tv_nsec / 1000;
  };
  const auto before = processor();
  const std::clock_t used = read_clock();
  CHECK(used >= before);
  CHECK(used <= processor());
}

TEST_CASE("clocks rise, kinds of memory are told apart, kernels print") {
  Shared<long long> ticks(5);
  tell_time<<<1, 1>>>(ticks.data());
  finish();
  for (int i = 0; i < 5; ++i) CHECK(ticks[i] >= 500'000);

  Shared<int> global(1);
  Shared<unsigned> out(4);
  kinds<<<1, 1>>>(global.data(), out.data());
  finish();
  CHECK((out[0] != 0 && out[1] != 0 && out[2] != 0 && out[3] == 0));

  print_hello<<<1, 2>>>();
  finish();
}

TEST_CASE("printf returns how many arguments it printed, and in host code how many characters") {
  Shared<int> out(3);
  print_and_count<<<1, 1>>>(out.data());
  finish();
  CHECK((out[0] == 3 && out[1] == 0 && out[2] == 2));
  CHECK(printf("%d\n", 25) == 3);
}
