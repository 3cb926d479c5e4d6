/// @file
/// @brief The iterations of v4, v5, v7 and the peer: one as a CUDA graph, launched until the device says that it has ended.
#pragma once

#include <algorithm>
#include <array>

#include "begin.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"
#include "state.hpp"

/// Work that was captured from a stream, ready to be launched as a whole.
class Graph {
 public:
  /// @param queue  queues the work on `stream`, which is captured, and does not run
  template <class Queue>
  Graph(cudaStream_t stream, const Queue& queue) {
    lockstep::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    queue();
    cudaGraph_t captured = nullptr;
    lockstep::check(cudaStreamEndCapture(stream, &captured));
    const cudaError_t made = cudaGraphInstantiate(&graph_, captured, 0);
    static_cast<void>(cudaGraphDestroy(captured));  // the instance is a copy
    lockstep::check(made);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { static_cast<void>(cudaGraphExecDestroy(graph_)); }

  void launch(cudaStream_t stream) const { lockstep::check(cudaGraphLaunch(graph_, stream)); }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

/// Where the device's answers arrive. Page-locked, so that the copies are asynchronous; made once, as that takes longer than many a
/// solution.
inline std::array<lockstep::PinnedBuffer<End>, 2>& arrivals() {
  static std::array<lockstep::PinnedBuffer<End>, 2> buffers{lockstep::PinnedBuffer<End>(1), lockstep::PinnedBuffer<End>(1)};
  return buffers;
}

/// Launches the iterations in batches, and asks after each how it stands. While the host waits for the answer to one batch, the next is
/// already queued, so that the device never waits. Iterations after the end must do nothing.
/// @param end  on the device
inline void launch_until_ended(const Graph& iteration, const End* end, std::int32_t most, cudaStream_t stream) {
  constexpr std::int32_t kBatch = 4;
  std::array<lockstep::Event, 2> asked;
  for (std::int32_t first = 0, batch = 0;; first += kBatch, ++batch) {
    for (std::int32_t k = first; k < std::min(first + kBatch, most); ++k) iteration.launch(stream);
    const auto turn = static_cast<std::size_t>(batch % 2), other = 1 - turn;
    lockstep::check(cudaMemcpyAsync(arrivals()[turn].data(), end, sizeof(End), cudaMemcpyDeviceToHost, stream));
    asked[turn].record(stream);
    if (first + kBatch >= most) return;
    if (batch == 0) continue;
    asked[other].synchronize();
    if (*arrivals()[other].data() != End::running) return;
  }
}

/// The whole solution.
/// @param queue  queues one iteration, which must do nothing once `states` has an end
template <class Queue>
void iterate_as_graph(const ConjugateGradient::Device& s, const Vectors& v, States* states, const Launch& launch, const Queue& queue) {
  const Graph iteration(launch.stream, queue);
  begin<<<1, 1024, 0, launch.stream>>>(s, v, states);
  lockstep::check_launch();
  launch_until_ended(iteration, &states->now.end, s.iterations, launch.stream);
}
