/// @file
/// @brief Fault injection: some of the warps read wrong values. Where the answer stays right all the same, nobody needs what they do.
///
/// Counters tell that warps read and compute, but not whether anything comes of it: one warp could do all of the work while the others
/// read in vain. A wrong value shows it, as it spreads to whatever is made of it. A warp should not seem to be needed because it notices
/// wrong values, and spoils the answer: so it reads right what it has written itself, and where it reads something twice, it reads the
/// same twice. (Tools that inject faults into a GPU's registers ask how much a program forgives; here the question is whose work it would
/// forgive.)
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <unordered_map>

#include "observation/trace.hpp"
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

/// In place of an element a load gets another one of the same array that was written: as if pieces of the array had been shuffled. Such a
/// value could be right, as far as its reader knows: who only watches for wrong numbers, in an array that holds the same everywhere, sees
/// none. The array is changed just before the load, and put back before anything else reads there: hooks are called before each access,
/// and a grid with an observer runs on one OS thread.
class Misreading final : public Observer {
 public:
  explicit Misreading(Remainder chosen) : chosen_(chosen) {}

  void grid_begins(const GridRun& grid) override {
    grid_ = &grid;
    recent_ = {};
  }

  void access(const Thread& thread, const Access& access) override {
    if (access.kind != AccessKind::store || overlaps(access)) put_back();  // a memcpy's loads are told first, and then its stores
    const std::size_t warp = warp_of(thread);
    if (warp % chosen_.divisor != chosen_.remainder) return;
    if (!is_load(access.kind)) return note_written(warp, access);
    if (!has_written(warp, access)) mislead(thread, access);
  }
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void arrives(const Thread&, Sync, std::uint32_t, Site) override { put_back(); }
  void thread_ends(const Thread&) override { put_back(); }
  void grid_ends(const GridRun&) override { put_back(); }

 private:
  /// Its number in the launch.
  std::size_t warp_of(const Thread& thread) const {
    const Block& block = *thread.block;
    const dim3 grid = grid_->request.grid;
    const std::size_t number = number_in_grid({block.index.x, block.index.y, block.index.z}, grid.x, grid.y);
    return number * block.warps.size() + thread.rank / 32;
  }
  /// By a chosen warp, in this launch or an earlier one. Where another warp has stored something else there since, it reads that right,
  /// too: to notice it would take a note of every store. So much less is misread; what was copied to the device always is.
  void note_written(std::size_t warp, const Access& access) {
    for (std::uintptr_t word = access.address / kWord; word <= (access.address + access.bytes - 1) / kWord; ++word) writers_[word] = warp;
  }
  bool has_written(std::size_t warp, const Access& access) const {
    const auto writer = writers_.find(access.address / kWord);
    return writer != writers_.end() && writer->second == warp;
  }
  bool overlaps(const Access& access) const {
    const auto wrong = reinterpret_cast<std::uintptr_t>(wrong_.begin);
    return access.address < wrong + wrong_.bytes && wrong < access.address + access.bytes;
  }

  AddressRange shared_variable_at(const Block& block, const std::byte* p) const {
    for (const SharedPlace& place : grid_->layout.placed())
      if (const AddressRange variable{block.shared + place.begin, place.end - place.begin}; variable.holds(p)) return variable;
    const AddressRange dynamic{block.shared + kStaticSharedBytes, grid_->request.dynamic_shared};
    return dynamic.holds(p) ? dynamic : AddressRange{};  // of another block of the cluster
  }
  /// Where the elements are among which one is read; none where they can only be read, as tables in the program's own code.
  AddressRange array_at(const Thread& thread, const std::byte* p) {
    if (is_shared_address(reinterpret_cast<std::uintptr_t>(p))) return shared_variable_at(*thread.block, p);
    if (!recent_.holds(p)) recent_ = array_around(p);
    return recent_;
  }

  /// Elements move with the 16 bytes around them, so that a load of four floats gets what loads of one get.
  /// @param offset  of the element in the array
  static const std::byte* other_element(const AddressRange& array, std::size_t offset, std::size_t bytes) {
    constexpr std::size_t kPiece = 16;
    constexpr std::uint64_t kTries = 32;  // so few elements may have been written that none is found
    const std::size_t piece = bytes > kPiece || array.bytes < 2 * kPiece ? bytes : kPiece;
    const std::size_t first = piece == bytes ? offset % bytes : 0, pieces = (array.bytes - first) / piece;
    const std::byte* other = array.begin;
    for (std::uint64_t i = 0; i < kTries; ++i) {
      const auto chosen = static_cast<std::size_t>(scattered(offset / piece * kTries + i + 1)) % pieces;
      other = array.begin + first + chosen * piece;
      if (!is_fresh(other, piece)) break;
    }
    return other + (offset - first) % piece;
  }
  /// A number that looks random, and is the same for the same one. (the last steps of SplitMix64: Steele, Lea, Flood, OOPSLA 2014)
  static std::uint64_t scattered(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
  }
  /// Was nothing written there? Whoever reads such a value notices it.
  static bool is_fresh(const std::byte* p, std::size_t bytes) {
    return std::all_of(p, p + bytes, [](std::byte b) { return b == static_cast<std::byte>(fresh_byte()); });
  }

  void mislead(const Thread& thread, const Access& access) {
    auto* const read = reinterpret_cast<std::byte*>(access.address);
    const AddressRange array = array_at(thread, read);
    const std::size_t bytes = std::min(std::size_t{access.bytes}, right_.size());
    if (!array.holds(read) || static_cast<std::size_t>(array.end() - read) < bytes) return;
    const std::byte* const other = other_element(array, static_cast<std::size_t>(read - array.begin), bytes);
    if (is_fresh(other, bytes)) return;
    wrong_ = {read, bytes};
    std::memcpy(right_.data(), read, bytes);
    std::memmove(read, other, bytes);
  }
  void put_back() {
    if (wrong_.bytes != 0) std::memcpy(wrong_.begin, right_.data(), wrong_.bytes);
    wrong_ = {};
  }

  static constexpr std::uintptr_t kWord = 4;

  Remainder chosen_;
  const GridRun* grid_ = nullptr;
  AddressRange recent_;                                      ///< the array of the last access to global memory
  std::unordered_map<std::uintptr_t, std::size_t> writers_;  ///< of words, by address / kWord
  std::array<std::byte, 256> right_{};                       ///< what should be there
  AddressRange wrong_;                                       ///< where it is not
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
