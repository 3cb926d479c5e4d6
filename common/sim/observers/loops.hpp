/// @file
/// @brief The loops of the kernels' machine code, learned from the jumps backward that threads were seen to take.
///
/// Kernels are compiled so that their code is in the order of the source: a loop is a stretch of addresses, from the target of
/// its jump backward (its header) to the block that jumps.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace lockstep::sim {

class Loops {
 public:
  /// A thread went from the basic block at `from` to the one at `header`, which is not after it.
  void learn(std::uintptr_t header, std::uintptr_t from) {
    std::uintptr_t& last = last_[header];
    if (from <= last) return;
    last = from;
    enclosing_.clear();
  }
  /// Headers of the loops around the basic block at `block`, the outermost first.
  const std::vector<std::uintptr_t>& enclosing(std::uintptr_t block) {
    const auto [found, fresh] = enclosing_.try_emplace(block);
    if (fresh)
      for (auto loop = last_.begin(); loop != last_.end() && loop->first <= block; ++loop)
        if (block <= loop->second) found->second.push_back(loop->first);
    return found->second;
  }

 private:
  std::map<std::uintptr_t, std::uintptr_t> last_;  // of each header: the last block that jumps to it
  std::unordered_map<std::uintptr_t, std::vector<std::uintptr_t>> enclosing_;
};

}  // namespace lockstep::sim
