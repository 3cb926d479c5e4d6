/// @file
/// @brief Next-fit allocation of pages.
#include "runtime/page_heap.hpp"

#include <iterator>
#include <new>

namespace lockstep::sim {

AddressRange PageHeap::take(std::size_t bytes) {
  const std::size_t open = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  const std::size_t whole = open + kPageBytes;
  auto run = free_.lower_bound(cursor_);
  for (std::size_t seen = 0;; ++seen, ++run) {
    if (run == free_.end()) run = free_.begin();
    if (seen > free_.size() || free_.empty()) throw std::bad_alloc();
    if (run->second >= whole) break;
  }
  const auto [begin, length] = *run;
  commit(begin, open);
  free_.erase(run);
  if (length > whole) free_.emplace(begin + whole, length - whole);
  cursor_ = begin + whole;
  return {begin, open};
}

void PageHeap::give(AddressRange pages) {
  release(pages.begin, pages.bytes);
  std::size_t bytes = pages.bytes + kPageBytes;
  auto next = free_.lower_bound(pages.begin);
  if (next != free_.end() && next->first == pages.begin + bytes) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == pages.begin) {
      before->second += bytes;
      return;
    }
  }
  free_.emplace(pages.begin, bytes);
}

}  // namespace lockstep::sim
