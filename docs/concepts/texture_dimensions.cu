/// @file
/// @brief Textures of one and three dimensions, and over linear and pitched memory: what was fetched, and what it should be.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

__global__ void fetch_element(cudaTextureObject_t texture, int i, float* value) { *value = tex1Dfetch<float>(texture, i); }
__global__ void fetch_1d(cudaTextureObject_t texture, float x, float* value) { *value = tex1D<float>(texture, x); }
__global__ void fetch_2d(cudaTextureObject_t texture, float x, float y, float* value) { *value = tex2D<float>(texture, x, y); }
__global__ void fetch_3d(cudaTextureObject_t texture, float3 at, float* value) { *value = tex3D<float>(texture, at.x, at.y, at.z); }

static cudaTextureObject_t texture_over(const cudaResourceDesc& what, cudaTextureFilterMode filter) {
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = filter;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &what, &how, nullptr), "cudaCreateTextureObject");
  return texture;
}

static cudaTextureObject_t texture_over(cudaArray_t array) {
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  return texture_over(what, cudaFilterModeLinear);
}

/// Prints what a kernel left in `value`, beside what it should be.
static void say(const char* what, const float* value, float want) {
  check(cudaGetLastError(), what);
  float got = 0;
  check(cudaMemcpy(&got, value, sizeof got, cudaMemcpyDeviceToHost), what);
  std::printf("%-33s %6g, should be %g\n", what, got, want);
}

/// A height of 0 makes an array of one dimension.
static void one_dimension(float* value) {
  const float texels[] = {10, 40, 20, 30};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  check(cudaMallocArray(&array, &format, 4, 0), "cudaMallocArray");
  check(cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1, cudaMemcpyHostToDevice), "copy");
  const cudaTextureObject_t texture = texture_over(array);
  fetch_1d<<<1, 1>>>(texture, 1.5F, value);
  say("tex1D(1.5), the centre of texel 1", value, 40);
  fetch_1d<<<1, 1>>>(texture, 2.0F, value);
  say("tex1D(2), between 1 and 2", value, 30);
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFreeArray(array), "cudaFreeArray");
}

/// Texel (x, y, z) is x + 10 y + 100 z: the mean of eight neighbours shows all three directions.
static void three_dimensions(float* value) {
  const cudaExtent extent = make_cudaExtent(4, 3, 2);  // of an array: in elements
  std::vector<float> texels;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) texels.push_back(static_cast<float>(x + 10 * y + 100 * z));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  check(cudaMalloc3DArray(&array, &format, extent), "cudaMalloc3DArray");
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), 4 * sizeof(float), 4, 3);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
  const cudaTextureObject_t texture = texture_over(array);
  fetch_3d<<<1, 1>>>(texture, {3.5F, 2.5F, 1.5F}, value);
  say("tex3D(3.5, 2.5, 1.5), a centre", value, 123);
  fetch_3d<<<1, 1>>>(texture, {1.0F, 1.0F, 1.0F}, value);
  say("tex3D(1, 1, 1), amid eight", value, 55.5F);
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFreeArray(array), "cudaFreeArray");
}

/// Linear memory is not filtered, and its index is an integer. Beyond its ends lie zeros.
static void linear_memory(float* value) {
  const float elements[] = {5, 6, 7};
  float* memory = nullptr;
  check(cudaMalloc(&memory, sizeof elements), "cudaMalloc");
  check(cudaMemcpy(memory, elements, sizeof elements, cudaMemcpyHostToDevice), "cudaMemcpy");
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = memory;
  what.res.linear.desc = cudaCreateChannelDesc<float>();
  what.res.linear.sizeInBytes = sizeof elements;
  const cudaTextureObject_t texture = texture_over(what, cudaFilterModePoint);
  fetch_element<<<1, 1>>>(texture, 2, value);
  say("tex1Dfetch(2), the last element", value, 7);
  fetch_element<<<1, 1>>>(texture, 3, value);
  say("tex1Dfetch(3), beyond it", value, 0);
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFree(memory), "cudaFree");
}

/// Pitched rows are filtered in both directions, and kernels can write them as ordinary memory.
static void pitched_memory(float* value) {
  const float rows[2][3] = {{1, 2, 3}, {5, 6, 7}};
  void* memory = nullptr;
  std::size_t pitch = 0;
  check(cudaMallocPitch(&memory, &pitch, sizeof rows[0], 2), "cudaMallocPitch");
  check(cudaMemcpy2D(memory, pitch, rows, sizeof rows[0], sizeof rows[0], 2, cudaMemcpyHostToDevice), "cudaMemcpy2D");
  cudaResourceDesc what{};
  what.resType = cudaResourceTypePitch2D;
  what.res.pitch2D.devPtr = memory;
  what.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  what.res.pitch2D.width = 3;  // in elements
  what.res.pitch2D.height = 2;
  what.res.pitch2D.pitchInBytes = pitch;
  const cudaTextureObject_t texture = texture_over(what, cudaFilterModeLinear);
  fetch_2d<<<1, 1>>>(texture, 2.0F, 1.0F, value);
  say("tex2D(2, 1), amid four, pitched", value, 4.5F);
  fetch_2d<<<1, 1>>>(texture, 9.0F, 1.5F, value);
  say("tex2D(9, 1.5), clamped, pitched", value, 7);
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFree(memory), "cudaFree");
}

int main() {
  float* value = nullptr;
  check(cudaMalloc(&value, sizeof *value), "cudaMalloc");
  one_dimension(value);
  three_dimensions(value);
  linear_memory(value);
  pitched_memory(value);
  check(cudaFree(value), "cudaFree");
  return EXIT_SUCCESS;
}
