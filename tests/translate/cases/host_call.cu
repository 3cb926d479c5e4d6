# 1 "/usr/include/c++/12/algorithm" 1 3
template <class T> T largest(T a, T b) { return a < b ? b : a; }
# 4 "host_call.cu" 2
static int helper(int x) { return x; }
template <class T> T twice(T x) { return x + x; }
__device__ int of_both(int x) { return x; }
float of_both(float x) { return x; }
__host__ __device__ int shared_one(int x) { return helper(x); }
constexpr int constant(int x) { return x; }
int largest(int a, int b) { return a; }
struct S { int v; };
S make_s(int v) { return {v}; }
int variable(int x) { return x; }
int hidden(int x) { return x; }
__global__ void right(int* p, S s) {
  auto hidden = [](int x) { return x; };
  int variable(3);
  p[0] = hidden(variable) + shared_one(1) + of_both(2) + constant(4) + largest(1, 2) + s.helper(1) + other::helper(2);
}
__global__ void wrong(int* p) {
  *p = helper(1);
  if (*p) p[1] = 2 * twice<int>(*p);
}
struct F {
  __device__ int operator()(int x) const { return make_s(x).v; }
};
void host(int* p) { *p = helper(1) + twice(2); }
