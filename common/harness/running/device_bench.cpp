/// @file
/// @brief Runs versions on the device.
#include "harness/running/bench.hpp"
#include "harness/running/placed_arrays.hpp"
#include "harness/running/stream_runner.hpp"
#include "harness/timing/backend.hpp"

namespace lockstep {
namespace {

class DeviceBench final : public Bench {
 public:
  DeviceBench(Case& problem, const RunSettings& settings, const Device& device)
      : runner_(problem, settings), arrays_(runner_.stream()), timer_(runner_.stream(), kOnSimulator ? 0 : 2 * device.l2_bytes) {
    problem.bind(arrays_);
  }

  void run_once(std::size_t version) override { runner_.run_once(version, arrays_); }

  std::optional<TimingPlan> plan() const override { return runner_.planned(kOnSimulator ? kSimulatorPlan : kGpuPlan); }

  void upload_inputs() override { arrays_.upload_inputs(); }

  double time_once(std::size_t version) override {
    arrays_.poison_outputs();
    return timer_.milliseconds_of([&] { runner_.run(version); });
  }

  void fetch_outputs() override { arrays_.fetch_outputs(); }

  std::optional<Timing> time_end_to_end(std::size_t version) override {
    if (kOnSimulator) return std::nullopt;
    const auto there_and_back = [&] {
      arrays_.upload_inputs();
      runner_.run(version);
      arrays_.fetch_outputs();
    };
    return repeat(runner_.planned(kTransferPlan), [&] {
      arrays_.poison_outputs();
      runner_.synchronize();  // the poison's time is not the version's
      return host_milliseconds_of(there_and_back);
    });
  }

 private:
  StreamRunner runner_;  // before what queues work on its stream
  DeviceArrays arrays_;
  StreamTimer timer_;
};

}  // namespace

std::unique_ptr<Bench> make_device_bench(Case& problem, const RunSettings& settings, const Device& device) {
  return std::make_unique<DeviceBench>(problem, settings, device);
}

}  // namespace lockstep
