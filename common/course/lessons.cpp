/// @file
/// @brief Looks for lessons in the tree, and for versions in their sources.
#include "course/lessons.hpp"

#include <algorithm>

#include "support/read_file.hpp"
#include "support/text/version_names.hpp"

namespace lockstep::course {
namespace {

namespace fs = std::filesystem;

/// The folder's name where the path is in lessons/ or solutions/; empty otherwise.
std::string lesson_of_path(const fs::path& root, const std::string& word) {
  if (word.empty() || !fs::exists(word)) return {};
  const fs::path inside = fs::canonical(word).lexically_relative(fs::canonical(root));
  auto part = inside.begin();
  if (part == inside.end() || (*part != "lessons" && *part != "solutions")) return {};
  return ++part == inside.end() ? std::string() : part->string();
}

bool is_code(const fs::path& file) { return file.extension() == ".cu" || file.extension() == ".cpp"; }

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_code(entry.path())) files.push_back(entry.path());
  std::ranges::sort(files, comes_before_name, [](const fs::path& file) { return file.filename().string(); });
  return files;
}

// Not std::regex: it takes longer to compile than the rest of the file, and a first `./lockstep run` waits for it.
std::vector<std::string> string_literals(const std::string& text) {
  std::vector<std::string> found;
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_quote = text[at] == '"' && (at == 0 || text[at - 1] != '\\');
    if (is_quote && !inside) found.emplace_back();
    if (is_quote) inside = !inside;
    if (!is_quote && inside) found.back() += text[at];
  }
  return found;
}

/// "shared-memory" of `Stage::shared_memory`.
std::string declared_stage(const std::string& registration) {
  constexpr std::string_view kStage = "Stage::";
  const std::size_t at = registration.find(kStage);
  if (at == registration.npos) return {};
  std::string stage = registration.substr(at + kStage.size());
  stage.resize(std::min(stage.find(','), stage.size()));
  std::ranges::replace(stage, '_', '-');
  return stage;
}

}  // namespace

std::vector<std::string> lesson_names(const fs::path& root) {
  std::vector<std::string> names;
  if (!fs::exists(root / "lessons")) return names;
  for (const auto& entry : fs::directory_iterator(root / "lessons"))
    if (fs::exists(entry.path() / "problem.hpp")) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::optional<std::string> find_lesson(const fs::path& root, const std::string& word) {
  const std::string folder = lesson_of_path(root, word);
  for (const std::string& name : lesson_names(root)) {
    const std::size_t end = name.find('_');
    const std::string number = name.substr(0, end), idea = end == name.npos ? name : name.substr(end + 1);
    const std::string short_number = number.starts_with('0') ? number.substr(1) : number;
    for (const std::string& known : {name, number, short_number, idea})
      if (word == known || folder == known) return name;
  }
  return std::nullopt;
}

std::string heading_of(std::string_view readme) {
  if (!readme.starts_with("# ")) return {};
  return std::string(readme.substr(2, readme.find('\n') - 2));
}

std::vector<RegisteredVersion> registered_versions(const std::string& source) {
  constexpr std::string_view kBegin = "__FILE__,";
  std::vector<RegisteredVersion> versions;
  for (std::size_t at = source.find(kBegin); at != source.npos; at = source.find(kBegin, at + 1)) {
    const std::string registration = source.substr(at, source.find("};", at) - at);
    const std::vector<std::string> literals = string_literals(registration);
    if (literals.empty()) continue;
    versions.push_back({.suffix = literals.size() > 1 ? literals[1] : "", .stage = declared_stage(registration), .idea = literals[0]});
  }
  return versions;
}

std::vector<ListedVersion> versions_of(const fs::path& root, const std::string& lesson) {
  const fs::path folder = root / "lessons" / lesson;
  std::vector<ListedVersion> versions;
  const auto add = [&](const fs::path& file, const std::string& stage) {
    for (const RegisteredVersion& version : registered_versions(read_file(file)))
      versions.push_back({.name = file.stem().string() + (version.suffix.empty() ? "" : "_" + version.suffix),
                          .stage = stage.empty() ? version.stage : stage,
                          .idea = version.idea});
  };
  for (const fs::path& file : sources_in(folder))
    if (file.filename().string().starts_with('v')) add(file, "");
  for (const fs::path& file : sources_in(folder / "asides")) add(file, "aside");
  return versions;
}

}  // namespace lockstep::course
