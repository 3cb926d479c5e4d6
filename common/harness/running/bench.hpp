/// @file
/// @brief Where a version runs on a case: with the host's arrays, with the device's, or from page-locked host memory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>

#include "harness/running/lesson.hpp"
#include "harness/timing/device.hpp"
#include "harness/timing/timing.hpp"
#include "lockstep/launch.hpp"

namespace lockstep {

/// What the command line asked of all launches, and how often to time (0: until the median is known well enough).
struct RunSettings {
  unsigned block = 0, grid = 0;
  Tile tile{};
  unsigned elements = 0, threads = 0;
  int reps = 0;
  bool poison = true;      ///< poisoned memory counts as written, which hides from a watch that no kernel wrote it
  Notes* notes = nullptr;  ///< where a version's notes go in run_once()

  /// What versions are told of it.
  Launch launch() const { return {.block = block, .grid = grid, .tile = tile, .elements = elements, .cpu_threads = threads}; }
};

/// Runs and times versions on one case. `version` is an index into Lesson::versions(). Each has scratch memory of its own, which goes
/// with the bench.
class Bench {
 public:
  Bench() = default;
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  virtual ~Bench() = default;

  /// Runs once: inputs as made, outputs and scratch poisoned before (where the settings say so), outputs on the host after.
  virtual void run_once(std::size_t version) = 0;
  /// How often time_once() is to be called; absent where a version's own work cannot be told from its transfers.
  virtual std::optional<TimingPlan> plan() const { return std::nullopt; }
  /// Brings the inputs to where time_once() finds them. Call it once beforehand.
  virtual void upload_inputs() {}
  /// Milliseconds of one run of the version's own work, on poisoned outputs. Other versions may run between two calls.
  virtual double time_once(std::size_t /*version*/) { throw std::logic_error("this bench only times from end to end"); }
  /// Brings the outputs of the last time_once() to the host.
  virtual void fetch_outputs() {}
  /// Times the run with both transfers; absent if there are none, or if their time means nothing. Each repetition begins with
  /// poisoned outputs; those of the last are on the host after.
  virtual std::optional<Timing> time_end_to_end(std::size_t /*version*/) { return std::nullopt; }
};

/// A bench on the host's arrays.
std::unique_ptr<Bench> make_host_bench(Case& problem, const RunSettings& settings);
/// A bench on device memory. @throws CudaError
std::unique_ptr<Bench> make_device_bench(Case& problem, const RunSettings& settings, const Device& device);
/// A bench on page-locked host memory. @throws CudaError
std::unique_ptr<Bench> make_pinned_bench(Case& problem, const RunSettings& settings);
/// The bench of a version; `device` means nothing to one that runs on the host. @throws MachineError, CudaError as make_gpu_bench()
std::unique_ptr<Bench> make_bench(const VersionInfo& version, Case& problem, const RunSettings& settings, const Device& device);
/// The bench for versions that work in `memory`, which is not the host's own. @throws MachineError where the arrays do not fit; CudaError
std::unique_ptr<Bench> make_gpu_bench(Memory memory, Case& problem, const RunSettings& settings, const Device& device);

}  // namespace lockstep
