/// @file
/// @brief Cooperative groups: blocks, tiles, coalesced groups, grids and clusters (CUDA C++ Programming Guide, "Cooperative Groups").
#pragma once
#define _COOPERATIVE_GROUPS_H_  // what programs ask for

#include <utility>

#include "lockstep/sim/device/groups/coalesced.hpp"
#include "lockstep/sim/device/groups/grid.hpp"
#include "lockstep/sim/device/groups/tile.hpp"

namespace cooperative_groups {

template <class Group>
[[gnu::always_inline]] inline void sync(const Group& group, Site site = Site::current()) {
  group.sync(site);
}
/// Its name before CUDA 13.
template <class Group>
[[gnu::always_inline]] inline void synchronize(const Group& group, Site site = Site::current()) {
  group.sync(site);
}
template <class Group>
[[gnu::always_inline]] inline auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
[[gnu::always_inline]] inline auto group_size(const Group& group) {
  return group.num_threads();
}

/// One thread of the group calls `function`.
template <class Group, class Function, class... Arguments>
[[gnu::always_inline]] inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}
/// One thread of a tile or coalesced group calls `function`; all get its result.
template <class Group, class Function, class... Arguments>
[[gnu::always_inline]] inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
