/// @file
/// @brief The loop that v3 does without: on one core, and on all.
///
/// Look at: `./lockstep run 00 --kernel v0`: the time of the two.
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

void run(const HelloGpu::Device& p, const Launch&) {
  for (std::int64_t i = 0; i < p.count(); ++i) p.number[i] = i;
}

void run_openmp(const HelloGpu::Device& p, const Launch& launch) {
#pragma omp parallel for num_threads(lockstep::cpu_threads(launch))
  for (std::int64_t i = 0; i < p.count(); ++i) p.number[i] = i;
}

const Version version{__FILE__, "one core, one element after the other", run};
const Version openmp{__FILE__, "OpenMP: all cores, a stretch of elements each", run_openmp,
                     "openmp"};

}  // namespace
