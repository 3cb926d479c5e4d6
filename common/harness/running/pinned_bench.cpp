/// @file
/// @brief Runs versions that do their own transfers, from page-locked host memory and back. Their copies and kernels overlap: there is no
/// time of the kernels alone.
#include "harness/running/bench.hpp"
#include "harness/running/placed_arrays.hpp"
#include "harness/running/stream_runner.hpp"
#include "harness/timing/backend.hpp"

namespace lockstep {
namespace {

class PinnedBench final : public Bench {
 public:
  PinnedBench(Case& problem, const RunSettings& settings) : runner_(problem, settings), arrays_(runner_.stream()) { problem.bind(arrays_); }

  void run_once(std::size_t version) override { runner_.run_once(version, arrays_); }

  std::optional<Timing> time_end_to_end(std::size_t version) override {
    arrays_.upload_inputs();
    const auto there_and_back = [&] {
      runner_.run(version);
      runner_.synchronize();
    };
    const Timing timing = repeat(runner_.planned(kOnSimulator ? kSimulatorPlan : kTransferPlan), [&] {
      arrays_.poison_outputs();
      runner_.synchronize();  // the poison's time is not the version's
      return host_milliseconds_of(there_and_back);
    });
    arrays_.fetch_outputs();
    return timing;
  }

 private:
  StreamRunner runner_;  // before what queues work on its stream
  PinnedArrays arrays_;
};

}  // namespace

std::unique_ptr<Bench> make_pinned_bench(Case& problem, const RunSettings& settings) {
  return std::make_unique<PinnedBench>(problem, settings);
}

}  // namespace lockstep
