// A matrix transpose through dynamic shared memory, as a template over the element type.
#include <cstdio>
#include <vector>

constexpr int TILE = 32;
constexpr int ROWS = 8;

template <typename T>
__global__ void __launch_bounds__(TILE * ROWS) transpose(T* __restrict__ out, const T* __restrict__ in, int width, int height) {
  extern __shared__ unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  const int pitch = TILE + 1;

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[(threadIdx.y + j) * pitch + threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();

  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x * pitch + threadIdx.y + j];
}

template <typename T>
bool test(int width, int height) {
  std::vector<T> in(width * height), out(width * height);
  for (size_t i = 0; i < in.size(); ++i) in[i] = T(i % 251);
  T *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, in.size() * sizeof(T));
  cudaMalloc(&d_out, out.size() * sizeof(T));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block(TILE, ROWS);
  transpose<T><<<grid, block, TILE * (TILE + 1) * sizeof(T)>>>(d_out, d_in, width, height);
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return false;
  }
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (out[x * height + y] != in[y * width + x]) {
        std::printf("wrong at row %d, column %d\n", y, x);
        return false;
      }
  return true;
}

int main() {
  bool good = test<float>(128, 128) && test<float>(100, 37) && test<double>(65, 33) && test<unsigned char>(1, 77);
  if (!good) return 1;
  std::printf("passed: transpose\n");
}
