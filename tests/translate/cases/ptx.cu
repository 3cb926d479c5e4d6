# 1 "/simulator/cuda_runtime.h" 1 3
# 1 "/simulator/lockstep/sim/ptx/all.hpp" 1 3
# 1 "ptx.cu"
__device__ unsigned lane() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__global__ void k(int* p, float f) {
  if (f > 0)
    asm volatile("{ .reg .pred q; setp.gt.f32 q, %1, 0f00000000;"
                 "  @!q st.shared.v2.s32 [%0+4], {1, _}; }" ::"r"(s + 1),
                 "f"(f)
                 : "memory");
  else asm volatile("bar.sync 0;");
  asm volatile("" ::: "memory");
}
void host() { asm("nop"); }
