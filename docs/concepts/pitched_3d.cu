/// @file
/// @brief A box of 5 x 3 x 2 numbers in pitched memory: filled, copied in, doubled slice by slice and row by row, copied out.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned kWidth = 5, kHeight = 3, kDepth = 2;
constexpr std::size_t kRow = kWidth * sizeof(int);  // bytes of a row of the host, where rows lie end to end

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// A slice is `ysize` rows, and a row `pitch` bytes. A block walks its slice, a thread its column.
__global__ void double_all(cudaPitchedPtr box) {
  char* slice = static_cast<char*>(box.ptr) + blockIdx.x * box.pitch * box.ysize;
  for (unsigned y = 0; y < kHeight; ++y) {
    int* row = reinterpret_cast<int*>(slice + y * box.pitch);
    row[threadIdx.x] *= 2;
  }
}

/// The two ends and the extent are in one structure. For pitched memory, the extent's width is in bytes.
static void copy(cudaPitchedPtr from, cudaPitchedPtr to, cudaExtent extent, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = from;
  copy.dstPtr = to;
  copy.extent = extent;
  copy.kind = kind;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
}

static void say(const char* what, const std::vector<int>& values, int first, int step) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < values.size(); ++i) right += values[i] == first + step * static_cast<int>(i) ? 1 : 0;
  std::printf("%-13s %3d … %3d  %zu of %zu right\n", what, values.front(), values.back(), right, values.size());
}

int main() {
  const cudaExtent extent = make_cudaExtent(kRow, kHeight, kDepth);
  cudaPitchedPtr box{};
  check(cudaMalloc3D(&box, extent), "cudaMalloc3D");
  std::printf("a row has %zu bytes, and the pitch holds it: %s\n", box.xsize, box.pitch >= kRow ? "yes" : "NO");
  std::printf("a slice has %zu rows, should be %u\n", box.ysize, kHeight);

  std::vector<int> host(kWidth * kHeight * kDepth);
  const cudaPitchedPtr in_host = make_cudaPitchedPtr(host.data(), kRow, kWidth, kHeight);
  check(cudaMemset3D(box, 0xff, extent), "cudaMemset3D");  // each byte: an int is then -1
  copy(box, in_host, extent, cudaMemcpyDeviceToHost);
  say("cudaMemset3D", host, -1, 0);

  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<int>(i);
  copy(in_host, box, extent, cudaMemcpyHostToDevice);
  double_all<<<kDepth, kWidth>>>(box);
  check(cudaGetLastError(), "the launch");
  copy(box, in_host, extent, cudaMemcpyDeviceToHost);
  say("cudaMemcpy3D", host, 0, 2);
  check(cudaFree(box.ptr), "cudaFree");
  return EXIT_SUCCESS;
}
