#include "weave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

#include "chart.hpp"
#include "drawing.hpp"
#include "lockstep/usage_error.hpp"
#include "measured.hpp"
#include "text.hpp"

namespace lockstep::site {
namespace {

/// Of docs/adding_a_lesson.md, which a test follows (tests/adding): the site shows the blocks below them as they are.
constexpr std::string_view kMarkersOfSteps[] = {"file", "change", "insert", "run"};

/// The texts between the first bars. @param form  of the whole marker, for those who wrote it otherwise
std::vector<std::string> cut(const std::string& text, std::size_t pieces, const char* form) {
  std::vector<std::string> found;
  std::size_t from = 0;
  for (std::size_t bar = text.find('|'); bar != text.npos && found.size() + 1 < pieces; bar = text.find('|', from)) {
    found.push_back(trimmed(text.substr(from, bar - from)));
    from = bar + 1;
  }
  found.push_back(trimmed(text.substr(from)));
  if (found.size() != pieces) throw UsageError(form);
  return found;
}

/// What must be the same in every run of a command: all but the simulator's own times, and what OpenMP's threads make of a sum.
std::string comparable(const std::string& output) {
  std::string kept;
  const bool timed = output.find("own") != output.npos && output.find("time ms") != output.npos;
  for (std::string line : lines_of(output)) {
    if (timed && line.find("v0_cpu") != line.npos) continue;
    if (timed && (line.starts_with("✓") || line.starts_with("✗"))) line = line.substr(0, line.find_last_of(' '));
    kept += trimmed(line) + "\n";
  }
  return trimmed(kept);
}

/// Goes through a Markdown file line by line, with the loom in its hands.
class Weaver {
 public:
  Weaver(const std::string& path, const std::string& markdown, const std::string& lesson, Loom& loom)
      : path_(path), lines_(lines_of(markdown)), lesson_(lesson), loom_(loom), label_(loom.pages.at(path).label) {}

  WovenPage page() {
    while (at_ < lines_.size()) {
      begun_ = at_ + 1;
      try {
        step();
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}:{}: {}", path_, begun_, error.what()));
      }
    }
    return std::move(page_);
  }

 private:
  void step() {
    const std::string& line = lines_[at_];
    if (line.empty()) return put(lines_[at_++]);
    if (line.starts_with("```")) return copy_fence();
    if (line.starts_with("<!-- ")) return obey(marker());
    if (line.starts_with("#")) return heading(line);
    if (line.starts_with("\\include")) return listing(line);
    prose();
  }

  void put(const std::string& text) { page_.text += text + "\n"; }

  /// A fence of four backticks may hold one of three.
  void copy_fence() {
    const std::string fence = lines_[at_].substr(0, lines_[at_].find_first_not_of('`'));
    put(lines_[at_++]);
    while (at_ < lines_.size() && !lines_[at_].starts_with(fence)) put(lines_[at_++]);
    if (at_ < lines_.size()) put(lines_[at_++]);
  }

  /// The comment that begins here, which may go over several lines, without its signs.
  std::string marker() {
    std::string text;
    std::string line;
    do {
      line = lines_[at_++];
      text += " " + line;
    } while (at_ < lines_.size() && line.find("-->") == line.npos);
    text = trimmed(text);
    return trimmed(text.substr(4, text.rfind("-->") - 4));
  }

  void obey(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string verb = text.substr(0, colon), rest = colon == text.npos ? "" : trimmed(text.substr(colon + 1));
    if (verb == "output") return output(rest);
    if (verb == "figure") return figure(rest);
    if (verb == "chart") return chart(rest);
    if (verb == "plot") return plot(rest);
    if (verb == "table") return table(rest);
    const auto insert = loom_.inserts.find(verb);
    if (insert != loom_.inserts.end()) return put(insert->second());
    if (std::ranges::find(kMarkersOfSteps, verb.substr(0, verb.find(' '))) == std::end(kMarkersOfSteps))
      throw UsageError(fmt::format("there is no marker '{}'", verb));
  }

  /// The block below is a copy of what the command printed once.
  void output(const std::string& command) {
    while (at_ < lines_.size() && lines_[at_].empty()) ++at_;
    if (at_ == lines_.size() || !lines_[at_].starts_with("```"))
      throw UsageError(fmt::format("no block with what '{}' prints stands below its marker", command));
    std::string copy;
    for (++at_; at_ < lines_.size() && !lines_[at_].starts_with("```"); ++at_) copy += lines_[at_] + "\n";
    ++at_;
    const std::string real = loom_.scratch.run(command);
    if (comparable(copy) != comparable(real)) wrong(fmt::format("'{}' prints something else than the copy below it", command));
    put(verbatim_block(real));
  }

  void figure(const std::string& rest) {
    const auto words = cut(rest, 3, "a figure is '<!-- figure: FILE.svg | what it shows | COMMAND -->'");
    part(inline_drawing(loom_.scratch.file_of(words[2], words[0]), words[1]));
  }

  void chart(const std::string& rest) {
    const auto words = cut(rest, 2, "a chart is '<!-- chart: what it shows | COMMAND -->'");
    part(chart_figure(chart_of_csv(loom_.scratch.run(words[1])), words[0]));
  }

  void plot(const std::string& rest) {
    constexpr const char* kForm = "a plot is '<!-- plot: FIELD [LESSON] FILE [log] [VERSION…] | what it shows -->'";
    const auto halves = cut(rest, 2, kForm);
    std::istringstream words(halves[0]);
    std::string field, lesson, file;
    words >> field >> lesson;
    if (!std::regex_match(lesson, std::regex(R"(\d\d(_\w+)?)")))
      file = std::exchange(lesson, lesson_);
    else
      words >> file;
    if (file.empty()) throw UsageError(kForm);
    std::vector<std::string> versions{std::istream_iterator<std::string>(words), {}};
    const bool log = std::erase(versions, "log") > 0;
    part(chart_figure(chart_of_record(loom_.records.record(lesson, file), field, versions, log), halves[1]));
  }

  void table(const std::string& expressions) {
    std::vector<std::string> rows;
    for (; at_ < lines_.size() && lines_[at_].starts_with("|"); ++at_) rows.push_back(lines_[at_]);
    const Measured measured = measured_table(rows, expressions, loom_.records, lesson_);
    for (const std::string& line : measured.wrong) wrong(line);
    const Measured cells = measured_prose(measured.text, loom_.records, lesson_);
    for (const std::string& line : cells.wrong) wrong(line);
    put(linked(cells.text));
  }

  void heading(const std::string& line) {
    ++at_;
    const std::size_t level = line.find_first_not_of('#');
    const std::string words = trimmed(line.substr(level));
    if (level == 1) {
      page_.headings.emplace_back(label_, words);
      put(fmt::format("# {} {{#{}}}\n\n\\tableofcontents{{html:2}}\n", words, label_));
      return;
    }
    const std::string anchor = anchor_of(words);
    const int before = seen_[anchor]++;
    const std::string label = fmt::format("{}-{}{}", label_, anchor, before > 0 ? fmt::format("-{}", before) : "");
    page_.headings.emplace_back(label, words);
    put(fmt::format("{} {} {{#{}}}", line.substr(0, level), words, label));
  }

  /// Code of the tree; a version's has a page of its own, with more.
  void listing(const std::string& line) {
    ++at_;
    put(line);
    const std::string file = trimmed(line.substr(line.find_last_of(' ')));
    const auto more = loom_.inserts.find("after " + file);
    if (more != loom_.inserts.end()) put("\n" + more->second());
  }

  /// A paragraph, or a part of one up to the next line that says something of its own.
  void prose() {
    std::string text = lines_[at_++];
    while (at_ < lines_.size() && !lines_[at_].empty() && !lines_[at_].starts_with("```") && !lines_[at_].starts_with("<!-- ") &&
           !lines_[at_].starts_with("\\include") && !lines_[at_].starts_with("#"))
      text += "\n" + lines_[at_++];
    const Measured measured = measured_prose(text, loom_.records, lesson_);
    for (const std::string& line : measured.wrong) wrong(line);
    put(linked(text.starts_with("Builds on:") ? with_lessons(text) : measured.text));
  }

  /// "Builds on: 00, 01", with the lessons' pages behind the numbers.
  static std::string with_lessons(const std::string& text) {
    return std::regex_replace(text, std::regex(R"(\b\d\d\b)"), "[$&](@ref lesson_$&)");
  }

  std::string linked(const std::string& text) { return loom_.pages.relinked(text, path_); }

  void part(const std::string& html) {
    const std::string name = fmt::format("{}_{}.html", label_, page_.parts.size() + 1);
    page_.parts[name] = html;
    put(fmt::format("\n\\htmlinclude[block] {}\n", name));
  }

  void wrong(const std::string& what) { page_.wrong.push_back(fmt::format("{}:{}: {}", path_, begun_, what)); }

  std::string path_;
  std::vector<std::string> lines_;
  std::string lesson_;
  Loom& loom_;
  std::string label_;
  std::size_t at_ = 0, begun_ = 0;  ///< the line that comes next, and the number of the one that is read
  std::map<std::string, int> seen_;
  WovenPage page_;
};

}  // namespace

std::string verbatim_block(const std::string& text) {
  return fmt::format("~~~{{.unparsed}}\n{}\n~~~", text.substr(0, text.find_last_not_of("\n") + 1));
}

WovenPage woven(const std::string& path, const std::string& markdown, const std::string& lesson, Loom& loom) {
  return Weaver(path, markdown, lesson, loom).page();
}

}  // namespace lockstep::site
