__device__ void f() {
  __shared__ alignas(16) float a[4];
  alignas(double) __shared__ char b, c[3];
  __shared__ __align__(16) float d[4];
  __align__(8) __shared__ char e;
  __shared__ char g __attribute__((aligned(32))), h[2] __align__(4);
  __shared__ __attribute__((aligned(8))) alignas(16) float i alignas(32) [4];
}
