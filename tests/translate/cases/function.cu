__device__ int f(int x) { return x; }
__host__ __device__ constexpr int f(int x = 3) noexcept;
static __device__ __host__ inline float* f(int (*g)(int), A<int> a) { return a[1]; }
template <class T> __device__ T f(T x) { return x; }
template <class T> __host__ __device__ auto f(T x) -> decltype(x + 1) { return x; }
__device__ decltype(1 + 1) f() { return 1; }
__device__ struct S f() { return {}; }
__device__ auto operator+(S a, S b) { return a; }
__device__ bool operator==(S a, S b) { return a[1] == b[1]; }
__device__ S operator""_s(unsigned long long x) { return {}; }
__device__ int* operator<<(int* a, int b);
struct S {
  __device__ S() : x{1} {}
  __host__ __device__ explicit(true) S(int x) = default;
  __device__ ~S();
  __device__ S& operator=(const S&) = delete;
  __device__ int operator[](int i) const { return i; }
  __device__ int operator()(int i) const { return i; }
  __host__ __device__ operator bool() const { return true; }
  __device__ friend int g(S s);
  template <class T> static __device__ T h(T x) { return x; }
  virtual __device__ void v() = 0;
  int x;
};
__device__ S::S(int) : x(1) {}
template <class T> __host__ __device__ S(T) -> S<T>;
typedef __device__ int (*pointer)(int);
using alias = int __device__ (*)(int);
void host() {
  auto f = [] __device__ (int i) { return i; };
  auto g = [=] __host__ __device__ (int i) mutable { return i; };
  run([&] __device__ { return 1; });
  __device__ int declared(int);
  struct Local { __device__ int f() { return 1; } };
}
