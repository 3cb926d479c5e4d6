/// @file
/// @brief Finds operations (kernels, copies, fills, frees) that touch the same memory although neither waits for the other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "observers/footprints.hpp"
#include "observers/hazard_log.hpp"
#include "observers/stream_order.hpp"

namespace lockstep::sim {

/// Keeps the footprint of an operation only where another may run at the same time, and only until host code has waited for it.
class StreamRaces : public Observer {
 public:
  explicit StreamRaces(HazardLog& log) : log_(log) {}
  void operation_issued(const Operation& operation) override;
  void host_waits(const std::vector<std::uint64_t>& ids) override { order_.host_waits(ids); }
  void host_waits_for_all() override { order_.host_waits_for_all(); }
  void operation_begins(const Operation& operation) override;
  void operation_ends(const Operation& operation) override;
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void fence(const Thread& thread, Scope scope, Site site) override;

 private:
  /// One access of the running operation.
  struct Touch {
    Way way;
    const void* pc;
    std::uint32_t thread = 0;  ///< its number in the grid
  };
  /// The conflicts of the running operation with another, from one pair of places.
  struct Finding {
    const Trace* other;
    Touch mine, before;
    std::string where;
    bool same_value;  ///< so far, both only wrote what was there already
    unsigned long count = 1;
  };
  /// A store over another operation's, whose value is in memory only when the next thing happens.
  struct Store {
    std::size_t finding;
    const void* address;
    std::uint32_t bytes;
    std::uint64_t before;
  };

  bool may_be_met(const Operation& operation) const;
  void forget_waited();
  void touch_boxes(const Operation& operation);
  void touch(std::uintptr_t at, std::size_t first, std::size_t end, const Touch& mine);
  void keep(Track& track, std::size_t first, std::size_t end, const Touch& mine);
  std::uint8_t site_of(const void* pc);
  std::size_t meet(const Track& other, std::uintptr_t at, std::size_t byte, const Touch& mine);
  void settle();
  void report(const Finding& finding);

  HazardLog& log_;
  StreamOrder order_;
  Footprints footprints_;
  std::vector<std::unique_ptr<Trace>> traces_;  ///< of what has run, oldest first
  std::unique_ptr<Trace> running_;              ///< null while nobody needs to look
  bool checks_ = false;                         ///< it may meet another's footprint
  bool keeps_ = false;                          ///< its own may be met later
  std::vector<Finding> findings_;
  std::vector<Store> stores_;
  std::vector<Trace*> flags_read_;   ///< of these operations
  std::vector<std::byte> contents_;  ///< before a copy or a fill that writes over another's writes
};

}  // namespace lockstep::sim
