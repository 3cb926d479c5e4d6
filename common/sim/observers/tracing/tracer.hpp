/// @file
/// @brief The observer that traces: which warps, and what is in memory before and after each of their accesses.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
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
  /// A traced block, while it runs. Of the warps that nobody asked for it is known where they wait.
  struct Watched {
    std::size_t number = 0;
    std::map<std::size_t, std::unique_ptr<TracedWarp>> warps;
    std::map<std::size_t, Site> sites;  ///< by warp: where a thread came to wait last
    std::size_t last_warp = 0;          ///< that came to a barrier
  };

  Watched* watched(const Block& block);
  TracedWarp* warp_of(const Thread& thread);
  void settle();
  void replay_all(Watched& block);
  void meet(const Block& block, Watched& mine, Sync what);

  TraceRequest wanted_;
  KernelTrace seen_;
  std::unique_ptr<TracedLaunch> launch_;
  dim3 extent_{};  ///< of the grid
  ControlFlow flow_;
  AccessWidths widths_;
  std::map<const Block*, Watched> blocks_;
  std::vector<LaneAccess*> unsettled_;  ///< what the last access writes, which is in memory when the next thing happens
};

}  // namespace lockstep::sim
