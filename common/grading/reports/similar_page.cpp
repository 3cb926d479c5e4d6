/// @file
/// @brief Writes similar.html. It is XML as well as HTML, and has no script, as a report card.
#include "grading/reports/similar_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <string_view>

#include "grading/reports/report_card_style.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/markup.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

// What a page shows at most, so that a browser opens whatever was handed in.
constexpr std::size_t kMostPairs = 50;
constexpr std::size_t kMostPassages = 20;  // of a pair
constexpr std::size_t kMostLines = 80;     // of a passage, on each side
constexpr std::size_t kMostBytes = 500;    // of a line
constexpr std::size_t kMostName = 200;

constexpr std::string_view kSimilarPage = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="referrer" content="no-referrer"/>
<title>Alike: {lesson}</title>
<style>{style}
.side-by-side {{ display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 1rem; }}
.side-by-side pre {{ margin: 0; min-width: 0; }}
@media (max-width: 40rem) {{ .side-by-side {{ grid-template-columns: 1fr; }} }}
</style>
</head>
<body>
<header>
<p class="lesson">{lesson}</p>
<h1>Submissions that are alike</h1>
</header>
<main>
<p>Each share says how much of one submission’s own code is also in the other. Names, numbers, comments, layout and the
order of functions make no difference. What was handed out, or is in more than a third of the class, does not count as a
student’s own. {count} submissions were compared with each other and with the course’s solution.</p>
<p>A high share is a reason to read both. It does not show who copied, or that anyone did: two students may have followed
the same book. A low share proves nothing either, since code can be rewritten.</p>
{main}</main>
</body>
</html>
)";

constexpr std::string_view kPairTable = R"(<table>
<thead>
<tr><th scope="col">One</th><th scope="col" class="points">Share</th><th scope="col">Other</th><th scope="col" class="points">Share</th>
<th scope="col" class="points">Tokens</th></tr>
</thead>
<tbody>
{}</tbody>
</table>
)";

constexpr std::string_view kPairRow = R"(<tr>
<td><a href="#pair-{number}"><bdi>{one}</bdi></a></td><td class="points">{share_of_one:.0f} %</td>
<td><bdi>{other}</bdi></td><td class="points">{share_of_other:.0f} %</td><td class="points">{tokens}</td>
</tr>
)";

constexpr std::string_view kPair = R"(<section id="pair-{number}">
<h2><bdi>{one}</bdi> {share_of_one:.0f} %, <bdi>{other}</bdi> {share_of_other:.0f} %</h2>
{passages}</section>
)";

std::string name_for_page(const StudentSource& work) { return markup_escaped(shortened(clean_line(work.student), kMostName)); }

/// What the page says of a pair, by `format`.
std::string of_pair(std::string_view format, const std::vector<StudentSource>& works, const AlikePair& pair, std::size_t number,
                    const std::string& passages) {
  return fmt::format(fmt::runtime(format), fmt::arg("number", number), fmt::arg("one", name_for_page(works[pair.one])),
                     fmt::arg("other", name_for_page(works[pair.other])), fmt::arg("share_of_one", 100 * pair.share_of_one),
                     fmt::arg("share_of_other", 100 * pair.share_of_other), fmt::arg("tokens", pair.tokens),
                     fmt::arg("passages", passages));
}

std::string lines_for_page(const Excerpt& source, const LineRange& range) {
  std::string lines;
  const std::size_t last = std::min({range.last, source.lines.size(), range.first + kMostLines - 1});
  for (std::size_t number = range.first; number <= last; ++number)
    lines += fmt::format("<span><a>{}</a><code>{}\n</code></span>", number, markup_escaped(source.lines[number - 1]));
  return fmt::format("<pre class=\"source\">{}</pre>", lines);
}

std::string passages_of(const std::vector<StudentSource>& works, const AlikePair& pair) {
  constexpr std::size_t kEveryLine = 1 << 20;
  const Excerpt one = excerpt(works[pair.one].source, kEveryLine, kMostBytes),
                other = excerpt(works[pair.other].source, kEveryLine, kMostBytes);
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostPassages, pair.passages.size()); ++i)
    text += fmt::format("<div class=\"side-by-side\">{}{}</div>\n", lines_for_page(one, pair.passages[i].one),
                        lines_for_page(other, pair.passages[i].other));
  return text;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

}  // namespace

std::string to_similar_page(const std::string& lesson, const std::vector<StudentSource>& works, const std::vector<AlikePair>& pairs) {
  std::string rows, sections;
  const std::size_t shown = std::min(kMostPairs, pairs.size());
  for (std::size_t i = 0; i < shown; ++i) {
    rows += of_pair(kPairRow, works, pairs[i], i + 1, "");
    sections += of_pair(kPair, works, pairs[i], i + 1, passages_of(works, pairs[i]));
  }
  std::string main = rows.empty() ? "<p><strong>No two are.</strong></p>\n" : fmt::format(kPairTable, rows);
  if (pairs.size() > shown) main += fmt::format("<p class=\"faint\">{} more pairs share less.</p>\n", pairs.size() - shown);
  return fmt::format(kSimilarPage, fmt::arg("lesson", markup_escaped(clean_line(lesson))), fmt::arg("style", kReportCardStyle),
                     fmt::arg("count", works.size() - 1), fmt::arg("main", main + sections));
}

std::string to_similar_text(const std::vector<StudentSource>& works, const std::vector<AlikePair>& pairs) {
  constexpr std::size_t kMostShown = 10, kWidestName = 24;
  if (pairs.empty()) return "no two submissions are alike, and none is like the solution\n";
  std::string text = fmt::format("{} alike, by the share of each one's own code that is in the other:\n",
                                 pairs.size() == 1 ? "1 pair is" : fmt::format("{} pairs are", pairs.size()));
  for (const AlikePair& pair : pairs | std::views::take(kMostShown))
    text +=
        fmt::format("  {:{}} {:>5}   {:{}} {:>5}\n", cut_to(works[pair.one].student, kWidestName), kWidestName, percent(pair.share_of_one),
                    cut_to(works[pair.other].student, kWidestName), kWidestName, percent(pair.share_of_other));
  if (pairs.size() > kMostShown) text += fmt::format("  and {} more\n", pairs.size() - kMostShown);
  return text;
}

}  // namespace lockstep::grading
