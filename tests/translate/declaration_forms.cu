/// @file
/// @brief Awkward declarations of kernels, shared variables and device variables, translated, compiled and run.

// The layout is part of what is tested.
// clang-format off
#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "catch.hpp"
#include "lockstep/sim/launch.hpp"

namespace {

__managed__ int result;

/// What the last launch left in `result`.
int done() {
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return std::exchange(result, 0);
}

template <class T>
struct Box {
  T value;
  using type = T;
  template <int N>
  using array = T[N];
};

// ---- Kernels ----

extern "C" __global__ void lockstep_test_c_kernel(int a) { result = a; }
extern "C" {
static __global__ void in_c_block(int a) { result = a + 1; }
}
__global__ static void defaults(int a = 1, Box<int> b = {2}, int c = std::is_same<int, int>::value ? 3 : 4) { result = a + b.value + c; }
void __global__ unnamed(int, float) { result = 5; }
__global__ void none(void) { result = 6; }
__global__ auto trailing(int a) -> void;
__global__ auto trailing(int a) -> void { result = a; }
template <class T>
__global__ void special(T) {
  result = 7;
}
template <>
__global__ void special<float>(float) {
  result = 8;
}
template __global__ void special<double>(double);
template <class T>
  requires(sizeof(T) > 4) && std::is_floating_point_v<T>
__global__ void constrained(T) {
  result = 9;
}
template <class T>
__global__ void constrained(T)
  requires requires(T t) { t.value; }
{
  result = 10;
}
template <class T>
__global__ typename std::enable_if<std::is_same<T, int>::value>::type enabled(T) {
  result = 11;
}
template <class... T>
__global__ void summed(T... a) {
  result = (0 + ... + static_cast<int>(a));
}
__global__ void references(int& a, const int& b) { a = b; }
class Friendly {
 public:
  explicit Friendly(int x) : x_{x} {}
  friend __global__ void befriended(Friendly f);

 private:
  int x_;
};
__global__ void befriended(Friendly f) { result = f.x_; }
__global__ void changes(int a, const __grid_constant__ Box<int> b) {
  a += b.value;
  if (threadIdx.x == 31) result = a;
}
__global__ void leaves_early(int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  result = n;
}
__global__ void named() {
  result = __func__ == std::string("named") && __PRETTY_FUNCTION__ == std::string("named");
}
template <int N>
__global__ void __launch_bounds__(N * 32, 2) bounded() {}
__launch_bounds__(64) __global__ void bounded_first() {}
__global__ void __cluster_dims__(2, 1, 1) clustered() {}
const unsigned bounded_line = __LINE__ - 3;

// ---- Variables ----

__device__ int device_variable = 1;
static __device__ const int device_constant[2] = {2, 3};
__constant__ float constant_variable[3] = {4, 5, 6};
__constant__ const float constant_constant[] = {7, 8};
__constant__ constexpr int constant_expression[2] = {9, 10};
__device__ struct {
  int x;
} anonymous = {11};
__device__ int (*device_pointer)[2];
__device__ int initialised(12), zero;
alignas(64) __device__ char aligned[3];
__device__ __align__(128) char more_aligned[3];
inline __device__ int inline_variable = 13;
extern __device__ int declared;
__device__ int declared = 14;
__device__ __forceinline__ int increment() {
  static __device__ int calls = 20;
  static __constant__ const int step[2] = {1, 2};
  return calls += step[1];
}

__global__ void reads_variables(int i) {
  device_pointer = nullptr;
  zero = aligned[i] + more_aligned[i];
  result = device_variable + device_constant[i] + static_cast<int>(constant_variable[i] + constant_constant[i]) + constant_expression[i] + anonymous.x +
           initialised + zero + inline_variable + declared + increment();
}

}  // namespace

extern "C" {
extern char __start_lockstep_device[], __stop_lockstep_device[];
extern char __start_lockstep_constant[], __stop_lockstep_constant[];
extern char __start_lockstep_managed[], __stop_lockstep_managed[];
}

namespace {

template <class T>
bool between(const char* start, const T& variable, const char* stop) {
  const char* at = reinterpret_cast<const char*>(&variable);
  return start <= at && at + sizeof(T) <= stop;
}
template <class T>
bool in_device(const T& variable) {
  return between(__start_lockstep_device, variable, __stop_lockstep_device);
}
template <class T>
bool in_constant(const T& variable) {
  return between(__start_lockstep_constant, variable, __stop_lockstep_constant);
}

// ---- Shared variables ----

__shared__ int file_shared[4], file_shared_scalar;
extern __shared__ float file_dynamic[];
namespace inner {
static __shared__ alignas(64) double file_shared[2];
}
struct HidesShared {
  int file_shared_scalar;
  __device__ int get() { return file_shared_scalar; }
};
__device__ int reads_file_shared(int i) { return file_shared[i] + file_shared_scalar; }
template <class T>
__global__ void uses_file_shared(T n) {
  file_shared[threadIdx.x] = n;
  inner::file_shared[1] = 5;
  if (threadIdx.x == 0) file_dynamic[3] = 100, file_shared_scalar = 100;
  __syncthreads();
  if (threadIdx.x != 0) return;
  const auto copies = [=] { return file_shared_scalar; };
  const int n_before = copies();
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
  {
    int file_shared_scalar = 7;
    result = file_shared_scalar;
  }
#pragma GCC diagnostic pop
  result += n_before + reads_file_shared(3) + static_cast<int>(inner::file_shared[1] + file_dynamic[3]) + HidesShared{1000}.get();
}
__global__ void uses_no_file_shared(int file_shared) {
  int file_shared_scalar = 2;
  result = file_shared + file_shared_scalar;
}

struct Constructed {
  int x;
  __device__ Constructed() : x{1} {}
  __device__ int method(int a) {
    __shared__ int inner;
    inner = a;
    return inner + 1;
  }
};

template <class T, int M>
__global__ void shared_forms(int n) {
  __shared__ T a[M][M + 1], b, *p;
  __shared__ volatile unsigned long long c[2];
  static __shared__ float d;
  __shared__ typename Box<T>::type e;
  __shared__ typename Box<T>::template array<3> f;
  __shared__ std::pair<int, float> g;
  __shared__ decltype(n) h;
  __shared__ T(*i)[M + 1];
  __shared__ const T* j[2];
  __shared__ int (*k)(int);
  __shared__ struct {
    T x;
  } l, *m;
  __shared__ union U {
    int i;
    float f;
  } o;
  __shared__ struct Box<int> q;
  __shared__ Constructed r;
  float __shared__ s;
  [[maybe_unused]] __shared__ int unused;
  __shared__ enum class Colour { red, green } colour;
  __shared__ int Box<int>::*member;

  b = a[1][2] = static_cast<T>(n);
  p = &b;
  c[1] = 1;
  e = f[2] = *p;
  d = s = static_cast<float>(e);
  g = {n, d};
  h = g.first;
  i = a;
  j[1] = i[1];
  k = nullptr;
  l.x = j[1][2];
  m = &l;
  o.i = static_cast<int>(m->x);
  q.value = o.i;
  r.x = r.method(q.value);
  colour = Colour::green;
  member = &Box<int>::value;
  result = r.x + (k == nullptr) + static_cast<int>(c[1]) + static_cast<int>(colour) + q.*member + h;
}

__global__ void shared_scopes(int n) {
  __shared__ int a[2];
  a[0] = 0;
  for (int i = 0; i < n; ++i) {
    __shared__ int b;
    b = i;
    a[0] += b;
  }
  if constexpr (sizeof(int) == 4) {
    __shared__ int c;
    c = 100;
    a[0] += c;
  }
  switch (n) {
    case 3: {
      __shared__ int d;
      d = 1000;
      a[0] += d;
      break;
    }
    default: break;
  }
  result = a[0];
}

template <class T>
__device__ bool is_aligned(const T& variable, std::uintptr_t to) {
  return reinterpret_cast<std::uintptr_t>(&variable) % to == 0;
}

__global__ void shared_alignments() {
  __shared__ char before, a alignas(64), between, b[3] __align__(32);
  __shared__ __align__(128) char c;
  __shared__ alignas(double) char d[1];
  __shared__ __align__(1) double e;
  extern __shared__ __align__(16) char f[];
  before = a = between = b[0] = c = d[0] = 1;
  e = 1;
  result = is_aligned(a, 64) && is_aligned(b, 32) && is_aligned(c, 128) && is_aligned(d, 8) && is_aligned(e, 8) && is_aligned(f[0], 16);
}

__global__ void shared_captures(int n) {
  __shared__ int a[4];
  __shared__ int b;
  extern __shared__ int s[];
  b = s[0] = 1;
  const auto none = [](int i) { a[i] = 10; };
  const auto copy = [=] { a[1] = n + b + s[0]; };  // would change a copy if it captured a
  const auto reference = [&] { a[2] = n; };
  const auto nested = [=] { return [=] { return a[0] + a[1] + a[2] + a[3]; }(); };
  const auto typed = []<class T>(T x) { a[3] = x + s[0]; };
  const auto shadow = [](int a_) { return a_; };
  none(0);
  copy();
  reference();
  typed(n);
  result = nested() + shadow(1000);
}

__global__ void dynamic_rows(float) {
  extern __shared__ float rows[][33];
  extern __shared__ unsigned char bytes[];
  for (int i = 0; i < 66 * 4; ++i) bytes[i] = 0;
  rows[1][2] = 3;
  float all[66];
  __builtin_memcpy(all, bytes, sizeof all);
  result = static_cast<int>(all[35]) + static_cast<int>(sizeof(rows[0]));
}

}  // namespace

TEST_CASE("kernels in every form run") {
  lockstep_test_c_kernel<<<1, 1>>>(3);
  CHECK(done() == 3);
  in_c_block<<<1, 1>>>(3);
  CHECK(done() == 4);
  defaults<<<1, 1>>>();
  CHECK(done() == 6);
  defaults<<<1, 1>>>(10, {20});
  CHECK(done() == 33);
  unnamed<<<1, 1>>>(1, 2.0f);
  CHECK(done() == 5);
  none<<<1, 1>>>();
  CHECK(done() == 6);
  trailing<<<1, 1>>>(12);
  CHECK(done() == 12);
  special<<<1, 1>>>(1);
  CHECK(done() == 7);
  special<<<1, 1>>>(1.0);
  CHECK(done() == 7);
  special<<<1, 1>>>(1.0f);
  CHECK(done() == 8);
  constrained<<<1, 1>>>(1.0);
  CHECK(done() == 9);
  constrained<<<1, 1>>>(Box<int>{1});
  CHECK(done() == 10);
  enabled<<<1, 1>>>(1);
  CHECK(done() == 11);
  summed<<<1, 1>>>();
  CHECK(done() == 0);
  summed<<<1, 1>>>(1, 2L, 'c');
  CHECK(done() == 3 + 'c');
  befriended<<<1, 1>>>(Friendly(13));
  CHECK(done() == 13);
  changes<<<1, 32>>>(1, {2});
  CHECK(done() == 3);  // and not 1 + 32 * 2: each thread has its own arguments
  leaves_early<<<1, 32>>>(4);
  CHECK(done() == 4);
  named<<<1, 1>>>();
  CHECK(done() == 1);
}

TEST_CASE("a kernel pays for what it uses of the shared variables outside of functions") {
  const auto bytes = [](auto* kernel) { return lockstep::sim::entry_of(reinterpret_cast<const void*>(kernel)).static_shared_bytes(); };
  CHECK(bytes(uses_file_shared<int>) >= 16 + 4 + 64);  // and what alignments add, in whatever order
  CHECK(bytes(uses_no_file_shared) == 0);
}

TEST_CASE("a reference parameter stays a reference") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 2 * sizeof(int)) == cudaSuccess);
  values[1] = 4;
  references<<<1, 1>>>(values[0], values[1]);
  done();
  CHECK(values[0] == 4);
  cudaFree(values);
}

TEST_CASE("kernels know their traits") {
  const auto traits = [](auto* kernel) { return lockstep::sim::entry_of(reinterpret_cast<const void*>(kernel)).traits; };
  const lockstep::sim::KernelTraits bounds = traits(bounded<4>);
  CHECK(bounds.name == std::string("bounded"));
  CHECK(std::string(bounds.file).ends_with("declaration_forms.cu"));
  CHECK(bounds.line == bounded_line);
  CHECK(bounds.max_threads == 128);
  CHECK(bounds.min_blocks == 2);
  CHECK(bounds.cluster.x == 0);
  CHECK(traits(bounded<2>).max_threads == 64);
  CHECK(traits(bounded_first).max_threads == 64);
  CHECK(traits(bounded_first).line == bounded_line + 1);
  CHECK(traits(none).max_threads == 0);
  CHECK(traits(clustered).cluster.x == 2);
  CHECK(traits(clustered).cluster.y == 1);
}

TEST_CASE("variables have their values and their places") {
  reads_variables<<<1, 1>>>(1);
  CHECK(done() == 1 + 3 + 5 + 8 + 10 + 11 + 12 + 0 + 13 + 14 + 22);
  CHECK(in_device(device_variable));
  CHECK(in_device(device_constant));
  CHECK(in_constant(constant_variable));
  CHECK(in_constant(constant_constant));
  CHECK(in_constant(constant_expression));
  CHECK(in_device(anonymous));
  CHECK(in_device(device_pointer));
  CHECK(in_device(initialised));
  CHECK(in_device(zero));
  CHECK(in_device(aligned));
  CHECK(reinterpret_cast<std::uintptr_t>(aligned) % 64 == 0);
  CHECK(in_device(more_aligned));
  CHECK(reinterpret_cast<std::uintptr_t>(more_aligned) % 128 == 0);
  CHECK(in_device(inline_variable));
  CHECK(in_device(declared));
  CHECK(between(__start_lockstep_managed, result, __stop_lockstep_managed));
  CHECK_FALSE(in_device(result));
  CHECK_FALSE(in_device(constant_variable));
}

TEST_CASE("shared variables in every form work") {
  shared_forms<double, 3><<<1, 1>>>(5);
  CHECK(done() == 6 + 1 + 1 + 1 + 5 + 5);
  shared_forms<short, 2><<<1, 1>>>(7);
  CHECK(done() == 8 + 1 + 1 + 1 + 7 + 7);
  shared_scopes<<<1, 1>>>(3);
  CHECK(done() == 0 + 1 + 2 + 100 + 1000);
  shared_alignments<<<1, 1, 16>>>();
  CHECK(done() == 1);
  shared_captures<<<1, 1, 16>>>(5);
  CHECK(done() == 10 + 7 + 5 + 6 + 1000);
  uses_file_shared<<<1, 4, 16>>>(3);
  CHECK(done() == 7 + 100 + 103 + 105 + 1000);
  uses_no_file_shared<<<1, 1>>>(1);
  CHECK(done() == 3);
  dynamic_rows<<<1, 1, 66 * sizeof(float)>>>(0);
  CHECK(done() == 3 + 33 * 4);
}
