/// @file
/// @brief Runs versions on the device.
#include "backend.hpp"
#include "bench.hpp"
#include "device_arrays.hpp"

namespace lockstep {
namespace {

class DeviceBench final : public Bench {
 public:
  DeviceBench(Case& problem, const RunSettings& settings, const Device& device)
      : problem_(problem), settings_(settings), arrays_(stream_.get()), timer_(stream_.get(), kOnSimulator ? 0 : 2 * device.l2_bytes) {
    problem_.bind(arrays_);
  }

  void choose(std::size_t version) override {
    version_ = version;
    scratch_.emplace(stream_.get());
  }

  void run_once() override {
    arrays_.upload_inputs();
    arrays_.poison_outputs();
    scratch_->poison();
    run();
    arrays_.fetch_outputs();
  }

  Timing time() override {
    const TimingPlan plan = kOnSimulator ? kSimulatorPlan : kGpuPlan;
    arrays_.poison_outputs();
    const Timing timing = repeat(settings_.reps > 0 ? with_reps(plan, settings_.reps) : plan,
                                 [this] { return timer_.milliseconds_of([this] { run(); }); });
    arrays_.fetch_outputs();
    return timing;
  }

  std::optional<Timing> time_end_to_end() override {
    if (kOnSimulator) return std::nullopt;
    const auto there_and_back = [this] {
      arrays_.upload_inputs();
      run();
      arrays_.fetch_outputs();
    };
    return repeat(settings_.reps > 0 ? with_reps(kTransferPlan, settings_.reps) : kTransferPlan,
                  [&] { return host_milliseconds_of(there_and_back); });
  }

 private:
  void run() {
    scratch_->rewind();
    problem_.run(version_, {.block = settings_.block, .grid = settings_.grid, .stream = stream_.get(), .pool = &*scratch_});
    check(cudaGetLastError());  // a version that does not look at its launch's error must not pass for one that ran
  }

  Case& problem_;
  RunSettings settings_;
  Stream stream_;  // before what queues work on it
  DeviceArrays arrays_;
  StreamTimer timer_;
  std::optional<DeviceScratch> scratch_;
  std::size_t version_ = 0;
};

}  // namespace

std::unique_ptr<Bench> make_device_bench(Case& problem, const RunSettings& settings, const Device& device) {
  return std::make_unique<DeviceBench>(problem, settings, device);
}

}  // namespace lockstep
