/// @file
/// @brief What can be seen of kernels while they run: counters and hazards. Only the simulator shows them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observation/counters.hpp"
#include "observation/phase.hpp"

namespace lockstep {

/// Counts under their names in the table of counters.
using Counters = std::map<std::string, double>;

/// The counts of one line of the source.
struct LineCounters {
  std::string file;  ///< as the compiler was given it
  unsigned line = 0;
  Counters counters{};
  bool operator==(const LineCounters&) const = default;
};

/// One access of a warp, and what was counted for it.
struct WarpRequest {
  std::string file;
  unsigned line = 0;
  bool shared = false;  ///< shared memory, otherwise global
  bool write = false;   ///< stores, or is atomic
  bool atomic = false;
  std::uint32_t bytes = 0;                           ///< of each lane
  std::uint32_t lanes = 0;                           ///< a bit for each that took part
  std::array<std::uint64_t, 32> address{};           ///< from the sector in which the allocation, or the block's shared memory, starts
  std::uint32_t sectors = 0, ideal_sectors = 0;      ///< of global memory
  std::uint32_t wavefronts = 0, bank_conflicts = 0;  ///< of shared memory
  std::vector<Phase> phases{};                       ///< of shared memory, in order
  bool operator==(const WarpRequest&) const = default;
};

/// Of something that warps do: how much of it the busiest does, and how much all do.
struct Share {
  std::uint64_t busiest = 0, all = 0;
  bool operator==(const Share&) const = default;
};

/// How the work of a launch is shared among its warps.
struct WarpShares {
  Share global;             ///< accesses to memory that is not shared, but for loads of one element by several lanes
  Share global_and_shared;  ///< all accesses
  /// Bytes of the array of which most are read or stored, each counted once for a warp and once for all.
  Share read_bytes, stored_bytes;
  Share read_of_all, stored_of_all;  ///< the same of all arrays together
  std::uint64_t most_steps = 0;  ///< the most statements of a warp, or the most accesses, where those are more
  bool operator==(const WarpShares&) const = default;
};

/// What was counted of one launch.
struct LaunchCounters {
  std::string kernel;
  std::array<unsigned, 3> grid{}, block{};
  Counters counters{};
  std::vector<LineCounters> lines{};                   ///< by file and line; only those with an access, a step or a barrier
  std::optional<std::vector<WarpRequest>> requests{};  ///< of the first warp, in order; absent unless asked for
  std::optional<WarpShares> shares{};                  ///< absent unless asked for
  bool operator==(const LaunchCounters&) const = default;
};

enum class Severity { note, warning, error };

constexpr const char* name_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// A thread, by its block's index in the grid and its rank in the block (x fastest).
struct ThreadPlace {
  std::array<unsigned, 3> block{};
  unsigned rank = 0;
};

/// One mistake, however often it happened.
struct Hazard {
  /// "race"; of memory "out-of-bounds", "use-after-free", "misaligned", "uninitialised-read", "constant-write"; of barriers and warps
  /// "divergent-barrier", "divergent-warp", "outside-mask", "missing-lanes", "early-return", "deadlock"; of the host "leak",
  /// "unchecked-error" and "late-output", found at the end of the program only; and other failures of a launch.
  std::string kind{};
  Severity severity = Severity::error;
  std::string kernel{};
  std::string file{};  ///< of the access that completed it
  unsigned line = 0;
  std::string other_file{};
  unsigned other_line = 0;         ///< of the access before; 0 where there is none
  std::string threads{};           ///< both, with block and thread coordinates
  std::vector<ThreadPlace> who{};  ///< the same of an access: of the one that completed it, and of the one before
  std::string message{};           ///< for a student: what happened, and the values
  std::string fix{};               ///< the usual fix, in one sentence
  std::string witness{};           ///< how the answer changes in another order of the threads; empty where it does not, or was not tried
  unsigned long count = 1;         ///< how often
  std::string text{};              ///< all of it, for people: several lines
  std::size_t number = 0;          ///< in the order of discovery
};

struct KernelTrace;  // observation/trace.hpp

/// Which warps to trace, and how far.
struct TraceRequest {
  std::vector<std::size_t> blocks{0};  ///< by their numbers in the grid
  std::vector<std::size_t> warps{0};   ///< by their numbers in the block; empty: all
  std::size_t events = 10000;          ///< of all launches together, at most
};

/// What was seen.
struct Observation {
  Counters counters{};  ///< of all launches together
  std::vector<LaunchCounters> launches{};
  std::vector<LineCounters> lines{};  ///< of all launches together, by file and line
  std::vector<Hazard> hazards{};
  std::shared_ptr<KernelTrace> trace{};  ///< null unless asked for
  std::uint64_t bytes_to_host = 0;       ///< copied from the device's memory, and stored by kernels, to where host code can read them
  std::uint64_t bytes_to_constants = 0;  ///< copied from the device's memory into `__constant__` variables
  std::uint64_t texture_bytes = 0;       ///< that kernels read through textures
};

/// What to look for. Each costs time.
struct Watching {
  bool counters = false, hazards = false;
  unsigned requests = 0;  ///< so many of each access in the code, by the first warp of each launch
  bool shares = false;    ///< of the warps of each launch
  std::optional<TraceRequest> trace{};
};

/// Watches the kernels that are launched while it lives. One at a time.
class Watch {
 public:
  /// @throws std::logic_error where kernels cannot be watched
  static std::unique_ptr<Watch> begin(const Watching& what);
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  virtual ~Watch() = default;

  /// Waits for the kernels, and ends the watch.
  virtual Observation end() = 0;
};

/// The rows of the table of counters.
std::span<const Counter> all_counters();

/// A counter; 0 where it was not counted.
double value_of(const Counters& counters, const Counter& counter);

/// Counters of several parts as those of the whole: sums add, a maximum is the largest, ratios are those of the whole.
Counters total(const std::vector<Counters>& parts);
Counters total(const std::vector<LaunchCounters>& launches);

/// Counters of the same line of several launches become one. By file and line.
std::vector<LineCounters> merge_lines(const std::vector<LaunchCounters>& launches);

/// The requests that were kept of all launches, in order.
std::vector<WarpRequest> all_requests(const std::vector<LaunchCounters>& launches);

/// The hazards of several runs, each once; counts add.
void merge_hazards(std::vector<Hazard>& all, const std::vector<Hazard>& more);

/// How many are of this severity.
std::size_t count_of(const std::vector<Hazard>& hazards, Severity severity);

}  // namespace lockstep
