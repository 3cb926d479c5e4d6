__global__ void child();
__global__ void parent() {
  child<<<1, 1>>>();
  cudaDeviceSynchronize();
}
__host__ __device__ void either() { cudaDeviceSynchronize(); }
void host() { cudaDeviceSynchronize(); }
