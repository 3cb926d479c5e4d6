__shared__ int a[4], c;
extern __shared__ float dynamic[];
namespace n {
static __shared__ alignas(16) double b;
}
__device__ int f(int i) { return a[i] + s.c; }
__device__ int g(int a) { return a; }
__global__ void k(int* p) {
  n::b = 1;
  dynamic[0] = [=] { return c; }();
  for (int a = 0; a < 2; ++a) p[a] = 0;
}
struct S {
  int c;
  __device__ int get() { return c; }
};
void host() { int a = 1; }
