/// @file
/// @brief The threads that could run, first come, first served.
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep::sim {

struct Thread;

/// A queue in one stretch of memory: a barrier adds a whole block at once.
class ReadyQueue {
 public:
  bool empty() const { return next_ == threads_.size(); }
  std::size_t size() const { return threads_.size() - next_; }
  void push(Thread* thread) {
    make_room();
    threads_.push_back(thread);
  }
  void push(const std::vector<Thread*>& threads) {
    make_room();
    threads_.insert(threads_.end(), threads.begin(), threads.end());
  }
  /// The longest waiting; null where there is none.
  Thread* pop() { return empty() ? nullptr : threads_[next_++]; }
  std::vector<const Thread*> all() const { return {threads_.begin() + static_cast<std::ptrdiff_t>(next_), threads_.end()}; }
  void clear() {
    threads_.clear();
    next_ = 0;
  }

 private:
  void make_room() {
    if (empty()) return clear();
    if (next_ < 4096 || next_ < threads_.size() / 2) return;
    threads_.erase(threads_.begin(), threads_.begin() + static_cast<std::ptrdiff_t>(next_));
    next_ = 0;
  }

  std::vector<Thread*> threads_;  // those before next_ have had their turn
  std::size_t next_ = 0;
};

}  // namespace lockstep::sim
