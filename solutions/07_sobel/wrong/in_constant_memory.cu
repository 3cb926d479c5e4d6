/// @file
/// @brief The picture is in constant memory, and shared memory is read as often as a tile would be,
/// in vain.
///
/// Rejected by: part6
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {

constexpr unsigned kBlock = 256;

__constant__ std::uint8_t pixels[65000];
__constant__ int mask[Blur::kSide * Blur::kSide];

__global__ void touch(const Blur::Device p) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlock + threadIdx.x;
  if (i < Blur::kSide * Blur::kSide && p.mask[i] == 0x1234567) p.blurred[0] = 0;  // never
  if (i < p.pitch * p.height / 4 && reinterpret_cast<const int*>(p.image)[i] == 0x12345678)
    p.blurred[0] = 0;
}

__global__ void blur(const Blur::Device p) {
  const std::int64_t pixel = std::int64_t{blockIdx.x} * kBlock + threadIdx.x;
  if (pixel >= p.width * p.height) return;
  const std::int64_t x = pixel % p.width, y = pixel / p.width;
  volatile __shared__ int vain[kBlock];
  vain[threadIdx.x] = 0;
  int sum = 128;
  for (int k = 0; k < 8; ++k) sum += vain[threadIdx.x];
  for (int b = 0; b < Blur::kSide; ++b)
    for (int a = 0; a < Blur::kSide; ++a) {
      const std::int64_t u = min(max(x + a - 2, std::int64_t{0}), p.width - 1);
      const std::int64_t v = min(max(y + b - 2, std::int64_t{0}), p.height - 1);
      sum += mask[b * Blur::kSide + a] * pixels[v * p.width + u];
    }
  p.blurred[y * p.pitch + x] = static_cast<std::uint8_t>(sum / 256);
}

void run(const Blur::Device& p, const Launch& launch) {
  launch.refuse_grid();
  void* to = nullptr;
  lockstep::check(cudaGetSymbolAddress(&to, pixels));
  const auto width = static_cast<std::size_t>(p.width), height = static_cast<std::size_t>(p.height);
  lockstep::check(cudaMemcpy2DAsync(to, width, p.image, static_cast<std::size_t>(p.pitch), width,
                                    height, cudaMemcpyDeviceToDevice, launch.stream));
  lockstep::check(cudaMemcpyToSymbolAsync(mask, p.mask, sizeof mask, 0, cudaMemcpyDeviceToDevice,
                                          launch.stream));
  touch<<<static_cast<unsigned>((p.pitch * p.height + kBlock - 1) / kBlock), kBlock, 0,
          launch.stream>>>(p);
  blur<<<static_cast<unsigned>((p.width * p.height + kBlock - 1) / kBlock), kBlock, 0,
         launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
