template <class T> __device__ T a;
template <> __constant__ int a<int> = 3;
void host() {
  static __device__ int b;
  __constant__ int c[2];
}
__device__ void f() {
  __device__ int d;
  __constant__ int e;
  __managed__ int g;
}
template <class T> __device__ void h() { static __device__ int i; }
struct __align__ S {};
