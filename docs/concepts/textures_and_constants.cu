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

/// A texture over a new array with these rows. What lies beyond the border is the nearest pixel.
static cudaTextureObject_t texture_of(const std::vector<float>& pixels, cudaArray_t* array) {
  constexpr std::size_t kRow = kWidth * sizeof(float);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  check(cudaMallocArray(array, &format, kWidth, kHeight));  // in an order of its own, with neighbours close together in both directions
  check(cudaMemcpy2DToArray(*array, 0, 0, pixels.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice));
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = *array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  return texture;
}

int main() {
  const float weights[2 * kReach + 1] = {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F};
  std::vector<float> pixels(kWidth * kHeight);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<float>(i * 37 % 251);
  const std::size_t bytes = pixels.size() * sizeof(float);
  float *picture = nullptr, *global_weights = nullptr, *blurred = nullptr;
  check(cudaMalloc(&picture, bytes));
  check(cudaMalloc(&blurred, bytes));
  check(cudaMalloc(&global_weights, sizeof weights));
  check(cudaMemcpy(picture, pixels.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(global_weights, weights, sizeof weights, cudaMemcpyHostToDevice));
  check(cudaMemcpyToSymbol(constant_weights, weights, sizeof weights));
  cudaArray_t array = nullptr;
  const cudaTextureObject_t texture = texture_of(pixels, &array);

  const auto result = [&] {
    check(cudaGetLastError());
    std::vector<float> host(pixels.size());
    check(cudaMemcpy(host.data(), blurred, bytes, cudaMemcpyDeviceToHost));
    return host;
  };
  weights_in_global<<<kHeight, kWidth>>>(picture, global_weights, blurred);
  const auto first = result();
  weights_in_constant<<<kHeight, kWidth>>>(picture, blurred);
  const auto second = result();
  picture_as_texture<<<kHeight, kWidth>>>(texture, blurred);
  const bool same = result() == first && second == first;
  check(cudaDestroyTextureObject(texture));
  check(cudaFreeArray(array));
  for (float* memory : {picture, blurred, global_weights}) check(cudaFree(memory));
  std::printf("all three %s\n", same ? "agree" : "differ");
  return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
