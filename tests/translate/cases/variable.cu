__device__ float a;
__device__ float b[3] = {1, 2, 3}, *c = b;
__constant__ const float d[] = {1, 2};
static __device__ int e = f(3);
const __constant__ A<int, 2> g{1, 2};
__managed__ int h;
__device__ __managed__ int i;
__managed__ __device__ int j;
int __device__ l[2];
alignas(16) __device__ float m[4];
__device__ __align__(16) float n[4];
__device__ const struct { int x; } o = {1};
__constant__ struct P { int x; P() : x{1} {} } p;
__device__ void (*q)(int) = r;
__device__ int (*s)[3];
__device__ int S::*t;
__device__ int u(5);
__device__ decltype(f(1)) v;
__device__ std::function<void(int)> w;
constexpr __device__ int x[2] = {1, 2};
__device__ constexpr static int y = 3;
[[maybe_unused]] __device__ int z;
extern __device__ int ea;
extern __constant__ float eb[4], ec;
extern "C" __device__ int ed;
extern "C" { __device__ int ee; }
namespace a { namespace { __device__ int eg; } }
inline __device__ int eh = 3;
__host__ __device__ volatile int ei;
__device__ auto lambda = [] __device__ (int x) { return x; };
auto lambda2 = [] __host__ __device__ (int x) { return x; };
struct S {
  static __device__ int member;
  static constexpr __device__ int constant[2] = {1, 2};
};
__device__ int S::member = 3;
__device__ int f() {
  static __device__ int a = 0;
  static __constant__ const int b[2] = {1, 2};
  extern __device__ int c;
  return ++a;
}
template <class T> __device__ constexpr T pi = T(3.14);
template <class T> inline __host__ __device__ constexpr T pi2 = 2 * pi<T>;
__device__ __constant__ float both[2];
template <> __device__ float specialised<float>() { return 1; }
__device__ float from_call = f(1), number = 2;
__constant__ int* const cast = (int*)some_address;
__device__ constexpr int known = f(1);
