/// @file
/// @brief Runs versions on the host.
#include "bench.hpp"
#include "host_arrays.hpp"
#include "lockstep/launch.hpp"

namespace lockstep {
namespace {

class HostBench final : public Bench {
 public:
  HostBench(Case& problem, const RunSettings& settings)
      : problem_(problem), plan_(settings.reps > 0 ? with_reps(kHostPlan, settings.reps) : kHostPlan) {
    problem_.bind(arrays_);
  }

  void choose(std::size_t version) override { version_ = version; }
  void run_once() override {
    arrays_.poison_outputs();
    run();
  }
  Timing time() override {
    arrays_.poison_outputs();
    return repeat(plan_, [this] { return host_milliseconds_of([this] { run(); }); });
  }
  std::optional<Timing> time_end_to_end() override { return std::nullopt; }

 private:
  void run() { problem_.run(version_, Launch{}); }

  Case& problem_;
  TimingPlan plan_;
  HostArrays arrays_;
  std::size_t version_ = 0;
};

}  // namespace

std::unique_ptr<Bench> make_host_bench(Case& problem, const RunSettings& settings) {
  return std::make_unique<HostBench>(problem, settings);
}

}  // namespace lockstep
