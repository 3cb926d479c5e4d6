/// @file
/// @brief The list of observers.
#include "sim/engine/accesses/observer.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
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

void choose_way() {
  access_list().clear();
  std::copy_if(list().begin(), list().end(), std::back_inserter(access_list()),
               [](const Observer* observer) { return observer->follows_accesses(); });
  choose_hooks_way();
  set_control_calls(std::any_of(list().begin(), list().end(), [](const Observer* observer) { return observer->follows_control(); }));
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
