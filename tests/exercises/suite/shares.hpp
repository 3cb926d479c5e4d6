/// @file
/// @brief How the work of a run is shared among warps: counters are sums, and do not tell who did what.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace lockstep::testing {

/// What to do where few warps work.
inline constexpr const char* kAdvice = "Give the threads of each block elements of their own: blockIdx and threadIdx say which.";

/// Which accesses are counted: where a block adds up in shared memory, all of its warps take part, however few have read. Elements that
/// a whole warp reads together are not counted as `global`: warps that do nothing else may read them, too.
enum class Accesses { global_and_shared, global };

/// A run, with what the busiest warp of each launch did, and all warps.
class Shares {
 public:
  /// @param seen  the JSON of the version, from Submission::observe: the program could have written anything
  /// @param run   what was asked, for people: "--size 4096"
  Shares(const nlohmann::json& seen, std::string run);

  /// Fails where few of the warps work, however many were launched: the accesses to memory of all warps must be at least `least` times
  /// those of the busiest warp.
  void require_warps_at_work(double least, Accesses counted = Accesses::global_and_shared) const;

  /// Fails where all warps together make more than `most` accesses to memory: as when each does the work of all.
  void require_accesses_at_most(double most) const;

  /// Fails where one warp makes more than `most` statements, however it reads: also of textures, which no counter of accesses sees. Where
  /// it makes more accesses than statements, these are counted.
  void require_steps_of_a_warp_at_most(double most) const;

  /// Fails where one warp reads more than 1/`least` of the bytes that all warps read. Of each launch this looks at the array of which most
  /// is read, so that idle warps that read something else in vain do not hide who needs the input; and then at all arrays together, so that
  /// copies of its pieces do not hide it. A warp's bytes are counted once: nor does one thread that adds up what others have left count for
  /// much. Nor do launches in which they read it all once more: of all launches together, no more is counted than two passes read.
  /// @param bytes  of the input, for each pass that is needed; where less than a quarter of them are seen to be read, the rest comes
  /// from constant memory, and nothing is demanded
  void require_readers(double least, std::size_t bytes) const;
  /// The same of the bytes that warps store.
  void require_writers(double least, std::size_t bytes) const;

 private:
  struct Share {
    double busiest = 0, all = 0;
    double warps() const;  ///< as if so many were at work
  };
  Share of(const char* what) const;
  void require_spread(const Share& share, double least, std::size_t bytes, const char* verb) const;

  nlohmann::json launches_;
  std::string run_;
};

}  // namespace lockstep::testing
