/// @file
/// @brief Chooses the observers of a trial, and remembers which kernels need more.
#include "sim/engine/running/trial.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/accesses/undo_log.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/running/debugger.hpp"
#include "sim/engine/running/worker.hpp"

namespace lockstep::sim {

bool is_trial_of_many = false;

namespace {

std::atomic<TrialEnd> end_of_trial = TrialEnd::none;

/// The observers of a trial; none where there can be no trial.
struct Team {
  std::vector<Observer*> members;
  bool has_judge = false;
};

Team team_of(const std::vector<Observer*>& all) {
  Team team;
  for (Observer* const observer : all) {
    const TrialRole role = observer->trial_role();
    if (role == TrialRole::none) return {};
    if (role != TrialRole::is_spared) team.members.push_back(observer);
    team.has_judge = team.has_judge || role == TrialRole::judges;
  }
  return team;
}

/// What trials of its launches have shown of a kernel: the worst so far.
std::unordered_map<const KernelEntry*, TrialEnd>& known_ends() {
  static auto& known = immortal<std::unordered_map<const KernelEntry*, TrialEnd>>();
  return known;
}

/// While one lives, what kernels print is kept.
class HeldOutput {
 public:
  HeldOutput() : before_(stdout), held_(open_memstream(&text_, &bytes_)) {
    if (held_ != nullptr) stdout = held_;
  }
  ~HeldOutput() {
    if (held_ == nullptr) return;
    stdout = before_;
    std::fclose(held_);
    if (passes_) std::fwrite(text_, 1, bytes_, before_);
    std::free(text_);
  }
  HeldOutput(const HeldOutput&) = delete;
  HeldOutput& operator=(const HeldOutput&) = delete;
  /// It will be printed in the end.
  void pass_on() { passes_ = true; }

 private:
  std::FILE* before_;
  char* text_ = nullptr;
  std::size_t bytes_ = 0;
  std::FILE* held_;
  bool passes_ = false;
};

// What it ended with. Where that is not `none`, memory is as it was.
TrialEnd run_trial(const GridRequest& request, Schedule schedule, std::size_t workers, const Team& team, Outcome& outcome) {
  const OnlyObservers only(team.members);
  HeldOutput output;
  UndoLog undo;
  is_trial_of_many = workers > 1;
  outcome = run_once(request, {.workers = workers, .schedule = schedule, .quiet = team.has_judge});
  is_trial_of_many = false;
  const TrialEnd end = end_of_trial.exchange(TrialEnd::none);
  if (end == TrialEnd::none) {
    output.pass_on();
    return end;
  }
  undo.put_back();
  for (Observer* const observer : team.members) observer->trial_taken_back();
  return end;
}

}  // namespace

void doubt_trial(TrialEnd why) {
  TrialEnd none = TrialEnd::none;
  end_of_trial.compare_exchange_strong(none, why);
}

void forget_trials() { known_ends().clear(); }

bool is_trial_doubted() { return end_of_trial != TrialEnd::none; }

void call_off_trial(TrialEnd why) {
  doubt_trial(why);
  current_worker->grid().failed = true;
  current_worker->abandon();
}

std::optional<Outcome> try_grid(const GridRequest& request, Schedule schedule) {
  if (observers().empty() || lockstep_focus.asked || memory_answers.host_may_help()) return {};
  const Team team = team_of(all_observers());
  TrialEnd& known = known_ends()[request.kernel];
  while (!team.members.empty() && known <= TrialEnd::order) {
    const std::size_t workers = known == TrialEnd::order ? 1 : workers_for(request);
    if (workers == 1 && !team.has_judge) return {};  // the launch itself costs no more
    Outcome outcome;
    const TrialEnd end = run_trial(request, schedule, workers, team, outcome);
    if (end == TrialEnd::none) return outcome;
    known = end;
  }
  return {};
}

}  // namespace lockstep::sim
