/// @file
/// @brief Let one block do everything, with a barrier where a step needs the one before.
///
/// Change from v0: the rows below a pivot are shared out over the threads of one block; columns come one after the other, as they must.
/// Look at: `./lockstep run 08 --kernel v1 --lines`: the sectors that a load in the elimination touches; and on a GPU the time.
#include "copy_lower.hpp"
#include "lockstep/cuda.hpp"
#include "pivot.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kBlock = 512;  // threads

__global__ void decompose(float* l, std::int64_t pitch, std::int64_t n, std::int32_t* info) {
  for (std::int64_t k = 0; k < n; ++k) {
    const float pivot = l[k * pitch + k], root = sqrtf(pivot);  // each thread by itself
    for (std::int64_t i = k + 1 + threadIdx.x; i < n; i += blockDim.x) l[i * pitch + k] /= root;
    __syncthreads();  // all of column k must be divided before any of it is used, and the pivot read before its root replaces it

    if (threadIdx.x == 0) {
      l[k * pitch + k] = root;
      report_pivot(pivot, k, info);
    }
    for (std::int64_t i = k + 1 + threadIdx.x; i < n; i += blockDim.x) {  // neighbours have rows one below the other
      const float factor = l[i * pitch + k];
      for (std::int64_t j = k + 1; j <= i; ++j) l[i * pitch + j] -= factor * l[j * pitch + k];
    }
    __syncthreads();  // column k + 1 must have all that was subtracted from it
  }
}

void run(const Cholesky::Device& p, const Launch& launch) {
  launch.refuse_grid();
  copy_lower(p, launch.stream);
  decompose<<<1, launch.block_or(kBlock), 0, launch.stream>>>(p.l, p.pitch, p.n, p.info);
  lockstep::check_launch();
}

const Version version{__FILE__, "one block does everything, a thread has a row", run};

}  // namespace
