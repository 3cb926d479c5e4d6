/// @file
/// @brief The list of observers.
#include "sim/engine/accesses/observer.hpp"

#include <algorithm>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/control_calls.hpp"

namespace lockstep::sim {

Observer* log_giver = nullptr;
bool accesses_have_others = false, control_has_others = false;

namespace {

struct Lists {
  std::vector<Observer*> all, access, control;
  std::vector<Observer*> access_without_log, control_without_log;
};

Lists& lists() {
  static auto& lists = immortal<Lists>();
  return lists;
}

std::vector<Observer*> those_that(bool (Observer::*follow)() const, const Observer* left_out = nullptr) {
  std::vector<Observer*> some = lists().all;
  std::erase_if(some, [&](const Observer* observer) { return observer == left_out || !(observer->*follow)(); });
  return some;
}

void choose_way() {
  Lists& mine = lists();
  const auto giver = std::ranges::find_if(mine.all, &Observer::gives_logs);
  log_giver = giver == mine.all.end() ? nullptr : *giver;
  mine.access = those_that(&Observer::follows_accesses);
  mine.control = those_that(&Observer::follows_control);
  mine.access_without_log = those_that(&Observer::follows_accesses, log_giver);
  mine.control_without_log = those_that(&Observer::follows_control, log_giver);
  accesses_have_others = !mine.access_without_log.empty();
  control_has_others = !mine.control_without_log.empty();
  choose_hooks_way();
  set_control_calls(!mine.control.empty());
}

// Before the program begins, while it has one thread.
const bool chosen_at_start = (choose_way(), true);

}  // namespace

// With an observer on, no access may take the hooks' short way. What is logged is all but the threads' stacks, which come last.
void choose_hooks_way() {
  for (std::size_t k = 0; k < unwatched.size(); ++k) unwatched[k] = lists().all.empty() ? space_layout.bytes >> k : 0;
  logged_bytes = log_giver != nullptr ? space_layout.stacks_begin - space_layout.begin : 0;
}

const std::vector<Observer*>& observers() { return lists().all; }
const std::vector<Observer*>& access_observers() { return lists().access; }
const std::vector<Observer*>& control_observers() { return lists().control; }
const std::vector<Observer*>& access_observers_without_log() { return lists().access_without_log; }
const std::vector<Observer*>& control_observers_without_log() { return lists().control_without_log; }

void add_observer(Observer& observer) {
  lists().all.push_back(&observer);
  choose_way();
}

void remove_observer(Observer& observer) {
  std::erase(lists().all, &observer);
  choose_way();
}

OnlyObservers::OnlyObservers(std::vector<Observer*> only) : others_(std::exchange(lists().all, std::move(only))) { choose_way(); }

OnlyObservers::~OnlyObservers() {
  lists().all = std::move(others_);
  choose_way();
}

}  // namespace lockstep::sim
