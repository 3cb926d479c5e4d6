/// @file
/// @brief Ways to load and store vectors and structures, each with the instructions that nvcc 13 makes of it for sm_90: their bytes a
/// lane, as its PTX has them (`4 x`: so many of them). Where the simulator counts others, `here:` says which.
/// (tests/observers/vector_accesses_test.cpp)
#include <cuda_runtime.h>

struct alignas(16) Sixteen {
  float a, b, c, d;
};
struct alignas(8) Eight {
  int a;
  float b;
};
struct alignas(16) Pair {
  float2 a, b;
};
struct Floats {  // may begin at any float
  float a, b, c, d;
};
struct Doubles {
  double a, b;
};
struct Body {
  float3 position, velocity;
  float mass, radius;
};
struct Pixel {
  unsigned char r, g, b, a;
};
struct Made {
  float4 v;
  __device__ Made(float x, float y) : v{x, y, x, y} {}
};
struct Defaulted {
  int4 v;
  Defaulted& operator=(const Defaulted&) = default;
};
union alignas(16) Bits {
  float f[4];
  int i[4];
};

__device__ float4 braces_of(float x) { return {x, x + 1, x + 2, x + 3}; }
__device__ float4 members_of(float x) {
  float4 r;
  r.x = x;
  r.y = x + 1;
  r.z = x + 2;
  r.w = x + 3;
  return r;
}
__device__ constexpr int4 constants_of(int i) { return {i, i, 3, 4}; }
template <class T>
__device__ void put(T* to, T value) {
  *to = value;
}
__device__ __noinline__ float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }
__device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

extern "C" {

// A vector built where it is stored.

// nvcc: st.global 16
__global__ void store_braces(float4* p, float x) { p[threadIdx.x] = float4{x, 2, 3, 4}; }
// nvcc: st.global 16
__global__ void store_constants(float4* p, float) { p[threadIdx.x] = float4{1, 2, 3, 4}; }
// nvcc: st.global 16
__global__ void store_bare_braces(float4* p, float x) { p[threadIdx.x] = {x, x, 3, 4}; }
// nvcc: st.global 16
__global__ void store_zeros(float4* p, float) { p[threadIdx.x] = {}; }
// nvcc: st.global 16
__global__ void store_constexpr(float4* p, float) {
  constexpr float4 c{1, 2, 3, 4};
  p[threadIdx.x] = c;
}
// nvcc: st.global 16
__global__ void store_make(float4* p, float x) { p[threadIdx.x] = make_float4(x, 2, 3, 4); }
// nvcc: st.global 16
__global__ void store_returned(float4* p, float x) { p[threadIdx.x] = braces_of(x); }
// nvcc: st.global 16
__global__ void store_returned_members(float4* p, float x) { p[threadIdx.x] = members_of(x); }
// nvcc: st.global 16
__global__ void store_constexpr_call(int4* p, float) { p[threadIdx.x] = constants_of(2); }
// nvcc: st.global 16
__global__ void store_choice(float4* p, float x) { p[threadIdx.x] = x > 0 ? float4{x, 1, 2, 3} : float4{0, 1, 2, 3}; }
// nvcc: st.global 16
__global__ void store_lambda(int4* p, float x) {
  const auto f = [&](int i) { return int4{i, static_cast<int>(x), i, 1}; };
  p[threadIdx.x] = f(3);
}
// nvcc: st.global 16
__global__ void store_by_function(float4* p, float x) { put(p + threadIdx.x, float4{x, 1, 2, 3}); }
// nvcc: 4 x ld.global 4, st.global 16
__global__ void gather(float4* p, float, const float* a) {
  const unsigned t = threadIdx.x;
  p[t] = {a[t], a[t + 32], a[t + 64], a[t + 96]};
}

// Of each width.

// nvcc: st.global 8
__global__ void store_float2(float2* p, float x) { p[threadIdx.x] = {x, 2}; }
// nvcc: 3 x st.global 4
__global__ void store_float3(float3* p, float x) { p[threadIdx.x] = {x, 2, 3}; }
// nvcc: st.global 16
__global__ void store_double2(double2* p, float x) { p[threadIdx.x] = {x, 2}; }
// nvcc: 3 x st.global 8
__global__ void store_double3(double3* p, float x) { p[threadIdx.x] = {x, 2, 3}; }
// nvcc: 2 x st.global 16
__global__ void store_double4(double4_16a* p, float x) { p[threadIdx.x] = {x, 2, 3, 4}; }
// nvcc: st.global 16
__global__ void store_long2(longlong2* p, float x) { p[threadIdx.x] = {static_cast<long long>(x), 2}; }
// nvcc: st.global 2
__global__ void store_char2(char2* p, float) { p[threadIdx.x] = {1, 2}; }
// nvcc: 3 x st.global 1
__global__ void store_uchar3(uchar3* p, float) { p[threadIdx.x] = {1, 2, 3}; }
// nvcc: st.global 4
__global__ void store_char4(char4* p, float) { p[threadIdx.x] = {1, 2, 3, 4}; }
// nvcc: st.global 4
__global__ void store_ushort2(ushort2* p, float) { p[threadIdx.x] = {1, 2}; }
// nvcc: st.global 8
__global__ void store_short4(short4* p, float) { p[threadIdx.x] = {1, 2, 3, 4}; }

// Structures: as wide as they are aligned.

// nvcc: st.global 16
__global__ void store_sixteen(Sixteen* p, float x) { p[threadIdx.x] = {x, 2, 3, 4}; }
// nvcc: st.global 8
__global__ void store_eight(Eight* p, float x) { p[threadIdx.x] = {1, x}; }
// nvcc: st.global 16
__global__ void store_pair(Pair* p, float x) { p[threadIdx.x] = {{x, 1}, {2, 3}}; }
// nvcc: 4 x st.global 4
__global__ void store_floats(Floats* p, float x) { p[threadIdx.x] = {x, 2, 3, 4}; }
// nvcc: 2 x st.global 8
__global__ void store_doubles(Doubles* p, float x) { p[threadIdx.x] = {x, 2}; }
// nvcc: 4 x st.global 1
__global__ void store_pixel(Pixel* p, float) { p[threadIdx.x] = {1, 2, 3, 4}; }
// nvcc: st.global 16
__global__ void store_made(Made* p, float x) { p[threadIdx.x] = Made(x, 2); }
// nvcc: st.global 16
__global__ void store_bits(Bits* p, float x) { p[threadIdx.x] = {{x, 2, 3, 4}}; }

// Copies.

// nvcc: ld.global 16, st.global 16
__global__ void copy_float4(float4* p, float, const float4* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: ld.global 16, st.global 16
__global__ void copy_by_variable(float4* p, float x, const float4* q) {
  float4 v = q[threadIdx.x];
  v.x += x;
  p[threadIdx.x] = v;
}
// nvcc: 2 x ld.global 16, st.global 16
__global__ void add_float4(float4* p, float, const float4* q) { p[threadIdx.x] = q[threadIdx.x] + p[threadIdx.x]; }
// nvcc: 3 x ld.global 4, 3 x st.global 4
__global__ void copy_float3(float3* p, float, const float3* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: ld.global 16, st.global 16
__global__ void copy_sixteen(Sixteen* p, float, const Sixteen* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: ld.global 16, st.global 16
__global__ void copy_defaulted(Defaulted* p, float, const Defaulted* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: 4 x ld.global 4, 4 x st.global 4
__global__ void copy_floats(Floats* p, float, const Floats* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: 2 x ld.global 8, 2 x st.global 8
__global__ void copy_doubles(Doubles* p, float, const Doubles* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: 8 x ld.global 4, 8 x st.global 4
__global__ void copy_body(Body* p, float, const Body* q) { p[threadIdx.x] = q[threadIdx.x]; }
// nvcc: ld.global 16, st.global 4
__global__ void sum_of_copy(float* p, float, const float4* q) {
  const float4 v = q[threadIdx.x];
  p[threadIdx.x] = v.x + v.y + v.z + v.w;
}
// nvcc: ld.global 16, st.global 16
__global__ void cast_floats(float* p, float x, const float* q) {
  float4 v = reinterpret_cast<const float4*>(q)[threadIdx.x];
  v.y = x;
  reinterpret_cast<float4*>(p)[threadIdx.x] = v;
}

// Shared memory; a thread's own arrays cost nothing here.

// nvcc: st.shared 16, ld.shared 16, st.global 16
__global__ void through_shared(float4* p, float x) {
  __shared__ float4 s[32];
  s[threadIdx.x] = float4{x, 2, 3, static_cast<float>(threadIdx.x)};
  __syncthreads();
  p[threadIdx.x] = s[31 - threadIdx.x];
}
// nvcc: st.shared 8, ld.shared 8, st.global 8
__global__ void through_dynamic_shared(double* p, float x) {
  extern __shared__ double d[];
  float2* const s = reinterpret_cast<float2*>(d);
  s[threadIdx.x] = {x, static_cast<float>(threadIdx.x)};
  __syncthreads();
  reinterpret_cast<float2*>(p)[threadIdx.x] = s[31 - threadIdx.x];
}
// nvcc: st.global 16
__global__ void from_own_array(float4* p, float x) {
  float4 a[2];
  a[0] = {x, 1, 2, 3};
  a[1] = {x, 5, 6, 7};
  p[threadIdx.x] = a[threadIdx.x % 2];
}

// Member by member. nvcc joins neighbours that the type says are aligned, in one basic block, where nothing between can be the same
// memory. The simulator counts what the source says.

// nvcc: st.global 16; here: 4 x st.global 4
__global__ void store_members(float4* p, float x) {
  p[threadIdx.x].x = x;
  p[threadIdx.x].y = 2;
  p[threadIdx.x].z = 3;
  p[threadIdx.x].w = 4;
}
// nvcc: ld.global 8, st.global 4; here: 2 x ld.global 4, st.global 4
__global__ void load_members(float* p, float, const float4* q) { p[threadIdx.x] = q[threadIdx.x].x + q[threadIdx.x].y; }
// nvcc: ld.global 4, st.global 4; here: ld.global 16, st.global 4
__global__ void load_member_of_copy(float* p, float, const float4* q) {
  const float4 v = q[threadIdx.x];
  p[threadIdx.x] = v.x;
}
// nvcc: 4 x st.global 4
__global__ void store_neighbours(float* p, float x) {
  p[4 * threadIdx.x] = x;
  p[4 * threadIdx.x + 1] = 2;
  p[4 * threadIdx.x + 2] = 3;
  p[4 * threadIdx.x + 3] = 4;
}

// An argument by value is a copy in the caller.

// nvcc: ld.global 16, st.global 4
__global__ void pass_by_value(float* p, float, const float4* q) { p[threadIdx.x] = sum_of(q[threadIdx.x]); }

// The value of an assignment: nvcc has it in registers, g++ reads it again.

// nvcc: 2 x st.global 16; here: st.global 16, ld.global 16, st.global 16
__global__ void store_twice(float4* p, float x) { p[threadIdx.x + 32] = p[threadIdx.x] = {x, 1, 2, 3}; }

}  // extern "C"

namespace {

template <class T>
void run(void (*kernel)(T*, float), void* out, std::size_t dynamic_bytes = 0) {
  kernel<<<1, 32, dynamic_bytes>>>(static_cast<T*>(out), 1.0f);
}

template <class T, class U>
void run(void (*kernel)(T*, float, const U*), void* out, const void* in) {
  kernel<<<1, 32>>>(static_cast<T*>(out), 1.0f, static_cast<const U*>(in));
}

}  // namespace

int main() {
  void *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  cudaMemset(in, 0, 4096);
  run(store_braces, out);
  run(store_constants, out);
  run(store_bare_braces, out);
  run(store_zeros, out);
  run(store_constexpr, out);
  run(store_make, out);
  run(store_returned, out);
  run(store_returned_members, out);
  run(store_constexpr_call, out);
  run(store_choice, out);
  run(store_lambda, out);
  run(store_by_function, out);
  run(gather, out, in);
  run(store_float2, out);
  run(store_float3, out);
  run(store_double2, out);
  run(store_double3, out);
  run(store_double4, out);
  run(store_long2, out);
  run(store_char2, out);
  run(store_uchar3, out);
  run(store_char4, out);
  run(store_ushort2, out);
  run(store_short4, out);
  run(store_sixteen, out);
  run(store_eight, out);
  run(store_pair, out);
  run(store_floats, out);
  run(store_doubles, out);
  run(store_pixel, out);
  run(store_made, out);
  run(store_bits, out);
  run(copy_float4, out, in);
  run(copy_by_variable, out, in);
  run(add_float4, out, in);
  run(copy_float3, out, in);
  run(copy_sixteen, out, in);
  run(copy_defaulted, out, in);
  run(copy_floats, out, in);
  run(copy_doubles, out, in);
  run(copy_body, out, in);
  run(sum_of_copy, out, in);
  run(cast_floats, out, in);
  run(through_shared, out);
  run(through_dynamic_shared, out, 1024);
  run(from_own_array, out);
  run(store_members, out);
  run(load_members, out, in);
  run(load_member_of_copy, out, in);
  run(store_neighbours, out);
  run(pass_by_value, out, in);
  run(store_twice, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
