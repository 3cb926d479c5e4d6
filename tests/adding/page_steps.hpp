/// @file
/// @brief What docs/adding_a_lesson.md tells its reader to do, step by step, for a test that does it.
///
/// A step is a fenced block with a marker on the line before it; the text above names the file that it is about.
///
///     <!-- file: PATH -->                      the block is that whole file
///     <!-- insert: PATH, below: BEGINNING -->  the block goes below the one line of the file that so begins
///     <!-- run --> or <!-- run: status N -->  `$ COMMAND`, and what it prints; `…` stands for anything, on a line of its own for any lines
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace lockstep::testing {

struct WholeFile {
  std::string path, text;
};
struct InsertedLines {
  std::string path, below, text;
};
struct Command {
  std::string line;
  int status;
  std::string output;
};

struct Step {
  std::size_t page_line;  ///< of its marker, from 1
  std::variant<WholeFile, InsertedLines, Command> what;
};

/// The steps of a page in their order.
/// @throws std::runtime_error with the line of the page, where a block has no marker, a marker no block, or either cannot be understood
std::vector<Step> steps_of(const std::string& page);

/// `text` with `lines` below the one line that begins with `beginning`. @throws std::runtime_error where there is none, or several
std::string with_lines_below(const std::string& text, const std::string& beginning, const std::string& lines);

/// Whether `text` is what `pattern` says, `…` standing for anything. @return the first line of `pattern` that is not met; empty where all
/// are
std::string first_unmet(const std::string& pattern, const std::string& text);

}  // namespace lockstep::testing
