/// @file
/// @brief One OS thread's part of a grid: the blocks that live on it, and whose turn it is.
///
/// A CUDA thread runs until it has to wait. The first threads of a block run one after the other on one stack, like the
/// iterations of a loop; only a thread that waits keeps its stack, and the next one gets another. All blocks that may
/// wait for each other (a cluster, a cooperative grid) live on one worker, so nothing here needs a lock.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/engine/running/ready_queue.hpp"
#include "sim/engine/running/standstill.hpp"

namespace lockstep::sim {

/// What the other workers may know of this one.
struct alignas(64) Heartbeat {
  std::atomic<std::uint64_t> progress = 0;        ///< changes whenever a spinning thread might have reason to hope
  std::atomic<std::uint64_t> spins = 0;           ///< changes as long as its threads do nothing but spin
  std::atomic<std::uint64_t> stood_still_at = 0;  ///< the grid's progress when its threads were found to do nothing but wait
  std::atomic<bool> active = false;
  std::atomic<std::uint64_t> blocks_ended = 0;
  pthread_t os_thread{};
};

class Worker {
 public:
  Worker();
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Runs clusters of the grid until there are none left, or the launch has failed.
  void work(GridRun& grid);

  Thread& current() { return *current_; }
  /// The same for a signal handler, which may come before there is one.
  const Thread* running() const { return current_; }
  GridRun& grid() { return *grid_; }
  /// Below the grid's `workers_at_most`.
  std::size_t number() const { return number_; }
  const std::vector<std::unique_ptr<Cluster>>& resident() const { return resident_; }

  /// The running thread waits for `why`. Returns when `wake` was called for it and its turn has come.
  void suspend(Wait why, const char* name, Site site);
  /// Makes a waiting thread ready.
  void wake(Thread& thread);
  /// Makes all threads ready that wait at the block's barrier.
  void wake_barrier(Block& block);
  /// The running thread spins: all others go first. Ends the launch when nothing else goes on anywhere.
  void yield(const char* name, Site site, const void* pc);
  /// The running thread is about to touch volatile shared memory: the other lanes of its warp come to their next such access first.
  void keep_in_step();
  /// The running thread lets all go first that are ready.
  void step_back();
  /// The same, and threads go first that have not begun, also those of a further block.
  void step_aside();
  /// The running thread lets all go first that can: those that have not begun and have room, and then all that are ready.
  void let_all_go();
  /// Tells of an atomic or volatile access. A thread may wait by accesses that change memory: it takes a lock, looks, and gives it back,
  /// and so do the others of its block. After many of them, all others go first, and a block that was not started yet is started.
  void strong_access() {
    if (--current_->strong_left == 0) [[unlikely]]
      give_way();
  }
  void note_progress() { heartbeat_.progress.store(heartbeat_.progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  /// Ends the running thread, whatever it is in the middle of.
  [[noreturn]] void exit_current();
  /// Leaves all threads of this worker for good; the launch has failed.
  [[noreturn]] void abandon();

  /// Threads at the grid's barrier, threads that could still come, and blocks of which none can.
  std::uint64_t grid_arrived = 0, grid_alive = 0, blocks_gone = 0;

  /// The end of a stack that is used when the running one is full.
  std::byte* emergency_stack_end() { return emergency_stack_.get() + kStackBytes; }

 private:
  friend void run_fiber();

  bool take_cluster();
  void start_block(Block& block, Cluster& cluster);
  void retire_finished();
  void finish_current();
  Thread* next_thread();
  Thread* fresh_thread();
  /// One of the resident blocks, or of a block more, where no more than `room` threads are resident with it.
  Thread* fresh_thread_within(std::size_t room);
  Block* block_with_fresh();
  void make_current(Thread& thread);
  Context context_of(Thread& thread);
  void give_way();
  bool start_another(std::size_t room);
  void go_behind(Thread& next);
  void hand_over_to(Thread& next);
  bool everybody_spins();
  bool everybody_waits();
  void examine_stacks();
  void drop_everything();
  std::byte* take_shared();

  GridRun* grid_ = nullptr;
  std::size_t number_ = 0;
  Thread* current_ = nullptr;
  Fiber* fiber_ = nullptr;  ///< the running stack
  Context main_ = nullptr;  ///< this OS thread's own stack
  Context forgotten_ = nullptr;
  ReadyQueue ready_;
  std::vector<std::unique_ptr<Cluster>> resident_;
  std::vector<std::unique_ptr<Block>> spare_blocks_;
  std::vector<Fiber*> idle_;   ///< stacks with nothing on them, the warmest last
  std::vector<Fiber*> taken_;  ///< all stacks of this worker
  std::vector<std::byte*> spare_shared_;
  std::size_t first_fresh_ = 0;  ///< resident clusters before it have no fresh thread
  Block* starting_ = nullptr;    ///< the last that `block_with_fresh` found: on the way to it, each thread would wait for six loads
  std::size_t resident_threads_ = 0;
  std::unique_ptr<std::byte[]> emergency_stack_;

  Heartbeat heartbeat_;
  std::uint32_t fruitless_ = 0;  ///< spins since something last went on
  std::uint64_t seen_progress_ = 0;
  std::int64_t seen_at_ms_ = 0;
  std::vector<std::uint64_t> seen_spins_;
  std::int64_t next_look_ms_ = 0;
  Standstill standstill_;
  Thread* examiner_ = nullptr;  ///< it waits for a look at all stacks, its own too
  std::uint64_t barriers_ = 0;  ///< released so far in this grid: each is shuffled in its own way
};

/// The worker that runs on this OS thread; null in host code.
extern __thread Worker* current_worker __attribute__((tls_model("initial-exec")));

/// All lanes of the warp have come to one point: its log goes to those who read logs.
void hand_over_log(Block& block, std::uint32_t warp);
void hand_over_logs(Block& block);

/// Fills the block's variables up to `used` with bytes that are no number.
void poison_shared(Block& block, std::uint32_t used);
/// Lets the lanes go that wait for their warp to converge, once no other lane of it can run.
void release_converged(Worker& worker, Block& block, Warp& warp);
/// Finishes the warp synchronizations that waited only for a lane that is gone.
void complete_warp_syncs(Worker& worker, Block& block, const Thread& gone);
/// Finishes whatever waited only for a thread that is gone.
void complete_without(Worker& worker, Thread& gone);

}  // namespace lockstep::sim
