/// @file
/// @brief Reconvergence: what a warp's 32 lanes did one after the other is issued again for lanes together, as the warp's instructions.
///
/// Each lane's basic blocks, accesses, calls and synchronizations go to a log. At a synchronisation point the logs are replayed: what all
/// lanes did together column by column, and from where they part on group by group. Lanes at the same place (the same calls, the same
/// iteration of every loop around it, the same instruction) are a group; the group that is furthest behind goes first, so that the others
/// wait for it where the branches join. That is what hardware does with structured code.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/accesses/warp_log.hpp"
#include "sim/observers/counting/coalescing.hpp"
#include "sim/observers/counting/control_flow.hpp"

namespace lockstep::sim {

/// Who is told of what a warp does.
class WarpSink {
 public:
  virtual ~WarpSink() = default;
  /// Lanes come to a basic block together; `pc` is the address after the call that reports it.
  virtual void enter(const void* pc, std::uint32_t lanes) = 0;
  /// @param which  what kind of access, and where from; its address is one lane's
  virtual void issue(const Access& which, const WarpAccess& access) = 0;
  /// The same, of lanes whose addresses are as the column says. @return false where it needs to see each address: then issue() follows
  virtual bool issue_column(const WarpLog& /*log*/, const WarpLog::Column&, std::uint32_t /*lanes*/) { return false; }
  /// They call a function that was not inlined (`caller`: where it returns to), or leave one.
  virtual void calls(const void* /*caller*/, std::uint32_t /*lanes*/) {}
  virtual void returns(std::uint32_t /*lanes*/) {}
  /// They come to a mark, or go on behind a synchronization, both of this number.
  virtual void marked(std::uint64_t /*number*/, std::uint32_t /*lanes*/) {}
  virtual void synchronized(std::uint64_t /*number*/, std::uint32_t /*lanes*/) {}
};

class Reconvergence {
 public:
  /// For a warp of a block that begins; `lanes` are those that it has.
  void reset(std::uint32_t lanes);

  /// Issues all that is in the warp's log.
  void replay(const WarpLog& log, ControlFlow& flow, WarpSink& sink);

 private:
  using Event = LaneEvent;
  struct Turn {
    std::uintptr_t head;  ///< of a loop
    std::uint64_t count;  ///< iterations since the warp last was one group
  };
  /// A call: where it is in its own function.
  struct Frame {
    std::uintptr_t called_from = 0;  ///< where the call above it was made, if there is one
    std::uintptr_t block = ControlFlow::kOutside;
    std::vector<Turn> turns;  ///< of the loops around it, the outermost first; kept only while the warp is more than one group
  };
  struct Group {
    std::uint32_t lanes = 0;
    std::vector<Frame> frames;
  };

  const Event& next_of(std::uint32_t lanes) const;
  std::uint32_t same_next(std::uint32_t lanes) const;
  void pass(std::uint32_t lanes);

  static int order(const Frame& a, const Frame& b, ControlFlow& flow);
  int order(const Group& a, const Group& b, ControlFlow& flow) const;
  static void go_to(Frame& frame, std::uintptr_t block, ControlFlow& flow);
  static void start_counting(Group& group, ControlFlow& flow);
  void learn(const Group& group, ControlFlow& flow) const;
  void place(Group group, ControlFlow& flow);
  void line_up(Group group, ControlFlow& flow);
  void part(Group group, ControlFlow& flow);
  static void perform(Group& group, LaneKey key, WarpSink& sink);
  void issue(std::uint32_t lanes, LaneKey key, WarpSink& sink) const;
  void advance(Group& group, WarpSink& sink);
  std::size_t replay_together(const WarpLog& log, ControlFlow& flow, WarpSink& sink);
  void unfold(const WarpLog& log, std::size_t done);
  bool pass_sync(ControlFlow& flow, WarpSink& sink);
  void run(ControlFlow& flow, WarpSink& sink);
  void settle(ControlFlow& flow);

  std::array<std::vector<Event>, 32> rest_;  ///< of each lane's log, while it is replayed lane by lane
  std::array<const Event*, 32> next_{};
  std::vector<Group> groups_;   ///< those that can go on; where they are replayed, the one that is furthest behind is the last
  std::vector<Group> waiting_;  ///< those at a synchronization, and those that have nothing more to do
};

}  // namespace lockstep::sim
