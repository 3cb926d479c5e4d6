/// @file
/// @brief Which operations happen before which: by streams, events, graphs, and by host code that waited before it went on.
///
/// Operations are put into chains, each after one that it follows anyway; an operation's clock says for each chain how many of
/// its operations happened before. Programs on one stream have one chain.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep::sim {

class StreamOrder {
 public:
  /// An operation is issued, after those in `after`; ids that are no longer known stand for what the host has waited for.
  void issued(std::uint64_t id, const std::vector<std::uint64_t>& after);
  /// What host code issues from here on comes after these operations; or after all.
  void host_waits(const std::vector<std::uint64_t>& ids);
  void host_waits_for_all();

  /// Has `before` ended when `id`, which was issued later, begins?
  bool ordered(std::uint64_t before, std::uint64_t id) const;
  /// Does everything that is issued later come after it?
  bool known_to_host(std::uint64_t id) const;
  /// Does that hold for all that were issued?
  bool all_known_to_host() const;
  /// False as long as each operation came after all that were issued before it.
  bool branches() const { return last_.size() > 1; }
  /// Drops the operations that the host has waited for: `ordered` then holds for them and all that are issued from here on.
  void forget_known();

 private:
  using Clock = std::vector<std::uint64_t>;  ///< by chain; missing chains: 0
  struct Entry {
    std::size_t chain;
    std::uint64_t place;  ///< in the chain, from 1
    Clock clock;
  };

  static std::uint64_t at(const Clock& clock, std::size_t chain) { return chain < clock.size() ? clock[chain] : 0; }
  static void join(Clock& into, const Clock& from);
  std::size_t chain_behind(const Clock& clock);

  std::unordered_map<std::uint64_t, Entry> entries_;
  std::vector<std::uint64_t> last_;  ///< by chain: how long it is
  Clock host_;
};

}  // namespace lockstep::sim
