/// @file
/// @brief A kernel reads through a texture what other threads of it write: through a surface, and by plain stores.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

constexpr unsigned kThreads = 64;

__global__ void paint(cudaSurfaceObject_t surface) { surf2Dwrite(static_cast<int>(threadIdx.x), surface, threadIdx.x * 4, 0); }

__global__ void look(cudaTextureObject_t texture, int* out) { out[threadIdx.x] = tex2D<int>(texture, static_cast<float>(threadIdx.x), 0); }

__global__ void paint_and_look(cudaSurfaceObject_t surface, cudaTextureObject_t texture, int* out) {
  surf2Dwrite(static_cast<int>(threadIdx.x) + 7, surface, threadIdx.x * 4, 0);
  out[threadIdx.x] = tex2D<int>(texture, static_cast<float>((threadIdx.x + 33) % kThreads), 0);
}

__global__ void store_and_fetch(int* data, cudaTextureObject_t texture, unsigned first, int* out) {
  data[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = tex1Dfetch<int>(texture, static_cast<int>(first + (threadIdx.x + 33) % kThreads));
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource) {
  cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

void use_array(bool safe) {
  const DeviceZeros<int> out(kThreads);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, kThreads, 1, cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  const cudaTextureObject_t texture = texture_of(resource);
  paint<<<1, kThreads>>>(surface);
  if (safe) {
    look<<<1, kThreads>>>(texture, out);
  } else {
    paint_and_look<<<1, kThreads>>>(surface, texture, out);
  }
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(resource.res.array.array);
}

void use_memory(bool safe) {
  const DeviceZeros<int> data(2 * kThreads), out(kThreads);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<int>(), 2 * kThreads * sizeof(int)};
  const cudaTextureObject_t texture = texture_of(resource);
  store_and_fetch<<<1, kThreads>>>(data, texture, safe ? kThreads : 0, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}

void run(bool safe) {
  use_array(safe);
  use_memory(safe);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
