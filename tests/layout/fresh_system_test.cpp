/// @file
/// @brief What tests/systems/fresh.sh says where it installs no system. That it does is tested by hand and by .ci/run: it takes long.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kFresh = LOCKSTEP_SOURCE_DIR "/tests/systems/fresh.sh";

/// The beginning of a fake: it keeps its words after `--`.
const std::string kBehindDashes = R"(while [ "$1" != -- ]; do shift; done; shift; )";

/// The script where only these tools are: the machine's own, or as `commands` of the shell.
class Tools {
 public:
  Tools() {
    for (const char* tool : {"sh", "cat", "date", "dirname", "grep", "head", "id", "mkdir", "mktemp", "readlink", "rm", "sed"}) link(tool);
    fake("newuidmap", "exit 1");  // only asked whether it is there
    fake("unshare", kBehindDashes + "exec \"$@\"");
  }
  void link(const std::string& tool) const { REQUIRE(run_shell("ln -s \"$(command -v " + tool + ")\" " + folder_ / tool).succeeded()); }
  void fake(const std::string& tool, const std::string& commands) const {
    std::ofstream(folder_ / tool) << "#!/bin/sh\n" << commands << "\n";
    fs::permissions(folder_ / tool, fs::perms::owner_all);
  }
  Outcome fresh(const std::string& words) const {
    fs::create_directories(temporary());
    return run_shell("PATH=" + folder_.path().string() + " TMPDIR=" + temporary().string() + " " + kFresh + " " + words);
  }
  bool left_nothing() const { return fs::is_empty(temporary()); }

 private:
  fs::path temporary() const { return fs::path(folder_ / "temporary"); }
  TemporaryFolder folder_;
};

void require_refusal(const Outcome& outcome, int status, const std::string& line) {
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.code == status);
  REQUIRE(outcome.out.empty());
  REQUIRE(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  REQUIRE(outcome.err.starts_with("fresh.sh: " + line));
}

}  // namespace

TEST_CASE("a release that there is not gets the names of those that there are") {
  const Tools tools;
  for (const char* words : {"", "''", "debian-11", "debian-13-riscv64", "-arm64", "--help"}) {
    const Outcome outcome = tools.fresh(words);
    require_refusal(outcome, 2, "");
    for (const char* release : {"debian-12", "debian-13", "debian-testing"}) CHECK(outcome.err.find(release) != outcome.err.npos);
    CHECK(tools.left_nothing());
  }
}

TEST_CASE("a tool that is missing is named, with the way to install it") {
  const Tools tools;
  for (const char* tool : {"git", "mmdebstrap", "bwrap", "dpkg"}) {
    require_refusal(tools.fresh("debian-13"), 3, std::string(tool) + " is missing: ./lockstep setup --all installs it");
    tools.fake(tool, "exit 1");
  }
}

TEST_CASE("a fresh system's commands get a line each, and the failure of one the status") {
  const Tools tools;
  tools.fake("git", "exit 0");
  tools.fake("dpkg", "echo amd64");
  tools.fake("apt-get", "printf '%s\\n' 'Other http://other.invalid/' 'Debian http://mirror.invalid/debian/'");
  tools.fake("apt-config", "echo 'Acquire::http::Proxy \"http://proxy.invalid\";'");
  tools.fake("tar", "exit 0");
  tools.fake("mmdebstrap",
             R"(echo "$@"; while [ "$1" != trixie ]; do case $1 in --aptopt=*) cat "${1#*=}" ;; esac; shift; done; echo >"$2")");
  tools.fake("bwrap", kBehindDashes + R"(shift 4; echo "in it: $*"; [ "$*" != './lockstep test' ])");  // sh -c '…' sh

  const Outcome both = tools.fresh("debian-13");
  CAPTURE(both.out, both.err);
  CHECK(both.code == 1);
  CHECK(both.out.starts_with("debian-13  ./lockstep run 04  ok  "));
  CHECK(both.out.find("\ndebian-13  ./lockstep test  failed  ") != both.out.npos);
  for (const char* part : {"in it: ./lockstep run 04\n", " http://mirror.invalid/debian/\n", "Proxy \"http://proxy.invalid\";"})
    CHECK(both.err.find(part) != both.err.npos);

  const Outcome own = tools.fresh("debian-13 ls 'a file'");
  CHECK(own.code == 0);
  CHECK(own.out.starts_with("debian-13  ls a file  ok  "));
  CHECK(tools.left_nothing());

  tools.fake("mmdebstrap", "exit 25");
  require_refusal(tools.fresh("debian-13"), 3, "mmdebstrap could not install debian-13");
  CHECK(tools.left_nothing());
}
