/// @file
/// @brief The numbers of a page, from given records and from runs of the course.
#pragma once

#include <string>
#include <utility>

#include "site/numbers/numbers.hpp"

namespace lockstep::testing {

/// Lives no longer than its records.
class PageNumbers {
 public:
  PageNumbers(const site::Records& records, std::string lesson) : numbers_(records, runs_, std::move(lesson)) {}
  const site::Numbers& operator*() const { return numbers_; }
  const site::Numbers* operator->() const { return &numbers_; }

 private:
  site::Scratch scratch_{LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR};
  site::SimulatedRuns runs_{scratch_};
  site::Numbers numbers_;
};

}  // namespace lockstep::testing
