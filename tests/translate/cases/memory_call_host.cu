// nvcc has memcpy and memset in device code, and not memmove.
__global__ void move(float* to, const float* from) { memmove(to, from, 4); }
__device__ void by_name(float* to, const float* from) {
  std::memmove(to, from, 4);
  __builtin_memmove(to, from, 4);
}
void host(float* to, const float* from) {
  std::memmove(to, from, 4);
}
