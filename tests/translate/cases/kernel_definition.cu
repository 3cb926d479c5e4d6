__global__ void k() {}
__global__ void k(int* a, int n) { a[n] = 1; if (n) { return; } }
static __global__ void k(void) { }
__global__ static inline void k(float a) {
  for (;;) {
    a += 1;
  }
}
void __global__ k(int) {}
extern "C" __global__ void k(int a) { a = 1; }
extern "C" {
__global__ void k(int a) { a = 1; }
}
namespace a::b { namespace { __global__ void k(int a) { a = 1; } } }
inline namespace v1 { __global__ void k(int a) { a = 1; } }
__global__ __attribute__((unused)) void k(int a) __attribute__((cold));
[[maybe_unused]] __global__ void k(int a) { a = 1; }
__global__ auto k(int a) -> void { a = 1; }
__global__ void name_of() { f(__func__), f(__FUNCTION__), f(__PRETTY_FUNCTION__); }
void host() { f(__func__); }
__global__
void
over_lines(
    int a,
    int b)
{
}
class Friendly {
 public:
  friend __global__ void k(Friendly f) { f.x = 1; }
 private:
  friend __global__ void declared(Friendly f);
  int x;
};
# 7 "dir with \"quotes\"/other.cuh" 1
__global__ void elsewhere() {}
