// Union-find: an atomicCAS hooks each root to a smaller one, and finding halves paths. There are no
// rounds.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "shared_words.hpp"

namespace {

using Label = std::int32_t;

constexpr unsigned kBlock = 128;

__device__ Label representative(Label* parent, Label v) {
  Label up = now(parent[v]);
  while (up != v) {
    const Label next = now(parent[up]);
    if (next < up) set(parent[v], next);
    v = up;
    up = next;
  }
  return v;
}

__device__ void unite(Label* parent, Label a, Label b) {
  a = representative(parent, a);
  b = representative(parent, b);
  while (a != b) {
    if (a < b) {
      const Label t = a;
      a = b;
      b = t;
    }
    const Label seen = atomicCAS(parent + a, a, b);
    if (seen == a) return;
    a = representative(parent, seen);
    b = representative(parent, b);
  }
}

__global__ void singletons(Components::Device p) {
  const std::int64_t v = lockstep::global_thread();
  if (v < p.vertices) p.labels[v] = static_cast<Label>(v);
}

__global__ void hook(Components::Device p) {
  const std::int64_t v = lockstep::global_thread() / 32;
  if (v >= p.vertices) return;
  for (std::int64_t i = p.offsets[v] + lockstep::lane(); i < p.offsets[v + 1]; i += 32)
    if (p.neighbours[i] < v) unite(p.labels, static_cast<Label>(v), p.neighbours[i]);
}

__global__ void flatten(Components::Device p) {
  const std::int64_t v = lockstep::global_thread();
  if (v >= p.vertices) return;
  set(p.labels[v], representative(p.labels, static_cast<Label>(v)));
}

void run(const Components::Device& p, const Launch& launch) {
  const unsigned blocks = lockstep::covering_blocks(p.vertices, kBlock),
                 of_warps = lockstep::covering_blocks(p.vertices, kBlock / 32);
  singletons<<<blocks, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
  hook<<<of_warps, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
  flatten<<<blocks, kBlock, 0, launch.stream>>>(p);
  lockstep::check_launch();
}

const Version version{__FILE__, "connected components", run};

}  // namespace
