# 1 "/simulator/cuda_runtime.h" 1 3
# 1 "/simulator/lockstep/sim/ptx/all.hpp" 1 3
# 1 "ptx_refused.cu"
__device__ void f(unsigned x) {
  asm("tex.2d.v4.f32.f32 {%0, %0, %0, %0}, [%0, {%0, %0}];" : "+f"(x));
  asm("add.u32 %0, %1, 1;" : "=r"(x));
  asm("add.u32 %0, y, 1;" : "=r"(x));
  asm("add %0, %0, 1;" : "=r"(x));
  asm("add.u32 %0, %0;" : "+r"(x));
  asm("add.wide.u32 %0, %0, 1;" : "+r"(x));
  asm("add.u32 %0, %0, 1" : "+r"(x));
  asm("mov.u32 %0, %laneid;" : "=r"(x));
  asm("mov.u32 %0, %%nonsense;" : "=r"(x));
  asm("mov.u32 %0, 1;" : "=x"(x));
  asm("bar.red.and.pred %0, 1, 64, %0;" : "+r"(x));
  asm("bar.arrive 1;");
  asm("shfl.down.b32 %0, %0, 1, 31;" : "+r"(x));
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0}, {%0}, {%0}, {%0};" : "+r"(x));
  asm("{\n"
      ".reg .u32 y;\n"
      "frobnicate.u32 y, %0;\n"
      "}" : : "r"(x));
  asm("@p bra elsewhere;");
  asm("}");
  asm("{ mov.u32 %0, 1;" : "=r"(x));
  asm("ld.param.u32 %0, [x];" : "=r"(x));
  asm("ret;");
  asm("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%0, {%0, %0}], [%0];" : "+r"(x));
  asm("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%0], 16, [%0];" : "+r"(x));
  asm("mbarrier.pending_count.b64 %0, %0;" : "+r"(x));
  asm("setp.lt.f16x2 %0, %0, %0;" : "+r"(x));
  asm("red.global.add.f16x2 [%0], %0;" : "+r"(x));
  asm("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%0, %0};" : "+r"(x));
  asm(text);
}
