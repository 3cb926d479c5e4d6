/// @file
/// @brief Footprints in pages.
#include "sim/observers/memory/footprints.hpp"

#include <bit>

namespace lockstep::sim {

namespace {

constexpr std::size_t kPage = Track::kPageBytes;

// The bits of word `index` that stand for bytes in [first, end).
std::uint64_t part(std::size_t index, std::size_t first, std::size_t end) {
  const std::size_t from = std::max(first, index * 64) - index * 64, to = std::min(end, index * 64 + 64) - index * 64;
  const std::uint64_t below = to == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << to) - 1;
  return below & ~std::uint64_t{0} << from;
}

// Whatever conflicts with `weak` conflicts with `strong` as well.
bool covers(Way strong, Way weak) {
  for (const Way other : {Way::read, Way::write, Way::strong_read, Way::strong_write})
    if (conflict(weak, other) && !conflict(strong, other)) return false;
  for (const Way host : {Way::read, Way::write})
    if (conflicts_with_host(host, weak) && !conflicts_with_host(host, strong)) return false;
  return true;
}

void take_out(Track& from, const Track& bytes) {
  for (std::size_t i = 0; i < from.bytes.size(); ++i) from.bytes[i] &= ~bytes.bytes[i];
}

}  // namespace

std::size_t Track::find(std::size_t first, std::size_t end) const {
  for (std::size_t i = first / 64; i * 64 < end; ++i)
    if (const std::uint64_t found = bytes[i] & part(i, first, end)) return i * 64 + static_cast<std::size_t>(std::countr_zero(found));
  return end;
}

void Track::mark(std::size_t first, std::size_t end) {
  for (std::size_t i = first / 64; i * 64 < end; ++i) bytes[i] |= part(i, first, end);
}

Footprints::Page& Footprints::page_of(std::uintptr_t address) {
  const std::uintptr_t number = address / kPage;
  if (last_ == nullptr || last_number_ != number) {
    last_number_ = number;
    last_ = &pages_[number];
  }
  return *last_;
}

Track& Footprints::track(Page& page, std::uintptr_t address, Trace& trace, Way way) {
  for (Track& mine : page)
    if (mine.trace == &trace && mine.way == way) return mine;
  trace.pages.push_back(address / kPage);
  ++trace.tracks;
  page.push_back({.trace = &trace, .way = way});
  if (trace.is_code()) page.back().touchers = std::make_unique<Track::Touchers>();
  return page.back();
}

void Footprints::clear() {
  pages_.clear();
  last_ = nullptr;
}

// Erases the tracks that have nothing left.
void Footprints::sweep(Page& page) {
  std::erase_if(page, [](const Track& track) {
    const bool gone = std::all_of(track.bytes.begin(), track.bytes.end(), [](std::uint64_t bits) { return bits == 0; });
    track.trace->tracks -= gone;
    return gone;
  });
}

void Footprints::drop(Trace& trace) {
  for (const std::uintptr_t number : trace.pages) {
    const auto found = pages_.find(number);
    if (found == pages_.end()) continue;
    std::erase_if(found->second, [&](const Track& track) { return track.trace == &trace; });
    if (found->second.empty()) pages_.erase(found);
  }
  trace.pages.clear();
  trace.tracks = 0;
  last_ = nullptr;
}

void Footprints::supersede(const Trace& by, const std::vector<const Trace*>& before) {
  for (const std::uintptr_t number : by.pages) {
    Page& page = pages_[number];
    for (Track& old : page) {
      if (std::find(before.begin(), before.end(), old.trace) == before.end()) continue;
      for (const Track& mine : page)
        if (mine.trace == &by && covers(mine.way, old.way)) take_out(old, mine);
    }
    sweep(page);
  }
}

void Footprints::forget(std::uintptr_t begin, std::size_t bytes) {
  Track gone{.trace = nullptr, .way = Way::write};
  each_piece(begin, bytes, [&](std::uintptr_t at, std::size_t first, std::size_t end) {
    const auto found = pages_.find(at / kPage);
    if (found == pages_.end()) return;
    gone.bytes = {};
    gone.mark(first, end);
    for (Track& track : found->second) take_out(track, gone);
    sweep(found->second);
  });
}

}  // namespace lockstep::sim
