/// @file
/// @brief Next-fit allocation of pages.
#include "runtime/page_heap.hpp"

#include <algorithm>
#include <iterator>
#include <new>

namespace lockstep::sim {

PageHeap::Run PageHeap::find(std::size_t bytes, std::byte** at) {
  // The run that holds the cursor may begin before it: what was freed last joined with what was never used.
  Run run = free_.upper_bound(cursor_);
  if (run != free_.begin()) --run;
  for (; run != free_.end(); ++run) {
    *at = std::max(run->first, cursor_);
    std::byte* const end = run->first + run->second;
    if (*at < end && static_cast<std::size_t>(end - *at) >= bytes) return run;
  }
  for (run = free_.begin(); run != free_.end(); ++run) {
    *at = run->first;
    if (run->second >= bytes) return run;
  }
  throw std::bad_alloc();
}

AddressRange PageHeap::take(std::size_t bytes) {
  const std::size_t open = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  const std::size_t whole = open + kPageBytes;
  std::byte* begin = nullptr;
  const Run run = find(whole, &begin);
  commit(begin, open);
  const auto [run_begin, run_bytes] = *run;
  free_.erase(run);
  if (begin != run_begin) free_.emplace(run_begin, begin - run_begin);
  if (begin + whole != run_begin + run_bytes) free_.emplace(begin + whole, run_begin + run_bytes - (begin + whole));
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
