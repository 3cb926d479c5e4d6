/// @file
/// @brief Makes a folder with the course's programs in it, and runs a shell there.
#include "site/numbers/scratch.hpp"

#include <fmt/format.h>

#include "lockstep/usage_error.hpp"
#include "support/processes/process.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

constexpr ProcessLimits kLimits{.wall = std::chrono::minutes(2), .kept_bytes = std::size_t{8} << 20};

}  // namespace

// Pages are made by several threads, and a file that one of them is still writing cannot be started by another's child, so an existing
// script is used.
Scratch::Scratch(const fs::path& root, const fs::path& build) : build_(build) {
  for (const char* shown : {"common", "docs", "lessons", "solutions", "tests"}) fs::create_symlink(root / shown, folder_.path() / shown);
  fs::create_symlink(root / "common" / "site" / "page_lockstep.sh", folder_.path() / "lockstep");
  fs::create_directory(folder_.path() / "build");  // where the front end looks for programs, and leaves traces
  fs::create_symlink(build, folder_.path() / "build" / "sim");
}

std::string Scratch::run(const std::string& command) const {
  const Outcome outcome = run_shell(
      fmt::format("cd '{}' && export {} LOCKSTEP_BUILD='{}'\n{}", folder_.path().string(), kPageSettings, build_.string(), command),
      kLimits);
  const bool as_meant = outcome.end == Outcome::End::exited && outcome.code <= 1;
  if (!as_meant) throw UsageError(fmt::format("'{}' {}: {}", command, describe(outcome, kLimits), trimmed(outcome.err)));
  return outcome.out;
}

std::string Scratch::file_of(const std::string& command, const std::string& name) const {
  run(command);
  if (!fs::exists(folder_.path() / name)) throw UsageError(fmt::format("'{}' did not write {}", command, name));
  return file(name);
}

}  // namespace lockstep::site
