/// @file
/// @brief How the work of a run is shared among warps: counters are sums, and do not tell who did what.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::testing {

/// The run that is traced.
struct Traced {
  std::string size;                       ///< as `--size` takes it; so small that a right answer's trace has room for all of it
  std::vector<std::string> options = {};  ///< more of them for the program
};

/// Which accesses are counted: where a block adds up in shared memory, all of its warps take part, however few have read. Elements that
/// a whole warp reads together are not counted as `global`: warps that do nothing else may read them, too.
enum class Accesses { global_and_shared, global };

/// Fails where few of the warps work, however many were launched. In a trace, accesses to memory of all warps are counted: they must be
/// at least `least` times those of the busiest warp. Parts that ask for the same run look at one trace.
///
/// What is not in the trace is unknown: here and below, a trace that does not have all of the run fails.
void require_warps_at_work(const Traced& run, double least, Accesses counted = Accesses::global_and_shared);

/// Fails where one warp makes more than `most` steps, a statement or an access each, however it reads: also of textures, which no counter
/// of accesses sees. `run` and `counted` are those of the part's require_warps_at_work().
void require_steps_of_a_warp_at_most(const Traced& run, std::int64_t most, Accesses counted);

/// Fails where one warp reads more than 1/`least` of the elements that all warps read. Of each launch this looks at the array of which most
/// is read. A warp's elements are counted once: neither do idle warps that read some in vain hide who needs them, nor does one thread that
/// adds up what others have left count for much.
/// @param elements  of the input; where less than a quarter of them are seen to be read, the rest comes through textures, and nothing is
/// demanded
void require_readers(const Traced& run, double least, std::int64_t elements);

/// The same of the elements that warps store.
void require_writers(const Traced& run, double least, std::int64_t elements);

}  // namespace lockstep::testing
