/// @file
/// @brief What the kernels of one run cost, by the simulator's counters.
#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace lockstep::grading {

/// The counters of a run that have a price. All are whole numbers.
struct Work {
  double sectors = 0;     ///< of global memory, 32 bytes each
  double accesses = 0;    ///< of warps, to global memory
  double wavefronts = 0;  ///< of shared memory
  double atomics = 0;     ///< of lanes
  double barriers = 0;    ///< of blocks
  double launches = 0;
  double idle = 0;  ///< clocks that launches of fewer than kFullWarps warps take longer, since they cannot keep a multiprocessor busy

  friend bool operator==(const Work&, const Work&) = default;
};

/// So many warps fit into a multiprocessor; with fewer, too few accesses are under way to keep its memory busy.
inline constexpr double kFullWarps = 64;

/// A row of the price list.
struct Price {
  const char* name;     ///< in files
  const char* heading;  ///< for people
  double Work::*count;
  double clocks;  ///< that one of it takes a multiprocessor of an H100, roughly
};

inline constexpr std::array kPrices{
    Price{"sectors", "sectors of global memory", &Work::sectors, 2},
    Price{"accesses", "accesses of warps to global memory", &Work::accesses, 1},
    Price{"wavefronts", "wavefronts of shared memory", &Work::wavefronts, 1},
    Price{"atomics", "atomics", &Work::atomics, 2},
    Price{"barriers", "barriers of blocks", &Work::barriers, 8},
    Price{"launches", "launches", &Work::launches, 2000},
    Price{"idle", "idle clocks of launches under 64 warps", &Work::idle, 1},
};

/// All of it, in clocks. A whole number.
double cost_of(const Work& work);

/// A run of the submission that was judged right.
struct CountedRun {
  std::string size;  ///< as `--size` takes it
  Work work;

  friend bool operator==(const CountedRun&, const CountedRun&) = default;
};

/// The work of all launches of a version, from the JSON of what was seen of it.
/// @throws nlohmann::json::exception where that is not what a program writes; std::invalid_argument where a count is negative or larger
/// than any run's
Work work_of(const nlohmann::json& version);

/// As JSON, and back. @throws nlohmann::json::exception where it is not what to_json() made
/// @{
nlohmann::ordered_json to_json(const CountedRun& run);
CountedRun counted_run(const nlohmann::ordered_json& json);
/// @}

/// What the tests have left in a file; nothing where they left none.
std::optional<CountedRun> read_counted(const std::filesystem::path& path);

}  // namespace lockstep::grading
