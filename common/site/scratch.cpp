#include "scratch.hpp"

#include <fmt/format.h>

#include <fstream>

#include "lockstep/usage_error.hpp"
#include "process.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

constexpr grading::Limits kLimits{.wall = std::chrono::minutes(2), .kept_bytes = std::size_t{8} << 20};

/// The script, cut down to what needs no building; a lesson goes by its number, as in `./lockstep run 04`. A page that shows several runs
/// of a program compiles it once.
constexpr const char* kScript = R"(#!/bin/sh
set -eu
verb=$1
shift
case $verb in
  run)
    lesson=$1
    shift
    for program in '{build}'/lessons/"$lesson"_*; do
      case $program in *_*_main | *.*) ;; *) exec "$program" "$@" ;; esac
    done
    exit 2 ;;
  cc)
    done=.compiled_$(echo "$*" | cksum | tr -dc 0-9)
    [ -e "$done" ] || LOCKSTEP_CC_SETTINGS='{build}/cc.settings' sh '{root}/common/sim/cc.sh' "$@"
    : >"$done" ;;
  profile | check-program) exec '{build}/lockstep-observe' "$verb" "$@" ;;
  list) exec '{root}/lockstep' list ;;
  *) exit 2 ;;
esac
)";

}  // namespace

Scratch::Scratch(const fs::path& root, const fs::path& build) {
  for (const char* shown : {"common", "docs", "lessons", "solutions", "tests"}) fs::create_symlink(root / shown, folder_.path() / shown);
  std::ofstream(folder_.path() / "lockstep") << replaced_all(replaced_all(kScript, "{build}", build.string()), "{root}", root.string());
  fs::permissions(folder_.path() / "lockstep", fs::perms::owner_all);
}

std::string Scratch::run(const std::string& command) const {
  const grading::Outcome outcome = grading::run_shell(
      fmt::format("cd '{}' && export COLUMNS=80 LOCKSTEP_BACKEND=sim LOCKSTEP_WORKERS=1\n{}", folder_.path().string(), command), kLimits);
  const bool as_meant = outcome.end == grading::Outcome::End::exited && outcome.code <= 1;
  if (!as_meant) throw UsageError(fmt::format("'{}' {}: {}", command, describe(outcome, kLimits), trimmed(outcome.err)));
  return outcome.out;
}

std::string Scratch::file_of(const std::string& command, const std::string& name) const {
  run(command);
  if (!fs::exists(folder_.path() / name)) throw UsageError(fmt::format("'{}' did not write {}", command, name));
  return file(name);
}

}  // namespace lockstep::site
