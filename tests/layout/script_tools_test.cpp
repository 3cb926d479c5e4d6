/// @file
/// @brief The script on machines whose tools are others: fakes of them go before the real ones.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

/// The script in a tree that has the name of a lesson, and nothing built but the front end.
class BareTree {
 public:
  BareTree() : tools_(folder_ / "tools"), lesson_(fs::path(folder_ / "lessons") / "04_dot_product") {
    fs::create_directories(tools_);
    fs::create_directories(lesson_);
    std::ofstream(lesson_ / "problem.hpp") << "\n";
    fs::copy_file(LOCKSTEP_SOURCE_DIR "/lockstep", folder_ / "lockstep");
    for (const char* part : {"common/front", "common/course", "common/support", "common/harness/lockstep", "build/sim"})
      fs::create_directories(folder_ / part);
    fs::copy_file(LOCKSTEP_BINARY_DIR "/lockstep-front", folder_ / "build/sim/lockstep-front");
    std::ofstream(folder_ / "build/sim/lockstep-front.built") << "";
  }

  void add_tool(const std::string& name, const std::string& commands) {
    std::ofstream(tools_ / name) << "#!/bin/sh\n" << commands << "\n";
    fs::permissions(tools_ / name, fs::perms::owner_all);
  }

  std::string file(const std::string& name) const { return folder_ / name; }

  /// A command for a shell. @param settings  of the environment, each followed by a blank  @param verb  with its words
  std::string call(const std::string& settings = "", const std::string& verb = "run 04") const {
    return "CXX= PATH=" + tools_.string() + ":$PATH " + settings + (folder_ / "lockstep") + " --backend sim " + verb;
  }

 private:
  TemporaryFolder folder_;
  fs::path tools_, lesson_;
};

}  // namespace

TEST_CASE("a system that the course does not run on gets one line that says what does") {
  BareTree tree;
  const auto [tool, prints, settings, line] = GENERATE(table<const char*, const char*, const char*, const char*>(
      {{"uname", "Darwin", "", "lockstep: the course needs Linux, but this is Darwin: "},
       {"cmake", "cmake version 3.22.1", "", "lockstep: the course needs cmake 3.25 or later, but this is 3.22.1: "},
       {"g++", "11.4.0", "", "lockstep: the course needs g++ 12 or later, but this is 11.4.0: "},
       {"some_compiler", "", "CXX=some_compiler ", "lockstep: the course needs g++ 12 or later, but this is another compiler: "}}));
  tree.add_tool(tool, std::string("echo '") + prints + "'");
  const Outcome outcome = run_shell(tree.call(settings));
  CAPTURE(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.starts_with(line));
}

TEST_CASE("what failed tests printed is said once more at the end") {
  BareTree tree;
  tree.add_tool("cmake", "echo cmake version 3.25.0");
  tree.add_tool("dpkg-query", "echo installed");
  const std::string log = tree.file("build/sim/Testing/Temporary/LastTest.log");
  tree.add_tool("ctest", "mkdir -p $(dirname " + log + "); cat >" + log + R"( <<'END'
Start testing: Nov 22 01:12 UTC
1/3 Testing: one
Output: all is well
Test Passed.
3/3 Testing: three
Output: oh dear
and oh
Test Failed.
2/3 Testing: two
Output: fine
Test Passed.
END
echo 'Errors while running CTest'
exit 8)");
  const Outcome outcome = run_shell(tree.call("", "test"));
  CAPTURE(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.out ==
        "Errors while running CTest\n\nWhat the failed tests printed:\n3/3 Testing: three\nOutput: oh dear\nand oh\nTest Failed.\n");
}

TEST_CASE("of the areas that are named only the programs are built, and only the tests run") {
  BareTree tree;
  for (const char* file : {"tests/cc/one_test.cpp", "tests/device/kernel.cu", "tests/bench/speed.cu"}) {
    fs::create_directories(fs::path(tree.file(file)).parent_path());
    std::ofstream(tree.file(file)) << "\n";
  }
  tree.add_tool("cmake", "echo cmake version 3.25.0; [ \"$1\" != --build ] || echo \"$@\" >>" + tree.file("log"));
  tree.add_tool("dpkg-query", "echo installed");
  tree.add_tool("g++", "echo 12.2.0");
  tree.add_tool("ctest", "printf '%s\\n' \"$@\" | tail -n 2 >>" + tree.file("log"));
  const Outcome wrong = run_shell(tree.call("", "test cc bench"));
  CHECK(wrong.code == 2);
  CHECK(wrong.err == "lockstep: there are no tests named 'bench'; there are cc, device\n");
  const Outcome outcome = run_shell(tree.call("", "test device cc"));
  CAPTURE(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(read_file(tree.file("log")) == "--build --preset sim --target device_tests --target cc_tests\n-R\n^(device|cc): ?\n");
}

TEST_CASE("an area is known by the beginning of its tests' names, which CMake writes with a space or without") {
  const TemporaryFolder folder;  // of its own: in the build folder it would empty the log of the run that this is a test of
  std::ofstream(folder / "CTestTestfile.cmake") << "subdirs(\"" LOCKSTEP_BINARY_DIR "\")\n";
  const Outcome found = run_shell("ctest --test-dir '" + folder.path().string() + "' -N -R '^(layout): ?' | sed -n 's/^Total Tests: //p'");
  CAPTURE(found.out, found.err);
  CHECK(std::stoi(found.out) > 30);
}

TEST_CASE("what builds in one folder waits for what builds there already") {
  BareTree tree;
  const std::string log = tree.file("log");
  tree.add_tool("cmake",
                "if [ \"$1\" = --version ]; then echo cmake version 3.25.0; exit; fi\n"
                "echo begins >>" +
                    log + "; sleep 0.2; echo ends >>" + log);
  run_shell(tree.call() + " & " + tree.call() + "; wait");
  std::ifstream lines(log);
  std::string line;
  for (int step = 0; step < 8; ++step) {  // each configures and builds
    REQUIRE(std::getline(lines, line));
    REQUIRE(line == (step % 2 == 0 ? "begins" : "ends"));
  }
  REQUIRE_FALSE(std::getline(lines, line));
}
