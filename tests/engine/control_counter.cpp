/// @file
/// @brief Counts.
#include "control_counter.hpp"

#include <algorithm>
#include <span>

#include "sim/engine/program/call_instruction.hpp"

ControlCounter::ControlCounter(bool follows) : follows_(follows) { add_observer(*this); }
ControlCounter::~ControlCounter() { remove_observer(*this); }
bool ControlCounter::follows_control() const { return follows_; }
bool ControlCounter::last_call_is_off() const {
  return std::ranges::equal(lockstep::sim::kNoCall,
                            std::span(static_cast<const std::uint8_t*>(last_) - lockstep::sim::kCallBytes, lockstep::sim::kCallBytes));
}
void ControlCounter::basic_block(const lockstep::sim::Thread&, const void* pc) {
  ++blocks;
  last_ = pc;
}
void ControlCounter::call_begins(const lockstep::sim::Thread&, const void*) { ++begun; }
void ControlCounter::call_ends(const lockstep::sim::Thread&) { ++ended; }
