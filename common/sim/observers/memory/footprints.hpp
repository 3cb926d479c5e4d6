/// @file
/// @brief Which bytes of memory operations read and wrote, and which thread was the first at each word.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/runtime/streams/queue.hpp"
#include "vector_types.h"

namespace lockstep::sim {

/// How memory was touched. Strong: atomic for the whole device, or volatile. Telling: strong, and for the host's eyes as well: a volatile
/// store, or atomic for the whole system.
enum class Way : std::uint8_t { read, write, strong_read, strong_write, telling_write };

constexpr bool is_strong_write(Way way) { return way == Way::strong_write || way == Way::telling_write; }
constexpr bool writes(Way way) { return way == Way::write || is_strong_write(way); }
constexpr bool is_strong(Way way) { return way == Way::strong_read || is_strong_write(way); }
/// May two unordered accesses of these kinds not meet?
constexpr bool conflict(Way a, Way b) { return (writes(a) || writes(b)) && !(is_strong(a) && is_strong(b)); }
/// May a plain access of host code not meet that of an operation? What a kernel polls, the host may write while it does; and what a kernel
/// tells, the host may read.
constexpr bool conflicts_with_host(Way host, Way other) {
  return writes(host) ? !is_strong(other) : other == Way::write || other == Way::strong_write;
}

/// An operation that left its footprint, or a part of the host's code between two operations.
struct Trace {
  std::uint64_t id = 0;
  std::uint64_t stream = 0;
  Work work = Work::empty;
  Call call{};
  dim3 grid{}, block{};                 ///< of a kernel
  std::vector<const void*> sites{};     ///< the program counters of code's accesses, at most kMostSites
  std::vector<std::uintptr_t> pages{};  ///< where its tracks are, or were
  std::size_t tracks = 0;               ///< how many are left of them
  bool fenced = false;                  ///< a fence and a flag may have released what it wrote
  bool unordered = false;               ///< with the operation that runs

  bool is_code() const { return work == Work::kernel || work == Work::host_function || work == Work::host_code; }

  static constexpr std::size_t kMostSites = 256;  // any beyond that count as the last
};

/// What one operation did to one page in one way: a bit for each byte.
struct Track {
  static constexpr std::size_t kPageBytes = 4096;
  /// The first access at each word: the thread's number in its grid, and where in `Trace::sites`.
  struct Touchers {
    std::array<std::uint32_t, kPageBytes / 4> thread;
    std::array<std::uint8_t, kPageBytes / 4> site;
  };

  Trace* trace = nullptr;
  Way way = Way::read;
  std::array<std::uint64_t, kPageBytes / 64> bytes{};
  std::unique_ptr<Touchers> touchers{};  ///< null where the operation is not code

  /// The first byte in [first, end) that was touched; `end` where there is none.
  std::size_t find(std::size_t first, std::size_t end) const;
  bool holds(std::size_t byte) const { return (bytes[byte / 64] >> byte % 64 & 1) != 0; }
  void mark(std::size_t first, std::size_t end);
};

class Footprints {
 public:
  using Page = std::vector<Track>;

  /// The tracks in the page of an address; valid until something is dropped.
  Page& page_of(std::uintptr_t address);
  /// The operation's track in the page of this address, made where there is none.
  Track& track(Page& page, std::uintptr_t address, Trace& trace, Way way);

  void clear();
  void drop(Trace& trace);
  /// Drops from the tracks of `before`, which all happened before `by`, whatever `by` covers: an unordered operation that meets it meets
  /// `by` as well. So memory does not grow with the length of a stream.
  void supersede(const Trace& by, const std::vector<const Trace*>& before);
  /// This memory has a new owner now.
  void forget(std::uintptr_t begin, std::size_t bytes);

  /// Calls `visit(address, first, end)` for each page that holds a part of a stretch of memory, with that part's place in it.
  template <class Visit>
  static void each_piece(std::uintptr_t begin, std::size_t bytes, Visit&& visit) {
    for (std::uintptr_t at = begin; at < begin + bytes;) {
      const std::size_t first = at % Track::kPageBytes, end = std::min(Track::kPageBytes, first + (begin + bytes - at));
      visit(at, first, end);
      at += end - first;
    }
  }

 private:
  static void sweep(Page& page);

  std::unordered_map<std::uintptr_t, Page> pages_;
  std::uintptr_t last_number_ = 0;
  Page* last_ = nullptr;
};

}  // namespace lockstep::sim
