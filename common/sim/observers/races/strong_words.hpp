/// @file
/// @brief Words of global memory that threads share by volatile accesses: changes that get lost, and data that a missing fence leaves
/// behind.
///
/// Two volatile accesses are not a data race, but a read and the write that follows it are not one step, and no volatile access orders
/// others. Only the values at the end show whether a change was lost, so what is found here is a suspicion.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "sim/observers/races/happens_before.hpp"

namespace lockstep::sim {

class StrongWords {
 public:
  enum class Doubt : std::uint8_t {
    unfenced,  ///< a flag or a lock told of the write, but no fence stands between the two
    clash,     ///< two writes that nothing orders, or a write and a read of one warp: which value stays is open
    lost,      ///< the thread had read the word before the other wrote it
  };
  /// A write that another thread's access should come after, but does not.
  struct Write {
    std::uint32_t warp = 0, lane = 0, time = 0;
    const void* pc = nullptr;
    AccessKind kind = AccessKind::volatile_store;
    bool narrow = false;
    std::uint64_t before = 0;
  };
  struct Found {
    Doubt doubt;
    Write earlier;
  };

  void grid_begins() { words_.clear(); }
  /// Another launch comes.
  void forget_waiting() {
    waited_for_.clear();
    waiting_.clear();
  }
  /// An atomic or volatile access about to happen, before HappensBefore hears of it. `value`: what is there now.
  std::optional<Found> access(const Epoch& now, const Access& access, std::uint64_t value, bool narrow, HappensBefore& order);
  /// Does a thread wait for the word, or wait at the place? Such a word may be looked at early, and its last value is of no interest.
  bool is_waited_for(std::uintptr_t address, const void* pc) const;

 private:
  struct Look {
    std::uint32_t version = 0, time = 0;
    const void* pc = nullptr;
    bool read = false;
  };
  struct Word {
    std::uint32_t version = 0;  ///< how often it was written
    Write last;
    std::unordered_map<std::uint64_t, Look> looks;  ///< the last of each thread
  };

  static std::optional<Doubt> doubt(const Word& word, const Look* mine, const Epoch& now, const Access& access, HappensBefore& order);

  std::unordered_map<std::uintptr_t, Word> words_;
  // Kept from run to run of a launch.
  std::unordered_set<std::uintptr_t> waited_for_;
  std::unordered_set<const void*> waiting_;  ///< program counters
};

}  // namespace lockstep::sim
