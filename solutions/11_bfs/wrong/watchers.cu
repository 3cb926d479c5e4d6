/// @file
/// @brief One warp does all rounds. Others write numbers, read them back, and spoil the answer
/// where they are wrong.
///
/// Rejected by: part4
#include <utility>

#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256, kLeastWatchers = 40;
constexpr int kOwn = 512;  // numbers of a watcher, at most

__global__ void begin_labels(Components::Device p) {
  for (std::int64_t v = lockstep::global_thread(); v < p.vertices; v += lockstep::grid_threads())
    p.labels[v] = static_cast<std::int32_t>(v);
}

__device__ void watch(int* own, int numbers, int* spoilt) {
  for (int i = 0; i < numbers; ++i) own[i] = i;
  bool wrong = false;
  for (int i = 0; i < numbers; ++i) wrong = wrong || own[i] != i;
  if (wrong) atomicExch(spoilt, 1);
}

__global__ void spread(Components::Device p, const std::int32_t* old, std::int32_t* fresh,
                       unsigned* changed, int* vain, int numbers, int* spoilt) {
  if (blockIdx.x != 0) {
    if (threadIdx.x == 0) watch(vain + (blockIdx.x - 1) * kOwn, numbers, spoilt);
    return;
  }
  bool any = false;
  for (std::int64_t v = 0; v < p.vertices; ++v) {
    const std::int32_t before = old[v];
    std::int32_t least = before;
    const std::int64_t end = p.offsets[v + 1];
    for (std::int64_t i = p.offsets[v] + threadIdx.x; i < end; i += 32)
      least = min(least, old[p.neighbours[i]]);
    least = __reduce_min_sync(~0U, least);
    if (threadIdx.x == 0) fresh[v] = least;
    any = any || least < before;
  }
  if (any && threadIdx.x == 0) *changed = 1;
}

__global__ void finish(std::int32_t* labels, const int* spoilt) {
  if (*spoilt != 0) labels[0] = -1;
}

void run(const Components::Device& p, const Launch& launch) {
  const auto watchers =
      static_cast<unsigned>(std::max<std::int64_t>(kLeastWatchers, p.vertices / 64 + 1));
  const int numbers = static_cast<int>(10 * p.vertices / watchers + 1) % kOwn;
  int* const vain = launch.scratch<int>(std::size_t{watchers} * kOwn);
  int* const spoilt = launch.scratch<int>(1);
  unsigned* const changed = launch.scratch<unsigned>(1);
  std::int32_t *from = p.labels,
               *to = launch.scratch<std::int32_t>(static_cast<std::size_t>(p.vertices));
  lockstep::check(cudaMemsetAsync(spoilt, 0, sizeof(int), launch.stream));

  begin_labels<<<lockstep::enough_blocks(p.vertices, kBlock, 64), kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
  do {
    lockstep::check(cudaMemsetAsync(changed, 0, sizeof *changed, launch.stream));
    spread<<<1 + watchers, 32, 0, launch.stream>>>(p, from, to, changed, vain, numbers, spoilt);
    lockstep::check_launch();
    std::swap(from, to);
  } while (lockstep::fetch(changed, launch.stream) != 0);
  if (from != p.labels)
    lockstep::check(cudaMemcpyAsync(p.labels, from,
                                    static_cast<std::size_t>(p.vertices) * sizeof(std::int32_t),
                                    cudaMemcpyDeviceToDevice, launch.stream));
  finish<<<1, 1, 0, launch.stream>>>(p.labels, spoilt);
  lockstep::check_launch();
}

const Version version{__FILE__, "connected components", run};

}  // namespace
