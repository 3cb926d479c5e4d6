/// @file
/// @brief The loop that a GPU has no need of.
///
/// Look at: `./lockstep run 00 --kernel v0`: one core against all.
#include "problem.hpp"

namespace {

void run(const HelloGpu::Device& p, const Launch&) {
  for (std::int64_t i = 0; i < p.count(); ++i) p.number[i] = i;
}

void run_openmp(const HelloGpu::Device& p, const Launch&) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < p.count(); ++i) p.number[i] = i;
}

const Version version{__FILE__, "one core, one element after the other", run};
const Version openmp{__FILE__, "OpenMP: all cores, a stretch of the elements each", run_openmp, "openmp"};

}  // namespace
