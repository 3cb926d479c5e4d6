/// @file
/// @brief What a texture gives between its texels and beyond its ends. A whole program, without the course's harness.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kTexels = 4, kPoints = 10;

__global__ void read_pixels(cudaTextureObject_t texture, const float* x, float* values) {
  values[threadIdx.x] = tex2D<unsigned char>(texture, x[threadIdx.x], 0.5F);
}

__global__ void read_numbers(cudaTextureObject_t texture, const float* x, float* values) {
  values[threadIdx.x] = 255 * tex2D<float>(texture, x[threadIdx.x], 0.5F);  // a byte of 255 is read as 1.0
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// Reads a row of kTexels bytes at the places x, and prints what came.
void show(const char* what, cudaTextureAddressMode beyond, cudaTextureFilterMode between, bool from_0_to_1, const unsigned char* row,
          std::size_t pitch, const float* x, float* values) {
  cudaResourceDesc rows{};
  rows.resType = cudaResourceTypePitch2D;
  rows.res.pitch2D.devPtr = const_cast<unsigned char*>(row);
  rows.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
  rows.res.pitch2D.width = kTexels;
  rows.res.pitch2D.height = 1;
  rows.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc reading{};
  reading.addressMode[0] = reading.addressMode[1] = beyond;
  reading.filterMode = between;
  reading.readMode = between == cudaFilterModeLinear ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  reading.normalizedCoords = from_0_to_1 ? 1 : 0;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &rows, &reading, nullptr));

  if (between == cudaFilterModeLinear)
    read_numbers<<<1, kPoints>>>(texture, x, values);
  else
    read_pixels<<<1, kPoints>>>(texture, x, values);
  check(cudaGetLastError());
  float got[kPoints];
  check(cudaMemcpy(got, values, sizeof got, cudaMemcpyDeviceToHost));
  check(cudaDestroyTextureObject(texture));
  std::printf("%-14s", what);
  for (const float value : got) std::printf("%6.1f", value);
  std::printf("\n");
}

int main() {
  const unsigned char texels[kTexels] = {10, 20, 30, 40};
  const float places[kPoints] = {-1.5F, -0.25F, 0, 0.5F, 0.75F, 1, 1.5F, 3.5F, 4, 5.5F};
  unsigned char* row = nullptr;
  std::size_t pitch = 0;
  float *x = nullptr, *u = nullptr, *values = nullptr;
  check(cudaMallocPitch(&row, &pitch, kTexels, 1));
  check(cudaMalloc(&x, sizeof places));
  check(cudaMalloc(&u, sizeof places));
  check(cudaMalloc(&values, sizeof places));
  float shares[kPoints];  // of the width
  for (int i = 0; i < kPoints; ++i) shares[i] = places[i] / kTexels;
  check(cudaMemcpy(row, texels, sizeof texels, cudaMemcpyHostToDevice));
  check(cudaMemcpy(x, places, sizeof places, cudaMemcpyHostToDevice));
  check(cudaMemcpy(u, shares, sizeof shares, cudaMemcpyHostToDevice));

  std::printf("%-14s", "x");
  for (const float place : places) std::printf("%6.2f", place);
  std::printf("\n");
  show("point, clamp", cudaAddressModeClamp, cudaFilterModePoint, false, row, pitch, x, values);
  show("point, border", cudaAddressModeBorder, cudaFilterModePoint, false, row, pitch, x, values);
  show("point, wrap", cudaAddressModeWrap, cudaFilterModePoint, true, row, pitch, u, values);
  show("point, mirror", cudaAddressModeMirror, cudaFilterModePoint, true, row, pitch, u, values);
  show("linear, clamp", cudaAddressModeClamp, cudaFilterModeLinear, false, row, pitch, x, values);
  show("linear, border", cudaAddressModeBorder, cudaFilterModeLinear, false, row, pitch, x, values);
  for (void* memory : {static_cast<void*>(row), static_cast<void*>(x), static_cast<void*>(u), static_cast<void*>(values)})
    check(cudaFree(memory));
}
