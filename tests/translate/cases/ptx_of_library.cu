# 1 "/simulator/cuda_runtime.h" 1 3
# 1 "/simulator/lockstep/sim/ptx/all.hpp" 1 3
# 1 "/usr/include/library.cuh" 1 3
__device__ void called(unsigned x) { asm("frobnicate.u32 %0;" : : "r"(x)); }
# 1 "ptx_of_library.cu" 2
int own;
