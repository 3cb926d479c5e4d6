/// @file
/// @brief What a texture of four texels gives along the line x, between its texels and beyond its ends, as CSV.
#include <cuda_runtime.h>

#include <array>
#include <cstdio>
#include <cstdlib>

constexpr int kTexels = 4, kPlaces = 64;
constexpr float kFirst = -1.9375F, kStep = 0.125F;  // never on the very edge between two texels

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void sample(cudaTextureObject_t texture, float unit, float* values) {
  const float x = (kFirst + static_cast<float>(threadIdx.x) * kStep) * unit;
  values[threadIdx.x] = tex2D<float>(texture, x, 0.5F * unit);
}

static std::array<float, kPlaces> sampled(cudaArray_t row, cudaTextureFilterMode between, cudaTextureAddressMode beyond) {
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = row;
  cudaTextureDesc how{};
  how.addressMode[0] = beyond;
  how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = between;
  how.readMode = cudaReadModeElementType;
  how.normalizedCoords = beyond == cudaAddressModeWrap || beyond == cudaAddressModeMirror ? 1 : 0;  // these two want 0 to 1
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  std::array<float, kPlaces> values{};
  float* device = nullptr;
  check(cudaMalloc(&device, sizeof values));
  sample<<<1, kPlaces>>>(texture, how.normalizedCoords != 0 ? 1.0F / kTexels : 1.0F, device);
  check(cudaGetLastError());
  check(cudaMemcpy(values.data(), device, sizeof values, cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  check(cudaDestroyTextureObject(texture));
  return values;
}

int main() {
  const float texels[kTexels] = {10, 40, 20, 30};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t row = nullptr;
  check(cudaMallocArray(&row, &format, kTexels, 1));
  check(cudaMemcpy2DToArray(row, 0, 0, texels, sizeof texels, sizeof texels, 1, cudaMemcpyHostToDevice));
  const auto point = sampled(row, cudaFilterModePoint, cudaAddressModeClamp);
  const auto linear = sampled(row, cudaFilterModeLinear, cudaAddressModeClamp);
  const auto border = sampled(row, cudaFilterModeLinear, cudaAddressModeBorder);
  const auto mirror = sampled(row, cudaFilterModePoint, cudaAddressModeMirror);
  const auto wrap = sampled(row, cudaFilterModePoint, cudaAddressModeWrap);
  check(cudaFreeArray(row));
  std::printf("# title: Four texels, 10 40 20 30, in the stretch from 0 to 4\n# x: coordinate x\n# y: value\n");
  std::printf("x,point clamp,linear clamp,linear border,point mirror,point wrap\n");
  for (int i = 0; i < kPlaces; ++i)
    std::printf("%.4f,%.1f,%.1f,%.1f,%.1f,%.1f\n", kFirst + i * kStep, point[i], linear[i], border[i], mirror[i], wrap[i]);
  return EXIT_SUCCESS;
}
