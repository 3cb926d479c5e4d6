/// @file
/// @brief The iterations of v1 to v3: the host calls kernels, and fetches each sum to decide what comes next.
#pragma once

#include <cmath>
#include <vector>

#include "lockstep/fetch.hpp"
#include "lockstep/grid.hpp"
#include "stop.hpp"
#include "vector_kernels.hpp"

/// @param multiply  multiply(p, q) queues q = A p
/// @param dot       dot(a, b, sum) queues sum = aᵀb
template <class Multiply, class Dot>
void iterate_from_host(const ConjugateGradient::Device& s, const Launch& launch, const Multiply& multiply, const Dot& dot) {
  constexpr unsigned kBlock = 256;  // threads, of the kernels on vectors
  const unsigned grid = lockstep::covering_blocks(s.n, kBlock);
  const auto n = static_cast<std::size_t>(s.n), bytes = n * sizeof(float);
  float *r = launch.scratch<float>(n), *p = launch.scratch<float>(n), *q = launch.scratch<float>(n), *sum = launch.scratch<float>(1);
  for (float* start : {r, p}) lockstep::check(cudaMemcpyAsync(start, s.b, bytes, cudaMemcpyDeviceToDevice, launch.stream));
  lockstep::check(cudaMemsetAsync(s.x, 0, bytes, launch.stream));
  dot(r, r, sum);
  float rr = lockstep::fetch(sum, launch.stream);
  const float limit = limit_of(s, rr);

  std::vector<float> history;
  std::int32_t outcome[2] = {};
  for (std::int32_t& k = outcome[0];; ++k) {
    history.push_back(std::sqrt(rr));
    End end = judge_residual(s, rr, limit, k);
    float pq = 0;
    if (end == End::running) {
      multiply(p, q);
      dot(p, q, sum);
      pq = lockstep::fetch(sum, launch.stream);
      end = judge_curvature(pq);
    }
    outcome[1] = static_cast<std::int32_t>(end);
    if (end != End::running) break;

    const float alpha = rr / pq, before = rr;
    add_scaled<<<grid, kBlock, 0, launch.stream>>>(s.x, alpha, p, s.n);
    lockstep::check_launch();
    add_scaled<<<grid, kBlock, 0, launch.stream>>>(r, -alpha, q, s.n);
    lockstep::check_launch();
    dot(r, r, sum);
    rr = lockstep::fetch(sum, launch.stream);
    turn<<<grid, kBlock, 0, launch.stream>>>(p, rr / before, r, s.n);
    lockstep::check_launch();
  }
  lockstep::check(cudaMemcpyAsync(s.history, history.data(), history.size() * sizeof(float), cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaMemcpyAsync(s.outcome, outcome, sizeof(outcome), cudaMemcpyHostToDevice, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));  // the copies' sources end with this function
}
