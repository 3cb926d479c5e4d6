__shared__ int a = 1;
__shared__ float b[2]{1}, f;
namespace n { static __shared__ int a = 1; }
struct S { __shared__ int a; };
__global__ void k(int n, __shared__ int m) {
  __shared__ int a = 3;
  __shared__ int b[2] = {1, 2}, c;
  __shared__ S s{1};
  __shared__ S t(1);
  __shared__ struct S u{1};
  __shared__ int d, e = 4;
  struct L { __shared__ int x; };
  __shared__;
  __shared__ int;
  __shared__ int*;
  for (__shared__ int i = 0; i < 3; ++i) {}
  x = __shared__ int y;
  __shared__ int last
}
