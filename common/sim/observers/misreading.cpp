/// @file
/// @brief Fault injection: some of the warps read wrong values. Where the answer stays right all the same, nobody needs what they do.
///
/// Counters tell that warps read and compute, but not that anything comes of it: a warp could do all of the work while the others read
/// in vain. What no counter can see, a wrong value can: it spreads to whatever is made of it. (Tools that inject faults into a GPU's
/// registers ask how much a program forgives; here the question is whose work it would forgive.)
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/environment.hpp"
#include "sim/engine/fresh_memory.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {
namespace {

struct AddressSpan {
  std::uintptr_t begin = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

/// In place of an element a load gets another one of the same array, at random, that was written. Such a value could be right, as far as
/// its reader knows: who only watches for wrong numbers, in an array that holds the same everywhere, sees none. The array is changed just
/// before the load, and put back before anything else reads there: hooks are called before each access, and a grid with an observer runs on
/// one OS thread.
class Misreading final : public Observer {
 public:
  explicit Misreading(Remainder chosen) : chosen_(chosen) {}

  void grid_begins(const GridRun& grid) override {
    grid_ = &grid;
    recent_ = {};
  }

  void access(const Thread& thread, const Access& access) override {
    if (access.kind == AccessKind::store && !overlaps(access)) return;  // a memcpy's loads are told first, and then its stores
    put_back();
    const bool reads = access.kind == AccessKind::load || access.kind == AccessKind::volatile_load;
    if (reads && is_chosen(thread)) mislead(thread, access);
  }
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void arrives(const Thread&, Sync, std::uint32_t, Site) override { put_back(); }
  void thread_ends(const Thread&) override { put_back(); }
  void grid_ends(const GridRun&) override { put_back(); }

 private:
  bool is_chosen(const Thread& thread) const {
    const Block& block = *thread.block;
    const dim3 grid = grid_->request.grid;
    const std::uint64_t number = (std::uint64_t{block.index.z} * grid.y + block.index.y) * grid.x + block.index.x;
    return (number * block.warps.size() + thread.rank / 32) % chosen_.divisor == chosen_.remainder;
  }
  bool overlaps(const Access& access) const { return access.address < address_ + bytes_ && address_ < access.address + access.bytes; }

  AddressSpan shared_variable_at(const Block& block, std::uintptr_t address) const {
    const auto base = reinterpret_cast<std::uintptr_t>(block.shared);
    for (const SharedPlace& place : grid_->layout.placed())
      if (address - base >= place.begin && address - base < place.end) return {base + place.begin, base + place.end};
    const AddressSpan dynamic{base + kStaticSharedBytes, base + kStaticSharedBytes + grid_->request.dynamic_shared};
    return dynamic.holds(address) ? dynamic : AddressSpan{};  // of another block of the cluster
  }
  /// Where the elements are among which one is read; none where they can only be read, as tables in the program's own code.
  AddressSpan array_at(const Thread& thread, std::uintptr_t address) {
    if (is_shared_address(address)) return shared_variable_at(*thread.block, address);
    if (recent_.holds(address)) return recent_;
    const auto* const p = reinterpret_cast<const std::byte*>(address);
    if (const Allocation* const allocation = find_allocation(p)) {
      const auto begin = reinterpret_cast<std::uintptr_t>(allocation->begin);
      return recent_ = {begin, begin + allocation->bytes};
    }
    if (const Variables* const all = find_variables(p))
      return recent_ = {reinterpret_cast<std::uintptr_t>(all->begin), reinterpret_cast<std::uintptr_t>(all->end)};
    return {};
  }

  std::uintptr_t any_element(const AddressSpan& array, std::uintptr_t first, std::uint32_t bytes) {
    constexpr int kTries = 8;  // so few elements may have been written that none is found
    const std::uint64_t elements = (array.end - array.begin - first) / bytes;
    std::uintptr_t other = 0;
    for (int i = 0; i < kTries; ++i)
      if (other = array.begin + first + random_() % elements * bytes; !is_fresh(other, bytes)) break;
    return other;
  }
  /// Was nothing written there? Whoever reads such a value notices it.
  static bool is_fresh(std::uintptr_t address, std::uint32_t bytes) {
    const auto* const begin = reinterpret_cast<const std::byte*>(address);
    return std::all_of(begin, begin + bytes, [](std::byte b) { return b == static_cast<std::byte>(fresh_byte()); });
  }

  void mislead(const Thread& thread, const Access& access) {
    const AddressSpan array = array_at(thread, access.address);
    const auto bytes = std::min(access.bytes, static_cast<std::uint32_t>(right_.size()));
    if (!array.holds(access.address) || array.end - access.address < bytes) return;
    const std::uintptr_t other = any_element(array, (access.address - array.begin) % bytes, bytes);
    if (is_fresh(other, bytes)) return;
    address_ = access.address;
    bytes_ = bytes;
    std::memcpy(right_.data(), reinterpret_cast<const void*>(address_), bytes_);
    std::memmove(reinterpret_cast<void*>(address_), reinterpret_cast<const void*>(other), bytes_);
  }
  void put_back() {
    if (bytes_ == 0) return;
    std::memcpy(reinterpret_cast<void*>(address_), right_.data(), bytes_);
    bytes_ = 0;
  }

  Remainder chosen_;
  const GridRun* grid_ = nullptr;
  AddressSpan recent_;  ///< the array of the last access to global memory
  std::minstd_rand random_;
  std::array<std::byte, 256> right_{};  ///< what should be there
  std::uintptr_t address_ = 0;
  std::uint32_t bytes_ = 0;  ///< that are wrong; 0 where there are none
};

const bool misreads_from_start = [] {
  const std::optional<Remainder> chosen = remainder_from_environment("LOCKSTEP_MISREAD");
  if (!chosen) return false;
  static auto& observer = immortal<Misreading>(*chosen);
  add_observer(observer);
  return true;
}();

}  // namespace
}  // namespace lockstep::sim
