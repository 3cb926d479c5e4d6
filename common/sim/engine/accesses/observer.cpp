/// @file
/// @brief The list of observers.
#include "sim/engine/accesses/observer.hpp"

#include <algorithm>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/control_calls.hpp"

namespace lockstep::sim {

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

std::vector<Observer*> those_that(bool (Observer::*follow)() const, bool give_logs_too) {
  std::vector<Observer*> some = lists().all;
  std::erase_if(some, [&](const Observer* observer) { return !(observer->*follow)() || (!give_logs_too && observer->gives_logs()); });
  return some;
}

void choose_way() {
  lists().access = those_that(&Observer::follows_accesses, true);
  lists().control = those_that(&Observer::follows_control, true);
  lists().access_without_log = those_that(&Observer::follows_accesses, false);
  lists().control_without_log = those_that(&Observer::follows_control, false);
  accesses_have_others = !lists().access_without_log.empty();
  control_has_others = !lists().control_without_log.empty();
  choose_hooks_way();
  set_control_calls(!lists().control.empty());
}

// Before the program begins, while it has one thread.
const bool chosen_at_start = (choose_way(), true);

}  // namespace

// With an observer on, no access may take the hooks' short way. What is logged is all but the threads' stacks, which come last.
void choose_hooks_way() {
  const std::vector<Observer*>& all = lists().all;
  for (std::size_t k = 0; k < unwatched.size(); ++k) unwatched[k] = all.empty() ? space_layout.bytes >> k : 0;
  const bool logs = std::ranges::any_of(all, &Observer::gives_logs);
  logged_bytes = logs ? space_layout.stacks_begin - space_layout.begin : 0;
}

const std::vector<Observer*>& observers() {
  static const std::vector<Observer*>& all = lists().all;
  return all;
}

const std::vector<Observer*>& access_observers() {
  static const std::vector<Observer*>& some = lists().access;
  return some;
}

const std::vector<Observer*>& control_observers() {
  static const std::vector<Observer*>& some = lists().control;
  return some;
}

const std::vector<Observer*>& access_observers_without_log() {
  static const std::vector<Observer*>& some = lists().access_without_log;
  return some;
}

const std::vector<Observer*>& control_observers_without_log() {
  static const std::vector<Observer*>& some = lists().control_without_log;
  return some;
}

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
