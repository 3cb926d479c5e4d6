/// @file
/// @brief Puts the memory back, hides the second run's output, and runs it.
#include "sim/observers/replay/replay.hpp"

#include <cstdio>
#include <utility>

#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/failures/failure.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

namespace {

/// Watches a second run: keeps what it writes, and ends it where it seems to go on for ever.
class Rerun : public Observer {
 public:
  Rerun(Snapshot& kept, std::uint64_t accesses, bool hesitates)
      : kept_(kept), most_accesses_(4 * accesses + 100'000), hesitates_(hesitates) {}
  bool follows_control() const override { return true; }
  void access(const Thread&, const Access& access) override {
    kept_.note(access);
    blocks_ = 0;
    if (++accesses_ > most_accesses_ || kept_.full()) give_up();
    if (hesitates_ && access.kind == AccessKind::volatile_store) hesitate(access);
  }
  void texture_access(const Thread& thread, const Access& access) override { this->access(thread, access); }
  void basic_block(const Thread&, const void*) override {
    constexpr std::uint64_t kMostBlocks = 20'000'000;  // without an access between them
    if (++blocks_ > kMostBlocks) give_up();
  }

 private:
  // Before the next observers hear of the access: so other threads get between it and what the thread read before.
  static void hesitate(const Access& access) {
    const bool shared = is_shared_address(access.address);
    if (!shared) current_worker->step_aside();
  }
  static void give_up() { fail_kernel(cudaErrorLaunchTimeout, "it seems to run for ever", Site()); }

  Snapshot& kept_;
  std::uint64_t most_accesses_, accesses_ = 0, blocks_ = 0;
  bool hesitates_;
};

/// Comes last: the other observers hear of a failure, but it is not printed.
class Unprinted : public Observer {
 public:
  bool follows_accesses() const override { return false; }
  bool launch_fails(const Failure&) override { return true; }
};

/// While one lives, nothing is printed: not by kernels either, which use the C library's own printf.
class Silence {
 public:
  Silence() : before_(std::exchange(stdout, nowhere())) {}
  ~Silence() { stdout = before_; }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  static bool possible() { return nowhere() != nullptr; }

 private:
  static std::FILE* nowhere() {
    static std::FILE* const file = std::fopen("/dev/null", "w");
    return file;
  }
  std::FILE* before_;
};

}  // namespace

void Replay::grid_begins(const GridRun&) {
  accesses_ = 0;
  ended_ = false;
  kept_.begin_launch();
}

void Replay::access(const Thread&, const Access& access) {
  ++accesses_;
  kept_.note(access);
}

bool Replay::possible() {
  ended_ = ended_ || (Silence::possible() && kept_.end_launch());
  return ended_;
}

void Replay::run(const GridRequest& request, const Again& again, std::vector<Observer*> observers,
                 const std::function<void(const Outcome&)>& look) {
  Rerun rerun(kept_, accesses_, again.hesitates);
  Unprinted unprinted;
  observers.insert(observers.begin(), &rerun);
  observers.push_back(&unprinted);
  kept_.put_back();
  {
    const OnlyObservers only(std::move(observers));  // the list that is being notified of the launch's end is put aside, and stays whole
    const Silence silence;
    look(rerun_grid(request, again.schedule));
  }
  kept_.put_results();
}

}  // namespace lockstep::sim
