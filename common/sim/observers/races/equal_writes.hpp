/// @file
/// @brief The threads that wrote one value to a word, one after the other, with nothing to order them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/observers/races/happens_before.hpp"

namespace lockstep::sim {

/// A thread that wrote the value itself reads the same value, whenever the others write it.
class EqualWrites {
 public:
  void clear() { words_.clear(); }
  /// Of the word, a write was followed by one that nothing orders after it. `left`: what it left.
  void overtaken(std::uintptr_t word, std::uint32_t warp, std::uint32_t lanes, std::uint32_t time, std::uint32_t left) {
    std::vector<Writer>& writers = words_[word];
    if (!writers.empty() && writers.back().warp == warp && writers.back().time == time && writers.back().left == left) {
      writers.back().lanes |= lanes;
      return;
    }
    if (writers.size() == kMost) writers.erase(writers.begin(), writers.begin() + kMost / 2);
    writers.push_back({warp, lanes, time, left});
  }
  /// The word was written by a thread that came after all of them.
  void written_in_order(std::uintptr_t word) {
    if (!words_.empty()) words_.erase(word);
  }
  /// Was the value written before what the thread does now, and nothing else since?
  bool settled(std::uintptr_t word, std::uint32_t value, HappensBefore& order, const Epoch& now) const {
    const auto found = words_.find(word);
    if (found == words_.end()) return false;
    const std::vector<Writer>& writers = found->second;
    const auto other = std::find_if(writers.rbegin(), writers.rend(), [&](const Writer& writer) { return writer.left != value; });
    return std::any_of(writers.rbegin(), other, [&](const Writer& writer) {
      const bool own = writer.warp == now.warp && (writer.lanes & now.lane) != 0;
      return own || order.unordered(writer.warp, writer.lanes, writer.time, now) != writer.lanes;
    });
  }

 private:
  struct Writer {
    std::uint32_t warp, lanes, time, left;
  };
  static constexpr std::size_t kMost = 256;  // of a word; the latest count
  std::unordered_map<std::uintptr_t, std::vector<Writer>> words_;
};

}  // namespace lockstep::sim
