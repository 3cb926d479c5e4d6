__forceinline__ int f() { return 1; }
__device__ __forceinline__ int f();
static __forceinline__ inline __device__ int f() { return 1; }
inline __forceinline__ int f() { return 1; }
__noinline__ __device__ int f();
__device__ __noinline__ void f() {}
struct __align__(16) A { float x[3]; };
typedef struct __align__(8) { int a; } B;
__align__(32) int aligned;
[[nodiscard]] __forceinline__ int f();
void g() {
  auto f = [] __device__ __forceinline__ (int i) { return i; };
  auto h = [=] __device__ __noinline__ (int i) { return i; };
}
void __attribute__((__noinline__)) libstdcxx();
__attribute__((__always_inline__, __noinline__, __device__)) void many();
[[gnu::__noinline__]] void standard();
const char* s = "__device__ k<<<1, 2>>>(x)"; // __global__ void k() {}
const char* r = R"x(__shared__ int a; )" k<<<1, 2>>>(x) )x"; /* __device__ */
const wchar_t* w = LR"("k<<<1)"; __device__ int after_w();
const char* u8 = u8R"("k<<<1)" u8"k<<<1" UR"("k<<<1)" uR"("k<<<1)"; __device__ int after_u8();
int separated = 1'000; __device__ int after_separator();
int n = 1'000'000, c = '\'', d = '"', e = 0x1p-3, f = 1.e+5, u = U'<';
#pragma unroll
#pragma unroll 4
#  pragma nv_diag_suppress 177
#pragma GCC unroll 4
#pragma once
#define k<<<1, 2>>> \
  __device__
__device__ __forceinline__ int again(int n) { return n > 0 ? again(n - 1) : 0; }
