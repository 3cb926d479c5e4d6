/// @file
/// @brief Gathers a version's file and the headers that it includes, compares them with those of the version before, and shows them.
#include "site/pages/kernel_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <vector>

#include "lockstep/usage_error.hpp"
#include "site/listing/comparison.hpp"
#include "site/listing/listing_html.hpp"
#include "site/listing/pieces.hpp"
#include "site/numbers/text.hpp"
#include "site/pages/version_page.hpp"
#include "support/text/markup.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKernelForm =
    "a kernel is '<!-- kernel: VERSION -->', '<!-- kernel: VERSION whole -->' or '<!-- kernel: VERSION file -->'";

/// The headers beside a file that it includes, and those that these include; the problem's is explained elsewhere.
void add_headers(const fs::path& folder, const std::string& text, std::vector<SourceText>& sources) {
  static const std::regex kInclude("#include \"([^\"/]+\\.hpp)\"");
  for (std::sregex_iterator match(text.begin(), text.end(), kInclude), none; match != none; ++match) {
    const std::string name = (*match)[1];
    if (name == "problem.hpp" || std::ranges::find(sources, name, &SourceText::name) != sources.end()) continue;
    if (!fs::is_regular_file(folder / name)) continue;
    const std::string header = read_page(folder / name);
    sources.push_back({.name = name, .text = header});
    add_headers(folder, header, sources);
  }
}

/// A version's code, with what it uses from its lesson's headers.
struct VersionCode {
  std::vector<CodeOfFile> files{};
  std::set<std::string> names_in_use{};
};

VersionCode code_of_file(const fs::path& path) {
  std::vector<SourceText> sources{{.name = path.filename(), .text = read_page(path)}};
  add_headers(path.parent_path(), sources.front().text, sources);
  VersionCode code{.files = code_of_version(sources), .names_in_use = {"Launch", "Version"}};
  for (const SourceText& source : sources) code.names_in_use.merge(names_in_use(source.text));
  return code;
}

using LinesOfFile = std::vector<CodeLine> CodeOfFile::*;

std::vector<TokenLine> lines_of_all(const std::vector<CodeOfFile>& files, LinesOfFile part) {
  std::vector<TokenLine> lines;
  for (const CodeOfFile& file : files)
    for (const CodeLine& line : file.*part) lines.push_back(line.tokens);
  return lines;
}

std::vector<ShownLine> shown_lines(const std::vector<CodeLine>& file) {
  std::vector<ShownLine> shown;
  for (const CodeLine& line : file) shown.push_back({.code = line});
  return shown;
}

/// A brace alone may be any other one.
bool says_something(const TokenLine& line) {
  return std::ranges::any_of(line, [](const Token& token) { return is_code(token) && token.kind != TokenKind::sign; });
}

/// The same; a line `differs` where `before` has no such line. What the two have in common is taken out of `before`.
std::vector<ShownLine> compared_lines(const std::vector<CodeLine>& file, std::vector<TokenLine>& before) {
  std::vector<ShownLine> shown = shown_lines(file);
  std::vector<TokenLine> tokens, rest;
  for (const CodeLine& line : file) tokens.push_back(line.tokens);
  for (const DiffLine& line : compared(before, tokens)) {
    if (line.kind == DiffLine::Kind::removed) rest.push_back(before[line.line]);
    if (line.kind != DiffLine::Kind::added || !says_something(tokens[line.line])) continue;
    shown[line.line].differs = true;
    shown[line.line].marked = line.differing;
  }
  before = std::move(rest);
  return shown;
}

/// The lines of all files. They are compared one after the other: what has moved to a header does not differ, nor does what it stood above.
std::vector<std::vector<ShownLine>> shown_lines(const std::vector<CodeOfFile>& files, LinesOfFile part, const VersionCode* before) {
  std::vector<TokenLine> rest;
  if (before != nullptr) rest = lines_of_all(before->files, part);
  std::vector<std::vector<ShownLine>> shown;
  for (const CodeOfFile& file : files) shown.push_back(before == nullptr ? shown_lines(file.*part) : compared_lines(file.*part, rest));
  return shown;
}

/// In a new file, marking every line says nothing.
std::vector<ShownLine> unmarked(std::vector<ShownLine> lines) {
  for (ShownLine& line : lines) line = {.code = std::move(line.code)};
  return lines;
}

bool differs(const std::vector<ShownLine>& lines) { return std::ranges::any_of(lines, &ShownLine::differs); }

std::string fold(const std::string& kind, bool open, const std::string& summary, const std::string& html) {
  return fmt::format("<details class=\"{}\"{}><summary>{}</summary>\n{}</details>\n", kind, open ? " open" : "", summary, html);
}

}  // namespace

const VersionFile* KernelListings::kernel_before(const VersionFile& version) const {
  const auto found = std::ranges::find(lesson_.versions, version.change_from, &VersionFile::number);
  return found == lesson_.versions.end() || !is_kernel(*found) ? nullptr : &*found;
}

ShownCode KernelListings::marked(const std::string& rest) const {
  static const std::regex kRest(R"((v\d+)(?: (whole|file))?)");
  std::smatch words;
  if (!std::regex_match(rest, words, kRest)) throw UsageError(kKernelForm);
  const auto version = std::ranges::find(lesson_.versions, words[1].str(), &VersionFile::number);
  if (version == lesson_.versions.end()) throw UsageError(fmt::format("lesson {} has no version '{}'", lesson_.number, words[1].str()));
  const std::string name = fs::path(version->path).filename(), readme = fmt::format("lessons/{}/README.md", lesson_.name);
  const std::string page = read_page(root_ / readme);
  if (page.find(fmt::format("]({})", name)) == page.npos)
    throw UsageError(fmt::format("{} must link to {}, for readers who do not see comments", readme, name));
  const bool compares = !words[2].matched;
  if (compares && kernel_before(*version) == nullptr)
    throw UsageError(fmt::format("{0} changes no kernel; to show all of it, write '<!-- kernel: {0} whole -->'", version->number));
  const std::string code = words[2] == "file" ? whole_file(*version) : shown(*version, compares ? kernel_before(*version) : nullptr, page);
  const std::string legend = compares ? fmt::format("Highlighted: what differs from {}. ", version->change_from) : "";
  const std::string html =
      fmt::format("<figure class=\"listing\">\n{}<figcaption>{}<a href=\"{}.html\">{}</a>: {}.</figcaption>\n</figure>\n", code, legend,
                  version_label(lesson_, *version), name,
                  is_kernel(*version) ? "the whole file, its run step by step, and its counters" : "the whole file, and its times");
  return {.path = version->path, .html = html};
}

std::string KernelListings::of(const VersionFile& version) const {
  return fmt::format("<figure class=\"listing\">\n{}</figure>\n", shown(version, kernel_before(version), ""));
}

std::string KernelListings::shown(const VersionFile& version, const VersionFile* before, const std::string& page) const {
  const VersionCode code = code_of_file(root_ / version.path);
  VersionCode base;
  if (before != nullptr) base = code_of_file(root_ / before->path);
  const VersionCode* const other = before == nullptr ? nullptr : &base;
  const auto kernel = shown_lines(code.files, &CodeOfFile::kernel, other), launch = shown_lines(code.files, &CodeOfFile::launch, other);
  const ListingStyle whole{.reference = reference_, .names_in_use = code.names_in_use};
  ListingStyle folding = whole;
  if (before != nullptr) folding.folded_as = "as in " + before->number;

  std::string html, launches;
  if (!kernel[0].empty()) html = listing_html(kernel[0], folding);
  if (!launch[0].empty()) launches = listing_html(launch[0], whole);
  bool is_new = other == nullptr || differs(kernel[0]);
  for (std::size_t i = 1; i < code.files.size(); ++i) {
    const std::string name = markup_escaped(code.files[i].name);
    if (!kernel[i].empty()) {
      const bool had = other != nullptr && std::ranges::find(base.files, code.files[i].name, &CodeOfFile::name) != base.files.end();
      const bool same = had && !differs(kernel[i]);
      const bool listed = page.find(fmt::format("lessons/{}/{}\n", lesson_.name, code.files[i].name)) != page.npos;
      html += fold("header", !same && !listed, fmt::format("From <code>{}</code>{}", name, same ? ", as in " + before->number : ""),
                   had && !same ? listing_html(kernel[i], folding) : listing_html(unmarked(kernel[i]), whole));
      is_new = is_new || !same;
    }
    if (!launch[i].empty()) launches += fmt::format("<p><code>{}</code></p>\n", name) + listing_html(launch[i], whole);
  }
  // If the kernel is the same, the launch is what is new.
  return html + fold("launch", !is_new || kernel[0].empty(), is_kernel(version) ? "Launch and registration" : "Registration", launches);
}

std::string KernelListings::whole_file(const VersionFile& version) const {
  const std::string text = read_page(root_ / version.path);
  std::vector<ShownLine> lines;
  for (TokenLine& tokens : token_lines(text)) lines.push_back({.code = {.number = lines.size() + 1, .tokens = std::move(tokens)}});
  ListingStyle style{.reference = reference_, .names_in_use = names_in_use(text)};
  style.names_in_use.insert({"Launch", "Version"});
  return listing_html(lines, style);
}

std::string KernelListings::diff(const VersionFile& version) const {
  const VersionFile* const before = kernel_before(version);
  if (before == nullptr) return "";
  const std::vector<TokenLine> old_lines = lines_of_all(code_of_file(root_ / before->path).files, &CodeOfFile::kernel);
  const std::vector<TokenLine> new_lines = lines_of_all(code_of_file(root_ / version.path).files, &CodeOfFile::kernel);
  const std::vector<DiffLine> lines = compared(old_lines, new_lines);
  if (std::ranges::all_of(lines, [](const DiffLine& line) { return line.kind == DiffLine::Kind::kept; })) return "";
  return fold("diff", false, fmt::format("The kernels of {} and {}, line against line", before->number, version.number),
              diff_html(lines, old_lines, new_lines));
}

}  // namespace lockstep::site
