/// @file
/// @brief Says at the end of a test case what it left away.
#include "skipped.hpp"

#include <iostream>

#include "catch.hpp"

namespace lockstep::testing {
namespace {

std::string& reasons() {
  static std::string text;
  return text;
}

/// A failure must stay one: the line would make CTest call the whole test skipped.
class Skips : public Catch::EventListenerBase {
 public:
  using Catch::EventListenerBase::EventListenerBase;

  void testCaseEnded(const Catch::TestCaseStats& ended) override {
    if (!reasons().empty() && ended.totals.assertions.failed == 0) std::cout << "skipped here: " << reasons() << std::endl;
    reasons().clear();
  }
};

}  // namespace

void note_skipped(const std::string& line) {
  if (reasons().find(line) == std::string::npos) reasons() += (reasons().empty() ? "" : "; ") + line;
}

CATCH_REGISTER_LISTENER(Skips)

}  // namespace lockstep::testing
