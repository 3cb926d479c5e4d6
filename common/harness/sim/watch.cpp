/// @file
/// @brief Watches kernels by the simulator's observers.
#include <utility>

#include "lockstep/sim/check.hpp"
#include "lockstep/sim/profile.hpp"
#include "lockstep/sim/trace.hpp"
#include "observation/observation.hpp"

namespace lockstep {
namespace {

class SimulatorWatch final : public Watch {
 public:
  explicit SimulatorWatch(const Watching& what) : what_(what) {
    if (what.hazards) sim::start_check();
    if (what.counters) sim::start_profile(what.requests, what.shares);
    if (what.trace) sim::start_trace(*what.trace);
  }
  ~SimulatorWatch() override { static_cast<void>(end()); }

  Observation end() override {
    const Watching what = std::exchange(what_, {});
    Observation seen;
    std::shared_ptr<KernelTrace> trace = what.trace ? sim::stop_trace() : nullptr;
    if (what.counters) seen = sim::stop_profile();
    seen.trace = std::move(trace);
    seen.counters = total(seen.launches);
    seen.lines = merge_lines(seen.launches);
    if (what.hazards) seen.hazards = sim::stop_check();
    return seen;
  }

 private:
  Watching what_;
};

}  // namespace

std::unique_ptr<Watch> Watch::begin(const Watching& what) { return std::make_unique<SimulatorWatch>(what); }

}  // namespace lockstep
