/// @file
/// @brief Writes a line's tokens with their colours, marks and links.
#include "site/listing/listing_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "support/text/markup.hpp"

namespace lockstep::site {
namespace {

constexpr std::size_t kShownAround = 6;  // lines without a difference that are shown next to one
constexpr std::size_t kWorthFolding = 4;
constexpr std::size_t kDiffAround = 3;

/// Doxygen's names for colours; empty: the text's own.
std::string_view colour_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::comment:
      return "comment";
    case TokenKind::preprocessor:
      return "preprocessor";
    case TokenKind::text:
      return "stringliteral";
    case TokenKind::character:
      return "charliteral";
    case TokenKind::keyword:
      return "keyword";
    case TokenKind::flow:
      return "keywordflow";
    case TokenKind::type:
      return "keywordtype";
    case TokenKind::blank:
    case TokenKind::number:
    case TokenKind::name:
    case TokenKind::sign:
      return "";
  }
  return "";
}

std::string coloured(const Token& token) {
  const std::string_view colour = colour_of(token.kind);
  const std::string text = markup_escaped(token.text);
  return colour.empty() ? text : fmt::format("<span class=\"{}\">{}</span>", colour, text);
}

/// Whether the tokens before `at` are those.
bool is_behind(const TokenLine& line, std::size_t at, const std::vector<std::string>& texts) {
  if (at < texts.size()) return false;
  return std::equal(texts.begin(), texts.end(), line.begin() + static_cast<std::ptrdiff_t>(at - texts.size()),
                    [](const std::string& text, const Token& token) { return token.text == text; });
}

/// The address where the site explains this name; empty if it does not.
std::string address_of(const TokenLine& line, std::size_t at, const ListingStyle& style) {
  const Token& token = line[at];
  if (token.kind != TokenKind::name) return "";
  if (is_behind(line, at, {"launch", "."})) return style.reference.address("Launch::" + token.text);
  if (is_behind(line, at, {"lockstep", "::"})) return style.reference.address(token.text);
  const bool is_member = is_behind(line, at, {"."}) || is_behind(line, at, {"::"}) || is_behind(line, at, {"->"});
  return !is_member && style.names_in_use.contains(token.text) ? style.reference.address(token.text) : "";
}

/// The tokens of a line, those that differ within <mark>. @param marked  by token of code
std::string words_html(const TokenLine& line, const std::vector<bool>& marked, const ListingStyle* style) {
  std::string html, blanks;
  bool is_open = false;
  std::size_t code = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i].kind == TokenKind::blank) {
      blanks += line[i].text;
      continue;
    }
    const bool marks = is_code(line[i]) && !marked.empty() && marked[code];
    if (is_code(line[i])) ++code;
    if (is_open && !marks) html += "</mark>";
    html += blanks;
    blanks.clear();
    if (marks && !is_open) html += "<mark>";
    is_open = marks;
    const std::string address = style == nullptr ? "" : address_of(line, i, *style);
    html += address.empty() ? coloured(line[i]) : fmt::format("<a class=\"code\" href=\"{}\">{}</a>", address, coloured(line[i]));
  }
  return html + (is_open ? "</mark>" : "");
}

std::string line_html(const ShownLine& line, const ListingStyle& style) {
  const std::string number = line.code.number == 0 ? "" : std::to_string(line.code.number);
  return fmt::format("<div class=\"line{}\"><span class=\"lineno\">{:>4}</span> {}</div>\n", line.differs ? " differs" : "", number,
                     words_html(line.code.tokens, line.marked, &style));
}

/// For each line, the distance to the next one that differs.
template <class Differs>
std::vector<std::size_t> distances(std::size_t count, const Differs& differs) {
  std::vector<std::size_t> distance(count, count);
  for (std::size_t i = 0; i < count; ++i) distance[i] = differs(i) ? 0 : i > 0 ? std::min(count, distance[i - 1] + 1) : count;
  for (std::size_t i = count; i-- > 1;) distance[i - 1] = std::min(distance[i - 1], distance[i] + 1);
  return distance;
}

std::string diff_line_html(const char* kind, char sign, TokenLine line, const std::vector<bool>& marked) {
  std::erase_if(line, [](const Token& token) { return token.kind == TokenKind::comment; });
  return fmt::format("<span class=\"{}\">{} {}</span>\n", kind, sign, words_html(line, marked, nullptr));
}

}  // namespace

std::set<std::string> names_in_use(const std::string& text) {
  static const std::regex kUsing(R"(\busing lockstep::(\w+);)");
  std::set<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), kUsing), none; match != none; ++match) names.insert((*match)[1]);
  return names;
}

std::string listing_html(const std::vector<ShownLine>& lines, const ListingStyle& style) {
  const auto distance = distances(lines.size(), [&](std::size_t i) { return lines[i].differs; });
  const auto is_far = [&](std::size_t i) { return !style.folded_as.empty() && i < lines.size() && distance[i] > kShownAround; };
  std::string html = "<div class=\"fragment\">";
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (is_far(end)) ++end;
    const bool folds = end - i >= kWorthFolding;
    // The summary's words come from the style sheet, so that they are not copied with the code.
    if (folds)
      html +=
          fmt::format("<details class=\"kept\"><summary data-kept=\"{} lines {}\"></summary>", end - i, markup_escaped(style.folded_as));
    for (end = std::max(end, i + 1); i < end; ++i) html += line_html(lines[i], style);
    if (folds) html += "</details>";
  }
  return html + "</div>\n";
}

std::string diff_html(const std::vector<DiffLine>& diff, const std::vector<TokenLine>& before, const std::vector<TokenLine>& after) {
  const auto distance = distances(diff.size(), [&](std::size_t i) { return diff[i].kind != DiffLine::Kind::kept; });
  std::string html = "<pre class=\"fragment\">";
  for (std::size_t i = 0; i < diff.size(); ++i) {
    const auto& [kind, line, differing] = diff[i];
    if (distance[i] > kDiffAround) {
      if (i == 0 || distance[i - 1] <= kDiffAround) html += "<span class=\"place\">…</span>\n";
      continue;
    }
    if (kind == DiffLine::Kind::removed)
      html += diff_line_html("removed", '-', before[line], differing);
    else
      html += diff_line_html(kind == DiffLine::Kind::added ? "added" : "kept", kind == DiffLine::Kind::added ? '+' : ' ', after[line],
                             differing);
  }
  return html + "</pre>\n";
}

}  // namespace lockstep::site
