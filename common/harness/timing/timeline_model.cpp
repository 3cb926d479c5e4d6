/// @file
/// @brief Plays the engines.
#include "harness/timing/timeline_model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace lockstep {
namespace {

class Play {
 public:
  explicit Play(const std::vector<ModelOperation>& operations)
      : operations_(operations), spans_(operations.size()), waits_(operations.size()), followers_(operations.size()) {
    std::unordered_map<std::uint64_t, std::size_t> known;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      for (const std::uint64_t id : operations[i].after)
        if (const auto before = known.find(id); before != known.end()) {
          followers_[before->second].push_back(i);
          ++waits_[i];
        }
      known[operations[i].id] = i;
      if (waits_[i] == 0) ready_.push_back(i);
    }
  }

  std::vector<Span> run() {
    while (!ready_.empty()) {
      const auto next = std::ranges::min_element(ready_, {}, [this](std::size_t i) { return std::pair(begin_of(i), i); });
      const std::size_t operation = *next;
      ready_.erase(next);
      perform(operation);
    }
    return spans_;
  }

 private:
  double& free_at(std::size_t i) { return free_[static_cast<std::size_t>(operations_[i].engine)]; }
  /// Until an operation begins, its span's begin is when all that it waits for has ended.
  double begin_of(std::size_t i) { return operations_[i].engine == Engine::none ? spans_[i].begin : std::max(spans_[i].begin, free_at(i)); }

  void perform(std::size_t i) {
    spans_[i].begin = begin_of(i);
    spans_[i].end = free_at(i) = spans_[i].begin + operations_[i].milliseconds;
    for (const std::size_t follower : followers_[i]) {
      spans_[follower].begin = std::max(spans_[follower].begin, spans_[i].end);
      if (--waits_[follower] == 0) ready_.push_back(follower);
    }
  }

  const std::vector<ModelOperation>& operations_;
  std::vector<Span> spans_;
  std::vector<std::size_t> waits_;                   ///< how many unfinished operations each waits for
  std::vector<std::vector<std::size_t>> followers_;  ///< what waits for it
  std::vector<std::size_t> ready_;
  std::array<double, 4> free_{};  ///< by engine: when it is free again
};

}  // namespace

std::vector<Span> lay_out(const std::vector<ModelOperation>& operations) { return Play(operations).run(); }

}  // namespace lockstep
