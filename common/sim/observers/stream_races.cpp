/// @file
/// @brief Finds operations that touch the same memory although neither waits for the other.
#include "observers/stream_races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/block.hpp"
#include "engine/grid_run.hpp"
#include "engine/hooks.hpp"
#include "runtime/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kLegacyStream = 1;

bool touches_memory(Work work) {
  return work == Work::kernel || work == Work::copy || work == Work::fill || work == Work::allocate || work == Work::free;
}

bool is_narrow(Scope scope) { return scope == Scope::block || scope == Scope::thread; }

Way way_of(const Access& access) {
  const bool strong = access.kind == AccessKind::atomic
                          ? !is_narrow(access.scope)
                          : access.kind == AccessKind::volatile_load || access.kind == AccessKind::volatile_store;
  if (access.writes()) return strong ? Way::strong_write : Way::write;
  return strong ? Way::strong_read : Way::read;
}

std::uint64_t value_at(const void* address, std::uint32_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, address, std::min<std::size_t>(bytes, sizeof value));
  return value;
}

std::vector<std::byte> contents_of(const std::vector<Box>& boxes) {
  std::vector<std::byte> all;
  for (const Box& box : boxes)
    box.each_row([&](const std::byte* begin, std::size_t bytes) { all.insert(all.end(), begin, begin + bytes); });
  return all;
}

std::string name_of(const Trace& trace) { return trace.work == Work::kernel ? fmt::format("kernel {}", trace.call.name) : trace.call.name; }

const char* verb_of(const Trace& trace, Way way, bool now) {
  if (trace.work == Work::free) return now ? "frees" : "freed";
  if (trace.work == Work::allocate) return "allocated";
  if (writes(way)) return now ? "writes" : "wrote";
  return now ? "reads" : "read";
}

std::string thread_of(const Trace& trace, std::uint32_t number) {
  const std::uint32_t threads = trace.block.x * trace.block.y * trace.block.z, block = number / threads;
  const uint3 at{block % trace.grid.x, block / trace.grid.x % trace.grid.y, block / trace.grid.x / trace.grid.y};
  return fmt::format("{} of kernel {}", thread_name(number % threads, at, trace.block), trace.call.name);
}

std::string mend_for(const Trace& mine, const Trace& other) {
  if (mine.stream == other.stream) return "the two belong to one graph: make one node depend on the other";
  if (mine.work == Work::free || other.work == Work::free)
    return "free memory in a stream that waits for all that use it (cudaStreamWaitEvent), or after cudaDeviceSynchronize()";
  const char* const default_stream = mine.stream == kLegacyStream || other.stream == kLegacyStream
                                         ? "; a stream made with cudaStreamNonBlocking does not wait for the default stream"
                                         : "";
  return fmt::format("make the second stream wait for the first (cudaEventRecord, cudaStreamWaitEvent), or issue both in one stream{}",
                     default_stream);
}

}  // namespace

void StreamRaces::operation_issued(const Operation& operation) {
  if (queue().waiting().size() == 1) forget_waited();  // all that was issued before has run, and met what it could meet
  order_.issued(operation.id, operation.after);
}

void StreamRaces::forget_waited() {
  std::erase_if(traces_, [&](const std::unique_ptr<Trace>& trace) {
    if (!order_.known_to_host(trace->id)) return false;
    footprints_.drop(*trace);
    return true;
  });
  order_.forget_known();
}

// By one that waits already, or by one that host code issues without having waited for this one?
bool StreamRaces::may_be_met(const Operation& operation) const {
  if (!order_.branches()) return false;
  if (!order_.known_to_host(operation.id)) return true;
  const auto& waiting = queue().waiting();
  return std::any_of(waiting.begin(), waiting.end(), [&](const Operation& later) {
    return later.id > operation.id && touches_memory(later.work) && !order_.ordered(operation.id, later.id);
  });
}

void StreamRaces::operation_begins(const Operation& operation) {
  if (!touches_memory(operation.work)) return;
  keeps_ = may_be_met(operation);
  checks_ = false;
  for (const auto& trace : traces_) {
    trace->unordered = operation.work != Work::allocate && !order_.ordered(trace->id, operation.id);
    checks_ |= trace->unordered;
  }
  if (!keeps_ && !checks_) return;
  running_ = std::make_unique<Trace>(Trace{.id = operation.id, .stream = operation.stream, .work = operation.work, .call = operation.call});
  if (operation.work != Work::kernel) touch_boxes(operation);
}

void StreamRaces::touch_boxes(const Operation& operation) {
  const auto all = [&](const std::vector<Box>& boxes, Way way) {
    for (const Box& box : boxes)
      box.each_row([&](const std::byte* begin, std::size_t bytes) {
        Footprints::each_piece(reinterpret_cast<std::uintptr_t>(begin), bytes, [&](std::uintptr_t at, std::size_t first, std::size_t end) {
          touch(at, first, end, {way, operation.call.pc});
        });
      });
  };
  if (operation.work == Work::allocate)
    for (const Box& box : operation.writes) footprints_.forget(reinterpret_cast<std::uintptr_t>(box.begin), box.width);
  all(operation.reads, Way::read);
  all(operation.writes, Way::write);
  const bool overwrites = std::any_of(findings_.begin(), findings_.end(), [](const Finding& finding) { return finding.same_value; });
  if (overwrites) contents_ = contents_of(operation.writes);
}

void StreamRaces::operation_ends(const Operation& operation) {
  if (running_ == nullptr) return;
  settle();
  const bool changed = !contents_.empty() && contents_ != contents_of(operation.writes);
  contents_.clear();
  for (Finding& finding : findings_) {
    finding.same_value &= !changed;
    report(finding);
  }
  findings_.clear();
  flags_read_.clear();
  if (keeps_) {
    std::vector<const Trace*> before;
    for (const auto& trace : traces_)
      if (order_.ordered(trace->id, running_->id)) before.push_back(trace.get());
    footprints_.supersede(*running_, before);
    std::erase_if(traces_, [](const auto& trace) { return trace->tracks == 0; });
    traces_.push_back(std::move(running_));
  }
  running_.reset();
}

void StreamRaces::grid_begins(const GridRun& grid) {
  if (running_ == nullptr) return;
  running_->grid = grid.request.grid;
  running_->block = grid.request.block;
}

void StreamRaces::access(const Thread& thread, const Access& access) {
  if (running_ == nullptr || address_space().shared.holds(reinterpret_cast<const void*>(access.address))) return;
  if (!stores_.empty()) settle();
  const uint3 block = thread.block->index;
  const std::uint32_t number = (block.z * running_->grid.y + block.y) * running_->grid.x + block.x;
  const Touch mine{way_of(access), access.pc, number * thread.block->threads_total + thread.rank};
  Footprints::each_piece(access.address, access.bytes,
                         [&](std::uintptr_t at, std::size_t first, std::size_t end) { touch(at, first, end, mine); });
}

// A flag of another kernel was read, and then there was a fence: where the other had a fence too, its writes before the flag are ordered.
void StreamRaces::fence(const Thread&, Scope scope, Site) {
  if (running_ == nullptr || is_narrow(scope)) return;
  running_->fenced = true;
  for (Trace* const other : flags_read_)
    if (other->fenced) other->unordered = false;
  flags_read_.clear();
}

void StreamRaces::touch(std::uintptr_t at, std::size_t first, std::size_t end, const Touch& mine) {
  Footprints::Page& page = footprints_.page_of(at);
  if (checks_)
    for (const Track& other : page) {
      if (!other.trace->unordered) continue;
      const std::size_t byte = other.find(first, end);
      if (byte == end) continue;
      if (conflict(mine.way, other.way)) {
        const std::size_t finding = meet(other, at, byte, mine);
        if (findings_[finding].same_value && running_->work == Work::kernel) {
          const void* const address = reinterpret_cast<const void*>(at);
          const auto bytes = static_cast<std::uint32_t>(end - first);
          stores_.push_back({finding, address, bytes, value_at(address, bytes)});
        }
      } else if (is_strong(mine.way) && other.way == Way::strong_write) {
        if (std::find(flags_read_.begin(), flags_read_.end(), other.trace) == flags_read_.end()) flags_read_.push_back(other.trace);
      }
    }
  if (keeps_) keep(footprints_.track(page, at, *running_, mine.way), first, end, mine);
}

void StreamRaces::keep(Track& track, std::size_t first, std::size_t end, const Touch& mine) {
  if (track.touchers != nullptr)
    for (std::size_t word = first / 4; word * 4 < end; ++word) {
      if (track.find(word * 4, word * 4 + 4) != word * 4 + 4) continue;  // another came first
      track.touchers->thread[word] = mine.thread;
      track.touchers->site[word] = site_of(mine.pc);
    }
  track.mark(first, end);
}

std::uint8_t StreamRaces::site_of(const void* pc) {
  std::vector<const void*>& sites = running_->sites;
  const auto known = static_cast<std::size_t>(std::find(sites.begin(), sites.end(), pc) - sites.begin());
  if (known == sites.size() && known < Trace::kMostSites) sites.push_back(pc);
  return static_cast<std::uint8_t>(std::min(known, Trace::kMostSites - 1));
}

// Which of the findings this conflict belongs to.
std::size_t StreamRaces::meet(const Track& other, std::uintptr_t at, std::size_t byte, const Touch& mine) {
  Touch before{other.way, other.trace->call.pc};
  if (other.touchers != nullptr) {
    before.pc = other.trace->sites[other.touchers->site[byte / 4]];
    before.thread = other.touchers->thread[byte / 4];
  }
  const auto same = std::find_if(findings_.begin(), findings_.end(), [&](const Finding& finding) {
    return finding.other == other.trace && finding.mine.pc == mine.pc && finding.before.pc == before.pc && finding.mine.way == mine.way &&
           finding.before.way == before.way;
  });
  if (same != findings_.end()) {
    same->count += running_->work == Work::kernel;
    return static_cast<std::size_t>(same - findings_.begin());
  }
  const bool values = running_->work != Work::free && other.trace->work != Work::free && other.trace->work != Work::allocate;
  const std::uintptr_t address = at / Track::kPageBytes * Track::kPageBytes + byte;
  findings_.push_back({.other = other.trace,
                       .mine = mine,
                       .before = before,
                       .where = describe_address(reinterpret_cast<const void*>(address)),
                       .same_value = values && mine.way == Way::write && before.way == Way::write});
  return findings_.size() - 1;
}

void StreamRaces::settle() {
  for (const Store& store : stores_)
    if (value_at(store.address, store.bytes) != store.before) findings_[store.finding].same_value = false;
  stores_.clear();
}

void StreamRaces::report(const Finding& finding) {
  const Trace &mine = *running_, &other = *finding.other;
  const bool is_kernel = mine.work == Work::kernel, other_is_kernel = other.work == Work::kernel;
  log_.kernel = is_kernel ? mine.call.name : other_is_kernel ? other.call.name : "";
  bool fresh = false;
  // By a name of its own: threads of one kernel may race between the same lines.
  Hazard& hazard = log_.find("stream race", finding.mine.pc, finding.before.pc, &fresh);
  hazard.kind = "race";
  hazard.count += finding.count - 1;
  const Severity severity = finding.same_value ? Severity::note : Severity::error;
  hazard.severity = fresh ? severity : std::max(hazard.severity, severity);
  if (!fresh) return;
  if (is_kernel) hazard.threads = thread_of(mine, finding.mine.thread);
  if (other_is_kernel) {
    if (is_kernel) hazard.threads += ", and before it ";
    hazard.threads += thread_of(other, finding.before.thread);
  }
  hazard.message = fmt::format("{} {} {}, which {} {}; nothing makes one wait for the other, so a GPU may run them together{}",
                               name_of(mine), verb_of(mine, finding.mine.way, true), finding.where, name_of(other),
                               verb_of(other, finding.before.way, false), finding.same_value ? "; both write the same value" : "");
  hazard.mend = mend_for(mine, other);
}

}  // namespace lockstep::sim
