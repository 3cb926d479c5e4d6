/// @file
/// @brief Reads the heads of kernel files and the first lines of walkthroughs.
#include "site/pages/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <utility>

#include "course/lessons.hpp"
#include "lockstep/usage_error.hpp"
#include "lockstep/version.hpp"
#include "site/weaving/markdown.hpp"
#include "site/numbers/text.hpp"
#include "support/text/text.hpp"
#include "support/text/version_names.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBuildsOn = "Builds on:";
const std::regex kTwoDigits(R"(\b\d\d\b)");

/// The paragraphs of the comment that a file begins with, without its slashes; a paragraph that begins with a word and a colon is one.
std::vector<std::string> head_comment(const std::string& source) {
  static const std::regex kBeginning("^(@brief|Change from|Look at:|@file).*");
  std::vector<std::string> paragraphs;
  for (const std::string& line : lines_of(source)) {
    if (!line.starts_with("///")) break;
    const std::string text = trimmed(line.substr(3));
    if (paragraphs.empty() || text.empty() || std::regex_match(text, kBeginning))
      paragraphs.push_back(text);
    else
      paragraphs.back() += (paragraphs.back().empty() ? "" : " ") + text;
  }
  return paragraphs;
}

VersionFile read_version(const fs::path& root, const fs::path& path) {
  VersionFile version{.name = path.stem(), .number = split(path.stem().string(), '_').front(), .path = fs::relative(path, root)};
  const std::string source = read_page(path);
  for (const std::string& paragraph : head_comment(source)) {
    std::smatch match;
    if (std::regex_match(paragraph, match, std::regex("Change from (v[0-9]+)[^:]*: *(.*)"))) {
      version.change_from = match[1];
      version.change = match[2];
    }
    if (paragraph.starts_with("Look at: ")) version.look_at = paragraph.substr(9);
  }
  version.brief = brief_of(source);
  version.stage = describe_version(version.path, "", "").stage;
  for (course::RegisteredVersion& registered : course::registered_versions(source)) {
    if (!registered.stage.empty()) version.stage = registered.stage;
    version.ideas.push_back(std::move(registered.idea));
  }
  if (version.brief.empty()) throw UsageError(fmt::format("{} has no @brief at its head", version.path));
  return version;
}

std::string first_paragraph(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].starts_with(kBuildsOn)) continue;
    if (lines[i].empty() && !text.empty()) break;
    text += (text.empty() ? "" : " ") + trimmed(lines[i]);
  }
  return text;
}

/// The line "Builds on: 00, 01".
std::vector<std::string> stated_builds_on(const std::vector<std::string>& lines) {
  std::vector<std::string> numbers;
  for (const std::string& line : lines) {
    if (!line.starts_with(kBuildsOn)) continue;
    for (std::sregex_iterator match(line.begin(), line.end(), kTwoDigits), none; match != none; ++match) numbers.push_back(match->str());
  }
  return numbers;
}

/// @param rest  of the marker, after the verb
void read_scene(const std::string& rest, std::vector<VersionFile>& versions) {
  const std::vector<std::string> words = split(rest, '|');
  std::smatch step;
  if (words.size() != 4 || !std::regex_match(words[2], step, std::regex("at ([1-9][0-9]{0,5})")))
    throw UsageError("a player is '<!-- player: VERSION | OPTIONS | at STEP | what it shows -->'");
  const auto version = std::ranges::find(versions, words[0], &VersionFile::number);
  if (version == versions.end() || version->path.ends_with(".cpp"))
    throw UsageError(fmt::format("there is no kernel '{}' to play", words[0]));
  version->scene = {.options = words[1], .step = std::stoul(step[1]), .words = words[3]};
}

/// The markers in the lesson's README that say where players begin.
void read_scenes(const std::string& readme, const std::string& path, std::vector<VersionFile>& versions) {
  for (MarkdownLines lines(readme); !lines.at_end();) {
    const std::size_t number = lines.number();
    if (lines.kind() == MarkdownLines::Kind::fence) {
      lines.take_fence();
    } else if (lines.kind() != MarkdownLines::Kind::marker) {
      lines.take();
    } else if (const Marker marker = marker_in(lines.take_marker()); marker.verb == "player") {
      try {
        read_scene(marker.rest, versions);
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}:{}: {}", path, number, error.what()));
      }
    }
  }
}

Lesson read_lesson(const fs::path& root, const fs::path& folder) {
  Lesson lesson{.name = folder.filename(), .number = folder.filename().string().substr(0, 2)};
  const std::string readme = read_page(folder / "README.md");
  const std::vector<std::string> lines = lines_of(readme);
  std::smatch title;
  if (lines.empty() || !std::regex_match(lines.front(), title, std::regex("# \\d\\d · (.*)")))
    throw UsageError(fmt::format("lessons/{}/README.md must begin with '# {} · Title'", lesson.name, lesson.number));
  lesson.title = title[1];
  lesson.summary = first_paragraph(lines);
  lesson.builds_on = stated_builds_on(lines);
  for (const auto& entry : fs::directory_iterator(folder))
    if (std::regex_match(entry.path().filename().string(), std::regex(R"(v\d+_\w+\.(cu|cpp))")))
      lesson.versions.push_back(read_version(root, entry.path()));
  std::ranges::sort(lesson.versions, comes_before_name, &VersionFile::name);
  read_scenes(readme, fmt::format("lessons/{}/README.md", lesson.name), lesson.versions);
  lesson.wrong_answers = grading::wrong_answers(root / "solutions" / lesson.name / "wrong");
  return lesson;
}

}  // namespace

std::string brief_of(const std::string& source) {
  for (const std::string& paragraph : head_comment(source))
    if (paragraph.starts_with("@brief ")) return paragraph.substr(7);
  return {};
}

std::vector<Lesson> read_lessons(const fs::path& root) {
  std::vector<Lesson> lessons;
  for (const std::string& name : course::lesson_names(root)) lessons.push_back(read_lesson(root, root / "lessons" / name));
  return lessons;
}

}  // namespace lockstep::site
