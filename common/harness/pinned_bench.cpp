/// @file
/// @brief Runs versions that do their own transfers, from page-locked host memory and back.
#include "backend.hpp"
#include "bench.hpp"
#include "pinned_arrays.hpp"
#include "stream_runner.hpp"

namespace lockstep {
namespace {

class PinnedBench final : public Bench {
 public:
  PinnedBench(Case& problem, const RunSettings& settings) : runner_(problem, settings) { problem.bind(arrays_); }

  void run_once(std::size_t version) override {
    arrays_.fill_inputs();
    if (runner_.settings().poison) {
      arrays_.poison_outputs();
      runner_.scratch().poison();
    }
    runner_.run(version, runner_.settings().notes);
    runner_.synchronize();
    arrays_.fetch_outputs();
  }

  /// Copies and kernels overlap: there is no time of the kernels alone.
  std::optional<Timing> time(std::size_t) override { return std::nullopt; }

  std::optional<Timing> time_end_to_end(std::size_t version) override {
    arrays_.poison_outputs();
    const auto there_and_back = [&] {
      runner_.run(version);
      runner_.synchronize();
    };
    const Timing timing =
        repeat(runner_.planned(kOnSimulator ? kSimulatorPlan : kTransferPlan), [&] { return host_milliseconds_of(there_and_back); });
    arrays_.fetch_outputs();
    return timing;
  }

 private:
  PinnedArrays arrays_;
  StreamRunner runner_;  // after the arrays: its work ends before they go
};

}  // namespace

std::unique_ptr<Bench> make_pinned_bench(Case& problem, const RunSettings& settings) {
  return std::make_unique<PinnedBench>(problem, settings);
}

}  // namespace lockstep
