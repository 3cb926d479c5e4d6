/// @file
/// @brief Saves memory before it is written.
#include "sim/observers/replay/snapshot.hpp"

#include <algorithm>
#include <cstring>

#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uintptr_t kPieceBytes = 4096;

std::byte* at(std::uintptr_t address) { return reinterpret_cast<std::byte*>(address); }

}  // namespace

void Snapshot::begin_launch() {
  pieces_.clear();
  heap_before_ = heap_state();
  bytes_ = 0;
  ended_ = false;
  known_begin_ = known_end_ = region_begin_ = region_end_ = 0;
}

bool Snapshot::find_region(std::uintptr_t address) {
  if (address >= region_begin_ && address < region_end_) return true;
  if (const Variables* const variables = find_variables(at(address))) {
    region_begin_ = number(variables->begin);
    region_end_ = number(variables->end);
    return true;
  }
  const Allocation* const allocation = find_allocation(at(address));
  if (allocation == nullptr) return false;
  region_begin_ = number(allocation->begin);
  region_end_ = region_begin_ + allocation->bytes;
  return true;
}

void Snapshot::keep(const Access& access) {
  if (address_space().shared.holds(at(access.address))) return;
  const std::uintptr_t end = access.address + access.bytes;
  for (std::uintptr_t next = access.address; next < end; next = (next / kPieceBytes + 1) * kPieceBytes)
    if (find_region(next)) keep_piece(next, access.bytes);
}

void Snapshot::keep_piece(std::uintptr_t address, std::uint32_t width) {
  const std::uintptr_t begin = address / kPieceBytes * kPieceBytes;
  known_begin_ = std::max(begin, region_begin_);
  known_end_ = std::min(begin + kPieceBytes, region_end_);
  if (full()) return;
  const auto [entry, fresh] = pieces_.try_emplace(known_begin_);
  if (!fresh) return;
  Piece& piece = entry->second;
  piece.before.assign(at(known_begin_), at(known_end_));
  if (ended_) piece.results = piece.before;  // the launch itself did not write here
  piece.width = width;
  bytes_ += piece.before.size();
}

bool Snapshot::end_launch() {
  if (full()) return false;
  for (auto& [begin, piece] : pieces_) piece.results.assign(at(begin), at(begin + piece.before.size()));
  heap_results_ = heap_state();
  ended_ = true;
  return true;
}

bool Snapshot::differs(std::uintptr_t address, std::uint32_t bytes) const {
  return std::any_of(pieces_.begin(), pieces_.end(), [&](const auto& entry) {
    const auto& [begin, piece] = entry;
    const bool here = address >= begin && address + bytes <= begin + piece.results.size();
    return here && std::memcmp(at(address), &piece.results[address - begin], bytes) != 0;
  });
}

void Snapshot::put_back() {
  for (const auto& [begin, piece] : pieces_) std::memcpy(at(begin), piece.before.data(), piece.before.size());
  set_heap_state(heap_before_);
}

void Snapshot::put_results() {
  for (const auto& [begin, piece] : pieces_) std::memcpy(at(begin), piece.results.data(), piece.results.size());
  set_heap_state(heap_results_);
}

}  // namespace lockstep::sim
