/// @file
/// @brief The observer that counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "observation/observation.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/observers/counting/access_widths.hpp"
#include "sim/observers/counting/counts.hpp"
#include "sim/observers/counting/reconvergence.hpp"

namespace lockstep::sim {

/// A value for each place in the code: nearly every question is about one of those that were asked for lately.
template <class Value>
class ByCode {
 public:
  Value& operator[](const void* pc) {
    Recent& slot = recent_[(reinterpret_cast<std::uintptr_t>(pc) >> 1) % recent_.size()];
    if (slot.pc != pc) slot = {pc, &all_[pc]};
    return *slot.value;
  }
  void clear() {
    all_.clear();
    recent_.fill({});
  }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  struct Recent {
    const void* pc = nullptr;
    Value* value = nullptr;
  };
  std::unordered_map<const void*, Value> all_;
  std::array<Recent, 256> recent_{};
};

class Profiler : public Observer, private WarpSink {
 public:
  /// @param requests_to_keep  of each access in the code, by the first warp of each launch
  explicit Profiler(unsigned requests_to_keep) : requests_to_keep_(requests_to_keep) {}

  /// What was counted since the last call.
  Observation take();

  bool follows_control() const override { return true; }
  bool gives_logs() const override { return true; }
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void turn_begins(const Thread& thread) override { warp_of(thread).log().begin_turn(thread.lane()); }
  void access(const Thread& thread, const Access& access) override;
  void basic_block(const Thread& thread, const void* pc) override;
  void call_begins(const Thread& thread, const void* caller) override;
  void call_ends(const Thread& thread) override;
  void arrives(const Thread& thread, Sync what, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync what, std::uint32_t warp, std::uint32_t lanes) override;
  void thread_ends(const Thread& thread) override;
  void block_ends(const Block& block) override;
  void grid_ends(const GridRun& grid) override;
  void operation_begins(const Operation& operation) override;

 private:
  /// A block's warps, while it runs.
  struct Watched {
    const Block* block = nullptr;
    std::vector<std::unique_ptr<Reconvergence>> warps;
  };

  Reconvergence& warp_of(const Thread& thread) { return *watched(*thread.block).warps[thread.rank / 32]; }
  Watched& watched(const Block& block);
  void replay(const Block& block, std::size_t warp);
  void replay_all(const Block& block);
  void enter(const void* pc, std::uint32_t lanes) override;
  void issue(const Access& which, const WarpAccess& access) override;
  void count(const Access& which, const WarpAccess& access);
  bool is_pictured(const void* pc);
  WarpRequest& keep(const Access& which, const WarpAccess& access, std::uint64_t start);

  unsigned requests_to_keep_;
  std::unordered_map<const void*, unsigned> kept_;  ///< requests of this launch, by program counter
  Observation seen_;
  ControlFlow flow_;
  AccessWidths widths_;
  std::unordered_map<const Block*, Watched> blocks_;
  Watched* last_ = nullptr;  ///< the block that was asked for last
  ByCode<Counts> counts_;    ///< of this launch, by program counter
  ByCode<Steps> entered_;    ///< basic blocks of this launch
  std::map<CodeLine, std::uint64_t> barriers_;
  std::vector<const void*> pictured_;  ///< the program counters of the requests that this launch kept
  Site barrier_site_;                  ///< of the thread that came to a barrier last
  const Block* replayed_ = nullptr;    ///< whose warp's instructions are being issued
  std::size_t replayed_warp_ = 0;
};

}  // namespace lockstep::sim
