/// @file
/// @brief Vector addition and its checksum on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 01 --kernel v0`: how little a second core helps, once the memory is
/// busy.
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

void run(const VectorAdd::Device& p, const Launch&) {
  float sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) {
    p.c[i] = p.a[i] + p.b[i];
    sum += p.c[i];
  }
  *p.sum = sum;
}

void run_openmp(const VectorAdd::Device& p, const Launch& launch) {
  float sum = 0;
  // `reduction` gives each thread and each SIMD lane a sum of its own. That is another order of
  // addition, which the compiler may not choose by itself.
#pragma omp parallel for simd num_threads(lockstep::cpu_threads(launch)) reduction(+ : sum)
  for (std::int64_t i = 0; i < p.n; ++i) {
    p.c[i] = p.a[i] + p.b[i];
    sum += p.c[i];
  }
  *p.sum = sum;
}

const Version version{__FILE__, "one core, one element after the other", run};
const Version openmp{__FILE__, "OpenMP: all cores, SIMD, a partial sum in each", run_openmp,
                     "openmp"};

}  // namespace
