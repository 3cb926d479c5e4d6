/// @file
/// @brief Numbers in Markdown that are checked against records and runs on the simulator.
///
/// Right after a number: `1.43<!--= ms("size_2p28 peer_cublas") / ms("size_2p28 v4") -->`, or for the simulator
/// `31.7<!--= active_lanes("run v4 --size 5000") -->`. Above a table, an expression a column
/// after the first, or one for all: `<!-- table: ms("size_2p20 {row}") | gb("size_2p20 {row}") -->`. `{row}` is the name in the row's first
/// cell, `{column}` the head of the column; a column without an expression, and a cell without a number, stay as they are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/numbers/numbers.hpp"

namespace lockstep::site {

/// A number in the text that differs from what was recorded or counted.
struct Difference {
  std::size_t line = 0;  ///< in the text, from 0
  std::string written{}, recorded{};
  std::string expression{};
  double value = 0;  ///< of the expression
};

/// One line for its author.
std::string describe(const Difference& difference);

/// A text with the right numbers.
struct Measured {
  std::string text{};    ///< as it is read: without the comments
  std::string source{};  ///< as it is written
  std::vector<Difference> wrong{};
};

/// `value` formatted like `written`: unchanged if they agree in all written digits, otherwise with as many digits. A whole number stays
/// one if the value is, as counts are, or if at most one digit goes with that: 102 becomes 99, not 98.7. Commas between thousands stay.
std::string as_written(const std::string& written, double value);

/// The numbers of a line or a paragraph that are followed by `<!--= … -->`. @throws UsageError where one does not follow a number
Measured measured_prose(const std::string& text, const Numbers& numbers);

/// The rows of a Markdown table below a marker with these `expressions`, its head and rule included.
Measured measured_table(const std::vector<std::string>& rows, const std::string& expressions, const Numbers& numbers);

}  // namespace lockstep::site
