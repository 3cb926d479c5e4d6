int n = 3, table[4];
static float* pointer;
namespace a { double inner; }
int __attribute__((unused)) marked;
const int constant = 4;
constexpr float also_constant = 1;
const char* text = "";
__device__ int on_device;
__managed__ int managed;
extern int elsewhere;
int member, enumerated, of_template, function(int);
using Alias = int;
struct S {
  int member;
  __device__ int get() { return member; }
};
enum { enumerated };
template <int of_template> struct T { __device__ int get() { return of_template; } };
int hidden;
__global__ void right(int* p, int n, S s) {
  int i = 0, hidden = 3;
  for (int j = 0, table = 1; j < table; ++j) p[j] = hidden + i;
  p[n] = constant + also_constant + on_device + managed + elsewhere + s.table + sizeof(pointer) + Alias(text[0]);
  auto [inner, marked] = pair;
  p[1] = inner + marked;
}
__global__ void right_too(int **pointer, int (*table)[4], int (&n)[2]) {
  int x[2], (*inner)[2] = &x;
  (*inner)[0] = pointer[0][1] + table[1][2] + n[1];
}
__host__ __device__ int both() { return n; }
void host() { n = table[0]; }
__global__ void wrong(int* p) {
  p[threadIdx.x] = n;
  n = 1;
  p[1] = table[2] + static_cast<int>(*pointer);
}
__device__ double wrong_too() { return a::inner + 2 * inner; }
struct F { __device__ int operator()(int x) const { return x + n; } };
