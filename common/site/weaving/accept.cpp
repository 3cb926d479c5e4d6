/// @file
/// @brief Finds the numbers that have expressions, and writes the right ones over them.
#include "site/weaving/accept.hpp"

#include <fmt/format.h>

#include <utility>

#include "lockstep/usage_error.hpp"
#include "site/weaving/markdown.hpp"

namespace lockstep::site {
namespace {

/// Copies a file, and puts the right numbers in on the way.
class Accepting {
 public:
  Accepting(const std::string& markdown, const Numbers& numbers) : lines_(markdown), numbers_(numbers) {}

  Accepted all() {
    while (!lines_.at_end()) {
      const std::size_t begun = lines_.number();
      try {
        step();
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", begun, error.what()));
      }
    }
    return std::move(result_);
  }

 private:
  void step() {
    switch (lines_.kind()) {
      case MarkdownLines::Kind::fence:
        return copy(lines_.take_fence());
      case MarkdownLines::Kind::marker:
        return marker();
      case MarkdownLines::Kind::prose: {
        const std::size_t line = lines_.number();
        return put(measured_prose(lines_.take_prose() + "\n", numbers_), line);
      }
      default:
        copy({lines_.take()});
    }
  }

  void marker() {
    const std::vector<std::string> comment = lines_.take_marker();
    copy(comment);
    const Marker asked = marker_in(comment);
    if (asked.verb != "table") return;
    const std::size_t line = lines_.number();
    const Measured cells = measured_table(lines_.take_rows(), asked.rest, numbers_);
    note(cells.wrong, line);
    put(measured_prose(cells.source, numbers_), line);
  }

  void copy(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) result_.text += line + "\n";
  }

  void put(const Measured& measured, std::size_t first_line) {
    result_.text += measured.source;
    note(measured.wrong, first_line);
  }

  void note(const std::vector<Difference>& differences, std::size_t first_line) {
    for (Difference difference : differences) {
      difference.line += first_line;
      result_.changed.push_back(std::move(difference));
    }
  }

  MarkdownLines lines_;
  const Numbers& numbers_;
  Accepted result_;
};

}  // namespace

Accepted accepted(const std::string& markdown, const Numbers& numbers) {
  Accepted result = Accepting(markdown, numbers).all();
  if (!markdown.ends_with('\n') && !result.text.empty()) result.text.pop_back();
  return result;
}

}  // namespace lockstep::site
