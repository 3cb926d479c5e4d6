/// @file
/// @brief Words of global memory that threads share by volatile accesses.
#include "sim/observers/races/strong_words.hpp"

#include "sim/engine/accesses/address_space.hpp"

namespace lockstep::sim {

std::optional<StrongWords::Found> StrongWords::access(const Epoch& now, const Access& access, std::uint64_t value, bool narrow,
                                                      HappensBefore& order) {
  if (is_shared_address(access.address)) return {};
  Word& word = words_[access.address];
  const auto [entry, first] = word.looks.try_emplace(std::uint64_t{now.warp} << 32 | now.lane);
  Look& mine = entry->second;
  if (!first && mine.version == word.version && mine.pc == access.pc && access.kind == AccessKind::volatile_load) {
    waited_for_.insert(access.address);
    waiting_.insert(access.pc);
  }
  const std::optional<Doubt> doubted = doubt(word, first ? nullptr : &mine, now, access, order);
  std::optional<Found> found;
  if (doubted) found = Found{*doubted, word.last};
  if (access.writes()) {
    ++word.version;
    word.last = {now.warp, now.lane, now.time, access.pc, access.kind, narrow, value};
  }
  mine = {word.version, now.time, access.pc, access.reads_strongly()};
  return found;
}

// A thread that has read a word never sees an older value of it afterwards, with or without fences.
std::optional<StrongWords::Doubt> StrongWords::doubt(const Word& word, const Look* mine, const Epoch& now, const Access& access,
                                                     HappensBefore& order) {
  const Write& last = word.last;
  const bool has_seen = word.version == 0 || (mine != nullptr && mine->version == word.version);
  const bool own = last.warp == now.warp && last.lane == now.lane;
  if (has_seen || own || (!is_volatile(last.kind) && !is_volatile(access.kind))) return {};
  if (order.untold(last.warp, last.lane, last.time, now) == 0) return {};
  if (order.unrelated(last.warp, last.lane, last.time, now) == 0) {
    if (access.kind == AccessKind::atomic && access.reads_strongly()) return {};  // gets the latest value, whatever it was told
    return Doubt::unfenced;
  }
  // What is read without order may be a flag. But lanes that share data by volatile words alone rely on being in step.
  if (!access.writes() && (last.warp != now.warp || order.has_fences())) return {};
  const bool had_read = mine != nullptr && mine->read && mine->time == now.time && access.kind == AccessKind::volatile_store;
  return had_read ? Doubt::lost : Doubt::clash;
}

bool StrongWords::is_waited_for(std::uintptr_t address, const void* pc) const {
  return waited_for_.contains(address) || waiting_.contains(pc);
}

}  // namespace lockstep::sim
