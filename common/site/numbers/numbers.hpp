/// @file
/// @brief Where the numbers of a page come from: records of a GPU and runs on the simulator, and sums over both.
#pragma once

#include <string>
#include <utility>

#include "site/numbers/records.hpp"
#include "site/numbers/simulated.hpp"

namespace lockstep::site {

/// The sources of one page.
class Numbers {
 public:
  /// @param lesson  whose numbers are meant where none is named; may be empty
  Numbers(const Records& records, SimulatedRuns& runs, std::string lesson) : records_(records), runs_(runs), lesson_(std::move(lesson)) {}

  /// A sum over such numbers: FIELD("WHERE"), numbers, + - * / and parentheses, and muParser's functions. WHERE is that of
  /// SimulatedRuns::value where it begins with "run", else that of Records::value.
  /// @throws UsageError  one line, where there is no such number
  double evaluate(const std::string& expression) const;

 private:
  double value(const std::string& field, const std::string& where) const;

  const Records& records_;
  SimulatedRuns& runs_;
  std::string lesson_;
};

}  // namespace lockstep::site
