/// @file
/// @brief Finds operations (kernels, copies, fills, frees) that touch the same memory although neither waits for the other, and host code
/// that touches the memory of an operation it has not waited for.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/memory/footprints.hpp"
#include "sim/observers/streams/stream_order.hpp"

namespace lockstep::sim {

/// Keeps the footprint of an operation only where another may run at the same time, and only until host code has waited for it. What host
/// code does between two of its calls is one more operation, after all that it has waited for and before all that it issues later.
class StreamRaces : public Observer {
 public:
  explicit StreamRaces(HazardLog& log) : log_(log) {}
  ~StreamRaces() override { any_host_listener = false; }
  TrialRole trial_role() const override { return running_ == nullptr ? TrialRole::is_spared : TrialRole::none; }
  void operation_issued(const Operation& operation) override;
  void host_waits(const std::vector<std::uint64_t>& ids) override;
  void host_waits_for_all() override;
  void host_access(const Access& access) override;
  void host_has_read(const Access& access) override;
  void operation_begins(const Operation& operation) override;
  void operation_ends(const Operation& operation) override;
  void grid_begins(const GridRun& grid) override;
  void access(const Thread& thread, const Access& access) override;
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void fence(const Thread& thread, Scope scope, Site site) override;
  /// Reports the findings that waited to see how the program goes on.
  void finish();

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
    std::string where;  ///< at once: a free leaves nothing there
    bool same_value;    ///< so far, both only wrote what was there already
    unsigned long count = 1;
  };
  /// A store over another operation's, whose value is in memory only when the next thing happens.
  struct Store {
    std::size_t finding;
    const void* address;
    std::uint32_t bytes;
    std::uint64_t before;
  };

  /// A race in words.
  struct Report {
    std::string kernel{};
    const void *pc, *before;
    Severity severity = Severity::error;
    std::string threads{}, message{}, fix{};
    unsigned long count = 1;
  };
  /// A race of host code that read; not one if this turns out to be how it waits, reading again until the value changes.
  struct Suspect {
    Report report;
    const void* read_at;      ///< the read's program counter
    std::uint64_t operation;  ///< the id of what writes
  };

  /// A read by which host code may wait, and what was there.
  struct Poll {
    Access access;
    std::uint64_t value;
  };

  bool may_be_met(const Operation& operation) const;
  void forget_waited();
  void touch_boxes(const Operation& operation);
  void touch(std::uintptr_t at, std::size_t first, std::size_t end, const Touch& mine);
  static void keep(Track& track, std::size_t first, std::size_t end, const Touch& mine);
  static std::string describe_byte(std::uintptr_t at, std::size_t byte);
  static Touch first_touch(const Track& track, std::size_t byte);
  std::size_t meet(const Track& other, std::uintptr_t at, std::size_t byte, const Touch& mine);
  void settle();
  void report(const Trace& mine, const Finding& finding);
  static Report words_for(const Trace& mine, const Finding& finding);
  void log(const Report& report);

  bool repeats(const Access& access);
  void expect_change(const Access& access);
  void hear(const Access& access);
  void hear_changes();
  void forget_reads();
  void touch_as_host(const Access& access);
  void set_flag(const Access& access);
  void fence();
  void meet_as_host(const Track& other, std::uintptr_t at, std::size_t byte, const Touch& mine);
  Trace& host_segment();
  void listen_to_host() const;
  void report_suspects(const std::function<bool(const Suspect&)>& is_sure);

  HazardLog& log_;
  StreamOrder order_;
  Footprints footprints_;
  std::vector<std::unique_ptr<Trace>> traces_;  ///< of what has run, oldest first
  std::unique_ptr<Trace> running_;              ///< null while there is no need to look
  bool checks_ = false;                         ///< it may meet another's footprint
  bool keeps_ = false;                          ///< its own may be met later
  bool keeps_shared_ = false;                   ///< by host code, where that can reach it
  std::vector<Finding> findings_;
  std::vector<Store> stores_;
  std::vector<Trace*> flags_read_;   ///< of these operations
  std::vector<std::byte> contents_;  ///< before a copy or a fill that writes over another's writes

  bool in_host_function_ = false;
  Trace* segment_ = nullptr;  ///< of the host's code; null while it has touched nothing since the last event
  std::uint64_t segments_ = 0;
  std::map<std::pair<std::uintptr_t, const void*>, std::uint64_t> reads_;  ///< of host code since then: address, program counter, value
  std::vector<Poll> polls_;                                                ///< reads among them by which host code may wait
  std::vector<Suspect> suspects_;
};

}  // namespace lockstep::sim
