/// @file
/// @brief Counts.
#include "control_counter.hpp"

ControlCounter::ControlCounter(bool follows) : follows_(follows) { add_observer(*this); }
ControlCounter::~ControlCounter() { remove_observer(*this); }
bool ControlCounter::follows_control() const { return follows_; }
void ControlCounter::basic_block(const lockstep::sim::Thread&, const void*) { ++blocks; }
void ControlCounter::call_begins(const lockstep::sim::Thread&, const void*) { ++begun; }
void ControlCounter::call_ends(const lockstep::sim::Thread&) { ++ended; }
