// Old and new labels in two arrays, so that nothing races. Eight lanes share a vertex. Labels of
// labels shorten long paths. The flag is in mapped memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <utility>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace cg = cooperative_groups;

namespace {

constexpr int kBlock = 256, kLanes = 8;

__global__ void begin_labels(std::int64_t n, std::int32_t* labels) {
  const std::int64_t v = lockstep::global_thread();
  if (v < n) labels[v] = static_cast<std::int32_t>(v);
}

__global__ void round_of(Components::Device p, const std::int32_t* old, std::int32_t* next,
                         int* changed) {
  const auto group = cg::tiled_partition<kLanes>(cg::this_thread_block());
  const std::int64_t v = lockstep::global_thread() / kLanes;
  bool smaller = false;
  if (v < p.vertices) {
    std::int32_t least = old[v];
    for (std::int64_t i = p.offsets[v] + group.thread_rank(); i < p.offsets[v + 1]; i += kLanes)
      least = min(least, old[p.neighbours[i]]);
    least = cg::reduce(group, least, cg::less<std::int32_t>());
    least = old[least];  // a label is a vertex of the same component, and may know a smaller one
    smaller = least < old[v];
    if (group.thread_rank() == 0) next[v] = least;
  }
  if (__syncthreads_or(smaller) && threadIdx.x == 0) atomicOr_system(changed, 1);
}

void run(const Components::Device& p, const Launch& launch) {
  const unsigned blocks = lockstep::covering_blocks(p.vertices, kBlock),
                 of_groups = lockstep::covering_blocks(p.vertices * kLanes, kBlock);
  std::int32_t *old = p.labels,
               *next = launch.scratch<std::int32_t>(static_cast<std::size_t>(p.vertices));
  int* changed = nullptr;
  lockstep::check(
      cudaHostAlloc(reinterpret_cast<void**>(&changed), sizeof(int), cudaHostAllocMapped));
  begin_labels<<<blocks, kBlock, 0, launch.stream>>>(p.vertices, old);
  lockstep::check_launch();
  do {
    *changed = 0;
    round_of<<<of_groups, kBlock, 0, launch.stream>>>(p, old, next, changed);
    lockstep::check_launch();
    lockstep::check(cudaStreamSynchronize(launch.stream));
    std::swap(old, next);
  } while (*changed != 0);
  if (old != p.labels)
    lockstep::check(cudaMemcpyAsync(p.labels, old,
                                    static_cast<std::size_t>(p.vertices) * sizeof *old,
                                    cudaMemcpyDeviceToDevice, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  lockstep::check(cudaFreeHost(changed));
}

const Version version{__FILE__, "connected components", run};

}  // namespace
