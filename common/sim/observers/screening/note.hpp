/// @file
/// @brief A note: who touched a word last, and when, in 64 bits.
#pragma once

#include <cstdint>

namespace lockstep::sim {

/// From the top: the block's number, 32 bits; its time, 18; is it a store that an asynchronous copy has yet to make; is it atomic; how far
/// the touching threads are spread, 2; and the rank of one of them, 10. No note is 0: blocks' numbers begin at 1.
using Note = std::uint64_t;

enum class Spread : std::uint8_t { thread, lanes, warps, blocks };

inline constexpr unsigned kNoteSpreadShift = 10, kNoteAtomicShift = 12, kNotePendingShift = 13, kNoteTimeShift = 14, kNoteBlockShift = 32;
inline constexpr std::uint32_t kMostTime = (1u << (kNoteBlockShift - kNoteTimeShift)) - 1;
inline constexpr Note kNoteAtomic = Note{1} << kNoteAtomicShift, kNotePending = Note{1} << kNotePendingShift;
inline constexpr std::uint32_t kNoLane = 1u << 16;  ///< of no thread

constexpr std::uint32_t block_of(Note note) { return static_cast<std::uint32_t>(note >> kNoteBlockShift); }
constexpr std::uint32_t time_of(Note note) { return static_cast<std::uint32_t>(note >> kNoteTimeShift) & kMostTime; }
constexpr bool is_atomic(Note note) { return (note & kNoteAtomic) != 0; }
constexpr Spread spread_of(Note note) { return static_cast<Spread>(note >> kNoteSpreadShift & 3); }
constexpr std::uint32_t rank_of(Note note) { return static_cast<std::uint32_t>(note & ((1u << kNoteSpreadShift) - 1)); }
constexpr Note note_of(std::uint32_t block, std::uint32_t time, Spread spread, std::uint32_t rank) {
  return Note{block} << kNoteBlockShift | Note{time} << kNoteTimeShift | static_cast<Note>(spread) << kNoteSpreadShift | rank;
}

/// Where a warp is.
struct WarpNow {
  std::uint32_t block = 0, time = 0;
  std::uint32_t warp = 0;
  std::uint32_t oldest = 0;       ///< notes of blocks with lower numbers do not count any more
  std::uint32_t block_floor = 0;  ///< what the block did before this time has happened before
  std::uint32_t warp_floor = 0;   ///< the same for the warp

  Note of_lane(std::uint32_t lane) const { return note_of(block, time, Spread::thread, warp * 32 + lane); }
  Note of_lanes() const { return note_of(block, time, Spread::lanes, warp * 32); }
  bool counts(Note note) const { return block_of(note) >= oldest; }

  /// Has it surely happened before, of those that count?
  bool is_before(Note note) const {
    if (block_of(note) != block || spread_of(note) == Spread::blocks) return false;
    if (time_of(note) < block_floor) return true;
    return spread_of(note) <= Spread::lanes && rank_of(note) / 32 == warp && time_of(note) < warp_floor;
  }
  /// Can the lane not meet whom the note is of?
  bool is_harmless(Note note, std::uint32_t lane) const {
    if (!counts(note) || is_before(note)) return true;
    return block_of(note) == block && spread_of(note) == Spread::thread && rank_of(note) == warp * 32 + lane;
  }

  /// The note of both: of whom it was, and of a lane (or of several) now.
  Note joined(Note note, Note mine) const {
    if (!counts(note) || is_before(note)) return mine;
    if (block_of(note) != block || spread_of(note) == Spread::blocks) return mine | static_cast<Note>(Spread::blocks) << kNoteSpreadShift;
    constexpr Note kWho = (Note{1} << kNoteAtomicShift) - 1;
    if ((note & kWho) == (mine & kWho)) return mine;
    const bool of_warp = spread_of(note) <= Spread::lanes && spread_of(mine) <= Spread::lanes && rank_of(note) / 32 == warp;
    return note_of(block, time, of_warp ? Spread::lanes : Spread::warps, warp * 32) | (mine & kNoteAtomic);
  }
};

}  // namespace lockstep::sim
