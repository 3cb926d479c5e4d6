__global__ void k() {
  extern __shared__ float a[];
  extern __shared__ float b[][33];
  __shared__ extern volatile T c[];
  extern __shared__ __align__(16) unsigned char d[];
  extern alignas(128) __shared__ char e[];
  extern __shared__ float* p[], q[];
  extern __shared__ A<int, 2> g[];
}
