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
      : problem_(problem), notes_(settings.notes), plan_(settings.reps > 0 ? with_reps(kHostPlan, settings.reps) : kHostPlan) {
    problem_.bind(arrays_);
  }

  void run_once(std::size_t version) override {
    arrays_.poison_outputs();
    problem_.run(version, {.notes = notes_});
  }
  std::optional<TimingPlan> plan() const override { return plan_; }
  double time_once(std::size_t version) override {
    arrays_.poison_outputs();
    return host_milliseconds_of([&] { problem_.run(version, Launch{}); });
  }

 private:
  Case& problem_;
  Notes* notes_;
  TimingPlan plan_;
  HostArrays arrays_;
};

}  // namespace

std::unique_ptr<Bench> make_host_bench(Case& problem, const RunSettings& settings) {
  return std::make_unique<HostBench>(problem, settings);
}

}  // namespace lockstep
