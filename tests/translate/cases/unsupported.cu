__device__ int f(int x) { asm("mov.u32 %0, %1;" : "=r"(x) : "r"(x)); return x; }
__global__ void k() {
  asm volatile("bar.sync 0;");
  { __asm__ __volatile__("" ::: "memory"); }
}
void host() { asm("nop"); }
int renamed() __asm__("other");
texture<float, 2, cudaReadModeElementType> t;
static texture<float> u;
surface<void, 2> s;
void g(texture_t texture) { texture < 3; }
