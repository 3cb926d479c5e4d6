/// @file
/// @brief The functions that the compiler calls at every load and store of a kernel (`-fsanitize=thread`).
///
/// Without an observer they only keep device code away from what is not the device's: a comparison and a return.
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/accesses/undo_log.hpp"
#include "sim/engine/accesses/warp_log.hpp"

#include <fmt/format.h>
#include <link.h>

#include <bit>
#include <utility>

#include "sim/engine/failures/failure.hpp"
#include "sim/engine/program/address_arithmetic.hpp"
#include "sim/engine/program/copied_class.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

// Constants of the program (tables, string literals) are readable everywhere, as they are on a GPU.
bool is_program_constant(const void* p) {
  struct Query {
    std::uintptr_t address;
    bool found = false;
  } query{reinterpret_cast<std::uintptr_t>(p)};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto& wanted = *static_cast<Query*>(data);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          const bool here = segment.p_type == PT_LOAD && wanted.address - (object->dlpi_addr + segment.p_vaddr) < segment.p_memsz;
          if (here) wanted.found = (segment.p_flags & PF_W) == 0;
          // Tables of pointers are constant too, but lie where the loader could relocate them.
          const bool relocated = segment.p_type == PT_GNU_RELRO && wanted.address - (object->dlpi_addr + segment.p_vaddr) < segment.p_memsz;
          if (relocated) {
            wanted.found = true;
            return 1;
          }
        }
        return 0;
      },
      &query);
  return query.found;
}

// A thread copies the kernel's arguments from there.
bool is_argument(const void* p) {
  const GridRun& grid = current_worker->grid();
  return static_cast<std::size_t>(static_cast<const std::byte*>(p) - static_cast<const std::byte*>(grid.arguments)) <
         grid.request.body.bytes;
}

bool allowed(const void* p, bool write) {
  return is_argument(p) || memory_answers.device_may_touch(p) || (!write && is_program_constant(p));
}

}  // namespace

void check_outside_access(const void* p, bool write, const void* pc, Site site) {
  if (current_worker == nullptr || allowed(p, write)) return;
  fail({.error = cudaErrorIllegalAddress,
        .kind = "out-of-bounds",
        .text = fmt::format("an illegal memory access: the kernel {} {}", write ? "wrote to" : "read from", memory_answers.describe(p)),
        .fix = memory_answers.advice(p),
        .site = site,
        .pc = pc,
        .address = p});
}

std::array<std::size_t, 5> unwatched{kUsualLayout.bytes, kUsualLayout.bytes >> 1, kUsualLayout.bytes >> 2, kUsualLayout.bytes >> 3,
                                     kUsualLayout.bytes >> 4};
std::size_t logged_bytes = 0;
std::uintptr_t variables_begin = 0;
std::size_t variables_bytes = 0;
constinit thread_local std::uintptr_t misaligned_object = 0;

namespace {

// In pieces that a key can tell of, which the width of the instructions divides.
void log_access(const Access& access) {
  constexpr std::uint32_t kWidestKey = 128, kWidestInstruction = 16;
  const bool is_one = std::has_single_bit(access.bytes) && access.bytes <= kWidestKey;
  const std::uint64_t bits = access.address | access.bytes | kWidestInstruction;
  lane_cursor.log->add_access(lane_cursor.lane, access, is_one ? access.bytes : static_cast<std::uint32_t>(bits & (~bits + 1)));
}

// Of a strong access readers of logs are told at once: its log entry does not say all of it.
void tell_of_strong(const Thread& thread, const Access& access) {
  if (is_trial_of_many && shows_order(access)) call_off_trial(TrialEnd::order);
  for (Observer* const reader : log_readers()) reader->access(thread, access);
}

}  // namespace

void report_access(const Access& access) {
  const Thread& thread = current_worker->current();
  if (is_stack_address(access.address)) [[unlikely]]
    return observe([&](Observer& observer) { observer.local_access(thread, access); });
  if (access.writes()) keep_before_write(access.address, access.bytes);
  if (lane_cursor.log != nullptr) {
    if (!is_plain(access.kind)) tell_of_strong(thread, access);
    log_access(access);
  }
  for (Observer* const observer : access_observers()) observer->access(thread, access);
}

void watch_host(const Access& access) {
  memory_answers.check_host_access(reinterpret_cast<const void*>(access.address), access.writes(), access.pc);
  if (host_is_heard()) memory_answers.tell_of_host_access(access);
}

void watch(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc) {
  const Access access{pc, reinterpret_cast<std::uintptr_t>(p), bytes, kind};
  if (current_worker == nullptr) return watch_host(access);
  if (!inside_space(p)) {
    if (is_argument(p)) return;
    check_outside_access(p, access.writes(), pc);
  }
  if (unwatched[0] == 0) report_access(access);
}

namespace {

// Where a thread of a kernel goes; of host code nobody is told.
template <class Tell>
inline void follow_control(Tell&& tell) {
  if (unwatched[0] != 0 || current_worker == nullptr) return;
  for (Observer* const observer : control_observers()) tell(*observer, current_worker->current());
}

}  // namespace

void returns() noexcept {
  follow_control([](Observer& observer, const Thread& thread) { observer.returns(thread); });
}

namespace {

// Of 16 bytes the compiler tells also where a multiple of 8 will do. Where it will not, the processor may fault, or not: it depends on how
// the compiler copies them.
bool is_misaligned(const void* p, std::uint32_t bytes, const void* pc) {
  const std::uintptr_t rest = number(p) & (bytes - 1);
  return rest != 0 && (bytes < 16 || rest != 8 || alignment_of_copied_class(pc) == 16);
}

void watch_aligned(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc) {
  if (current_worker != nullptr && is_misaligned(p, bytes, pc)) {
    const bool write = kind == AccessKind::store || kind == AccessKind::volatile_store;
    fail(misaligned_failure(pc, fmt::format("{} {} bytes", write ? "writes" : "reads", bytes), bytes, p));
  }
  watch(p, bytes, kind, pc);
}

// The compiler may know that an address is misaligned, or let a type be so (a packed struct, a struct of four chars).
[[gnu::always_inline]] inline void access_unaligned(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc) {
  constexpr std::uintptr_t kLargest = 4096;
  const bool of_misaligned = number(p) - std::exchange(misaligned_object, 0) < kLargest;
  if (of_misaligned && std::has_single_bit(bytes)) return watch_aligned(p, bytes, kind, pc);
  if (!passes_unwatched<1>(p)) watch(p, bytes, kind, pc);
}

// An aligned access that the thread's log is enough for: one comparison, as in passes_unwatched().
template <std::uint32_t bytes>
[[gnu::always_inline]] inline bool goes_to_log(const void* p) {
  constexpr int shift = std::countr_zero(bytes);
  return std::rotr(number(p) - space_layout.begin, shift) < lane_cursor.bytes >> shift;
}

// Host code's own memory is no business of ours: what is left are variables of the device, and what observers hear of.
bool is_of_interest_to_host(const void* p) { return host_is_heard() || number(p) - variables_begin < variables_bytes; }

[[gnu::noinline]] void watch_otherwise(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc) {
  if (current_worker != nullptr || is_of_interest_to_host(p)) watch_aligned(p, bytes, kind, pc);
}

// With observers that hear of each access.
[[gnu::noinline, gnu::cold]] void record_and_tell(const void* p, std::uint32_t bytes, AccessKind kind, const void* pc) {
  record(plain_access_key(kind, static_cast<unsigned>(std::countr_zero(bytes)), number(pc)), number(p));
  for (Observer* const observer : access_observers()) observer->access(current_worker->current(), {pc, number(p), bytes, kind});
}

// Called last in a hook, which makes it a jump: the return address is then the hook's own, and fetching it costs nothing unless it is used.
// What comes seldom is called last here, too, so that the usual way needs no frame.
template <std::uint32_t bytes, AccessKind kind>
[[gnu::noinline]] void watch_plain(const void* p) {
  const void* const pc = __builtin_return_address(0);
  if (!goes_to_log<bytes>(p)) return watch_otherwise(p, bytes, kind, pc);
  if constexpr (kind == AccessKind::store) keep_before_aligned_write(number(p), bytes);
  if (any_access_observers) [[unlikely]]
    return record_and_tell(p, bytes, kind, pc);
  record(plain_access_key(kind, std::countr_zero(bytes), number(pc)), number(p));
}

void keep_in_step(const void* p) {
  const std::uintptr_t address = number(p);
  if (space_layout.holds(address) && !is_stack_address(address)) sim::keep_in_step();
}

// Volatile variables that are read again and again are being waited for: let others run. Before the access is told of, so that nothing
// comes between that and the reading.
void volatile_read(const void* p, std::uint32_t bytes, const void* pc) {
  constexpr std::uint32_t kPatience = 8;
  if (current_worker == nullptr) return;
  keep_in_step(p);
  current_worker->strong_access();
  current_worker->current().polled = p;
  current_worker->current().polled_bytes = bytes;
  if (++current_worker->current().volatile_reads > kPatience) current_worker->yield("a volatile variable", Site(), pc);
}

void volatile_write(const void* p) {
  if (current_worker == nullptr) return;
  keep_in_step(p);
  current_worker->current().volatile_reads = 0;
  current_worker->note_progress();
  current_worker->strong_access();
}

}  // namespace

void keep_in_step() {
  if (unwatched[0] != 0 && current_worker != nullptr) current_worker->keep_in_step();
}

}  // namespace lockstep::sim

using lockstep::sim::access_unaligned;
using lockstep::sim::AccessKind;
using lockstep::sim::current_worker;
using lockstep::sim::follow_control;
using lockstep::sim::Observer;
using lockstep::sim::passes_unwatched;
using lockstep::sim::Thread;

// The names and the calling convention are the compiler's.
#define LOCKSTEP_PC __builtin_return_address(0)
#define LOCKSTEP_HOOKS(size)                                                                                        \
  void __tsan_read##size(void* p) {                                                                                 \
    if (!passes_unwatched<size>(p)) lockstep::sim::watch_plain<size, AccessKind::load>(p);                          \
  }                                                                                                                 \
  void __tsan_write##size(void* p) {                                                                                \
    if (!passes_unwatched<size>(p)) lockstep::sim::watch_plain<size, AccessKind::store>(p);                         \
  }                                                                                                                 \
  void __tsan_unaligned_read##size(void* p) { access_unaligned(p, size, AccessKind::load, LOCKSTEP_PC); }           \
  void __tsan_unaligned_write##size(void* p) { access_unaligned(p, size, AccessKind::store, LOCKSTEP_PC); }         \
  void __tsan_volatile_read##size(void* p) {                                                                        \
    lockstep::sim::volatile_read(p, size, LOCKSTEP_PC);                                                             \
    if (!passes_unwatched<size>(p)) lockstep::sim::watch_aligned(p, size, AccessKind::volatile_load, LOCKSTEP_PC);  \
  }                                                                                                                 \
  void __tsan_volatile_write##size(void* p) {                                                                       \
    if (!passes_unwatched<size>(p)) lockstep::sim::watch_aligned(p, size, AccessKind::volatile_store, LOCKSTEP_PC); \
    lockstep::sim::volatile_write(p);                                                                               \
  }                                                                                                                 \
  void __tsan_unaligned_volatile_read##size(void* p) { __tsan_volatile_read##size(p); }                             \
  void __tsan_unaligned_volatile_write##size(void* p) { __tsan_volatile_write##size(p); }

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void* caller) {
  using namespace lockstep::sim;
  if (lane_cursor.log != nullptr && logs_control) lane_cursor.log->add_call(lane_cursor.lane, caller);
  follow_control([&](Observer& observer, const Thread& thread) { observer.call_begins(thread, caller); });
}
void __tsan_func_exit() {
  using namespace lockstep::sim;
  if (lane_cursor.log != nullptr && logs_control) lane_cursor.log->add_leave(lane_cursor.lane);
  follow_control([](Observer& observer, const Thread& thread) { observer.call_ends(thread); });
}
namespace {
[[gnu::noinline, gnu::cold]] void follow_block(const void* pc) {
  using namespace lockstep::sim;
  if (current_worker != nullptr && current_worker->grid().in_vain.load(std::memory_order_relaxed)) call_off_trial(TrialEnd::order);
  if (lane_cursor.log != nullptr && logs_control) record(lane_key(LaneStep::block, number(pc)), 0);
  follow_control([&](Observer& observer, const Thread& thread) { observer.basic_block(thread, pc); });
}
}  // namespace
// At the start of every basic block (`-fsanitize-coverage=trace-pc`): tells iterations of loops apart.
void __sanitizer_cov_trace_pc() {
  using namespace lockstep::sim;
  const void* const pc = LOCKSTEP_PC;
  if (any_control_observers) [[unlikely]]
    return follow_block(pc);
  if (lane_cursor.log != nullptr && logs_control) record(lane_key(LaneStep::block, number(pc)), 0);
}
void __tsan_vptr_update(void** p, void*) { access_unaligned(p, sizeof *p, AccessKind::store, LOCKSTEP_PC); }
void __tsan_vptr_read(void** p) { access_unaligned(p, sizeof *p, AccessKind::load, LOCKSTEP_PC); }
void __tsan_read_range(void* p, unsigned long bytes) {
  access_unaligned(p, static_cast<std::uint32_t>(bytes), AccessKind::load, LOCKSTEP_PC);
}
void __tsan_write_range(void* p, unsigned long bytes) {
  access_unaligned(p, static_cast<std::uint32_t>(bytes), AccessKind::store, LOCKSTEP_PC);
}

LOCKSTEP_HOOKS(1)
LOCKSTEP_HOOKS(2)
LOCKSTEP_HOOKS(4)
LOCKSTEP_HOOKS(8)
LOCKSTEP_HOOKS(16)

}  // extern "C"
