/// @file
/// @brief A warp that is traced: its lanes' logs, with what they read and wrote, until they are put together again.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "sim/observers/counting/reconvergence.hpp"
#include "sim/observers/tracing/trace_steps.hpp"

namespace lockstep::sim {

class TracedWarp : private WarpSink {
 public:
  /// @param launch  where the warp's steps go
  TracedWarp(std::size_t block, std::size_t warp, std::uint32_t lanes, TracedLaunch& launch);

  // What a lane does.
  /// @return what it reads or writes, of `bytes` at `address`: an instruction's width of the access
  LaneAccess& access(unsigned lane, const Access& access, std::uint64_t address, std::uint32_t bytes);
  void block(unsigned lane, const void* pc);
  void call(unsigned lane, const void* caller);
  void leave(unsigned lane);
  void fence(unsigned lane, Scope scope, Site site);
  void exit(unsigned lane);
  void exchanged(unsigned lane, const LaneExchange& exchange);
  void waits_at(Site site) { site_ = site; }

  /// Lanes synchronized in an intrinsic of the warp. @param all  all that have not ended: nothing before is one instruction with what is
  /// after
  void synchronize(Sync what, std::uint32_t lanes, bool all, ControlFlow& flow);
  /// Moves what is in the logs to the launch's steps.
  void replay(ControlFlow& flow);
  /// A step of these lanes where one of the warp came to wait last.
  TraceStep waiting(StepKind kind, Sync what, std::uint32_t lanes) const;

 private:
  struct Lane {
    std::deque<LaneAccess> accesses;    ///< those in its log, in order
    WarpExchanges* exchange = nullptr;  ///< that it went on from last
    std::size_t events = 0;             ///< in its log, at most
  };

  void enter(const void* pc, std::uint32_t lanes) override;
  void issue(const Access& which, const WarpAccess& access) override;
  void calls(const void* caller, std::uint32_t lanes) override;
  void returns(std::uint32_t lanes) override;
  void marked(std::uint64_t number, std::uint32_t lanes) override;
  void synchronized(std::uint64_t number, std::uint32_t lanes) override;

  TraceStep step(StepKind kind, std::uint32_t lanes) const { return {.kind = kind, .block = block_, .warp = warp_, .lanes = lanes}; }
  bool has_room(unsigned lane);
  TraceStep begin_sync(Sync what, std::uint32_t lanes);

  std::size_t block_, warp_;
  TracedLaunch& launch_;
  WarpLog log_;
  Reconvergence reconvergence_;
  std::array<Lane, 32> lanes_;
  std::map<std::uint64_t, TraceStep> syncs_;   ///< of some lanes, by their number in the logs
  std::map<std::uint64_t, TraceStep> fences_;  ///< by their mark
  std::optional<Site> site_;
};

}  // namespace lockstep::sim
