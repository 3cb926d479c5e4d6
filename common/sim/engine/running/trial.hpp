/// @file
/// @brief A trial: a launch on all cores, whose memory is kept, so that it can be taken back and run again in one order.
///
/// Observers that see one order of events need one OS thread, and those that find hazards take their time. So a launch is first tried: on
/// all cores, watched by observers that are quick and can be in several places (`TrialRole`). Nearly always that was the launch. It is
/// taken back where an observer saw something that another one has to look at, and where what the launch does depends on the order in
/// which its blocks run, so that what is counted would depend on the machine.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/running/grid.hpp"

namespace lockstep::sim {

/// Why a trial was taken back.
enum class TrialEnd : std::uint8_t {
  none,
  order,      ///< the order of blocks may show: it runs on one core
  finding,    ///< there is something to look at
  too_large,  ///< it wrote more than is kept
  unkept      ///< it changed what is not kept: the device's heap
};

/// The trial that runs is to be taken back.
void doubt_trial(TrialEnd why);
/// Is there one that is?
bool is_trial_doubted();
/// The same, by a thread of it, which goes no further.
[[noreturn]] void call_off_trial(TrialEnd why);

/// Does it show in which order blocks come to this access?
inline bool shows_order(const Access& access) {
  if (is_plain(access.kind) || access.kind == AccessKind::volatile_store || is_shared_address(access.address)) return false;
  return access.kind == AccessKind::volatile_load || !access.ignores_result || !access.commutes;
}
/// Is there a trial on more than one core?
extern bool is_trial_of_many;

/// Forgets which kernels need more than a trial: for tests.
void forget_trials();

/// Runs the launch as a trial. @return nothing where it has to run (again) as all observers see it
std::optional<Outcome> try_grid(const GridRequest& request, Schedule schedule);

}  // namespace lockstep::sim
