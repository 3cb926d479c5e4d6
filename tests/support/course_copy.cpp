/// @file
/// @brief Copies the course, and puts the copy in its place.
#include "course_copy.hpp"

#include <chrono>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

namespace lockstep::testing {
namespace {

namespace fs = std::filesystem;

constexpr ProcessLimits kLimits{.wall = std::chrono::minutes(5)};
constexpr std::uintmax_t kLarge = 256 * 1024;

/// An author for commits, whatever the user's own settings are.
constexpr std::pair<const char*, const char*> kGit[] = {{"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"},
                                                        {"GIT_AUTHOR_NAME", "reader"},      {"GIT_AUTHOR_EMAIL", "reader@example.org"},
                                                        {"GIT_COMMITTER_NAME", "reader"},   {"GIT_COMMITTER_EMAIL", "reader@example.org"}};

void copy_with_time(const fs::path& from, const fs::path& to) {
  fs::copy_file(from, to);
  fs::last_write_time(to, fs::last_write_time(from));  // by which the build tool knows what has changed
}

/// What compilers and linkers made is replaced and never changed: for that a link to the original is enough. CMake's and the build tool's
/// own files are written to.
bool may_be_link(const fs::directory_entry& file) {
  static const std::set<std::string> products{".o", ".a", ".i", ".ii", ".gch"}, notes{".ninja", ".txt", ".cmake"};
  if (products.contains(file.path().extension())) return true;
  return file.file_size() > kLarge && !notes.contains(file.path().extension()) && !file.path().filename().string().starts_with('.');
}

}  // namespace

CourseCopy::CourseCopy(fs::path source, fs::path build) : source_(std::move(source)), build_(std::move(build)) {
  copy_source();
  copy_build();
  fs::create_directory(folder_.path() / "tmp");
  has_git_ = run("command -v git").succeeded();
  if (!has_git_) return;
  const Outcome made = run("git init -q && git add -A && git commit -q -m 'The course as it was'");
  if (!made.succeeded()) throw std::runtime_error("the copy could not be made a repository: " + made.err);
}

void CourseCopy::copy_source() const {
  fs::create_directory(tree());
  for (auto entry = fs::recursive_directory_iterator(source_); entry != fs::recursive_directory_iterator(); ++entry) {
    const fs::path place = entry->path().lexically_relative(source_);
    if (place == "build" || place == ".git" || entry->path() == build_) {
      entry.disable_recursion_pending();
    } else if (entry->is_symlink()) {
      fs::copy_symlink(entry->path(), tree() / place);
    } else if (entry->is_directory()) {
      fs::create_directory(tree() / place);
    } else {
      copy_with_time(entry->path(), tree() / place);
    }
  }
  fs::create_directory(tree() / "build");
  const fs::path inside = build_.lexically_relative(source_);
  if (!inside.empty() && *inside.begin() != "..") fs::create_directories(tree() / inside);  // where the box puts the build
  const fs::path usual = fs::path("build") / "sim";                                         // where the script looks for it
  if (inside != usual) fs::create_directory_symlink(build_, tree() / usual);
}

void CourseCopy::copy_build() const {
  const fs::path copy = folder_.path() / "build";
  fs::create_directory(copy);
  fs::create_directory(links());  // where the box puts the original
  for (const auto& entry : fs::recursive_directory_iterator(build_)) {
    const fs::path place = entry.path().lexically_relative(build_);
    if (entry.is_directory()) {
      fs::create_directory(copy / place);
    } else if (may_be_link(entry)) {
      fs::create_symlink(links() / place, copy / place);
    } else {
      copy_with_time(entry.path(), copy / place);
    }
  }
}

Outcome CourseCopy::run(const std::string& line) const {
  std::vector<std::string> words{"bwrap", "--die-with-parent"};
  const auto add = [&words](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  add({"--ro-bind", "/", "/"});
  add({"--dev-bind", "/dev", "/dev"});
  add({"--bind", folder_.path(), folder_.path()});
  add({"--ro-bind", build_, links()});
  add({"--bind", tree(), source_});
  add({"--bind", folder_ / "build", build_});
  add({"--chdir", source_});
  add({"--setenv", "TMPDIR", folder_ / "tmp"});
  for (const auto& [name, value] : kGit) add({"--setenv", name, value});
  add({"sh", "-c", line});
  return run_program("/usr/bin/env", words, kLimits);
}

}  // namespace lockstep::testing
