/// @file
/// @brief A loop over all cores.
#include "lockstep/parallel.hpp"

namespace lockstep {

void parallel_for(std::int64_t count, const std::function<void(std::int64_t)>& body) {
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t i = 0; i < count; ++i) body(i);
}

}  // namespace lockstep
