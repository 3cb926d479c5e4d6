/// @file
/// @brief The loop over all cores, and how many threads a version takes.
#include "lockstep/parallel.hpp"

#include <omp.h>

#include "lockstep/launch.hpp"

namespace lockstep {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t)>& body) {
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t i = 0; i < count; ++i) body(i);
}

int cpu_threads(const Launch& launch) { return static_cast<int>(launch.threads_or(static_cast<unsigned>(omp_get_max_threads()))); }

}  // namespace lockstep
