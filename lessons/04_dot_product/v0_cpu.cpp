/// @file
/// @brief The dot product on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 04 --kernel v0`: the time of the two, and their errors.
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

void run(const DotProduct::Device& p, const Launch&) {
  float sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) sum += p.a[i] * p.b[i];
  *p.sum = sum;
}

void run_openmp(const DotProduct::Device& p, const Launch& launch) {
  float sum = 0;
  // `reduction` allows what `run` may not do: add in another order, and so in several cores and
  // SIMD lanes at once.
#pragma omp parallel for simd num_threads(lockstep::cpu_threads(launch)) reduction(+ : sum)
  for (std::int64_t i = 0; i < p.n; ++i) sum += p.a[i] * p.b[i];
  *p.sum = sum;
}

const Version version{__FILE__, "one core, one product after the other", run};
const Version openmp{__FILE__, "OpenMP: all cores, SIMD, a partial sum in each", run_openmp,
                     "openmp"};

}  // namespace
