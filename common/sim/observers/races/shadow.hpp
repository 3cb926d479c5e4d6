/// @file
/// @brief A cell of notes for each word of memory, found by the word's address.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/engine/accesses/address_space.hpp"

namespace lockstep::sim {

/// Cells start as zeros, and only those that are asked for take memory (in whole pages of the system's). A `Cell` is plain data.
template <class Cell>
class Shadow {
 public:
  Shadow() : regions_(static_cast<Region*>(std::calloc(kRegions, sizeof(Region)))) {
    if (regions_ == nullptr) throw std::bad_alloc();
  }

  /// The cell of the word at `address`; cells of neighbouring words lie side by side within 16 MiB.
  Cell& at(std::uintptr_t address) {
    const std::uintptr_t number = (address - space_layout.begin) >> kRegionBits;
    const std::size_t place = (address & ((std::uintptr_t{1} << kRegionBits) - 1)) / 4;
    if (number < kRegions) [[likely]]
      if (const Region& region = regions_[number]; region.used == now_) [[likely]]
        return region.cells[place];
    return used_region(address).cells[place];
  }

  /// Gives back what was not used since the last call.
  void drop_unused() {
    std::erase_if(mapped_, [&](Region* region) {
      if (region->used == now_) return false;
      unmap(*region);
      return true;
    });
    ++now_;
  }
  void clear() {
    for (Region* region : mapped_) unmap(*region);
    mapped_.clear();
  }

  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;
  ~Shadow() { clear(); }

 private:
  static constexpr unsigned kRegionBits = 24;
  static constexpr std::size_t kRegions = kUsualLayout.bytes >> kRegionBits;
  static constexpr std::size_t kRegionCells = (std::size_t{1} << kRegionBits) / 4;
  static constexpr std::size_t kHuge = std::size_t{2} << 20;  // the system's large pages: fewer faults
  static constexpr std::size_t kMapBytes = (kRegionCells * sizeof(Cell) + kHuge - 1) / kHuge * kHuge + kHuge;

  struct Region {  // zeros at first
    Cell* cells;
    std::byte* mapping;
    std::uint64_t used;
  };

  [[gnu::noinline]] Region& used_region(std::uintptr_t address) {
    const std::uintptr_t number = (address - space_layout.begin) >> kRegionBits;
    Region& region = number < kRegions ? regions_[number] : others_[address >> kRegionBits];
    if (region.cells == nullptr) {
      void* const got = mmap(nullptr, kMapBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (got == MAP_FAILED) throw std::bad_alloc();
      madvise(got, kMapBytes, MADV_HUGEPAGE);
      region.mapping = static_cast<std::byte*>(got);
      const auto begin = (reinterpret_cast<std::uintptr_t>(got) + kHuge - 1) / kHuge * kHuge;
      region.cells = reinterpret_cast<Cell*>(begin);
      mapped_.push_back(&region);
    }
    region.used = now_;
    return region;
  }
  static void unmap(Region& region) {
    munmap(region.mapping, kMapBytes);
    region = {};
  }

  struct Free {
    void operator()(Region* regions) const { std::free(regions); }
  };
  std::unique_ptr<Region[], Free> regions_;            // of the simulator's addresses: most are never asked for, and take no memory
  std::unordered_map<std::uintptr_t, Region> others_;  // of variables of the program, and memory that it registered
  std::vector<Region*> mapped_;
  std::uint64_t now_ = 1;
};

}  // namespace lockstep::sim
