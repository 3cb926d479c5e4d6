__global__ void k(int n) {
  __shared__ float a;
  __shared__ float b[4][8], c, *d, *const e;
  __shared__ volatile unsigned long long f[4];
  static __shared__ const int g[1];
  float __shared__ h[2];
  const volatile __shared__ int i;
  __shared__ A<int, B<2>> j[N];
  __shared__ typename A<T>::template B<U>::type l;
  __shared__ ::ns::T m;
  __shared__ decltype(n) o;
  __shared__ decltype(a)::type p;
  __shared__ struct S q;
  __shared__ float (*r)[4];
  __shared__ float *(*s[2])(int, float);
  __shared__ int S::*t;
  __shared__ const float* __restrict__ u[3];
  [[maybe_unused]] __shared__ int v;
  __device__ __shared__ int w;
  __shared__ float x[(2 < 3) ? 4 : 5][sizeof(A<int, 2>)],
                   y,
                   z[N];
}
