/// @file
/// @brief Four warps of the whole grid do all the work, with pixels from constant memory.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

__constant__ std::uint8_t pixels[65536 - 512];
__constant__ int mask[25];

__global__ void touch(const int* weights, const std::uint8_t* image, std::int64_t n,
                      std::uint8_t* out) {
  const std::int64_t i = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * 4;
  if (i < 100 && weights[i / 4] == 0x12345678) out[0] = 0;
  if (i < n && *reinterpret_cast<const int*>(image + i) == 0x12345678) out[0] = 0;
}

__global__ void blur(const Blur::Device p) {
  const std::int64_t t = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (t >= 128) return;
  for (std::int64_t i = t; i < p.width * p.height; i += 128) {
    const std::int64_t x = i % p.width, y = i / p.width;
    int sum = 128;
    for (int b = 0; b < 5; ++b)
      for (int a = 0; a < 5; ++a) {
        const std::int64_t u = min(max(x + a - 2, std::int64_t{0}), p.width - 1),
                           v = min(max(y + b - 2, std::int64_t{0}), p.height - 1);
        sum += mask[b * 5 + a] * pixels[v * p.width + u];
      }
    p.blurred[y * p.pitch + x] = static_cast<std::uint8_t>(sum / 256);
  }
}

void run(const Blur::Device& p, const Launch& launch) {
  launch.refuse_grid();
  void* to = nullptr;
  cudaGetSymbolAddress(&to, pixels);
  cudaMemcpy2DAsync(to, p.width, p.image, p.pitch, p.width, p.height, cudaMemcpyDeviceToDevice,
                    launch.stream);
  cudaMemcpyToSymbolAsync(mask, p.mask, sizeof mask, 0, cudaMemcpyDeviceToDevice, launch.stream);
  touch<<<static_cast<unsigned>((p.pitch * p.height / 4 + 255) / 256), 256, 0, launch.stream>>>(
      p.mask, p.image, p.pitch * (p.height - 1) + p.width / 4 * 4, p.blurred);
  blur<<<64, 256, 0, launch.stream>>>(p);
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
