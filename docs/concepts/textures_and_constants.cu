/// @file
/// @brief A blur of five pixels: weights from global and from constant memory; borders by hand, and by the texture unit.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kWidth = 256, kHeight = 64, kReach = 2;
__constant__ float constant_weights[2 * kReach + 1];

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void weights_in_global(const float* picture, const float* weights, float* blurred) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += weights[k + kReach] * picture[y * kWidth + min(max(x + k, 0), kWidth - 1)];
  blurred[y * kWidth + x] = sum;
}

__global__ void weights_in_constant(const float* picture, float* blurred) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += constant_weights[k + kReach] * picture[y * kWidth + min(max(x + k, 0), kWidth - 1)];
  blurred[y * kWidth + x] = sum;
}

__global__ void picture_as_texture(cudaTextureObject_t picture, float* blurred) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  float sum = 0;
  for (int k = -kReach; k <= kReach; ++k) sum += constant_weights[k + kReach] * tex2D<float>(picture, x + k + 0.5F, y + 0.5F);
  blurred[y * kWidth + x] = sum;
}

int main() {
  const float weights[2 * kReach + 1] = {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F};
  std::vector<float> host(kWidth * kHeight), first(host.size()), other(host.size());
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i * 37 % 251);
  const std::size_t row = kWidth * sizeof(float), bytes = row * kHeight;
  float *picture = nullptr, *global_weights = nullptr, *blurred = nullptr;
  check(cudaMalloc(&picture, bytes));
  check(cudaMalloc(&blurred, bytes));
  check(cudaMalloc(&global_weights, sizeof weights));
  check(cudaMemcpy(picture, host.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(global_weights, weights, sizeof weights, cudaMemcpyHostToDevice));
  check(cudaMemcpyToSymbol(constant_weights, weights, sizeof weights));

  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;  // in an order of its own, made for reading neighbours in both directions
  check(cudaMallocArray(&array, &format, kWidth, kHeight));
  check(cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, kHeight, cudaMemcpyHostToDevice));
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr));

  const auto result = [&](std::vector<float>& to) { check(cudaMemcpy(to.data(), blurred, bytes, cudaMemcpyDeviceToHost)); };
  weights_in_global<<<kHeight, kWidth>>>(picture, global_weights, blurred);
  result(first);
  weights_in_constant<<<kHeight, kWidth>>>(picture, blurred);
  result(other);
  bool same = other == first;
  picture_as_texture<<<kHeight, kWidth>>>(texture, blurred);
  check(cudaGetLastError());
  result(other);
  same = same && other == first;
  check(cudaDestroyTextureObject(texture));
  check(cudaFreeArray(array));
  for (float* memory : {picture, blurred, global_weights}) check(cudaFree(memory));
  std::printf("all three %s\n", same ? "agree" : "DIFFER");
  return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
