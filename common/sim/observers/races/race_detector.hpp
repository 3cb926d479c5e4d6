/// @file
/// @brief The race detector: finds conflicting accesses that no happens-before orders.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/observers/races/equal_writes.hpp"
#include "sim/observers/races/happens_before.hpp"
#include "sim/observers/races/race_report.hpp"
#include "sim/observers/races/shadow.hpp"
#include "sim/observers/races/strong_words.hpp"

namespace lockstep::sim {

/// Keeps, for every word, its last writer and two sets of readers, as far from each other as possible: a later writer is then
/// unordered with one of them, if with any reader. That is enough for plain accesses to whole words. A word with any other access (an
/// atomic, a volatile one, one to some of its bytes) gets a list of marks instead.
///
/// Nothing is erased when a grid or a block ends: numbers of warps only grow, and a note with a lower number than the memory's present
/// owner does not count.
class RaceDetector : public Observer {
 public:
  explicit RaceDetector(HazardLog& log) : report_(log) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  void memory_made(const Allocation& allocation) override;
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void block_ends(const Block&) override { settle(); }
  void access(const Thread& thread, const Access& access) override;
  void fence(const Thread& thread, Scope scope, Site) override;
  void arrives(const Thread& thread, Sync sync, std::uint32_t lanes, Site site) override;
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) override;
  void may_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void grid_ends(const GridRun&) override;
  void forgive_flag(Hazard& hazard) const { report_.forgive_flag(hazard); }

  /// Might another order of the ended grid's threads show more? Yes where one side may lack a fence, or after volatile accesses.
  bool is_order_telling() const { return order_.has_fences() || forgiven_; }
  /// Were there volatile accesses that nothing orders?
  bool has_forgiven() const { return forgiven_; }
  /// From here on the ended grid runs again, and more is kept of it: in another order, which these words name, or (empty) in its own.
  /// What is known is not counted again.
  void look_closer(std::string order);
  /// Reports what volatile accesses did in the run that ended. `differs`: does memory, as it is now, differ there from the results?
  void judge(const std::function<bool(std::uintptr_t, std::uint32_t)>& differs);
  void look_no_closer();

 private:
  // Program counters are kept by their low bits: two that race are in one program, near each other.
  struct WriteNote {
    std::uint32_t warp, time;
    std::uint32_t place;   ///< 27 bits of the program counter, and above them the lane
    std::uint32_t before;  ///< the value that it found
  };
  struct ReadNote {
    std::uint32_t warp, time;
    std::uint32_t lanes;  ///< of one warp that read at one time and place
    std::uint32_t place;
  };
  struct Cell {
    WriteNote write;
    ReadNote reads[2];
  };
  /// An access to some bytes of a word, of any kind.
  struct Mark {
    std::uint32_t warp, time, lanes;
    std::uint8_t bytes;
    AccessKind kind;
    bool writes, narrow;
    bool observes;  ///< an atomic whose result is used
    std::uint32_t before;
    const void* pc;
  };
  /// A reader that a store was not ordered with: if the store left the value as it was, a later one may still race with the reader.
  struct Passed {
    std::uintptr_t word;
    Mark reader;
    std::uint32_t value;  ///< before the store
  };
  /// No atomic of one mark came after one of a later mark.
  using Marks = std::vector<Mark>;
  static constexpr std::uint32_t kDetailed = ~0u;  ///< as a cell's writer: `write.time` is the number of its list of marks

  void settle();
  std::uint32_t oldest_at(std::uintptr_t address) const;
  bool happened(std::uint32_t warp, std::uint32_t time) const;
  bool counts(const ReadNote& note) const { return note.warp >= oldest_ && !happened(note.warp, note.time); }

  void load_word(std::uintptr_t word, const Access& access);
  void store_word(std::uintptr_t word, const Access& access);
  void note_far_reader(Cell& cell, const ReadNote& mine);
  void put_back(const Passed& passed);
  bool check_write(const Cell& cell, std::uintptr_t word, const Access& access);
  void note_update(const Cell& cell, const Access& access);
  void check_read(const ReadNote& note, std::uintptr_t word, const Access& access, bool overtakes);
  static Mark mark_of(const WriteNote& note, const Access& access);
  static Mark mark_of(const ReadNote& note, const Access& access);

  void access_bytes(const Access& access);
  void detailed(Cell& cell, std::uintptr_t word, std::uint8_t bytes, const Access& access);
  Marks& marks_of(Cell& cell, const Access& access);
  void add(Marks& marks, const Mark& mine);
  bool conflict(const Mark& mark, const Access& access);
  bool is_observed(const Marks& marks, const Mark& mark);
  bool is_guess(AccessKind kind, const void* pc) const { return kind == AccessKind::load && guesses_.contains(pc); }
  void note_guesses(const Marks& marks);
  bool volatile_conflict(const Mark& mark, const Access& access);
  std::uint32_t unordered(const Mark& mark) { return order_.unordered(mark.warp, mark.lanes, mark.time, now_); }
  void report(const Mark& mark, std::uint32_t lanes, std::uintptr_t word, std::uint8_t bytes, const Access& access, bool agreed = false);

  void look_at_strong(const Thread& thread, const Access& access);
  Earlier earlier_of(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time);

  std::uint32_t found_by_pair(std::uintptr_t word, const Mark& mark, std::uint64_t* found);

  HappensBefore order_;
  RaceReport report_;
  Shadow<Cell> shadow_;
  Epoch now_;
  std::uint32_t lane_bits_ = 0;            ///< of the running thread, as a write's place has them
  const void* reported_ = nullptr;         ///< what the present access was reported to race with
  std::uint32_t oldest_ = 0;               ///< the first number that counts in the memory of the present access
  std::uint32_t grid_first_ = 0;           ///< the same for memory that is not shared
  std::vector<std::uint32_t> slot_first_;  ///< the same for each block's stretch of shared memory
  std::uint32_t restarts_ = 0;
  std::set<const void*> guesses_;  ///< plain loads that were followed by a compare-and-swap of the same word
  EqualWrites equal_;
  /// What volatile accesses did that may be a mistake.
  struct Suspect {
    StrongWords::Doubt doubt;
    std::size_t number;  ///< of the report's
    std::uintptr_t address;
    std::uint32_t bytes;
    const void* pc;
  };
  StrongWords strong_;
  std::vector<Suspect> suspects_;
  std::map<std::tuple<StrongWords::Doubt, const void*, const void*>, unsigned> suspected_;
  bool closer_ = false;         ///< a run of look_closer
  bool forgiven_ = false;       ///< a volatile access of the grid's, though nothing orders it
  std::vector<Passed> passed_;  ///< by the last access
  std::vector<Marks> details_;
  std::size_t details_used_ = 0;
};

}  // namespace lockstep::sim
