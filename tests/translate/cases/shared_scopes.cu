__global__ void k(int n) {
  { __shared__ int a; }
  for (int i = 0; i < 3; ++i) { __shared__ int a; }
  if constexpr (true) { __shared__ int a; } else { __shared__ int b; }
  switch (n) { case 1: __shared__ int a; break; default: __shared__ int b; }
  label: __shared__ int c;
  do { __shared__ int a; } while (0);
  auto f = [&] { __shared__ int a; };
}
template <class T> __device__ T helper() { __shared__ T a; return a; }
__device__ struct S returns_record() { __shared__ int a; }
struct S {
  __device__ S() : x{1}, y(2), z{} { __shared__ int a; }
  static __device__ int method() { __shared__ int a; return a; }
  __device__ S& operator=(const S& s) { __shared__ int a; return *this; }
  __device__ bool operator<(const S& s) const { __shared__ int a; return true; }
  __device__ operator int() const noexcept(true) { __shared__ int a; return 1; }
  int x, y, z;
};
__device__ S::S() : x(1), y{2} { __shared__ int a; }
template <class T> __device__ auto A<T>::f(T x = {}) -> B<T> { __shared__ int a; }
auto lambda = [] __device__ (int i) { __shared__ int a; return a; };
