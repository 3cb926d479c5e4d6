// `return;` of device code is marked where something was done before it in a branch, or in a loop; not in what the host runs too.
template <class T>
__global__ void k(T* p, int n) {
  if (n < 0) return;
  if (n < 1) {
    return;
  } else if constexpr (sizeof(T) > 4) {
    p[0] = T{0};
    return;
  }
  for (int i = 0;; ++i) {
    if (i > n) return;
    if (p[i] > n) { p[i] = 0; return; }
  }
  do { if (n) return; } while (n);
  const auto at = [&](int i) {
    if (i > n) { p[n] = 0; return; }
    p[i] = 0;
  };
  struct Local {
    __device__ void clear(T* q) {
      if (!q) { n = 0; return; }
      *q = 0;
    }
  };
  at(3), Local().clear(p);
  return;
}
__global__ void without(int* p) { *p = 1; }
__device__ static inline void f(int* p) {
  if (!p) { *p = 1; return; }
}
__device__ int g(int* p) { return *p; }
__host__ __device__ void both(int* p) { if (!p) { *p = 1; return; } }
__device__ constexpr void constant(int* p) { if (!p) { *p = 1; return; } }
struct S {
  __device__ S(void* p) { if (!p) { p = 0; return; } }
};
void host() { { host(); return; } }
