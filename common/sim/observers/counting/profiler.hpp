/// @file
/// @brief The observer that counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "observation/observation.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/observers/counting/access_widths.hpp"
#include "sim/observers/counting/counts.hpp"
#include "sim/observers/counting/reconvergence.hpp"
#include "sim/observers/counting/warp_shares.hpp"

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

/// What an access of a warp cost whose lanes' addresses are on lines. Any other with the same strides costs the same, if it begins at the
/// same place of 128 bytes, which are all banks and four sectors.
struct KnownCost {
  static constexpr std::uint64_t kPeriod = 128;
  LaneKey key = 0;
  std::uint32_t lanes = 0, row = 0;
  std::int32_t stride = 0, step = 0;
  std::uint64_t begin = 0;  ///< in its period
  std::uint64_t part = 0;   ///< of the simulator's addresses
  bool reaches_host = false;
  AccessCost cost{};
};

/// What the warps of one worker issued in a launch.
class WorkerProfile : private WarpSink {
 public:
  /// @param requests_to_keep  of each access in the code, by the first warp of each launch
  /// @param shares            whether to count for each warp, too
  WorkerProfile(unsigned requests_to_keep, bool shares) : requests_to_keep_(requests_to_keep) {
    if (shares) shares_.emplace();
  }

  void grid_begins();
  void block_begins(const Block& block);
  void warp_did(const Block& block, std::uint32_t warp, const WarpLog& log);
  void block_ends(const Block& block) {
    if (shares_) shares_->block_ends(block);
  }
  void barrier_at(Site site) { barrier_site_ = site; }
  void barrier_completed() { ++barriers_[{barrier_site_.file_name(), barrier_site_.line()}]; }

  /// Of all code, and of each line.
  void add_to(Counts& total, std::map<CodeLine, Counts>& lines) const;
  /// The requests that it kept, in their order; their lines are looked up now, as the launch is over.
  void add_to(std::vector<WarpRequest>& requests);
  void add_to(WorkerShares& shares) const { shares_->add_to(shares); }
  std::uint64_t bytes_to_host() const { return bytes_to_host_; }
  void texture_read(const Thread& thread, const Access& access) {
    texture_bytes_ += access.bytes;
    if (shares_) shares_->texture_read(thread, access);
  }
  std::uint64_t texture_bytes() const { return texture_bytes_; }

 private:
  using Warps = std::vector<std::unique_ptr<Reconvergence>>;

  void enter(const void* pc, std::uint32_t lanes) override;
  void issue(const Access& which, const WarpAccess& access) override;
  void issue_in_one_space(const Access& which, const WarpAccess& access);
  bool issue_column(const WarpLog& log, const WarpLog::Column& column, std::uint32_t lanes) override;
  void count(const Access& which, const WarpAccess& access);
  void share_column(const WarpLog& log, const WarpLog::Column& column, std::uint32_t lanes);
  bool may_be_pictured() const;
  bool is_pictured(const void* pc);
  WarpRequest& keep(const Access& which, const WarpAccess& access, std::uint64_t start);

  unsigned requests_to_keep_;
  std::optional<WorkerShares> shares_;
  ControlFlow flow_;
  AccessWidths widths_;
  std::unordered_map<const Block*, Warps> blocks_;
  ByCode<Counts> counts_;  ///< of this launch, by program counter
  ByCode<std::array<KnownCost, 32>> known_costs_;
  ByCode<Steps> entered_;  ///< basic blocks of this launch
  std::map<CodeLine, std::uint64_t> barriers_;
  std::uint64_t bytes_to_host_ = 0, texture_bytes_ = 0;
  std::unordered_map<const void*, unsigned> kept_;  ///< requests of this launch, by program counter
  std::vector<WarpRequest> requests_;
  std::vector<const void*> pictured_;  ///< their program counters
  Site barrier_site_;                  ///< of the thread that came to a barrier last
  const Block* replayed_ = nullptr;    ///< whose warp's instructions are being issued
  std::uint32_t replayed_warp_ = 0;
};

class Profiler : public Observer {
 public:
  /// As for WorkerProfile.
  Profiler(unsigned requests_to_keep, bool shares) : requests_to_keep_(requests_to_keep), shares_(shares) {}

  /// What was counted since the last call.
  Observation take();

  bool follows_control() const override { return true; }
  bool reads_logs() const override { return true; }
  TrialRole trial_role() const override { return TrialRole::takes_part; }
  void trial_taken_back() override;
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void warp_did(const Block& block, std::uint32_t warp, const WarpLog& log) override;
  void arrives(const Thread& thread, Sync what, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync what, std::uint32_t warp, std::uint32_t lanes) override;
  void block_ends(const Block& block) override;
  void grid_ends(const GridRun& grid) override;
  void operation_begins(const Operation& operation) override;
  void texture_access(const Thread& thread, const Access& access) override;

 private:
  WorkerProfile& mine();
  WarpShares shares() const;

  unsigned requests_to_keep_;
  bool shares_;
  Observation seen_;
  std::uint64_t bytes_before_ = 0, texture_bytes_before_ = 0;  ///< to the host, and of textures, before the launch
  std::vector<std::unique_ptr<WorkerProfile>> workers_;
};

}  // namespace lockstep::sim
