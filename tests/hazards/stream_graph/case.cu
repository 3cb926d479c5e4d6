/// @file
/// @brief Two nodes of a graph use the same array, and no edge says which comes first.
#include "hazard_case.hpp"

namespace {

constexpr int kCount = 64;

__global__ void make(int* data) { data[threadIdx.x] = 3; }
__global__ void add_one(int* data) { data[threadIdx.x] += 1; }

void run(bool depends) {
  int* data = nullptr;
  cudaMalloc(&data, kCount * sizeof(int));
  void* arguments[] = {&data};
  cudaKernelNodeParams parameters{};
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(kCount);
  parameters.kernelParams = arguments;

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first, second;
  parameters.func = reinterpret_cast<void*>(&make);
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters);
  parameters.func = reinterpret_cast<void*>(&add_one);
  cudaGraphAddKernelNode(&second, graph, &first, depends ? 1 : 0, &parameters);

  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);

  cudaStreamDestroy(stream);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(data);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
