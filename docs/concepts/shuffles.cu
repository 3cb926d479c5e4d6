/// @file
/// @brief Shuffles of a warp with eight lanes: a broadcast, a sum, a sum for all lanes, a scan; and two mistakes.
///
/// Look at: `./lockstep step ./shuffles --draw lanes -o sum.svg sum`: which lane takes which value.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int kLanes = 8;              // a small warp: groups of eight lanes, and a block of eight threads
constexpr unsigned kAllLanes = 0xffu;  // the mask: a bit for each of them

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__device__ int own_value() { return static_cast<int>(threadIdx.x) + 1; }  // 1 to 8

__global__ void broadcast(int* out) {
  int x = own_value();
  x = __shfl_sync(kAllLanes, x, 2, kLanes);  // what lane 2 has
  out[threadIdx.x] = x;
}

__global__ void sum(int* out) {
  int x = own_value();
  for (unsigned offset = kLanes / 2; offset > 0; offset /= 2) x += __shfl_down_sync(kAllLanes, x, offset, kLanes);
  out[threadIdx.x] = x;  // only lane 0 has them all
}

__global__ void butterfly(int* out) {
  int x = own_value();
  for (int distance = kLanes / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(kAllLanes, x, distance, kLanes);
  out[threadIdx.x] = x;  // each lane has them all
}

__global__ void scan(int* out) {
  int x = own_value();
  for (unsigned offset = 1; offset < kLanes; offset *= 2) {
    const int below = __shfl_up_sync(kAllLanes, x, offset, kLanes);
    if (threadIdx.x >= offset) x += below;  // the lanes below it got back their own value
  }
  out[threadIdx.x] = x;
}

__global__ void absent(int* out) {
  int x = own_value();
  if (threadIdx.x < 6) x += __shfl_down_sync(kAllLanes, x, 4, kLanes);  // wrong: lanes 6 and 7 do not come
  out[threadIdx.x] = x;
}

__global__ void left_out(int* out) {
  int x = own_value();
  if (threadIdx.x < 4) x += __shfl_down_sync(0x0fu, x, 4, kLanes);  // wrong: lanes 4 to 7 are not in the mask
  out[threadIdx.x] = x;
}

struct Named {
  const char* name;
  void (*kernel)(int*);
  bool right;
};

constexpr Named kKernels[] = {{"broadcast", broadcast, true}, {"sum", sum, true},        {"butterfly", butterfly, true},
                              {"scan", scan, true},           {"absent", absent, false}, {"left_out", left_out, false}};

/// Runs a kernel, and prints what each lane has in the end.
static void run(const Named& named) {
  int *out = nullptr, host[kLanes] = {};
  check(cudaMalloc(&out, sizeof host));
  named.kernel<<<1, kLanes>>>(out);
  check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%-9s", named.name);
  for (const int x : host) std::printf(" %3d", x);
  std::printf("\n");
  check(cudaFree(out));
}

/// Runs the kernel that is named, or all that are right.
int main(int argc, char** argv) {
  for (const Named& named : kKernels)
    if (argc > 1 ? std::strcmp(argv[1], named.name) == 0 : named.right) run(named);
}
