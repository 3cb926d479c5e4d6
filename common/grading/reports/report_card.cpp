/// @file
/// @brief Writes a report card. It is XML as well as HTML, and has no script: nothing in it needs one, and its policy allows none.
#include "grading/reports/report_card.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "grading/intake/source_places.hpp"
#include "grading/reports/plain_drawing.hpp"
#include "grading/reports/report_card_style.hpp"
#include "support/text/base64.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/markup.hpp"

namespace lockstep::grading {
namespace {

// What a page shows at most, so that a browser opens whatever was handed in.
constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostMessageBytes = 2000;
constexpr std::size_t kMostDiagnosticLines = 100;  // of a part
constexpr std::size_t kMostSourceLines = 5000;
constexpr std::size_t kMostLineBytes = 2000;
constexpr std::size_t kMostPictureBytes = 4 * 1024 * 1024;

constexpr std::string_view kPage = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="referrer" content="no-referrer"/>
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<p class="lesson">{lesson}</p>
<h1><bdi>{student}</bdi></h1>
</header>
<main>
{main}</main>
<footer>Lesson {lesson} · inputs from seed {seed} · graded in {seconds:.1f} s</footer>
</body>
</html>
)";

constexpr std::string_view kTotal = R"(<p class="total"><b>{points:.6g}</b> <span>of {of:.6g} points{extra}</span></p>
<div class="bar" aria-hidden="true">{bar}</div>
)";

constexpr std::string_view kTable = R"(<table>
<thead>
<tr><th scope="col">Part</th><th scope="col">Asks for</th><th scope="col" class="points">Points</th><th scope="col">Result</th></tr>
</thead>
<tbody>
{rows}</tbody>
</table>
)";

constexpr std::string_view kRow = R"(<tr>
<td class="part">{name}</td><td>{title}{extra}</td>
<td class="points">{points:.6g} / {of:.6g}</td><td class="result {css}">{result}</td>
</tr>
)";

constexpr std::string_view kDiagnostic = R"(<section class="diagnostic{css}" id="part-{number}">
<header><h3>{title}</h3>{badges}</header>
{text}</section>
)";

constexpr std::string_view kFigure = R"(<figure id="{id}">
<figcaption>{caption}</figcaption>
{picture}
</figure>
)";

constexpr std::string_view kImage = R"(<a href="#{id}" title="Larger"><img src="data:image/svg+xml;base64,{data}"
alt="{caption}: which sectors and banks the lanes of a warp touch"/></a>)";

/// A submission's source, as the page shows it.
struct Source {
  Excerpt shown;
  std::set<std::size_t> named;  ///< lines that a diagnostic speaks of
};

std::string name_of(std::string_view text) { return markup_escaped(shortened(clean_line(text), kMostNameBytes)); }

std::string title_of(const PartGrade& part) { return name_of(part.title.empty() ? part.name : part.title); }

/// Escaped, with links to the source's lines.
std::string linked(std::string_view text, const Source& source) {
  std::string html;
  std::size_t done = 0;
  for (const SourcePlace& place : source_places(text, source.shown.lines.size())) {
    const std::string name = markup_escaped(text.substr(place.begin, place.end - place.begin));
    html += markup_escaped(text.substr(done, place.begin - done)) + fmt::format(R"(<a href="#L{}">{}</a>)", place.line, name);
    done = place.end;
  }
  return html + markup_escaped(text.substr(done));
}

Excerpt diagnostics_of(const PartGrade& part) {
  return excerpt(fmt::format("{}", fmt::join(part.diagnostics, "\n")), kMostDiagnosticLines, kMostLineBytes);
}

std::string message_of(const Grade& grade) { return shortened(clean_line(grade.message), kMostMessageBytes); }

std::string left_out(std::size_t lines) {
  return lines == 0 ? "" : fmt::format("<p class=\"faint\">{} more line{} left out here.</p>\n", lines, lines == 1 ? " is" : "s are");
}

Source source_of(const Grade& grade, const CardMaterial& material) {
  Source source{excerpt(material.source, kMostSourceLines, kMostLineBytes), {}};
  const auto add_places = [&](const std::string& text) {
    for (const SourcePlace& place : source_places(text, source.shown.lines.size())) source.named.insert(place.line);
  };
  add_places(message_of(grade));
  for (const PartGrade& part : grade.parts)
    for (const std::string& line : diagnostics_of(part).lines) add_places(line);
  return source;
}

// ---- The total and its parts ----------------------------------------------------------------------------------------

std::string total(const Grade& grade) {
  std::string bar;
  double extra = 0;
  for (const PartGrade& part : grade.parts) {
    if (part.optional) extra += part.points();
    if (!part.optional || part.passed)
      bar += fmt::format(R"(<i style="flex:{:.6g}"{}></i>)", part.of, part.passed ? R"( class="full")" : "");
  }
  const std::string of_extra = extra > 0 ? fmt::format(", {:.6g} of them extra", extra) : "";
  return fmt::format(kTotal, fmt::arg("points", grade.points()), fmt::arg("of", grade.of()), fmt::arg("extra", of_extra),
                     fmt::arg("bar", bar));
}

constexpr std::string_view kExtra = R"( <span class="extra">extra</span>)";

/// Whether there is something to say about a part, other than that nothing of the submission could be run.
bool has_section(const Grade& grade, const PartGrade& part) {
  if (part.passed) return false;
  return !part.diagnostics.empty() || (grade.status == GradeStatus::graded && !part.optional);
}

struct Result {
  std::string_view css, words;
};

Result result_of(const Grade& grade, const PartGrade& part) {
  if (part.passed) return {"good", "✓ passed"};
  if (grade.status == GradeStatus::broken || !has_section(grade, part)) return {"faint", "– not run"};
  return {"bad", "✗ failed"};
}

std::string table(const Grade& grade) {
  std::string rows;
  for (std::size_t i = 0; i < grade.parts.size(); ++i) {
    const PartGrade& part = grade.parts[i];
    const auto [css, words] = result_of(grade, part);
    const std::string result =
        has_section(grade, part) ? fmt::format(R"(<a href="#part-{}" class="{}">{}</a>)", i + 1, css, words) : std::string(words);
    rows += fmt::format(kRow, fmt::arg("name", name_of(part.name)), fmt::arg("title", title_of(part)),
                        fmt::arg("extra", part.optional ? kExtra : ""), fmt::arg("points", part.points()), fmt::arg("of", part.of),
                        fmt::arg("css", css), fmt::arg("result", result));
  }
  return rows.empty() ? "" : fmt::format(kTable, fmt::arg("rows", rows));
}

// ---- What the diagnostics say ---------------------------------------------------------------------------------------

std::string diagnostic_text(const PartGrade& part, const Source& source) {
  const Excerpt said = diagnostics_of(part);
  if (said.lines.empty()) return "<p>This part did not pass; nothing more is known about it.</p>\n";
  std::string text;
  for (const std::string& line : said.lines) text += "<span>" + linked(line, source) + "\n</span>";
  return fmt::format("<pre>{}</pre>\n{}", text, left_out(said.left_out));
}

std::string diagnostics(const Grade& grade, const Source& source) {
  std::string sections;
  for (std::size_t i = 0; i < grade.parts.size(); ++i) {
    const PartGrade& part = grade.parts[i];
    if (!has_section(grade, part)) continue;
    const bool is_first = sections.empty();
    const std::string badges =
        fmt::format(R"({}<span class="faint">{}</span>{})", is_first ? R"(<span class="begin">begin here</span>)" : "", name_of(part.name),
                    part.optional ? kExtra : "");
    sections += fmt::format(kDiagnostic, fmt::arg("css", is_first ? " first" : ""), fmt::arg("number", i + 1),
                            fmt::arg("title", title_of(part)), fmt::arg("badges", badges), fmt::arg("text", diagnostic_text(part, source)));
  }
  return sections.empty() ? "" : "<h2>What the tests saw</h2>\n" + sections;
}

// ---- Pictures and source --------------------------------------------------------------------------------------------

std::string why_not_shown(const std::string& svg) {
  if (svg.empty()) return "No picture was drawn.";
  if (svg.size() > kMostPictureBytes) return fmt::format("The picture is too large to be shown here: {} bytes.", svg.size());
  return is_plain_drawing(svg) ? "" : "The picture is not shown: it is not one that Lockstep draws.";
}

std::string figure(std::string_view id, std::string_view caption, const std::string& svg) {
  const std::string complaint = why_not_shown(svg);
  const std::string picture = complaint.empty()
                                  ? fmt::format(kImage, fmt::arg("id", id), fmt::arg("data", to_base64(svg)), fmt::arg("caption", caption))
                                  : fmt::format(R"(<p class="faint">{}</p>)", complaint);
  return fmt::format(kFigure, fmt::arg("id", id), fmt::arg("caption", caption), fmt::arg("picture", picture));
}

std::string pictures(const CardMaterial& material) {
  if (material.picture.empty() && material.reference.empty()) return "";
  return "<h2>Access patterns</h2>\n<div class=\"pictures\">\n" + figure("submitted", "This submission", material.picture) +
         figure("reference", "The course’s solution", material.reference) + "</div>\n";
}

std::string listing(const Source& source) {
  if (source.shown.lines.empty()) return "";
  std::string lines;
  for (std::size_t number = 1; number <= source.shown.lines.size(); ++number)
    lines += fmt::format("<span id=\"L{0}\"{1}><a href=\"#L{0}\">{0}</a><code>{2}\n</code></span>", number,
                         source.named.count(number) != 0 ? R"( class="named")" : "", markup_escaped(source.shown.lines[number - 1]));
  return fmt::format("<h2>exercise.cu</h2>\n<pre class=\"source\">{}</pre>\n{}", lines, left_out(source.shown.left_out));
}

std::string complaint(const Grade& grade, const Source& source) {
  if (grade.status != GradeStatus::broken) return "";
  return fmt::format("<p class=\"broken\"><strong>Nothing could be run</strong>{}</p>\n", linked(message_of(grade), source));
}

std::string note(const Grade& grade, const Source& source) {
  if (grade.status == GradeStatus::broken || grade.message.empty()) return "";
  return fmt::format("<p class=\"note\">{}</p>\n", linked(message_of(grade), source));
}

}  // namespace

std::string to_report_card(const Grade& grade, const CardMaterial& material) {
  const Source source = source_of(grade, material);
  const std::string main = complaint(grade, source) + total(grade) + note(grade, source) + table(grade) + diagnostics(grade, source) +
                           pictures(material) + listing(source);
  const std::string student = name_of(grade.student), lesson = name_of(grade.lesson);
  return fmt::format(kPage, fmt::arg("title", fmt::format("{}, {}: {:.6g} of {:.6g} points", student, lesson, grade.points(), grade.of())),
                     fmt::arg("style", kReportCardStyle), fmt::arg("lesson", lesson), fmt::arg("student", student), fmt::arg("main", main),
                     fmt::arg("seed", grade.seed), fmt::arg("seconds", grade.seconds));
}

}  // namespace lockstep::grading
