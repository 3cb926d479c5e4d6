__device__ int f;
__global__ void k() { atomicAdd(&f, 1); }
__device__ void d() { auto add = [] { atomicAdd(&f, 1); }; add(); }
__host__ __device__ void both() { atomicAdd(&f, 1); }
struct S { __device__ void m() { atomicMax(&f, 1); } };
void launch() { each([=] __device__ (int i) { atomicAdd(&f, i); }); }
void host() { counter.atomicAdd(1); own::atomicAdd(&f, 1); }
int main() {
  atomicAdd(&f, 1);
  if (atomicCAS(&f, 0, 1)) return 1;
  auto add = [&] { atomicSub(&f, 1); };
}
