/// @file
/// @brief Chains of operations, and clocks that count along them.
#include "sim/observers/streams/stream_order.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::sim {

void StreamOrder::join(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t chain = 0; chain < from.size(); ++chain) into[chain] = std::max(into[chain], from[chain]);
}

// A chain whose operations all happened before; a new one where there is none.
std::size_t StreamOrder::chain_behind(const Clock& clock) {
  for (std::size_t chain = 0; chain < last_.size(); ++chain)
    if (at(clock, chain) == last_[chain]) return chain;
  last_.push_back(0);
  return last_.size() - 1;
}

void StreamOrder::issued(std::uint64_t id, const std::vector<std::uint64_t>& after) {
  Clock clock = host_;
  for (const std::uint64_t before : after)
    if (const auto known = entries_.find(before); known != entries_.end()) join(clock, known->second.clock);
  const std::size_t chain = chain_behind(clock);
  const std::uint64_t place = ++last_[chain];
  if (clock.size() <= chain) clock.resize(chain + 1);
  clock[chain] = place;
  entries_[id] = {chain, place, std::move(clock)};
}

void StreamOrder::host_waits(const std::vector<std::uint64_t>& ids) {
  for (const std::uint64_t id : ids)
    if (const auto known = entries_.find(id); known != entries_.end()) join(host_, known->second.clock);
}

void StreamOrder::host_waits_for_all() { host_ = last_; }

bool StreamOrder::ordered(std::uint64_t before, std::uint64_t id) const {
  const auto first = entries_.find(before), second = entries_.find(id);
  if (first == entries_.end() || second == entries_.end()) return true;
  return at(second->second.clock, first->second.chain) >= first->second.place;
}

bool StreamOrder::known_to_host(std::uint64_t id) const {
  const auto known = entries_.find(id);
  return known == entries_.end() || at(host_, known->second.chain) >= known->second.place;
}

bool StreamOrder::all_known_to_host() const {
  for (std::size_t chain = 0; chain < last_.size(); ++chain)
    if (at(host_, chain) < last_[chain]) return false;
  return true;
}

void StreamOrder::forget_known() {
  std::erase_if(entries_, [&](const auto& entry) { return at(host_, entry.second.chain) >= entry.second.place; });
}

}  // namespace lockstep::sim
