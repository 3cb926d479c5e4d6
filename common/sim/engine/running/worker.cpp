/// @file
/// @brief Schedules the threads of a worker's blocks: who runs next, who waits, and which waits never end.
#include "sim/engine/running/worker.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <random>
#include <utility>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/accesses/warp_log.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/fresh_memory.hpp"
#include "sim/engine/running/debugger.hpp"
#include "sim/engine/running/trial.hpp"

// The engine's own, writable view of the coordinates that device code sees as constants. (engine/running/coordinates.cpp)
extern __thread uint3 lockstep_thread_index asm("threadIdx") __attribute__((tls_model("initial-exec")));
extern __thread uint3 lockstep_block_index asm("blockIdx") __attribute__((tls_model("initial-exec")));
extern __thread uint3 lockstep_block_extent asm("blockDim") __attribute__((tls_model("initial-exec")));
extern __thread uint3 lockstep_grid_extent asm("gridDim") __attribute__((tls_model("initial-exec")));

namespace lockstep::sim {

__thread Worker* current_worker = nullptr;

namespace {

constexpr std::uint32_t kSpinsBetweenLooks = 256;
constexpr std::int64_t kPatienceMs = 5000, kQuietPatienceMs = 250, kBetweenStacksMs = 10;
constexpr std::size_t kThreadsOfOne = 2048, kResidentThreads = 8 * kThreadsOfOne;  // what a multiprocessor holds, and all of the device's
// Few threads of ordinary kernels get so far in a histogram or a queue: they keep their order, and need no stack of their own.
constexpr std::uint32_t kStrongAccesses = 1 << 12, kStrongAccessesLater = 1 << 8;

// Lanes of a warp are in rows as the block's threads are, where whole rows make a warp.
std::uint32_t lanes_in_row(dim3 extent) { return extent.x > 1 && extent.x < 32 && std::has_single_bit(extent.x) ? extent.x : 32; }

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

// Frames keep what earlier calls left in their gaps: a thread that looks at the clock would seem to change.
[[gnu::noinline]] void wipe_stack_below() {
  std::array<std::byte, 1024> gap;
  std::memset(gap.data(), 0, gap.size());
  asm volatile("" ::"r"(gap.data()) : "memory");
}

}  // namespace

// Whatever the block before it left there.
void poison_shared(Block& block, std::uint32_t used) {
  std::memset(block.shared + block.poisoned, fresh_byte(), used - block.poisoned);
  block.poisoned = used;
}

void hand_over_log(Block& block, std::uint32_t warp) {
  WarpLog& log = block.warps[warp].log;
  if (log.is_empty()) return;
  for (Observer* const reader : log_readers()) reader->warp_did(block, warp, log);
  log.clear();
}

void hand_over_logs(Block& block) {
  if (!any_log_readers) return;
  for (std::uint32_t warp = 0; warp < block.warps.size(); ++warp) hand_over_log(block, warp);
}

void hand_over_if_alone() {
  if (current_worker == nullptr) return;
  const Thread& thread = current_worker->current();
  const std::uint32_t warp = thread.rank / 32;
  if ((thread.block->warps[warp].exited | 1u << thread.lane()) == ~0u) hand_over_log(*thread.block, warp);
}

void run_fiber() {
  Worker& worker = *current_worker;
  for (;;) {
    const GridRun& grid = *worker.grid_;
    tell_debugger(worker);
    grid.request.body.run(grid.arguments);
    Fiber* const self = worker.fiber_;
    worker.finish_current();

    Thread* const next = worker.next_thread();
    if (next != nullptr) worker.make_current(*next);
    if (next != nullptr && next->wait == Wait::fresh) {
      next->wait = Wait::ready;
      next->fiber = self;
      continue;
    }
    worker.idle_.push_back(self);
    switch_to(next != nullptr ? worker.context_of(*next) : worker.main_, self->context);
  }
}

Worker::Worker() : emergency_stack_(std::make_unique<std::byte[]>(kStackBytes)) {}

Worker::~Worker() {
  for (Fiber* fiber : taken_) give_fiber(fiber);
}

void Worker::work(GridRun& grid) {
  grid_ = &grid;
  current_worker = this;
  fruitless_ = 0;
  barriers_ = 0;
  heartbeat_.blocks_ended.store(0, std::memory_order_relaxed);
  heartbeat_.stood_still_at.store(0, std::memory_order_relaxed);
  heartbeat_.os_thread = pthread_self();
  number_ = grid.enlist(heartbeat_);
  const GridRequest& request = grid.request;
  lockstep_block_extent = request.block;
  lockstep_grid_extent = request.grid;

  if (request.cooperative)
    while (take_cluster()) {
    }
  while (!grid.failed.load(std::memory_order_relaxed)) {
    if (Thread* const next = next_thread()) {
      make_current(*next);
      switch_to(context_of(*next), main_);
      while (examiner_ != nullptr) examine_stacks();
      continue;
    }
    retire_finished();
    if (!resident_.empty()) {
      report_stuck(*this);
    } else if (!take_cluster()) {
      break;
    }
  }
  drop_everything();
  heartbeat_.active.store(false);
  lane_cursor = {};
  current_worker = nullptr;
  current_ = nullptr;
}

void Worker::suspend(Wait why, const char* name, Site site) {
  Thread& me = *current_;
  Fiber* const self = fiber_;
  me.wait = why;
  me.name = name;
  me.site = site;
  Warp& warp = me.block->warps[me.rank / 32];
  if (--warp.runnable == 0 && warp.converging != 0) release_converged(*this, *me.block, warp);

  Thread* const next = next_thread();
  if (next != nullptr) make_current(*next);
  if (next != &me) switch_to(next != nullptr ? context_of(*next) : main_, self->context);
  me.wait = Wait::ready;
  tell_debugger(*this);
}

void Worker::step_back() {
  ready_.push(current_);
  Thread* const next = ready_.pop();
  if (next != current_) hand_over_to(*next);
}

void Worker::step_aside() {
  Thread* const next = fresh_thread_within(kThreadsOfOne);
  if (next == nullptr) return step_back();
  go_behind(*next);
}

void Worker::let_all_go() {
  while (Thread* const next = fresh_thread_within(kThreadsOfOne)) go_behind(*next);
  step_back();
}

void Worker::go_behind(Thread& next) {
  ready_.push(current_);
  hand_over_to(next);
}

void Worker::hand_over_to(Thread& next) {
  Fiber* const self = fiber_;
  make_current(next);
  switch_to(context_of(next), self->context);
  tell_debugger(*this);
}

void Worker::wake(Thread& thread) {
  thread.wait = Wait::ready;
  thread.spins = 0;
  ++thread.block->warps[thread.rank / 32].runnable;
  ready_.push(&thread);
  note_progress();
}

// Touches no thread's record: each would be a miss of the cache, and the thread touches it anyway when its turn comes.
void Worker::wake_barrier(Block& block) {
  std::vector<Thread*>& waiting = block.barrier.waiting;
  if (grid_->schedule.shuffle != 0)
    std::shuffle(waiting.begin(), waiting.end(), std::minstd_rand(static_cast<unsigned>(grid_->schedule.shuffle + ++barriers_)));
  ready_.push(waiting);
  waiting.clear();
  for (Warp& warp : block.warps) warp.runnable += std::exchange(warp.at_barrier, 0);
  note_progress();
}

void Worker::yield(const char* name, Site site, const void* pc) {
  Thread& me = *current_;
  me.name = name;
  me.site = site;
  me.pc = pc;
  // A lane that spins for one that waits for convergence would spin for ever.
  Warp& warp = me.block->warps[me.rank / 32];
  if (++me.spins > kSpinsBetweenLooks && warp.converging != 0) release_converged(*this, *me.block, warp);
  if (++fruitless_ % kSpinsBetweenLooks == 0) {
    if (everybody_spins() && everybody_waits()) fail_spinning(*this);
    wipe_stack_below();
  }

  Thread* next = fresh_thread();  // before those that spin as well: it may be the one that they all wait for
  if (next == nullptr) next = ready_.pop();
  if (next != nullptr) go_behind(*next);
}

// Programs from before Volta count on it: `s[t] += s[t + 16]; s[t] += s[t + 8];` without a barrier between. Hardware still runs most of
// them like that. In other orders, and where observers watch, lanes are as independent as the language has them.
void Worker::keep_in_step() {
  const Schedule& schedule = grid_->schedule;
  if (schedule.reversed || schedule.shuffle != 0 || current_->block->warps[current_->rank / 32].runnable < 2) return;
  Thread* next = fresh_thread();
  if (next == nullptr) next = ready_.pop();
  if (next != nullptr) go_behind(*next);
}

// A thread that got so far may wait for long yet: its next turns are shorter.
void Worker::give_way() {
  Thread& me = *current_;
  me.strong_left = kStrongAccessesLater;
  if (grid_->failed.load(std::memory_order_relaxed)) abandon();
  Warp& warp = me.block->warps[me.rank / 32];
  if (warp.converging != 0) release_converged(*this, *me.block, warp);

  Thread* next = fresh_thread_within(kResidentThreads / grid_->workers_at_most);
  if (next == nullptr) next = ready_.pop();
  if (next != nullptr) go_behind(*next);
}

// Each thread that has begun keeps a stack.
Thread* Worker::fresh_thread_within(std::size_t room) {
  Thread* const next = fresh_thread();
  return next == nullptr && start_another(room) ? fresh_thread() : next;
}

// Starts a block beside the resident ones, where there is room for its threads.
bool Worker::start_another(std::size_t room) {
  const dim3 extent = grid_->request.block;
  const std::size_t threads = std::size_t{extent.x} * extent.y * extent.z;
  if (resident_threads_ + threads > room) retire_finished();
  return resident_threads_ + threads <= room && take_cluster();
}

// Looks at the whole grid now and then. Blocks that are not resident yet are started first: on a GPU they would be.
bool Worker::everybody_spins() {
  if (grid_->failed.load(std::memory_order_relaxed)) abandon();
  heartbeat_.spins.store(heartbeat_.spins.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  const std::uint64_t progress = grid_->progress();
  if (progress != seen_progress_ || fruitless_ == kSpinsBetweenLooks || memory_answers.host_may_help()) {
    seen_progress_ = progress;
    seen_at_ms_ = now_ms();
    seen_spins_ = grid_->spins();
    next_look_ms_ = 0;
    return false;
  }
  if (fruitless_ > 4 * ready_.size() && start_another(kResidentThreads / grid_->workers_at_most)) return false;
  sched_yield();
  if (now_ms() - seen_at_ms_ < (grid_->quiet ? kQuietPatienceMs : kPatienceMs)) return false;
  const std::vector<std::uint64_t> spins = grid_->spins();
  // A worker that has not spun since computes, and may yet do what the others wait for.
  for (std::size_t i = 0; i < spins.size(); ++i)
    if (i >= seen_spins_.size() || spins[i] == seen_spins_[i]) return false;
  return true;
}

// Of threads that only read, those that count will end: `for (i = 0; i < n; ++i) sum += *v;`
bool Worker::everybody_waits() {
  if (now_ms() < next_look_ms_) return false;
  if (next_look_ms_ == 0) standstill_.forget();
  next_look_ms_ = now_ms() + kBetweenStacksMs;
  wipe_stack_below();
  examiner_ = current_;
  switch_to(main_, fiber_->context);
  heartbeat_.stood_still_at.store(standstill_.is_certain() ? seen_progress_ : 0, std::memory_order_relaxed);
  return grid_->stands_still_at(seen_progress_);
}

void Worker::examine_stacks() {
  std::vector<const Thread*> threads = ready_.all();
  threads.push_back(examiner_);
  standstill_.look(threads);
  Thread& examiner = *std::exchange(examiner_, nullptr);
  switch_to(context_of(examiner), main_);
}

void Worker::exit_current() {
  Fiber* const self = fiber_;
  finish_current();
  Thread* const next = next_thread();
  if (next != nullptr) make_current(*next);
  prepare(*self);
  idle_.push_back(self);
  switch_to(next != nullptr ? context_of(*next) : main_, forgotten_);
  __builtin_unreachable();
}

void Worker::abandon() {
  switch_to(main_, forgotten_);
  __builtin_unreachable();
}

bool Worker::take_cluster() {
  if (grid_->next_cluster.load(std::memory_order_relaxed) >= grid_->clusters_total) return false;
  const std::uint64_t number = grid_->next_cluster.fetch_add(1, std::memory_order_relaxed);
  if (number >= grid_->clusters_total) return false;
  const GridRequest& request = grid_->request;
  auto cluster = std::make_unique<Cluster>();
  const uint3 origin = grid_->cluster_origin(number);
  cluster->first_block = origin;
  for (unsigned z = 0; z < request.cluster.z; ++z)
    for (unsigned y = 0; y < request.cluster.y; ++y)
      for (unsigned x = 0; x < request.cluster.x; ++x) {
        if (spare_blocks_.empty()) spare_blocks_.push_back(std::make_unique<Block>());
        std::unique_ptr<Block> block = std::move(spare_blocks_.back());
        spare_blocks_.pop_back();
        block->index = {origin.x + x, origin.y + y, origin.z + z};
        start_block(*block, *cluster);
        cluster->blocks.push_back(std::move(block));
      }
  first_fresh_ = std::min(first_fresh_, resident_.size());
  resident_.push_back(std::move(cluster));
  return true;
}

void Worker::start_block(Block& block, Cluster& cluster) {
  const dim3 extent = grid_->request.block;
  const std::uint32_t count = extent.x * extent.y * extent.z;
  block.threads_total = block.alive = count;
  block.launches = 0;
  block.next_fresh = 0;
  block.barrier.arrived = 0;
  block.barrier.waiting.clear();
  block.barrier.mixed = false;
  block.barrier.votes = 0;
  block.cluster = &cluster;
  cluster.alive += count;
  grid_alive += count;
  resident_threads_ += count;
  if (block.threads.size() < count) block.threads.resize(count);
  block.warps.resize((count + 31) / 32);
  for (Warp& warp : block.warps) {
    warp.exited = 0;
    warp.runnable = 32;
    warp.converging = 0;
    warp.at_barrier = 0;
    warp.syncs.clear();
    if (any_log_readers) warp.log.reset(lanes_in_row(extent));
  }
  if (count % 32 != 0) {
    block.warps.back().exited = ~0u << (count % 32);
    block.warps.back().runnable = count % 32;
  }

  block.order.clear();
  const Schedule& schedule = grid_->schedule;
  if (schedule.shuffle != 0 || schedule.reversed) {
    block.order.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) block.order[i] = schedule.reversed ? count - 1 - i : i;
  }
  if (schedule.shuffle != 0) {
    const std::uint64_t number = (std::uint64_t{block.index.z} << 42) ^ (std::uint64_t{block.index.y} << 21) ^ block.index.x;
    std::shuffle(block.order.begin(), block.order.end(), std::mt19937_64(schedule.shuffle + 0x9e3779b97f4a7c15u * number));
  }

  if (block.shared == nullptr) block.shared = take_shared();
  block.poisoned = 0;
  block.tile_barriers = 0;
  block.named_barriers.clear();
  poison_shared(block, grid_->layout.used());
  std::memset(block.shared + kStaticSharedBytes, fresh_byte(), grid_->request.dynamic_shared);
  observe([&](Observer& observer) { observer.block_begins(block); });
}

std::byte* Worker::take_shared() {
  if (!spare_shared_.empty()) {
    std::byte* const memory = spare_shared_.back();
    spare_shared_.pop_back();
    return memory;
  }
  static std::atomic<std::size_t> next = 0;
  std::byte* const memory = address_space().shared.begin + next.fetch_add(1) * kBlockSharedBytes;
  commit(memory, kBlockSharedBytes);
  return memory;
}

void Worker::retire_finished() {
  std::erase_if(resident_, [&](std::unique_ptr<Cluster>& cluster) {
    if (cluster->alive != 0) return false;
    for (auto& block : cluster->blocks) {
      resident_threads_ -= block->threads_total;
      spare_blocks_.push_back(std::move(block));
    }
    return true;
  });
  first_fresh_ = 0;
  starting_ = nullptr;
}

void Worker::finish_current() {
  Thread& me = *current_;
  Block& block = *me.block;
  Warp& warp = block.warps[me.rank / 32];
  me.wait = Wait::exited;
  --block.alive;
  --block.cluster->alive;
  --grid_alive;
  warp.exited |= 1u << me.lane();
  --warp.runnable;
  note_progress();
  if (any_log_readers && warp.exited == ~0u) hand_over_log(block, me.rank / 32);
  observe([&](Observer& observer) { observer.thread_ends(me); });
  complete_without(*this, me);
  if (block.alive != 0) return;
  heartbeat_.blocks_ended.store(heartbeat_.blocks_ended.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  observe([&](Observer& observer) { observer.block_ends(block); });
}

Thread* Worker::next_thread() {
  Thread* const thread = ready_.pop();
  return thread != nullptr ? thread : fresh_thread();
}

Block* Worker::block_with_fresh() {
  for (; first_fresh_ < resident_.size(); ++first_fresh_) {
    auto& blocks = resident_[first_fresh_]->blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      Block* const block = blocks[grid_->schedule.reversed ? blocks.size() - 1 - i : i].get();
      if (block->next_fresh != block->threads_total) return block;
    }
  }
  return nullptr;
}

Thread* Worker::fresh_thread() {
  if (starting_ == nullptr || starting_->next_fresh == starting_->threads_total) starting_ = block_with_fresh();
  if (starting_ == nullptr) return nullptr;
  Block& block = *starting_;
  const std::uint32_t place = block.next_fresh++;
  const std::uint32_t rank = block.order.empty() ? place : block.order[place];
  const dim3 extent = grid_->request.block;
  Thread& thread = block.threads[rank];
  thread.block = &block;
  thread.rank = rank;
  thread.index =
      extent.y * extent.z == 1 ? uint3{rank, 0, 0} : uint3{rank % extent.x, rank / extent.x % extent.y, rank / extent.x / extent.y};
  thread.wait = Wait::fresh;
  thread.spins = thread.volatile_reads = 0;
  thread.strong_left = kStrongAccesses;
  thread.cluster_phase = 0;
  thread.last_error = cudaSuccess;
  thread.expected_launch = nullptr;
  if (thread.pipeline != nullptr) thread.pipeline->reset();
  return &thread;
}

void Worker::make_current(Thread& thread) {
  current_ = &thread;
  lockstep_thread_index = thread.index;
  lockstep_block_index = thread.block->index;
  if (any_log_readers) [[unlikely]]
    thread.block->warps[thread.rank / 32].log.begin_turn(thread.lane());
}

// The stack of a thread that waited, or one for a thread that has not started.
Context Worker::context_of(Thread& thread) {
  if (thread.wait == Wait::fresh) {
    thread.wait = Wait::ready;
    if (idle_.empty()) {
      idle_.push_back(take_fiber());
      taken_.push_back(idle_.back());
      prepare(*idle_.back());
    }
    thread.fiber = idle_.back();
    idle_.pop_back();
  }
  fiber_ = thread.fiber;
  return fiber_->context;
}

// Also after a failure, when stacks hold threads that will never go on: they are made new.
void Worker::drop_everything() {
  if (grid_->failed.load()) {
    idle_ = taken_;
    for (Fiber* fiber : idle_) prepare(*fiber);
  }
  for (auto& cluster : resident_)
    for (auto& block : cluster->blocks) {
      if (!is_trial_doubted()) hand_over_logs(*block);
      spare_blocks_.push_back(std::move(block));
    }
  resident_.clear();
  ready_.clear();
  first_fresh_ = 0;
  starting_ = nullptr;
  resident_threads_ = 0;
  grid_arrived = grid_alive = blocks_gone = 0;
}

void exit_thread() noexcept { current_worker->exit_current(); }

}  // namespace lockstep::sim
