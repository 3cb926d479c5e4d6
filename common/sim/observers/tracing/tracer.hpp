/// @file
/// @brief The observer that traces: which warps, and what is in memory before and after each of their accesses.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "observation/observation.hpp"
#include "observation/trace.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/observers/counting/access_widths.hpp"
#include "sim/observers/tracing/traced_warp.hpp"

namespace lockstep::sim {

class Tracer : public Observer {
 public:
  explicit Tracer(TraceRequest wanted) : wanted_(std::move(wanted)) {}

  /// What was traced since the last call.
  KernelTrace take();
  /// What was traced so far. Between launches it may be changed.
  KernelTrace& seen() { return seen_; }

  const TraceRequest& request() const { return wanted_; }
  /// From the next launch on.
  void ask_for(TraceRequest wanted) { wanted_ = std::move(wanted); }
  /// The launch that ended last is taken out of the trace: it will run again.
  void forget_launch();

  bool follows_control() const override { return true; }
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void access(const Thread& thread, const Access& access) override;
  void basic_block(const Thread& thread, const void* pc) override;
  void call_begins(const Thread& thread, const void* caller) override;
  void call_ends(const Thread& thread) override;
  void fence(const Thread& thread, Scope scope, Site site) override;
  void arrives(const Thread& thread, Sync what, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync what, std::uint32_t warp, std::uint32_t lanes) override;
  void exchanged(const Thread& thread, const LaneExchange& exchange) override;
  void thread_ends(const Thread& thread) override;
  void block_ends(const Block& block) override;
  bool launch_fails(const Failure& failure) override;
  void grid_ends(const GridRun& grid) override;

 private:
  /// When the threads of a warp came to a barrier, or ended, counted in turns of their block.
  struct Turns {
    std::size_t count = 0, sum = 0;
    double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
  };

  /// A traced block, while it runs. Of its other warps it only keeps where they wait.
  struct Watched {
    std::size_t number = 0;
    std::map<std::size_t, std::unique_ptr<TracedWarp>> warps;
    std::map<std::size_t, Site> sites;   ///< by warp: where a thread came to wait last
    std::size_t last_warp = 0;           ///< that came to a barrier
    std::map<std::size_t, Turns> turns;  ///< by warp, since the last barrier
    std::size_t turn = 0;
  };

  Watched* watched(const Block& block);
  TracedWarp* warp_of(const Thread& thread);
  void settle();
  static void took_turn(Watched& block, std::size_t warp);
  static std::vector<std::size_t> in_turn(std::vector<std::size_t> warps, const Watched& mine);
  template <class Wanted>
  void replay(Watched& mine, const Wanted& wanted);
  void replay_all(Watched& mine);
  void meet(const Block& block, Watched& mine, Sync what);

  TraceRequest wanted_;
  KernelTrace seen_;
  KernelTrace::Extent before_;  ///< of what was seen before the launch
  std::unique_ptr<TracedLaunch> launch_;
  dim3 extent_{};  ///< of the grid
  ControlFlow flow_;
  AccessWidths widths_;
  std::map<const Block*, Watched> blocks_;
  std::vector<LaneAccess*> unsettled_;  ///< what the last access writes, which is in memory when the next thing happens
};

}  // namespace lockstep::sim
