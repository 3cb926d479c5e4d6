__global__ void k() {
  __shared__ struct { int a; } b, *c;
  __shared__ union U {
    int a;
    float b;
  } d[2];
  __shared__ struct __align__(8) { __device__ int f() { return 1; } } e;
  __shared__ struct : B { int a; } f;
  __shared__ enum class E { one, two } g;
  __shared__ enum { three } h;
}
