/// @file
/// @brief Runs versions on the device.
#include <fmt/format.h>

#include "backend.hpp"
#include "bench.hpp"
#include "device_arrays.hpp"
#include "machine_error.hpp"

namespace lockstep {
namespace {

class DeviceBench final : public Bench {
 public:
  DeviceBench(Case& problem, const RunSettings& settings, const Device& device)
      : problem_(problem),
        settings_(settings),
        arrays_(stream_.get()),
        scratch_(stream_.get(), settings.poison),
        timer_(stream_.get(), kOnSimulator ? 0 : 2 * device.l2_bytes) {
    problem_.bind(arrays_);
  }

  void run_once(std::size_t version) override {
    arrays_.upload_inputs();
    if (settings_.poison) {
      arrays_.poison_outputs();
      scratch_.poison();
    }
    run(version, settings_.notes);
    arrays_.fetch_outputs();
  }

  Timing time(std::size_t version) override {
    const TimingPlan plan = kOnSimulator ? kSimulatorPlan : kGpuPlan;
    arrays_.poison_outputs();
    const Timing timing =
        repeat(settings_.reps > 0 ? with_reps(plan, settings_.reps) : plan, [&] { return timer_.milliseconds_of([&] { run(version); }); });
    arrays_.fetch_outputs();
    return timing;
  }

  std::optional<Timing> time_end_to_end(std::size_t version) override {
    if (kOnSimulator) return std::nullopt;
    const auto there_and_back = [&] {
      arrays_.upload_inputs();
      run(version);
      arrays_.fetch_outputs();
    };
    return repeat(settings_.reps > 0 ? with_reps(kTransferPlan, settings_.reps) : kTransferPlan,
                  [&] { return host_milliseconds_of(there_and_back); });
  }

 private:
  void run(std::size_t version, Notes* notes = nullptr) {
    scratch_.rewind();
    problem_.run(version, {.block = settings_.block, .grid = settings_.grid, .stream = stream_.get(), .pool = &scratch_, .notes = notes});
    check(cudaGetLastError());  // a version that does not look at its launch's error must not pass for one that ran
  }

  Case& problem_;
  RunSettings settings_;
  Stream stream_;  // before what queues work on it
  DeviceArrays arrays_;
  DeviceScratch scratch_;
  StreamTimer timer_;
};

}  // namespace

std::unique_ptr<Bench> make_device_bench(Case& problem, const RunSettings& settings, const Device& device) {
  try {
    return std::make_unique<DeviceBench>(problem, settings, device);
  } catch (const CudaError& error) {
    if (error.code() != cudaErrorMemoryAllocation) throw;
    throw MachineError(fmt::format("the arrays do not fit in the memory of {} ({:.1f} GB); try a smaller --size", device.name,
                                   static_cast<double>(device.memory_bytes) / 1e9));
  }
}

}  // namespace lockstep
