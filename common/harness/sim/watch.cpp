/// @file
/// @brief Watches kernels by the simulator's observers.
#include <algorithm>
#include <iterator>
#include <utility>

#include "lockstep/sim/check.hpp"
#include "lockstep/sim/profile.hpp"
#include "observation/observation.hpp"

namespace lockstep {
namespace {

std::array<unsigned, 3> extent(dim3 d) { return {d.x, d.y, d.z}; }

LaunchCounters launch_of(const sim::LaunchProfile& from) {
  LaunchCounters launch{.kernel = from.kernel, .grid = extent(from.grid), .block = extent(from.block), .counters = from.counters};
  for (const sim::LineProfile& line : from.lines) launch.lines.push_back({.file = line.file, .line = line.line, .counters = line.counters});
  return launch;
}

WarpRequest request_of(const sim::PictureRequest& from) {
  WarpRequest request{.file = from.file,
                      .line = from.line,
                      .shared = from.shared,
                      .write = from.write,
                      .atomic = from.atomic,
                      .bytes = from.bytes,
                      .lanes = from.lanes,
                      .sectors = from.sectors,
                      .ideal_sectors = from.ideal_sectors,
                      .wavefronts = from.wavefronts,
                      .bank_conflicts = from.bank_conflicts};
  std::ranges::copy(from.address, request.address.begin());
  for (const sim::PicturePhase& phase : from.phases) request.phases.push_back({phase.lanes, phase.wavefronts, phase.crowded_banks});
  return request;
}

Severity severity_of(sim::Severity severity) {
  if (severity == sim::Severity::error) return Severity::error;
  return severity == sim::Severity::warning ? Severity::warning : Severity::note;
}

Hazard hazard_of(const sim::Hazard& from) {
  return {.kind = from.kind,
          .severity = severity_of(from.severity),
          .kernel = from.kernel,
          .file = from.file,
          .line = from.line,
          .other_file = from.other_file,
          .other_line = from.other_line,
          .threads = from.threads,
          .message = from.message,
          .fix = from.fix,
          .witness = from.witness,
          .count = from.count,
          .text = sim::to_string(from)};
}

class SimulatorWatch final : public Watch {
 public:
  explicit SimulatorWatch(const Watching& what) : what_(what) {
    if (what.hazards) sim::start_check();
    if (what.counters) sim::start_profile(what.requests);
  }
  ~SimulatorWatch() override { static_cast<void>(take()); }

  Observation end() override { return take(); }

 private:
  Observation take() {
    const Watching what = std::exchange(what_, {});
    Observation seen;
    if (what.counters) add_profile(sim::stop_profile(), seen);
    if (what.hazards) std::ranges::transform(sim::stop_check(), std::back_inserter(seen.hazards), hazard_of);
    return seen;
  }

  static void add_profile(const sim::Profile& profile, Observation& seen) {
    std::ranges::transform(profile.launches, std::back_inserter(seen.launches), launch_of);
    for (const sim::LaunchProfile& launch : profile.launches)
      std::ranges::transform(launch.requests, std::back_inserter(seen.requests), request_of);
    std::vector<Counters> counters;
    for (const LaunchCounters& launch : seen.launches) counters.push_back(launch.counters);
    seen.counters = total(counters);
    seen.lines = merge_lines(seen.launches);
    seen.bytes_to_host = profile.bytes_to_host;
  }

  Watching what_;
};

}  // namespace

std::unique_ptr<Watch> Watch::begin(const Watching& what) { return std::make_unique<SimulatorWatch>(what); }

}  // namespace lockstep
