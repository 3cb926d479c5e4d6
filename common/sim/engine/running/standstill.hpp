/// @file
/// @brief Does a thread that reads one variable again and again wait for it, or does it count? Its stack tells.
///
/// `while (!*flag);` comes back to the same state at every turn. `for (i = 0; i < n; ++i) sum += *v;` does not, and will end. A stack that
/// does not run holds the whole state of its thread, for a switch saves the registers there.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep::sim {

struct Thread;

class Standstill {
 public:
  /// Looks at threads none of which runs.
  void look(const std::vector<const Thread*>& threads);
  /// Have several looks in a row found all of them in states they had been in before?
  bool is_certain() const;
  /// Something has changed: what was seen says nothing any more.
  void forget();

 private:
  bool is_new(const Thread& thread);

  std::unordered_map<const Thread*, std::vector<std::uint64_t>> seen_;  // digests of stacks
  std::uint32_t looks_without_news_ = 0;
};

}  // namespace lockstep::sim
