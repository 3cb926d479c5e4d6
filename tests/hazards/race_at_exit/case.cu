/// @file
/// @brief A race in a kernel that nothing waits for: it runs all the same, at the end.
#include "hazard_case.hpp"

namespace {

__device__ int total;

__global__ void count_badly() { total = total + 1; }
__global__ void count() { atomicAdd(&total, 1); }

void caught() { count_badly<<<2, 1>>>(); }
void silent() { count<<<2, 1>>>(); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
