/// @file
/// @brief The sum and its norm on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 02 --kernel v0`: the time of the two. B is read down its columns, a
/// whole row apart.
#include "lockstep/parallel.hpp"
#include "problem.hpp"

namespace {

/// Writes one row of C, and returns its share of ‖C‖².
float add_row(const MatrixAdd::Device& p, std::int64_t row) {
  float sum = 0;
  for (std::int64_t column = 0; column < p.width; ++column) {
    const float c = p.a[row * p.pitch + column] + p.b[column * p.b_pitch + row];
    p.c[row * p.pitch + column] = c;
    sum += c * c;
  }
  return sum;
}

void run(const MatrixAdd::Device& p, const Launch&) {
  float norm = 0;
  for (std::int64_t row = 0; row < p.height; ++row) norm += add_row(p, row);
  *p.norm = norm;
}

void run_openmp(const MatrixAdd::Device& p, const Launch& launch) {
  float norm = 0;
#pragma omp parallel for num_threads(lockstep::cpu_threads(launch)) reduction(+ : norm)
  for (std::int64_t row = 0; row < p.height; ++row) norm += add_row(p, row);
  *p.norm = norm;
}

const Version version{__FILE__, "one core, one row after the other", run};
const Version openmp{__FILE__, "OpenMP: all cores, some rows each", run_openmp, "openmp"};

}  // namespace
