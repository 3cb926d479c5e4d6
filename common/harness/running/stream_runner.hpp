/// @file
/// @brief Runs versions on a stream, each with scratch memory of its own.
#pragma once

#include <cstddef>
#include <map>

#include "harness/running/bench.hpp"
#include "harness/running/device_scratch.hpp"
#include "harness/running/placed_arrays.hpp"

namespace lockstep {

/// What the benches on a GPU share: a stream, the versions' scratch memory, and the call.
class StreamRunner {
 public:
  StreamRunner(Case& problem, const RunSettings& settings) : problem_(problem), settings_(settings) {}

  cudaStream_t stream() const { return stream_.get(); }

  /// Calls the version, which queues its work. @throws CudaError, also for a launch whose error the version did not look at
  void run(std::size_t version, Notes* notes = nullptr) {
    DeviceScratch& scratch = scratch_of(version);
    scratch.rewind();
    Launch launch = settings_.launch();
    launch.stream = stream();
    launch.pool = &scratch;
    launch.notes = notes;
    problem_.run(version, launch);
    check(cudaGetLastError());
  }

  /// Bench::run_once on arrays that are placed for this stream.
  template <class Where>
  void run_once(std::size_t version, const PlacedArrays<Where>& arrays) {
    arrays.upload_inputs();
    if (settings_.poison) {
      arrays.poison_outputs();
      scratch_of(version).poison();
    }
    run(version, settings_.notes);
    arrays.fetch_outputs();
  }

  /// Waits for all that the stream has. @throws CudaError for an error of that work
  void synchronize() const { stream_.synchronize(); }

  /// `plan`, unless the command line asked for a number of repetitions.
  TimingPlan planned(const TimingPlan& plan) const { return settings_.reps > 0 ? with_reps(plan, settings_.reps) : plan; }

 private:
  DeviceScratch& scratch_of(std::size_t version) { return scratch_.try_emplace(version, stream_.get(), settings_.poison).first->second; }

  Case& problem_;
  RunSettings settings_;
  Stream stream_;  // before what queues work on it
  std::map<std::size_t, DeviceScratch> scratch_;
};

}  // namespace lockstep
