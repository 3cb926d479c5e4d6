/// @file
/// @brief Spreads the blocks of a grid over the processor's cores.
#include "sim/engine/running/grid.hpp"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>

#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/environment.hpp"
#include "sim/engine/failures/faults.hpp"
#include "sim/engine/failures/watchdog.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/running/debugger.hpp"
#include "sim/engine/running/trial.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

// OS threads that wait for grids. The launching thread always works too, so a small grid is done before they wake.
class Pool {
 public:
  explicit Pool(std::size_t helpers) : helpers_(helpers) {
    for (std::size_t i = 0; i < helpers; ++i) std::thread([this] { serve(); }).detach();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::size_t size() const { return helpers_ + 1; }

  void run(GridRun& grid, std::size_t helpers) {
    helpers = std::min(helpers, helpers_);
    {
      const std::lock_guard lock(mutex_);
      grid_ = &grid;
      wanted_ = helpers;
    }
    for (std::size_t i = 0; i < helpers; ++i) wake_.notify_one();
    worker().work(grid);
    std::unique_lock lock(mutex_);
    wanted_ = 0;
    done_.wait(lock, [&] { return busy_ == 0; });
    grid_ = nullptr;
  }

 private:
  /// What an OS thread needs for its part of a grid.
  struct Station {
    FaultStack faults;
    Worker worker;
  };

  // An OS thread's own, given back when the thread ends; made anew where the program's static objects launch after that.
  static Worker& worker() {
    thread_local Station* mine = nullptr;
    struct Keeper {
      ~Keeper() { std::unique_ptr<Station>(std::exchange(mine, nullptr)); }
    };
    thread_local const Keeper keeper;
    if (mine == nullptr) mine = std::make_unique<Station>().release();
    return mine->worker;
  }

  [[noreturn]] void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return wanted_ != 0; });
      --wanted_;
      ++busy_;
      GridRun& grid = *grid_;
      lock.unlock();
      worker().work(grid);
      lock.lock();
      if (--busy_ == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  GridRun* grid_ = nullptr;
  std::size_t wanted_ = 0, busy_ = 0;
  std::size_t helpers_;
};

Pool& pool() {
  static auto& instance = immortal<Pool>(std::max(cores(), workers_wanted()) - 1);
  return instance;
}

std::uint64_t volume(dim3 extent) { return std::uint64_t{extent.x} * extent.y * extent.z; }

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

GridRun::GridRun(const GridRequest& request_, std::size_t workers_at_most_, Schedule schedule_, bool quiet_)
    : request(request_),
      layout(shared_layout(*request_.kernel)),
      clusters_total(volume(request_.grid) / volume(request_.cluster)),
      serial(next_serial()),
      schedule(schedule_),
      workers_at_most(workers_at_most_),
      quiet(quiet_) {}

uint3 GridRun::cluster_origin(std::uint64_t number) const {
  if (schedule.reversed) number = clusters_total - 1 - number;
  if (schedule.shuffle != 0) {
    // A step that shares no divisor with the count visits every cluster once.
    std::uint64_t step = schedule.shuffle % clusters_total | 1;
    while (std::gcd(step, clusters_total) != 1) step += 2;
    number = static_cast<std::uint64_t>((static_cast<unsigned __int128>(number) * step + schedule.shuffle) % clusters_total);
  }
  const dim3 size = request.cluster;
  const std::uint64_t columns = request.grid.x / size.x, rows = request.grid.y / size.y;
  const auto at = [](std::uint64_t index, unsigned extent) { return static_cast<unsigned>(index) * extent; };
  return {at(number % columns, size.x), at(number / columns % rows, size.y), at(number / columns / rows, size.z)};
}

std::size_t GridRun::enlist(Heartbeat& heartbeat) {
  const std::lock_guard lock(mutex_);
  heartbeat.active.store(true);
  heartbeats_.push_back(&heartbeat);
  return heartbeats_.size() - 1;
}

std::uint64_t GridRun::progress() {
  const std::lock_guard lock(mutex_);
  return std::accumulate(heartbeats_.begin(), heartbeats_.end(), next_cluster.load(), [](std::uint64_t sum, const Heartbeat* heartbeat) {
    return sum + heartbeat->progress.load(std::memory_order_relaxed);
  });
}

std::vector<std::uint64_t> GridRun::spins() {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> counts;
  for (const Heartbeat* heartbeat : heartbeats_)
    if (heartbeat->active.load()) counts.push_back(heartbeat->spins.load(std::memory_order_relaxed));
  return counts;
}

bool GridRun::stands_still_at(std::uint64_t progress) {
  const std::lock_guard lock(mutex_);
  return std::all_of(heartbeats_.begin(), heartbeats_.end(), [&](const Heartbeat* heartbeat) {
    return !heartbeat->active.load() || heartbeat->stood_still_at.load(std::memory_order_relaxed) == progress;
  });
}

std::uint64_t GridRun::blocks_ended() {
  const std::lock_guard lock(mutex_);
  return std::accumulate(heartbeats_.begin(), heartbeats_.end(), std::uint64_t{0}, [](std::uint64_t sum, const Heartbeat* heartbeat) {
    return sum + heartbeat->blocks_ended.load(std::memory_order_relaxed);
  });
}

std::optional<pthread_t> GridRun::active_worker() {
  const std::lock_guard lock(mutex_);
  const auto active =
      std::find_if(heartbeats_.begin(), heartbeats_.end(), [](const Heartbeat* heartbeat) { return heartbeat->active.load(); });
  if (active == heartbeats_.end()) return {};
  return (*active)->os_thread;
}

std::size_t GridRun::interrupt(int signal) {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(heartbeats_.begin(), heartbeats_.end(), [&](const Heartbeat* heartbeat) {
    return heartbeat->active.load() && pthread_kill(heartbeat->os_thread, signal) == 0;
  }));
}

bool GridRun::is_partly_done() {
  const std::lock_guard lock(mutex_);
  return next_cluster.load() >= clusters_total &&
         std::any_of(heartbeats_.begin(), heartbeats_.end(), [](const Heartbeat* heartbeat) { return !heartbeat->active.load(); });
}

std::size_t workers_for(const GridRequest& request) {
  // A cooperative grid lives on one worker, because its blocks wait for each other.
  if (request.cooperative) return 1;
  const std::uint64_t clusters = volume(request.grid) / volume(request.cluster);
  return std::min({static_cast<std::size_t>(clusters), pool().size(), workers_wanted()});
}

Outcome run_once(const GridRequest& request, const Manner& manner) {
  const FaultHandlers handlers;
  GridRun grid(request, manner.workers, manner.schedule, manner.quiet);
  if (manner.announced) lockstep_grid_begins(grid);
  observe([&](Observer& observer) { observer.grid_begins(grid); });
  {
    const Watchdog watchdog(grid);
    pool().run(grid, manner.workers - 1);
  }
  observe([&](Observer& observer) { observer.grid_ends(grid); });
  return {grid.error, std::move(grid.children)};
}

Outcome run_grid(const GridRequest& request) {
  const Schedule schedule{.shuffle = number_from_environment("LOCKSTEP_SHUFFLE", 0),
                          .takes_turns = wish_from_environment("LOCKSTEP_TAKE_TURNS")};
  if (const std::optional<Outcome> tried = try_grid(request, schedule)) return *tried;
  return run_once(request, {.workers = observers().empty() ? workers_for(request) : 1, .schedule = schedule});
}

Outcome rerun_grid(const GridRequest& request, Schedule schedule) {
  return run_once(request, {.schedule = schedule, .quiet = true, .announced = false});
}

}  // namespace lockstep::sim
