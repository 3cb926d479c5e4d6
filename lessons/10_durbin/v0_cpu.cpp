/// @file
/// @brief Levinson–Durbin on the CPU: PolyBench's form, the reworked one on one core, and on all of them.
///
/// Look at: `./lockstep run 10 --kernel v0 --size 4096`: the time of the three.
#include <omp.h>

#include <algorithm>
#include <vector>

#include "lockstep/launch.hpp"
#include "problem.hpp"

namespace {

/// Two-dimensional arrays: row i, column k is element i at order k. As in PolyBench's `durbin` up to release 3, but for its mistakes.
void run_polybench(const Durbin::Device& p, const Launch&) {
  const auto n = static_cast<std::size_t>(p.n);
  std::vector<float> y(n * n), sum((n + 1) * n);
  float alpha = -p.r[0], beta = 1;
  y[0] = alpha;
  for (std::size_t k = 1; k < n; ++k) {
    beta *= 1 - alpha * alpha;
    sum[k] = p.r[k];
    for (std::size_t i = 0; i < k; ++i) sum[(i + 1) * n + k] = sum[i * n + k] + p.r[k - 1 - i] * y[i * n + k - 1];
    alpha = -sum[k * n + k] / beta;
    for (std::size_t i = 0; i < k; ++i) y[i * n + k] = y[i * n + k - 1] + alpha * y[(k - 1 - i) * n + k - 1];
    y[k * n + k] = alpha;
  }
  for (std::size_t i = 0; i < n; ++i) p.y[i] = y[i * n + n - 1];
}

#ifdef __x86_64__
#define BEST_SIMD [[gnu::target_clones("arch=haswell", "default")]]
#else
#define BEST_SIMD
#endif

/// Σ x[i] y[i], with leave to add in another order, and so in several SIMD lanes at once.
BEST_SIMD float dot(const float* x, const float* y, std::int64_t count) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < count; ++i) sum += x[i] * y[i];
  return sum;
}

/// Pairs first … last of y[i] and y[k − 1 − i] are updated in place: each needs the other, and no third.
BEST_SIMD void update_pairs(float* y, std::int64_t k, float alpha, std::int64_t first, std::int64_t last) {
  float* const mirror = y + k - 1;
#pragma omp simd
  for (std::int64_t i = first; i < last; ++i) {
    const float low = y[i], high = mirror[-i];
    y[i] = low + alpha * high;
    mirror[-i] = high + alpha * low;
  }
}

void run(const Durbin::Device& p, const Launch&) {
  std::vector<float> back(static_cast<std::size_t>(p.n));  // r backwards: the factors of a step lie side by side, as y does
  std::reverse_copy(p.r, p.r + p.n, back.begin());
  float alpha = -p.r[0], beta = 1;
  p.y[0] = alpha;
  for (std::int64_t k = 1; k < p.n; ++k) {
    beta *= 1 - alpha * alpha;
    alpha = -(p.r[k] + dot(back.data() + p.n - k, p.y, k)) / beta;
    update_pairs(p.y, k, alpha, 0, k / 2);
    if (k % 2 == 1) p.y[k / 2] += alpha * p.y[k / 2];  // the one in the middle is its own partner
    p.y[k] = alpha;
  }
}

void run_openmp(const Durbin::Device& p, const Launch& launch) {
  std::vector<float> back(static_cast<std::size_t>(p.n));
  std::reverse_copy(p.r, p.r + p.n, back.begin());
  constexpr std::size_t kLine = 16;  // floats of a cache line: the threads' sums share none
  // A barrier takes the time of hundreds of elements: a thread needs that many to be of use. Whoever asks for more threads gets them.
  const auto useful = static_cast<unsigned>(std::clamp<std::int64_t>(p.n / 1024, 1, omp_get_max_threads()));
  const unsigned most = launch.threads_or(useful);
  std::vector<float> sums(kLine * most);
  p.y[0] = -p.r[0];
#pragma omp parallel num_threads(static_cast<int>(most))
  {
    const std::int64_t me = omp_get_thread_num(), threads = omp_get_num_threads();  // the system may give fewer than asked for
    float alpha = -p.r[0], beta = 1;  // each thread has its own, all alike
    for (std::int64_t k = 1; k < p.n; ++k) {
      beta *= 1 - alpha * alpha;
      const std::int64_t first = k * me / threads, last = k * (me + 1) / threads;
      sums[kLine * static_cast<std::size_t>(me)] = dot(back.data() + p.n - k + first, p.y + first, last - first);
#pragma omp barrier
      float sum = p.r[k];
      for (std::size_t t = 0; t < sums.size(); t += kLine) sum += sums[t];
      alpha = -sum / beta;
      const std::int64_t pairs = k / 2;
      update_pairs(p.y, k, alpha, pairs * me / threads, pairs * (me + 1) / threads);
      if (me == 0 && k % 2 == 1) p.y[pairs] += alpha * p.y[pairs];
      if (me == 0) p.y[k] = alpha;
#pragma omp barrier
    }
  }
}

const Version version{__FILE__, "one core, pairs in place, SIMD", run};
const Version openmp{__FILE__, "OpenMP: the same on all cores, two barriers a step", run_openmp, "openmp"};
const Version polybench{__FILE__, "one core, PolyBench's two-dimensional arrays", run_polybench, "polybench"};

}  // namespace
