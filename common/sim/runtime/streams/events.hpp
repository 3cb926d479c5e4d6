/// @file
/// @brief The object that a cudaEvent_t points to.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "driver_types.h"

namespace lockstep::sim {
struct Capture;

/// A record's outcome, which outlives the event where the event is destroyed first.
struct EventRecord {
  std::uint64_t operation = 0;  ///< 0: never recorded
  std::chrono::steady_clock::time_point time{};
};
}  // namespace lockstep::sim

struct CUevent_st {
  unsigned flags = cudaEventDefault;
  std::shared_ptr<lockstep::sim::EventRecord> record = std::make_shared<lockstep::sim::EventRecord>();
  std::weak_ptr<lockstep::sim::Capture> capture{};  ///< where it was last recorded in a stream that was being captured
  bool captured = false;                            ///< was that its last record?
  std::vector<cudaGraphNode_t> nodes{};             ///< and what it stands for there
};

namespace lockstep::sim {
/// Null: there is no such event.
CUevent_st* find_event(cudaEvent_t handle);
CUevent_st* make_event(unsigned flags);
/// False: there is no such event.
bool destroy_event(cudaEvent_t handle);
void forget_all_events();
}  // namespace lockstep::sim
