/// @file
/// @brief Next-fit allocation of pages.
#include "sim/runtime/memory/page_heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <new>

#include "sim/engine/program/address_arithmetic.hpp"

namespace lockstep::sim {

PageHeap::Run PageHeap::find(std::size_t bytes, std::size_t alignment, std::byte** at) {
  const auto fits = [&](Run run, std::byte* from) {
    const std::byte* const end = run->first + run->second;
    *at = from + (alignment - reinterpret_cast<std::uintptr_t>(from) % alignment) % alignment;
    return *at < end && static_cast<std::size_t>(end - *at) >= bytes;
  };
  // The run that holds the cursor may begin before it: what was freed last joined with what was never used.
  Run run = free_.upper_bound(cursor_);
  if (run != free_.begin()) --run;
  for (; run != free_.end(); ++run)
    if (fits(run, std::max(run->first, cursor_))) return run;
  for (run = free_.begin(); run != free_.end(); ++run)
    if (fits(run, run->first)) return run;
  throw std::bad_alloc();
}

AddressRange PageHeap::take(std::size_t bytes) {
  const std::size_t page = system_page_bytes();
  const std::size_t open = round_up(bytes, page);
  const std::size_t whole = open + page;
  const bool huge = open >= kHugePageBytes;
  std::byte* begin = nullptr;
  const Run run = find(whole, huge ? kHugePageBytes : page, &begin);
  commit(begin, open);
  if (huge) madvise(begin, open, MADV_HUGEPAGE);  // opening and closing it then costs a five-hundredth; a refusal costs only that
  const auto [run_begin, run_bytes] = *run;
  free_.erase(run);
  if (begin != run_begin) free_.emplace(run_begin, begin - run_begin);
  if (begin + whole != run_begin + run_bytes) free_.emplace(begin + whole, run_begin + run_bytes - (begin + whole));
  cursor_ = begin + whole;
  return {begin, open};
}

void PageHeap::give(AddressRange pages) {
  release(pages.begin, pages.bytes);
  std::size_t bytes = pages.bytes + system_page_bytes();
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
