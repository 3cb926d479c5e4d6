// A graph of two kernels, made node by node. A vector whose factor is 0 is not read, as in a BLAS.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kGrid = 400;

__device__ double sum_of_block(double own) {
  extern __shared__ double sums[];
  sums[threadIdx.x] = own;
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  return threadIdx.x == 0 ? sums[0] : 0;  // which thread 0 wrote itself
}

__global__ void combine(Combination::Device p, double* partial) {
  double own = 0;
  for (std::int64_t i = lockstep::global_thread(); i < p.n; i += lockstep::grid_threads()) {
    const float x = p.alpha == 0 ? 0 : p.alpha * p.x[i];
    const float z = p.beta == 0 ? x : fmaf(p.beta, p.y[i], x);
    p.z[i] = z;
    own += double{z} * z;
  }
  own = sum_of_block(own);
  if (threadIdx.x == 0) partial[blockIdx.x] = own;
}

__global__ void add(const double* partial, unsigned count, double* sum) {
  double own = 0;
  for (unsigned i = threadIdx.x; i < count; i += kBlock) own += partial[i];
  own = sum_of_block(own);
  if (threadIdx.x == 0) *sum = own;
}

cudaGraphNode_t add_node(cudaGraph_t graph, const cudaGraphNode_t* after, const void* kernel,
                         unsigned grid, void** arguments) {
  cudaKernelNodeParams node{};
  node.func = const_cast<void*>(kernel);
  node.gridDim = dim3(grid);
  node.blockDim = dim3(kBlock);
  node.sharedMemBytes = kBlock * sizeof(double);
  node.kernelParams = arguments;
  cudaGraphNode_t made;
  lockstep::check(cudaGraphAddKernelNode(&made, graph, after, after == nullptr ? 0 : 1, &node));
  return made;
}

void run(const Combination::Device& p, const Launch& launch) {
  unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n, kBlock, kGrid));
  double* partial = launch.scratch<double>(grid);
  Combination::Device problem = p;
  cudaGraph_t graph;
  lockstep::check(cudaGraphCreate(&graph, 0));
  void* of_combine[] = {&problem, &partial};
  void* of_add[] = {&partial, &grid, &problem.norm};
  const cudaGraphNode_t first =
      add_node(graph, nullptr, reinterpret_cast<const void*>(combine), grid, of_combine);
  add_node(graph, &first, reinterpret_cast<const void*>(add), 1, of_add);
  cudaGraphExec_t executable;
  lockstep::check(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  lockstep::check(cudaGraphLaunch(executable, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  lockstep::check(cudaGraphExecDestroy(executable));
  lockstep::check(cudaGraphDestroy(graph));
}

const Version version{__FILE__, "a graph of two kernels", run};

}  // namespace
