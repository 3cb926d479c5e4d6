/// @file
/// @brief Runs versions on a stream, with scratch memory.
#pragma once

#include <cstddef>

#include "bench.hpp"
#include "device_arrays.hpp"

namespace lockstep {

/// What the benches on a GPU share: a stream, a version's scratch memory, and the call.
class StreamRunner {
 public:
  StreamRunner(Case& problem, const RunSettings& settings)
      : problem_(problem), settings_(settings), scratch_(stream_.get(), settings.poison) {}

  cudaStream_t stream() const { return stream_.get(); }
  const RunSettings& settings() const { return settings_; }
  const DeviceScratch& scratch() const { return scratch_; }

  /// Calls the version, which queues its work. @throws CudaError, also for a launch whose error the version did not look at
  void run(std::size_t version, Notes* notes = nullptr) {
    scratch_.rewind();
    problem_.run(version, {.block = settings_.block, .grid = settings_.grid, .stream = stream(), .pool = &scratch_, .notes = notes});
    check(cudaGetLastError());
  }

  /// Waits for all that the stream has. @throws CudaError for an error of that work
  void synchronize() const { stream_.synchronize(); }

  /// `plan`, unless the command line asked for a number of repetitions.
  TimingPlan planned(const TimingPlan& plan) const { return settings_.reps > 0 ? with_reps(plan, settings_.reps) : plan; }

 private:
  Case& problem_;
  RunSettings settings_;
  Stream stream_;  // before what queues work on it
  DeviceScratch scratch_;
};

}  // namespace lockstep
