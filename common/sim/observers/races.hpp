/// @file
/// @brief Finds conflicting accesses that nothing orders.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "observers/hazard_log.hpp"
#include "observers/order.hpp"

namespace lockstep::sim {

/// Keeps, for every word, who wrote it last, by which kind of access, and two of its readers. Forgets everything with the kernel.
class Races : public Observer {
 public:
  explicit Races(HazardLog& log) : log_(log) {}
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void access(const Thread& thread, const Access& access) override;
  void fence(const Thread& thread, Scope scope, Site) override;
  void met(const Block& block, Meet meet, std::uint32_t warp, std::uint32_t lanes) override;
  void grid_ends(const GridRun&) override;

 private:
  struct Mark {
    Moment at;
    std::uint8_t mask = 0;  ///< bytes of the word
    AccessKind kind = AccessKind::load;
    Scope scope = Scope::device;
    const void* pc = nullptr;
  };
  struct Cell {
    Mark write, atomic, readers[2];
  };
  static constexpr std::size_t kPageBytes = 4096;
  using Page = std::array<Cell, kPageBytes / 4>;

  Cell& cell_at(std::uintptr_t address);
  void check_word(const Thread& thread, const Access& access, std::uintptr_t word, std::uint8_t mask);
  void check_mark(const Mark& mark, const Thread& thread, const Access& access, std::uint8_t mask);
  bool conflict(const Mark& mark, const Thread& thread, const Access& access, bool same_warp) const;
  void report(const Mark& mark, const Thread& thread, const Access& access, bool same_block, bool same_warp);
  void note_reader(Cell& cell, const Mark& mine, const Thread& thread);
  void settle();

  HazardLog& log_;
  Order order_;
  dim3 extent_;
  std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> pages_;
  std::uintptr_t last_number_ = 0;
  Page* last_page_ = nullptr;

  /// A race between two stores, whose second value is in memory only when the next thing happens.
  struct Pending {
    Hazard* hazard;
    const void* address;
    std::uint32_t bytes;
    std::uint64_t before;
    bool fresh;
    Severity severity;
  };
  std::vector<Pending> pending_;
};

}  // namespace lockstep::sim
