__global__ int k() { return 1; }
__global__ float* k() { return 0; }
__global__ void* k() { return 0; }
__global__
unsigned
k();
__global__ auto k() { }
__global__ auto k() -> int { return 1; }
__global__ auto k() -> void* { return 0; }
struct S {
  __global__ void member();
  static __global__ void member2() {}
};
__global__ int variable;
__global__ struct T { };
typedef __global__ void (*pointer)(int);
__global__ void __block_size__(2, 3) k() {}
