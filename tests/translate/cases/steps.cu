__device__ int f(int i) { if (i < 3) return 1; else if (i < 5) { return 2; } return 3; }
template <class F> __device__ void each(F g) { for (int i = 0; i < 3; ++i) g(i); }
__global__ void k(int* p, int n) {
  __shared__ int a[32];
  const int i = threadIdx.x;
  if (i >= n) return;
#pragma unroll
  for (int j = 0; j < 4; ++j)
    if (j & 1) p[i] += j;
    else
      while (p[i] > 3) p[i]--;
#pragma GCC unroll 1
  for (int j = 0; j < 4; ++j) { a[i] = j; }
  switch (i) {
    case 0:
    case 1: p[1] = 2; [[fallthrough]];
    case 2: { p[2] = 1; break; }
    default: break;
  }
  do p[0]++; while (p[0] < 5);
  [[maybe_unused]] int z = 0;
  each([&](int q) { p[q] = 1; });
again:
  if (p[0] < 7) { ++p[0]; goto again; }
  for (;;) { break; }
  if (p[0] == 8) last: p[0] = 9;
  switch (i) case 5: p[0] = 10;
  for (int t : a) ;
}
constexpr __device__ int constant(int i) { if (i) return 1; return 2; }
void host(int* p) { if (p) all([=] __device__ (int i) { if (i) p[i] = 1; }); }
struct S {
  long row, column;
  __device__ S() : row(long{blockIdx.y} * 4), column{3} { if (row) column = 1; }
  __device__ int operator[](int i) const { return row + i; }
};
