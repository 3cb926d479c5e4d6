/// @file
/// @brief Finds operations that touch the same memory although neither waits for the other.
#include "sim/observers/streams/stream_races.hpp"
#include "sim/runtime/memory/address_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr std::uint64_t kLegacyStream = 1;

bool touches_memory(Work work) { return work != Work::event_record && work != Work::empty; }

bool is_narrow(Scope scope) { return scope == Scope::block || scope == Scope::thread; }

Way way_of(const Access& access) {
  const bool strong = access.kind == AccessKind::atomic
                          ? !is_narrow(access.scope)
                          : access.kind == AccessKind::volatile_load || access.kind == AccessKind::volatile_store;
  const bool telling = access.kind == AccessKind::volatile_store || access.scope == Scope::system;
  if (access.writes()) return !strong ? Way::write : telling ? Way::telling_write : Way::strong_write;
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

std::string name_of(const Trace& trace) {
  if (trace.work == Work::host_code) return "host code";
  if (trace.work == Work::host_function) return fmt::format("the function of {}", trace.call.name);
  return trace.work == Work::kernel ? fmt::format("kernel {}", trace.call.name) : trace.call.name;
}

const char* verb_of(const Trace& trace, Way way, bool now) {
  if (trace.work == Work::free) return now ? "frees" : "freed";
  if (trace.work == Work::allocate) return "allocated";
  if (writes(way)) return now ? "writes" : "wrote";
  return now ? "reads" : "read";
}

std::uint8_t site_in(Trace& trace, const void* pc) {
  std::vector<const void*>& sites = trace.sites;
  const auto known = static_cast<std::size_t>(std::find(sites.begin(), sites.end(), pc) - sites.begin());
  if (known == sites.size() && known < Trace::kMostSites) sites.push_back(pc);
  return static_cast<std::uint8_t>(std::min(known, Trace::kMostSites - 1));
}

std::string thread_of(const Trace& trace, std::uint32_t number) {
  const std::uint32_t threads = trace.block.x * trace.block.y * trace.block.z, block = number / threads;
  const uint3 at{block % trace.grid.x, block / trace.grid.x % trace.grid.y, block / trace.grid.x / trace.grid.y};
  return fmt::format("{} of kernel {}", thread_name(number % threads, at, trace.block), trace.call.name);
}

// `host_pc`: where host code touched the memory, in this way.
std::string fix_for_host(const Trace& operation, const void* host_pc, Way host_way) {
  const unsigned line = HazardLog::line_of(host_pc).line;
  const std::string where = line == 0 ? "before the host touches it" : fmt::format("before line {}", line);
  return fmt::format("wait for {} {} (cudaDeviceSynchronize, cudaStreamSynchronize, cudaEventSynchronize){}", name_of(operation), where,
                     writes(host_way) ? ", or write to another buffer" : "");
}

std::string fix_for(const Trace& mine, const Trace& other) {
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
  hear_changes();
  finish();
  forget_reads();
  if (queue().waiting().size() == 1) forget_waited();  // all that was issued before has run, and met what it could meet
  order_.issued(operation.id, operation.after);
  listen_to_host();
}

void StreamRaces::forget_waited() {
  std::erase_if(traces_, [&](const std::unique_ptr<Trace>& trace) {
    if (!order_.known_to_host(trace->id)) return false;
    footprints_.drop(*trace);
    return true;
  });
  order_.forget_known();
}

// By one that is already waiting, or by one that host code issues without having waited for this one?
bool StreamRaces::may_be_met(const Operation& operation) const {
  if (!order_.branches()) return false;
  if (!order_.known_to_host(operation.id)) return true;
  const auto& waiting = queue().waiting();
  return std::any_of(waiting.begin(), waiting.end(), [&](const Operation& later) {
    return later.id > operation.id && touches_memory(later.work) && !order_.ordered(operation.id, later.id);
  });
}

void StreamRaces::operation_begins(const Operation& operation) {
  in_host_function_ = operation.work == Work::host_function;
  listen_to_host();
  segment_ = nullptr;
  if (!touches_memory(operation.work)) return;
  keeps_ = may_be_met(operation);
  keeps_shared_ = host_shares_memory() && !order_.known_to_host(operation.id);
  checks_ = false;
  for (const auto& trace : traces_) {
    trace->unordered = operation.work != Work::allocate && !order_.ordered(trace->id, operation.id);
    // Host code may follow an operation that runs only now, as another host thread has begun to wait. And it has locks of its own.
    if (trace->work == Work::host_code && (in_host_function_ || order_.ordered(operation.id, trace->id))) trace->unordered = false;
    checks_ |= trace->unordered;
  }
  if (!keeps_ && !keeps_shared_ && !checks_) return;
  running_ = std::make_unique<Trace>(Trace{.id = operation.id, .stream = operation.stream, .work = operation.work, .call = operation.call});
  if (!running_->is_code()) touch_boxes(operation);
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
  if (std::exchange(in_host_function_, false)) order_.host_waits({operation.id});  // its purpose is to tell the program
  listen_to_host();
  if (running_ == nullptr) return;
  settle();
  const bool changed = !contents_.empty() && contents_ != contents_of(operation.writes);
  contents_.clear();
  for (Finding& finding : findings_) {
    finding.same_value &= !changed;
    report(*running_, finding);
  }
  findings_.clear();
  flags_read_.clear();
  if (keeps_ || keeps_shared_) {
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
  if (access.kind == AccessKind::atomic && access.order != MemoryOrder::relaxed && is_strong(mine.way)) fence();
}

void StreamRaces::fence(const Thread&, Scope scope, Site) {
  if (running_ != nullptr && !is_narrow(scope)) fence();
}

// A flag of another kernel was read, and then there was a fence: where the other had a fence too, its writes before the flag are ordered.
void StreamRaces::fence() {
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
      const bool is_host = other.trace->work == Work::host_code;
      if (is_host ? conflicts_with_host(other.way, mine.way) : conflict(mine.way, other.way)) {
        const std::size_t finding = meet(other, at, byte, mine);
        if (findings_[finding].same_value && running_->work == Work::kernel) {
          const void* const address = reinterpret_cast<const void*>(at);
          const auto bytes = static_cast<std::uint32_t>(end - first);
          stores_.push_back({finding, address, bytes, value_at(address, bytes)});
        }
      } else if (is_strong(mine.way) && is_strong_write(other.way)) {
        if (std::find(flags_read_.begin(), flags_read_.end(), other.trace) == flags_read_.end()) flags_read_.push_back(other.trace);
      }
    }
  if (keeps_ || (keeps_shared_ && host_sees(reinterpret_cast<const void*>(at))))
    keep(footprints_.track(page, at, *running_, mine.way), first, end, mine);
}

void StreamRaces::keep(Track& track, std::size_t first, std::size_t end, const Touch& mine) {
  if (track.touchers != nullptr)
    for (std::size_t word = first / 4; word * 4 < end; ++word) {
      if (track.find(word * 4, word * 4 + 4) != word * 4 + 4) continue;  // another came first
      track.touchers->thread[word] = mine.thread;
      track.touchers->site[word] = site_in(*track.trace, mine.pc);
    }
  track.mark(first, end);
}

std::string StreamRaces::describe_byte(std::uintptr_t at, std::size_t byte) {
  return describe_address(reinterpret_cast<const void*>(at / Track::kPageBytes * Track::kPageBytes + byte));
}

// What the track tells of a byte.
StreamRaces::Touch StreamRaces::first_touch(const Track& track, std::size_t byte) {
  Touch touch{track.way, track.trace->call.pc};
  if (track.touchers == nullptr) return touch;
  touch.pc = track.trace->sites[track.touchers->site[byte / 4]];
  touch.thread = track.touchers->thread[byte / 4];
  return touch;
}

// Which of the findings this conflict belongs to.
std::size_t StreamRaces::meet(const Track& other, std::uintptr_t at, std::size_t byte, const Touch& mine) {
  const Touch before = first_touch(other, byte);
  const auto same = std::find_if(findings_.begin(), findings_.end(), [&](const Finding& finding) {
    return finding.other == other.trace && finding.mine.pc == mine.pc && finding.before.pc == before.pc && finding.mine.way == mine.way &&
           finding.before.way == before.way;
  });
  if (same != findings_.end()) {
    same->count += running_->work == Work::kernel;
    return static_cast<std::size_t>(same - findings_.begin());
  }
  const bool values = running_->work != Work::free && other.trace->work != Work::free && other.trace->work != Work::allocate;
  findings_.push_back({.other = other.trace,
                       .mine = mine,
                       .before = before,
                       .where = describe_byte(at, byte),
                       .same_value = values && mine.way == Way::write && before.way == Way::write});
  return findings_.size() - 1;
}

void StreamRaces::settle() {
  for (const Store& store : stores_)
    if (value_at(store.address, store.bytes) != store.before) findings_[store.finding].same_value = false;
  stores_.clear();
}

void StreamRaces::report(const Trace& mine, const Finding& finding) {
  const Trace& other = *finding.other;
  const bool host_read = other.work == Work::host_code && finding.before.way == Way::read;
  if (!host_read) return log(words_for(mine, finding));
  suspects_.push_back({words_for(mine, finding), finding.before.pc, mine.id});
}

StreamRaces::Report StreamRaces::words_for(const Trace& mine, const Finding& finding) {
  const Trace& other = *finding.other;
  const bool is_kernel = mine.work == Work::kernel, other_is_kernel = other.work == Work::kernel;
  Report report{.pc = finding.mine.pc, .before = finding.before.pc, .count = finding.count};
  report.kernel = is_kernel ? mine.call.name : other_is_kernel ? other.call.name : "";
  if (finding.same_value) report.severity = Severity::note;
  if (is_kernel) report.threads = thread_of(mine, finding.mine.thread);
  if (other_is_kernel) {
    if (is_kernel) report.threads += ", and before it ";
    report.threads += thread_of(other, finding.before.thread);
  }
  const bool by_host = mine.work == Work::host_code, after_host = other.work == Work::host_code;
  const char* const why = by_host || after_host ? "the host had not waited, so on a GPU either may come first"
                                                : "nothing makes one wait for the other, so a GPU may run them together";
  report.message =
      fmt::format("{} {} {}, which {} {}; {}{}", name_of(mine), verb_of(mine, finding.mine.way, true), finding.where, name_of(other),
                  verb_of(other, finding.before.way, false), why, finding.same_value ? "; both write the same value" : "");
  report.fix = by_host      ? fix_for_host(other, finding.mine.pc, finding.mine.way)
               : after_host ? fix_for_host(mine, finding.before.pc, finding.before.way)
                            : fix_for(mine, other);
  return report;
}

void StreamRaces::log(const Report& report) {
  log_.kernel = report.kernel;
  bool fresh = false;
  // By a name of its own: threads of one kernel may race between the same lines.
  Hazard& hazard = log_.find("stream race", report.pc, report.before, &fresh);
  hazard.kind = "race";
  hazard.count += report.count - 1;
  hazard.severity = fresh ? report.severity : std::max(hazard.severity, report.severity);
  if (!fresh) return;
  hazard.threads = report.threads;
  hazard.message = report.message;
  hazard.fix = report.fix;
}

}  // namespace lockstep::sim
