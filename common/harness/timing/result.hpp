/// @file
/// @brief What a run found out: the data that the reports show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/timing/device.hpp"
#include "harness/timing/timing.hpp"
#include "lockstep/problem.hpp"
#include "lockstep/tile.hpp"
#include "lockstep/version.hpp"
#include "observation/observation.hpp"

namespace lockstep {

/// How many times as fast as others of the same run; absent where the other was not run.
struct Speedup {
  std::optional<double> naive;    ///< the first version of stage "naive"
  std::optional<double> first;    ///< the first version with kernels
  std::optional<double> before;   ///< the version with kernels before this one
  std::optional<double> cpu;      ///< v0_cpu
  std::optional<double> library;  ///< the fastest peer
};

/// What a version reported about itself.
struct Note {
  std::string name, value;
};

/// A setting of the lesson's own in a run.
struct SettingValue {
  std::string name;
  double value = 0;
  bool is_preset = true;  ///< it is the default
};

/// One version at one point. Absent values were not measured, or mean nothing on the simulator.
struct VersionResult {
  VersionInfo version;
  bool verified = false;
  std::string failure{};                            ///< one line; empty where verified
  std::string skipped{};                            ///< why it was not run at this point: one line, usually empty
  bool machine_lacks = false;                       ///< something the version needs, so its failure is not its fault
  std::string untimed{};                            ///< why a verified version has no times: one line, usually empty
  std::optional<double> error{};                    ///< of the check of the real inputs, or of the check that failed
  std::optional<double> bound{};                    ///< what that error was allowed to be
  std::optional<Timing> time{};                     ///< of the version's own work
  std::optional<Timing> end_to_end{};               ///< with the inputs' way to the device and the outputs' way back
  std::optional<double> gb_per_s{}, gflop_per_s{};  ///< the problem's cost over the median time
  double iterations = 0;                            ///< that the answer took, if the lesson counts them
  double work = 0;                                  ///< amount of work by the lesson's own measure, if it has one
  std::optional<double> rate{};                     ///< 10⁹ of that a second
  std::optional<double> percent_of_limit{};
  Speedup speedup{};
  std::vector<Note> notes{};
  std::optional<Observation> seen{};  ///< counters of one run at `Point::counted`, hazards of that and of all ragged sizes

  bool is_simulated(bool on_simulator) const { return on_simulator && !version.on_host(); }
  /// The version's own time, or from end to end where it does its own transfers.
  const std::optional<Timing>& best_known_time() const { return version.memory == Memory::pinned ? end_to_end : time; }
};

/// What the counters are of.
struct Counted {
  Size size;
  double needed_bytes = 0;  ///< that must move at this size, whatever the version
};

/// All versions at one size and launch shape.
struct Point {
  Size size;
  unsigned block = 0, grid = 0;  ///< as asked for; 0: each version decides
  Tile tile{};
  unsigned elements = 0, threads = 0;  ///< the same
  std::string type{};                  ///< of the elements; empty where the lesson has no types
  std::vector<VersionResult> versions{};
  std::optional<Counted> counted{};  ///< absent where nothing was counted
  bool output_written = false;       ///< the last version's answer, where one was asked for

  /// The result of the version with that name; null where it is not one of this point's type.
  const VersionResult* find(std::string_view version) const;
};

/// What a run varies.
struct SweepAxis {
  std::string key{};                  ///< "block", "grid", "tile", "elements", "threads", "size" or "type"
  std::vector<std::string> values{};  ///< as people write them
};

/// A run: one point, or one for each value of a sweep, or for each pair of values of two.
struct RunResult {
  std::string lesson, title;
  std::string type{};       ///< of the elements; empty where the lesson has no types
  int dimensions = 1;       ///< of the problem's sizes
  std::string size_form{};  ///< how they are written
  bool takes_tile = false;
  std::string backend, device;
  std::string toolkit{};  ///< CUDA's version; empty on the simulator
  std::uint64_t seed = 0;
  std::string input{};                   ///< the file that was worked on, if one
  std::vector<SettingValue> settings{};  ///< of the lesson's own
  Limits limits{};
  bool compute_bound = false;        ///< the problem does so many operations a byte that GFLOP/s says more than GB/s
  std::string rate{};                ///< the name of the lesson's own measure of speed ("GTEPS"), if it has one
  std::vector<SweepAxis> sweeps{};   ///< none, one or two
  std::vector<std::string> shown{};  ///< the measures that a sweep shows; empty: those that mean something
  std::vector<Point> points{};       ///< of two sweeps: all values of the second for the first value of the first, and so on

  bool sweeps_over(std::string_view key) const;
  /// All versions of all points, by name, in the order of the ladder.
  std::vector<std::string> version_names() const;
  bool on_simulator() const { return backend == "sim"; }

  /// " · double"; nothing where the lesson has no types.
  std::string type_text() const;
  /// " · size 1024 · block 64 · iterations 20": what was asked of all points, without what is swept.
  std::string shape_text() const;
  /// The most telling measure of a version's speed, the lesson's own, GFLOP/s or GB/s, and its name.
  const std::optional<double>& shown_rate(const VersionResult& result) const;
  std::string shown_unit() const;
  /// The file's name without its folders.
  std::string input_name() const;
  bool all_verified() const;
  bool any_wrong() const;  ///< a version failed, and not because the machine lacks something
  bool any_timed() const;
  bool any_errors() const;  ///< hazards of that rank
};

/// Fills in rates, per cent of the limit and speed-ups from the times of a point.
void add_rates(Point& point, const Cost& cost, const Limits& limits, bool on_simulator);

/// The time below which no version can go, as a share of `milliseconds`: the larger of bytes over copy rate and operations over FMA rate.
std::optional<double> percent_of_limit(const Cost& cost, const Limits& limits, double milliseconds);

}  // namespace lockstep
