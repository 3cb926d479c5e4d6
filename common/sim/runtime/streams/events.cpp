/// @file
/// @brief The table of events.
#include "sim/runtime/streams/events.hpp"

#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/handles.hpp"

namespace lockstep::sim {

namespace {

Handles<CUevent_st>& events() {
  static auto& events = immortal<Handles<CUevent_st>>();
  return events;
}

}  // namespace

CUevent_st* find_event(cudaEvent_t handle) { return events().find(handle); }

CUevent_st* make_event(unsigned flags) {
  CUevent_st* const event = events().make();
  event->flags = flags;
  return event;
}

bool destroy_event(cudaEvent_t handle) { return events().destroy(handle); }
void forget_all_events() { events().clear(); }

}  // namespace lockstep::sim
