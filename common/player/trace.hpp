/// @file
/// @brief A trace of what warps did, as docs/trace.md describes it: read, and checked before anything is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::player {

inline constexpr int kLanes = 32;

/// Memory that the traced warps touched.
struct Array {
  std::string name{}, space{}, type{};
  std::vector<std::int64_t> shape{};  ///< of elements; empty where it is not known
  std::int64_t start = 0;             ///< bytes from a multiple of 128
  int scalar_bytes = 4;
  int components = 1;  ///< scalars in an element
};

/// What lanes did at once. Lists have an entry for each active lane; an event's kind decides which lists it has.
struct Event {
  std::string kind{};
  int block = 0, warp = 0;
  int file = -1, line = 0;                            ///< -1: not known
  std::uint32_t lanes = 0;                            ///< a bit each
  std::vector<std::size_t> arrays{};                  ///< of an access
  std::vector<std::int64_t> indices{};                ///< of scalars
  std::vector<std::vector<nlohmann::json>> values{};  ///< of each lane's scalars
  std::vector<nlohmann::json> old{};                  ///< of an atomic
  std::vector<nlohmann::json> in{}, out{};            ///< of an exchange
  std::vector<int> from{};                            ///< of a shuffle
  std::vector<std::uint32_t> into{};                  ///< of a branch
  std::string sync{}, name{}, operation{}, scope{};
  int arrived = 0, of = 0;
  int wavefronts = 0, conflicts = 0, ideal = 0;
  std::optional<int> sectors{};

  bool is_access() const { return !indices.empty(); }
  bool reads() const { return is_access() && kind != "store"; }
  bool writes() const { return is_access() && kind != "load" && operation != "load"; }
};

/// What a checker found.
struct Hazard {
  std::string message{};
  std::vector<std::size_t> events{};  ///< those that are in the trace
};

struct Launch {
  std::string kernel{}, version{};
  std::string order{};  ///< of the threads: "reversed" where they ran from the last to the first
  std::vector<int> grid{}, block{};
  std::vector<Array> arrays{};
  std::vector<Hazard> hazards{};
  std::vector<Event> events{};
};

struct SourceFile {
  std::string name{};
  std::vector<std::string> lines{};
};

struct Trace {
  std::vector<SourceFile> files{};
  std::vector<Launch> launches{};
  std::string cut{};      ///< where it ends before the program did; empty where it does not
  nlohmann::json json{};  ///< all of it, for a page

  /// The events of all launches.
  std::size_t steps() const;
};

/// @throws UsageError, one line that names the file, where it cannot be read or is not a consistent trace of this schema
Trace read_trace(const std::string& path);

/// The lanes of a mask, from the lowest up.
std::vector<int> lanes_of(std::uint32_t mask);

}  // namespace lockstep::player
