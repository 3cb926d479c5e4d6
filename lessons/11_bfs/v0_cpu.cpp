/// @file
/// @brief Breadth-first search on the CPU: one core and a queue, and all cores level by level.
///
/// Look at: `./lockstep run 11 --kernel v0`: the time of the two.
#include <algorithm>
#include <atomic>
#include <vector>

#include "lockstep/launch.hpp"
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

/// A vertex leaves the queue after all those that are nearer, so whom it finds unreached is one further.
void run(const Search::Device& p, const Launch&) {
  std::fill_n(p.distances, p.vertices, Search::kUnreached);
  std::vector<std::int32_t> queue{*p.source};
  p.distances[*p.source] = 0;
  for (std::size_t first = 0; first < queue.size(); ++first) {
    const std::int32_t v = queue[first];
    for (std::int64_t i = p.offsets[v]; i < p.offsets[v + 1]; ++i) {
      const std::int32_t u = p.neighbours[i];
      if (p.distances[u] != Search::kUnreached) continue;
      p.distances[u] = p.distances[v] + 1;
      queue.push_back(u);
    }
  }
}

/// Adds to `found` the neighbours of v that nobody has reached before this call.
void expand(const Search::Device& p, std::int32_t v, std::int32_t distance, std::vector<std::int32_t>& found) {
  for (std::int64_t i = p.offsets[v]; i < p.offsets[v + 1]; ++i) {
    const std::int32_t u = p.neighbours[i];
    const std::atomic_ref reached(p.distances[u]);
    std::int32_t unreached = Search::kUnreached;
    // Two cores may find the same vertex at once: the exchange says which of them is the one.
    if (reached.load(std::memory_order_relaxed) == unreached && reached.compare_exchange_strong(unreached, distance)) found.push_back(u);
  }
}

void run_openmp(const Search::Device& p, const Launch& launch) {
  std::fill_n(p.distances, p.vertices, Search::kUnreached);
  std::vector<std::int32_t> frontier{*p.source}, next;
  p.distances[*p.source] = 0;
  for (std::int32_t distance = 1; !frontier.empty(); ++distance) {
    next.clear();
#pragma omp parallel num_threads(lockstep::cpu_threads(launch)) if (launch.cpu_threads != 0 || frontier.size() > 1024)
    {
      std::vector<std::int32_t> found;
#pragma omp for schedule(dynamic, 64) nowait
      for (std::size_t i = 0; i < frontier.size(); ++i) expand(p, frontier[i], distance, found);
#pragma omp critical
      next.insert(next.end(), found.begin(), found.end());
    }
    std::swap(frontier, next);
  }
}

const Version version{__FILE__, "one core, one queue", run};
const Version openmp{__FILE__, "OpenMP: all cores go through the vertices of one distance", run_openmp, "openmp"};

}  // namespace
