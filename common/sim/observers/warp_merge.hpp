/// @file
/// @brief Gives the warp's instructions back: what its 32 lanes did one after the other is issued again for lanes together.
///
/// Each lane's basic blocks, accesses, calls and meetings go to a log. At a synchronisation point the logs are replayed: lanes at the
/// same place (the same calls, the same iteration of every loop around it, the same instruction) are a group; the group that is
/// furthest behind goes first, so that the others wait for it where the branches join. That is what hardware does with structured code.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/observer.hpp"
#include "observers/coalescing.hpp"
#include "observers/loops.hpp"

namespace lockstep::sim {

/// Who is told of the warp's instructions.
class WarpSink {
 public:
  virtual ~WarpSink() = default;
  /// @param which  what kind of access, and where from; its address is one lane's
  virtual void issue(const Access& which, const WarpAccess& access) = 0;
};

class WarpMerge {
 public:
  /// For a warp of a block that begins; `lanes` are those that it has.
  void reset(std::uint32_t lanes);

  // What a lane does goes to its log.
  void access(unsigned lane, const Access& access);
  void block(unsigned lane, const void* pc, Loops& loops);
  void call(unsigned lane, const void* caller);
  void leave(unsigned lane);
  /// These lanes met, and go on together.
  void meet(std::uint32_t lanes);

  /// Issues all that is in the logs, and empties them.
  void replay(Loops& loops, WarpSink& sink);

 private:
  enum class Step : std::uint8_t { none, block, access, call, leave, meet };
  struct Event {
    std::uintptr_t pc;
    std::uint64_t address;  ///< of a meeting: its number and its lanes
    std::uint32_t bytes = 0;
    Step step = Step::none;
    AccessKind kind = AccessKind::load;
    AtomicOp operation = AtomicOp::load;
  };
  struct Lane {
    std::vector<Event> log;
    std::size_t next = 0;                ///< the first event that was not issued
    std::vector<std::uintptr_t> blocks;  ///< of each call: the basic block that it is in
  };
  struct Turn {
    std::uintptr_t header;
    std::uint64_t count;
    bool operator==(const Turn&) const = default;
  };
  /// A call: where it is in its own function.
  struct Frame {
    std::uintptr_t called_from = 0;  ///< where the call above it was made, if there is one
    std::uintptr_t block = 0;
    std::vector<Turn> turns;  ///< iterations of the loops around it, the outermost first
  };
  struct Group {
    std::uint32_t lanes = 0;
    std::vector<Frame> frames;
    std::uintptr_t pc = 0;   ///< of what it does next
    Step next = Step::none;  ///< what that is
  };

  const Event* next_of(unsigned lane) const;
  static int order(const Group& a, const Group& b);
  void settle(Group group, Loops& loops);
  void place(Group& group, const Event& event, Loops& loops);
  void issue(Group group, Loops& loops, WarpSink& sink);
  bool pass_meeting(Loops& loops);
  std::size_t furthest_behind();

  std::array<Lane, 32> lanes_;
  std::vector<Group> groups_;
  std::vector<Group> scratch_;
  std::uint32_t meetings_ = 0;
};

}  // namespace lockstep::sim
