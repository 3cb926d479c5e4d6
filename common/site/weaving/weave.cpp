/// @file
/// @brief Goes through a page line by line, and does what its comments ask for.
#include "site/weaving/weave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

#include "lockstep/usage_error.hpp"
#include "site/numbers/measured.hpp"
#include "site/numbers/text.hpp"
#include "site/weaving/boxes.hpp"
#include "site/weaving/chart.hpp"
#include "site/weaving/comparable.hpp"
#include "site/weaving/drawing.hpp"
#include "site/weaving/markdown.hpp"
#include "support/text/markup.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

/// Markers for other readers. Four are in docs/adding_a_lesson.md, which a test follows (tests/adding): the site shows the blocks below
/// them unchanged. A version's own page has the player; the shelf of records is consulted before a page is begun.
constexpr std::string_view kMarkersOfOthers[] = {"file", "change", "insert", "run", "player", "record"};

/// The texts between the first bars. @param form  the form of the whole marker, for the error message
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

const Records& records_of(const std::string& path, const std::string& markdown, const Loom& loom) try {
  return loom.records.of_page(markdown);
} catch (const UsageError& error) {
  throw UsageError(fmt::format("{}:{}", path, error.what()));
}

/// Goes through a Markdown file line by line, with the loom in its hands.
class Weaver {
 public:
  Weaver(const std::string& path, const std::string& markdown, const std::string& lesson, Loom& loom)
      : path_(path),
        lines_(markdown),
        lesson_(lesson),
        loom_(loom),
        runs_(loom.scratch),
        records_(records_of(path, markdown, loom)),
        numbers_(records_, runs_, lesson),
        boxes_([this](const std::string& file) { return loom_.scratch.file(fs::path(path_).parent_path() / file); }),
        label_(loom.pages.at(path).label) {}

  WovenPage page() {
    while (!lines_.at_end()) {
      begun_ = lines_.number();
      try {
        step();
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}:{}: {}", path_, begun_, error.what()));
      }
    }
    require_ended();
    return std::move(page_);
  }

 private:
  void require_ended() const try { boxes_.require_ended(); } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}:{}", path_, error.what()));
  }

  void step() {
    switch (lines_.kind()) {
      case MarkdownLines::Kind::blank:
        return put(lines_.take());
      case MarkdownLines::Kind::fence:
        for (const std::string& line : lines_.take_fence()) put(line);
        return;
      case MarkdownLines::Kind::marker:
        return obey(marker_in(lines_.take_marker()));
      case MarkdownLines::Kind::heading:
        return heading(lines_.take());
      case MarkdownLines::Kind::listing:
        return listing(lines_.take());
      case MarkdownLines::Kind::prose:
        return prose();
    }
  }

  void put(const std::string& text) { page_.text += text + "\n"; }

  void obey(const Marker& marker) {
    const auto& [verb, rest] = marker;
    if (verb == "output") return output(rest);
    if (verb == "figure") return figure(rest);
    if (verb == "chart") return chart(rest);
    if (verb == "plot") return plot(rest);
    if (verb == "playground") return playground(rest);
    if (verb == "best") return best(rest);
    if (verb == "kernel") return kernel(rest);
    if (verb == "table") return table(rest);
    if (Boxes::knows(verb)) return put(boxes_.obey(marker, begun_));
    const auto insert = loom_.inserts.find(verb);
    if (insert != loom_.inserts.end()) return put(insert->second());
    if (std::ranges::find(kMarkersOfOthers, verb.substr(0, verb.find(' '))) == std::end(kMarkersOfOthers))
      throw UsageError(fmt::format("there is no marker '{}'", verb));
  }

  /// The block below is a copy of what the command once printed.
  void output(const std::string& command) {
    while (!lines_.at_end() && lines_.line().empty()) lines_.take();
    if (lines_.at_end() || lines_.kind() != MarkdownLines::Kind::fence)
      throw UsageError(fmt::format("below its marker there is no block with the output of '{}'", command));
    const std::vector<std::string> block = lines_.take_fence();
    std::string copy;
    for (std::size_t i = 1; i + 1 < block.size(); ++i) copy += block[i] + "\n";
    const std::string real = loom_.scratch.run(command);
    if (comparable(copy) != comparable(real)) wrong(fmt::format("'{}' does not print the copy below it", command), begun_);
    put(verbatim_block(real));
  }

  void figure(const std::string& rest) {
    const auto words = cut(rest, 3, "a figure is '<!-- figure: FILE.svg | what it shows | COMMAND -->'");
    part(inline_drawing(loom_.scratch.file_of(words[2], words[0]), words[1]));
  }

  void chart(const std::string& rest) {
    const auto words = cut(rest, 3, "a chart is '<!-- chart: its message | what you see | COMMAND -->'");
    Chart chart = chart_of_csv(loom_.scratch.run(words[2]));
    chart.title = words[0];
    part(chart_figure(chart, words[1]));
  }

  void plot(const std::string& rest) {
    constexpr const char* kForm = "a plot is '<!-- plot: FIELD [LESSON] FILE [log] [VERSION…] | its message | what you see -->'";
    const auto parts = cut(rest, 3, kForm);
    std::istringstream words(parts[0]);
    std::string field, lesson, file;
    words >> field >> lesson;
    if (!std::regex_match(lesson, std::regex(R"(\d\d(_\w+)?)")))
      file = std::exchange(lesson, lesson_);
    else
      words >> file;
    if (file.empty()) throw UsageError(kForm);
    std::vector<std::string> versions{std::istream_iterator<std::string>(words), {}};
    const bool log = std::erase(versions, "log") > 0;
    Chart chart = chart_of_record(records_.record(lesson, file), field, versions, log);
    chart.title = parts[1];
    part(chart_figure(chart, parts[2]));
  }

  void best(const std::string& rest) {
    constexpr const char* kForm = "a chart of the best versions is '<!-- best: [RECORD] | its message | what you see -->'";
    const auto words = cut(rest, 3, kForm);
    const Records& records = words[0].empty() ? records_ : loom_.records.named(words[0]);
    Chart chart = chart_of_best(bench::best_versions(records.all()), records.device());
    chart.title = words[1];
    part(chart_figure(chart, words[2]));
  }

  /// Scripts put sliders and a drawing into the figure (docs/site/playground.js); without them its words say what it would show.
  void playground(const std::string& rest) {
    const auto words = cut(rest, 2, "a playground is '<!-- playground: NAME | what it shows -->'");
    if (!loom_.scratch.has(fmt::format("docs/site/playgrounds/{}.js", words[0])))
      throw UsageError(fmt::format("there is no playground '{}'", words[0]));
    part(fmt::format("<figure class=\"playground\" data-playground=\"{}\">\n<figcaption>{}</figcaption>\n</figure>\n", words[0],
                     markup_escaped(words[1])));
  }

  void table(const std::string& expressions) {
    const std::size_t line = lines_.number();
    const Measured measured = measured_table(lines_.take_rows(), expressions, numbers_);
    wrong(measured, line);
    const Measured cells = measured_prose(measured.text, numbers_);
    wrong(cells, line);
    put(linked(cells.text));
  }

  void heading(const std::string& line) {
    const std::size_t level = line.find_first_not_of('#');
    const std::string words = trimmed(line.substr(level));
    if (level == 1) {
      put(fmt::format("# {} {{#{}}}\n\n\\tableofcontents{{html:2}}\n", words, label_));
      return;
    }
    const std::string anchor = anchor_of(words);
    const int before = seen_[anchor]++;
    const std::string label = fmt::format("{}-{}{}", label_, anchor, before > 0 ? fmt::format("-{}", before) : "");
    put(fmt::format("{} {} {{#{}}}", line.substr(0, level), words, label));
  }

  void kernel(const std::string& rest) {
    if (!loom_.kernel) throw UsageError("only a lesson's pages can show kernels");
    const ShownCode code = loom_.kernel(rest);
    put(code_comment(code.path));
    part(code.html);
  }

  /// Code of the tree, as it is.
  void listing(const std::string& line) {
    static const std::regex kVersion(R"(.* lessons/\w+/v\d+_\w+\.(cu|cpp))");
    if (std::regex_match(line, kVersion)) throw UsageError("show a lesson's version with '<!-- kernel: VERSION -->'");
    put(line);
  }

  void prose() {
    const std::string text = lines_.take_prose();
    const Measured measured = measured_prose(text, numbers_);
    wrong(measured, begun_);
    if (const auto item = accidental_item(measured.text))
      wrong("the line begins with a number and a period, so it becomes an item of a list: begin it with another word", begun_ + *item);
    put(linked(text.starts_with("Builds on:") ? with_lessons(text) : measured.text));
  }

  /// "Builds on: 00, 01", with links to the lessons' pages.
  static std::string with_lessons(const std::string& text) {
    return std::regex_replace(text, std::regex(R"(\b\d\d\b)"), "[$&](@ref lesson_$&)");
  }

  std::string linked(const std::string& text) { return loom_.pages.relinked(text, path_); }

  void part(const std::string& html) {
    const std::string name = fmt::format("{}_{}.html", label_, page_.parts.size() + 1);
    page_.parts[name] = html;
    put(fmt::format("\n\\htmlinclude[block] {}\n", name));
  }

  void wrong(const std::string& what, std::size_t line) { page_.wrong.push_back(fmt::format("{}:{}: {}", path_, line, what)); }
  void wrong(const Measured& measured, std::size_t first_line) {
    for (const Difference& difference : measured.wrong) wrong(describe(difference), first_line + difference.line);
  }

  std::string path_;
  MarkdownLines lines_;
  std::string lesson_;
  Loom& loom_;
  SimulatedRuns runs_;
  const Records& records_;
  Numbers numbers_;
  Boxes boxes_;
  std::string label_;
  std::size_t begun_ = 0;  ///< the line where what is read begins
  std::map<std::string, int> seen_;
  WovenPage page_;
};

}  // namespace

std::string verbatim_block(const std::string& text) {
  return fmt::format("~~~{{.unparsed}}\n{}\n~~~", text.substr(0, text.find_last_not_of("\n") + 1));
}

std::string code_comment(const std::string& path) { return fmt::format("<!-- code: {} -->", path); }

std::string folded(const std::string& summary, const std::string& markdown) {
  return fmt::format(
      "\\htmlonly[block]\n<details><summary>{}</summary>\n\\endhtmlonly\n\n{}\n\n\\htmlonly[block]\n</details>\n\\endhtmlonly\n\n", summary,
      markdown);
}

WovenPage woven(const std::string& path, const std::string& markdown, const std::string& lesson, Loom& loom) {
  return Weaver(path, markdown, lesson, loom).page();
}

}  // namespace lockstep::site
