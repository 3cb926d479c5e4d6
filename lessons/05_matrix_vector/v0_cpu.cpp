/// @file
/// @brief The matrix-vector product on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 05 --kernel v0`: the time of the two, and their errors.
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

void run(const MatrixVector::Device& p, const Launch&) {
  for (std::int64_t i = 0; i < p.n; ++i) {
    float sum = 0;
    for (std::int64_t j = 0; j < p.n; ++j) sum += p.a[i * p.pitch + j] * p.x[j];
    p.y[i] = sum;
  }
}

void run_openmp(const MatrixVector::Device& p, const Launch& launch) {
#pragma omp parallel for num_threads(lockstep::cpu_threads(launch))
  for (std::int64_t i = 0; i < p.n; ++i) {
    const float* row = p.a + i * p.pitch;
    float sum = 0;
    // `reduction` allows what `run` may not do: add in another order, and so in several SIMD lanes
    // at once.
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < p.n; ++j) sum += row[j] * p.x[j];
    p.y[i] = sum;
  }
}

const Version version{__FILE__, "one core, one row after the other", run};
const Version openmp{__FILE__, "OpenMP: rows over all cores, SIMD in a row", run_openmp, "openmp"};

}  // namespace
