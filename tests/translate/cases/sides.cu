void host(int* p) {}
__device__ void device(int* p) {}
__host__ __device__ void both(int* p) { device(p); }
__global__ void kernel(int* p);
__global__ void kernel(int* p) { device(p); }
template <class T> __global__ void generic(T* p) {}
template __global__ void generic<int>(int*);
struct S {
  void kernel(int* p) { host(p); }
  __device__ void run(int* p) { device(p); }
};
struct T {
  friend __global__ void kernel(int* p);
  static void device(int* p) {}
};
__device__ int strcmp(const char* a, const char* b) { return *a - *b; }
__constant__ int factor;
void launches(int* p, S s) {
  kernel<<<1, 1>>>(p);
  void (*f)(int*) = kernel;
  f<<<1, 1>>>(p);
  f(p);
  s.kernel(p);
  S::device(p);
  each([=] __device__(int i) { device(p); __syncthreads(); });
  struct Local { __device__ void operator()(int* p) { device(p); } };
  auto rand = [] { return 3; };
  fprintf(stderr, "%d", rand());
}
template <class F> void generic_host(F f, int* p) { device(p); }
__global__ void calls(int* p, S* rand, int factor) {
  *p = strcmp("a", "b") + S::time(p) + s.exit(1) + rand->abort(2);
  factor = 1;
  auto host = [](int* p) { *p = 1; };
  host(p);
  using Value = std::vector<int>::value_type;
  assert(*p == 1);
  int* time(nullptr);
  *p = ::factor == 1 || table[factor] <= 2;
}
