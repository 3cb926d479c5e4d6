/// @file
/// @brief Runs a version, and keeps what was seen even if it fails.
#include "harness/running/observed_run.hpp"

namespace lockstep {

ObservedRun run_observed(std::size_t version, Memory memory, Case& problem, RunSettings settings, const Device& device,
                         const Watching& watching) {
  settings.poison = false;  // otherwise an element that is never written would look written
  const auto watch = Watch::begin(watching);
  ObservedRun run;
  try {
    make_gpu_bench(memory, problem, settings, device)->run_once(version);
  } catch (...) {
    run.failure = std::current_exception();
  }
  run.seen = watch->end();
  return run;
}

}  // namespace lockstep
