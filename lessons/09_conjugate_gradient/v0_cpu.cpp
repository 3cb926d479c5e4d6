/// @file
/// @brief Conjugate gradients on the CPU: one core, and all of them.
///
/// Look at: `./lockstep run 09 --kernel v0`: the time of the two, and how many iterations they take.
#include <cmath>
#include <vector>

#include "lockstep/parallel.hpp"
#include "stop.hpp"

namespace {

using Vector = std::vector<float>;

void multiply(const ConjugateGradient::Device& s, const Vector& p, Vector& q, const Launch&) {
  for (std::int64_t i = 0; i < s.n; ++i) {
    float sum = 0;
    for (std::int64_t j = 0; j < s.n; ++j) sum += s.a[i * s.pitch + j] * p[static_cast<std::size_t>(j)];
    q[static_cast<std::size_t>(i)] = sum;
  }
}

void multiply_on_all_cores(const ConjugateGradient::Device& s, const Vector& p, Vector& q, const Launch& launch) {
#pragma omp parallel for num_threads(lockstep::cpu_threads(launch))
  for (std::int64_t i = 0; i < s.n; ++i) {
    const float* row = s.a + i * s.pitch;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < s.n; ++j) sum += row[j] * p[static_cast<std::size_t>(j)];
    q[static_cast<std::size_t>(i)] = sum;
  }
}

float dot(const Vector& a, const Vector& b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The vectors are n elements, A is n²: only the product is worth all cores.
template <void (*Multiply)(const ConjugateGradient::Device&, const Vector&, Vector&, const Launch&)>
void run(const ConjugateGradient::Device& s, const Launch& launch) {
  const auto n = static_cast<std::size_t>(s.n);
  Vector r(s.b, s.b + n), p = r, q(n), x(n);
  float rr = dot(r, r);
  const float limit = limit_of(s, rr);
  std::int32_t k = 0;
  End end = End::running;
  for (;; ++k) {
    s.history[k] = std::sqrt(rr);
    end = judge_residual(s, rr, limit, k);
    if (end != End::running) break;
    Multiply(s, p, q, launch);
    const float pq = dot(p, q);
    end = judge_curvature(pq);
    if (end != End::running) break;

    const float alpha = rr / pq;
    for (std::size_t i = 0; i < n; ++i) x[i] += alpha * p[i];
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    const float before = rr;
    rr = dot(r, r);
    for (std::size_t i = 0; i < n; ++i) p[i] = r[i] + rr / before * p[i];
  }
  std::copy(x.begin(), x.end(), s.x);
  s.outcome[0] = k;
  s.outcome[1] = static_cast<std::int32_t>(end);
}

const Version version{__FILE__, "one core, as it is written in books", run<multiply>};
const Version openmp{__FILE__, "OpenMP: rows of A over all cores, SIMD in a row", run<multiply_on_all_cores>, "openmp"};

}  // namespace
