/// @file
/// @brief The list of observers.
#include "sim/engine/accesses/observer.hpp"

#include <utility>

#include "sim/engine/accesses/hooks.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/program/control_calls.hpp"

namespace lockstep::sim {

namespace {

std::vector<Observer*>& list() {
  static auto& all = immortal<std::vector<Observer*>>();
  return all;
}

std::vector<Observer*>& access_list() {
  static auto& some = immortal<std::vector<Observer*>>();
  return some;
}

std::vector<Observer*>& control_list() {
  static auto& some = immortal<std::vector<Observer*>>();
  return some;
}

std::vector<Observer*> those_that(bool (Observer::*follow)() const) {
  std::vector<Observer*> some = list();
  std::erase_if(some, [follow](const Observer* observer) { return !(observer->*follow)(); });
  return some;
}

void choose_way() {
  access_list() = those_that(&Observer::follows_accesses);
  control_list() = those_that(&Observer::follows_control);
  choose_hooks_way();
  set_control_calls(!control_list().empty());
}

// Before the program begins, while it has one thread.
const bool chosen_at_start = (choose_way(), true);

}  // namespace

// With an observer on, no access may take the hooks' short way.
void choose_hooks_way() {
  for (std::size_t k = 0; k < unwatched.size(); ++k) unwatched[k] = list().empty() ? space_layout.bytes >> k : 0;
}

const std::vector<Observer*>& observers() {
  static const std::vector<Observer*>& all = list();
  return all;
}

const std::vector<Observer*>& access_observers() {
  static const std::vector<Observer*>& some = access_list();
  return some;
}

const std::vector<Observer*>& control_observers() {
  static const std::vector<Observer*>& some = control_list();
  return some;
}

void add_observer(Observer& observer) {
  list().push_back(&observer);
  choose_way();
}

void remove_observer(Observer& observer) {
  std::erase(list(), &observer);
  choose_way();
}

OnlyObservers::OnlyObservers(std::vector<Observer*> only) : others_(std::exchange(list(), std::move(only))) { choose_way(); }

OnlyObservers::~OnlyObservers() {
  list() = std::move(others_);
  choose_way();
}

}  // namespace lockstep::sim
