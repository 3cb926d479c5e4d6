// Hardware has instructions of their own for atomics whose result nobody uses.
__device__ int count;
__global__ void statements(int* p, int* out) {
  atomicAdd(p, 1);
  if (threadIdx.x == 0) atomicMax(p, 2);
  else atomicMin(p, 3);
  for (int i = 0; i < 4; ++i) atomicOr(p, i);
  do atomicAnd(p, 1); while (false);
  { atomicExch(p, 1); }
  atomicAdd(&out[p[0]], f(1, 2));
}
__device__ int results(int* p, int* out) {
  int before = atomicAdd(p, 1);
  out[0] = atomicAdd(p, 1);
  out[1] = 2 * atomicAdd(p, 1);
  g(atomicAdd(p, 1));
  atomicAdd(p, 1) == 0 && g(1);
  atomicAdd(p, atomicAdd(p + 1, 1));
  before = threadIdx.x == 0 ? 1 : atomicSub(p, 1);
  return atomicInc(p, 1);
}
__device__ double atomicAdd(double* address, double value);
