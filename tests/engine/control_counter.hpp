/// @file
/// @brief An observer that counts basic blocks and calls. Its own code must not be a .cu file's: that would be reported to it.
#pragma once

#include "sim/engine/accesses/observer.hpp"

class ControlCounter : public lockstep::sim::Observer {
 public:
  /// Is on as long as it lives.
  /// @param follows  does it ask for what it counts?
  explicit ControlCounter(bool follows);
  ~ControlCounter() override;
  bool follows_control() const override;
  void basic_block(const lockstep::sim::Thread&, const void*) override;
  void call_begins(const lockstep::sim::Thread&, const void*) override;
  void call_ends(const lockstep::sim::Thread&) override;

  /// Is the call that reported the last basic block now a no-op?
  bool last_call_is_off() const;

  unsigned blocks = 0, begun = 0, ended = 0;

 private:
  const void* last_ = nullptr;  // the address after that call
  bool follows_;
};
