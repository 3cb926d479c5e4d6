/// @file
/// @brief Runs versions on the host.
#include "harness/running/bench.hpp"
#include "harness/running/host_arrays.hpp"
#include "lockstep/launch.hpp"

namespace lockstep {
namespace {

class HostBench final : public Bench {
 public:
  HostBench(Case& problem, const RunSettings& settings)
      : problem_(problem), settings_(settings), plan_(settings.reps > 0 ? with_reps(kHostPlan, settings.reps) : kHostPlan) {
    problem_.bind(arrays_);
  }

  void run_once(std::size_t version) override {
    arrays_.poison_outputs();
    Launch launch = settings_.launch();
    launch.notes = settings_.notes;
    problem_.run(version, launch);
  }
  std::optional<TimingPlan> plan() const override { return plan_; }
  double time_once(std::size_t version) override {
    arrays_.poison_outputs();
    return host_milliseconds_of([&] { problem_.run(version, settings_.launch()); });
  }

 private:
  Case& problem_;
  RunSettings settings_;
  TimingPlan plan_;
  HostArrays arrays_;
};

}  // namespace

std::unique_ptr<Bench> make_host_bench(Case& problem, const RunSettings& settings) {
  return std::make_unique<HostBench>(problem, settings);
}

}  // namespace lockstep
