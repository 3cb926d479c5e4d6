/// @file
/// @brief What it takes to wait for a warp, a block, a cluster, a grid, and for a kernel to end.
#include <cooperative_groups.h>

#include "measuring.hpp"

namespace cg = cooperative_groups;
constexpr int kRounds = 10000;

enum class Wait { kWarp, kBlock, kCluster, kGrid };

template <Wait kWait>
__global__ void wait() {
#pragma unroll 20
  for (int round = 0; round < kRounds; ++round) {
    if constexpr (kWait == Wait::kWarp) __syncwarp();
    if constexpr (kWait == Wait::kBlock) __syncthreads();
    if constexpr (kWait == Wait::kCluster) cg::this_cluster().sync();
    if constexpr (kWait == Wait::kGrid) cg::this_grid().sync();
  }
}

__global__ void nothing() {}

/// Nanoseconds a round, in blocks of so many threads that form clusters of so many blocks.
template <Wait kWait>
static double nanoseconds(unsigned blocks, unsigned threads, unsigned cluster = 1) {
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = cluster;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = kWait == Wait::kGrid ? 1 : 0;
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.attrs = kWait == Wait::kGrid ? attributes + 1 : attributes;
  config.numAttrs = 1;
  return 1e6 * median_milliseconds([&] { check(cudaLaunchKernelEx(&config, wait<kWait>)); }) / kRounds;
}

/// Nanoseconds a kernel, of many in one stream; as launches, and as nodes of a graph.
static void measure_launches() {
  constexpr int kLaunches = 1000;
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  const auto launch_all = [](cudaStream_t in) {
    for (int launch = 0; launch < kLaunches; ++launch) nothing<<<1, 32, 0, in>>>();
  };
  check(cudaStreamCreate(&stream));
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_all(stream);
  check(cudaStreamEndCapture(stream, &graph));
  check(cudaGraphInstantiate(&ready, graph, 0));
  std::printf("a node of a graph,%.0f\n", 1e6 * median_milliseconds([&] { check(cudaGraphLaunch(ready, nullptr)); }) / kLaunches);
  std::printf("a launch,%.0f\n", 1e6 * median_milliseconds([&] { launch_all(nullptr); }) / kLaunches);
  check(cudaGraphExecDestroy(ready));
  check(cudaGraphDestroy(graph));
  check(cudaStreamDestroy(stream));
}

int main() {
  std::printf("# title: What waiting takes\n# x: for whom\n# y: ns\n# log: y\n# kind: bar\n");
  print_device();
  std::printf("wait,ns\n");
  std::printf("a warp,%.1f\n", nanoseconds<Wait::kWarp>(1, 256));
  std::printf("a block of 32,%.1f\n", nanoseconds<Wait::kBlock>(1, 32));
  std::printf("a block of 256,%.1f\n", nanoseconds<Wait::kBlock>(1, 256));
  std::printf("a block of 1024,%.1f\n", nanoseconds<Wait::kBlock>(1, 1024));
  std::printf("a cluster of 8 blocks,%.0f\n", nanoseconds<Wait::kCluster>(8, 256, 8));
  std::printf("a grid of 132 blocks,%.0f\n", nanoseconds<Wait::kGrid>(132, 256));
  measure_launches();
  return EXIT_SUCCESS;
}
