/// @file
/// @brief How the work of a run is shared among warps: counters are sums, and do not tell who did what.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::testing {

/// Which accesses are counted: where a block adds up in shared memory, all of its warps take part, however few have read. Elements that
/// a whole warp reads together are not counted as `global`: warps that do nothing else may read them, too.
enum class Accesses { global_and_shared, global };

/// Fails where few of the warps work, however many were launched. In a trace, accesses to memory of all warps are counted: they must be
/// at least `least` times those of the busiest warp. Parts that ask for the same size look at one trace.
/// @param size  as `--size` takes it; so small that the first 256 blocks do all of the work, and that no block needs the 10,000 events of a
/// trace alone
void require_warps_at_work(const std::string& size, double least, Accesses counted = Accesses::global_and_shared);

/// Fails where one warp makes more than `most` steps, a statement or an access each, however it reads: also of textures, which no counter
/// of accesses sees. `size` and `counted` are those of the part's require_warps_at_work().
void require_steps_of_a_warp_at_most(const std::string& size, std::int64_t most, Accesses counted);

}  // namespace lockstep::testing
