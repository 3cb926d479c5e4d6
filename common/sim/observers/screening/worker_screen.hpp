/// @file
/// @brief What one worker of a trial touches, and whether all of it is surely all right.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/accesses/warp_log.hpp"
#include "sim/observers/barriers/absences.hpp"
#include "sim/observers/memory/regions.hpp"
#include "sim/observers/memory/written.hpp"
#include "sim/observers/screening/noted_pages.hpp"

namespace lockstep::sim {

/// Knows of barriers, of a block and of whole warps, and of no other order between threads.
class WorkerScreen {
 public:
  /// A page that the running launch touched.
  struct Touched {
    std::uintptr_t address;  ///< where the page begins
    NotedPage* page;
  };

  /// @param launch  its number, from 1  @param first_block  blocks of it have this number and higher ones
  void grid_begins(const Written& written, std::uint32_t launch, std::uint32_t first_block);
  void block_begins(const Block& block, std::uint32_t number);
  void warp_did(const Block& block, std::uint32_t warp, const WarpLog& log);
  /// An access that is in no log: of a texture, or one that an asynchronous copy may make now or later.
  void touch(const Thread& thread, const Access& access);
  void arrives(Sync sync, std::uint32_t lanes, Site site) { absences_.arrives(sync, lanes, site); }
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes);
  /// The whole grid has met: whatever it did before counts no more. The block goes on with another number.
  void met_grid(const Block& block, std::uint32_t oldest, std::uint32_t number);

  const std::vector<Touched>& touched() const { return touched_; }
  NotedPages& pages() { return pages_; }

 private:
  struct WarpTime {
    std::uint32_t time = 0, floor = 0;
  };
  struct BlockTime {
    std::uint32_t number = 0, first_number = 0;
    std::uint32_t floor = 0, top = 0;
    std::array<WarpTime, 32> warps{};
  };
  enum class Way : std::uint8_t { read, write, atomic };
  /// Addresses on a line.
  struct Run {
    std::uint64_t first;
    std::int32_t stride;
    std::uint32_t count, bytes;
  };

  BlockTime& time_of(const Block& block);
  void turn_to(const Block& block, std::uint32_t warp);
  template <class AddressOf>
  void touch_lanes(LaneKey key, std::uint32_t lanes, AddressOf&& address_of);
  template <Way way, class AddressOf>
  void touch_each(std::uint32_t lanes, std::uint32_t bytes, AddressOf&& address_of);
  template <Way way>
  void touch_one(std::uintptr_t address, std::uint32_t bytes, std::uint32_t lane, Note mine);
  template <Way way>
  bool note_unit(NotedPage& page, std::size_t place, std::uint32_t lane, Note mine);
  void note_column(const WarpLog& log, const WarpLog::Column& column, std::uint32_t lanes);
  void read_run(Run run, std::uint32_t lane);
  void read_words(NotedPage& page, const Run& run, std::uint32_t lane);
  NotedPage* open(std::uintptr_t address, std::uint32_t bytes, bool writes);
  void look_up(NotedPage& page, std::uintptr_t address, std::uint32_t bytes);
  Stretch stretch_at(std::uintptr_t address, std::uint32_t bytes);
  void begin_page(NotedPage& page, std::uintptr_t address);
  bool is_written(const NotedPage& page, std::uintptr_t address, std::uint32_t bytes) const;

  NotedPages pages_;
  std::vector<Touched> touched_;
  std::array<Stretch, 8> recent_{};  ///< of the launch: what was looked up last
  unsigned next_recent_ = 0;
  const Written* written_ = nullptr;
  std::uint32_t launch_ = 0, launch_first_ = 0, oldest_ = 0;
  std::unordered_map<const Block*, BlockTime> blocks_;
  const Block* last_ = nullptr;
  BlockTime* last_time_ = nullptr;
  Absences absences_;

  // The warp whose log is read.
  const Block* block_ = nullptr;
  WarpNow now_;
  std::uint32_t global_oldest_ = 0, shared_oldest_ = 0, shared_first_ = 0;
  Note lanes_note_ = 0;
};

}  // namespace lockstep::sim
