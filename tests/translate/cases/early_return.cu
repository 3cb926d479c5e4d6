// `return;` of device code is marked: of kernels and void functions of the device, once each; not of what the host runs too.
template <class T>
__global__ void k(T* p, int n) {
  if (n < 0) return;
  const auto at = [&](int i) {
    if (i > n) return;
    p[i] = 0;
  };
  struct Local {
    __device__ void clear(T* q) {
      if (!q) return;
      *q = 0;
    }
  };
  at(3), Local().clear(p);
  return;
}
__device__ static inline void f(int* p) {
  if (!p) { *p = 1; return; }
}
__device__ int g(int* p) { return *p; }
__host__ __device__ void both(int* p) { if (!p) return; }
__device__ constexpr void constant(int* p) { if (!p) return; }
struct S {
  __device__ S(void* p) { if (!p) return; }
};
void host() { return; }
