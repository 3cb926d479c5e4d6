/// @file
/// @brief The list of observers.
#include "sim/engine/accesses/observer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/accesses/warp_log.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/control_calls.hpp"

namespace lockstep::sim {

std::atomic<bool> any_host_listener = false;
bool any_log_readers = false, any_access_observers = false, any_control_observers = false;

namespace {

struct Lists {
  std::vector<Observer*> added;
  std::vector<Observer*> all, access, control, log_readers;
};

Lists& lists() {
  static auto& lists = immortal<Lists>();
  return lists;
}

template <class Fits>
std::vector<Observer*> those_of(const std::vector<Observer*>& some_of, Fits&& fit) {
  std::vector<Observer*> some;
  std::ranges::copy_if(some_of, std::back_inserter(some), [&](const Observer* observer) { return fit(*observer); });
  return some;
}

void choose_way() {
  Lists& mine = lists();
  mine.log_readers = those_of(mine.all, [](const Observer& observer) { return observer.reads_logs(); });
  mine.access = those_of(mine.all, [](const Observer& observer) { return observer.follows_accesses() && !observer.reads_logs(); });
  mine.control = those_of(mine.all, [](const Observer& observer) { return observer.follows_control() && !observer.reads_logs(); });
  any_log_readers = !mine.log_readers.empty();
  any_access_observers = !mine.access.empty();
  any_control_observers = !mine.control.empty();
  logs_control = std::ranges::any_of(mine.log_readers, &Observer::follows_control);
  choose_hooks_way();
  set_control_calls(any_control_observers || logs_control);
}

// Before the program begins, while it has one thread.
const bool chosen_at_start = (choose_way(), true);

}  // namespace

// With an observer on, no access may take the hooks' short way. What is logged is all but the threads' stacks, which come last.
void choose_hooks_way() {
  for (std::size_t k = 0; k < unwatched.size(); ++k) unwatched[k] = lists().all.empty() ? space_layout.bytes >> k : 0;
  logged_bytes = any_log_readers ? space_layout.stacks_begin - space_layout.begin : 0;
}

const std::vector<Observer*>& observers() { return lists().all; }
const std::vector<Observer*>& all_observers() { return lists().added; }
const std::vector<Observer*>& access_observers() { return lists().access; }
const std::vector<Observer*>& control_observers() { return lists().control; }
const std::vector<Observer*>& log_readers() { return lists().log_readers; }

namespace {

void set_added(std::vector<Observer*> added) {
  Lists& mine = lists();
  mine.added = std::move(added);
  mine.all = those_of(mine.added, [](const Observer& observer) { return observer.trial_role() != TrialRole::judges; });
  choose_way();
}

}  // namespace

void add_observer(Observer& observer) {
  std::vector<Observer*> added = lists().added;
  added.push_back(&observer);
  set_added(std::move(added));
}

void remove_observer(Observer& observer) {
  std::vector<Observer*> added = lists().added;
  std::erase(added, &observer);
  set_added(std::move(added));
}

// The list that is being gone through is put aside, and stays whole.
OnlyObservers::OnlyObservers(std::vector<Observer*> only)
    : others_(std::exchange(lists().all, only)), others_added_(std::exchange(lists().added, std::move(only))) {
  choose_way();
}

OnlyObservers::~OnlyObservers() {
  lists().all = std::move(others_);
  lists().added = std::move(others_added_);
  choose_way();
}

}  // namespace lockstep::sim
