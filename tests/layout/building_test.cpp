/// @file
/// @brief The script's building, in a course of two lessons without a kernel: whatever becomes of its build folder and of the machine, a
/// reader's lesson runs, or one line says why not; CMake and Ninja are never heard.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grading/sandbox/box.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::ProcessLimits;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr ProcessLimits kLimits{.wall = std::chrono::minutes(1)};

/// Lesson 02 is built where the library `extra` is.
constexpr const char* kTargets = R"(cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
include(cmake/werror.cmake)
include(cmake/what_left.cmake)
find_library(EXTRA extra)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lessons)
add_compile_options(-Wall -Wextra @${lockstep_werror_options})
add_executable(01_tiny lessons/01_tiny/v0.cpp common/other.cpp)
add_executable(lockstep-front common/front/main.cpp)
set_target_properties(lockstep-front PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
if(EXTRA)
  add_executable(02_extra lessons/02_extra/v0.cpp)
endif()
)";

/// What `check 01` builds, with a judge that says hello.
constexpr const char* kTinyJudge = R"(
add_executable(01_tiny_exercise lessons/01_tiny/v0.cpp)
add_executable(01_tiny_exercise_tests lessons/01_tiny/v0.cpp)
add_executable(lockstep-check common/judging/judge.cpp)
set_target_properties(lockstep-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
)";

/// What `step 01` builds: a player that says what it is asked for.
constexpr const char* kTinyPlayer = R"(
add_executable(lockstep-player common/playing/player.cpp)
set_target_properties(lockstep-player PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
)";
constexpr const char* kPlayer = R"(#include <cstdio>
int main(int argc, char** words) {
  for (int i = 1; i < argc; ++i) std::printf("%s\n", words[i]);
})";

/// A lesson's program that takes no --block, and leaves its words as a trace.
constexpr const char* kTraced = R"(#include <cstdio>
#include <string>
int main(int argc, char** words) {
  std::string all, trace;
  for (int i = 1; i < argc; ++i) {
    const std::string word = words[i];
    if (word == "--tile") return 2;
    if (word == "--trace") trace = words[++i]; else all += word + " ";
  }
  std::fputs(all.c_str(), std::fopen(trace.c_str(), "w"));
  std::puts("a table");
  return 1;
})";

constexpr const char* kHello = "#include <cstdio>\nint main() { std::puts(\"hello\"); }\n";

/// Becomes the front end of the true course.
constexpr const char* kFront =
    "#include <unistd.h>\nint main(int, char** words) { return execv(\"" LOCKSTEP_BINARY_DIR "/lockstep-front\", words); }\n";

class TinyCourse {
 public:
  TinyCourse() {
    for (const char* file : {"lockstep", "CMakePresets.json", "cmake/werror.cmake", "cmake/what_left.cmake"}) {
      fs::create_directories(at(file).parent_path());
      fs::copy_file(fs::path(LOCKSTEP_SOURCE_DIR) / file, at(file));
    }
    write("CMakeLists.txt", kTargets);
    write("common/other.cpp", "void other() {}\n");
    write("common/front/main.cpp", kFront);
    for (const char* part : {"common/course", "common/support", "common/harness/lockstep"}) fs::create_directories(at(part));
    for (const char* lesson : {"lessons/01_tiny", "lessons/02_extra"}) {
      write(std::string(lesson) + "/problem.hpp", "");
      write(std::string(lesson) + "/v0.cpp", kHello);
    }
    fs::create_directories(prefix() / "lib");
  }

  fs::path at(const std::string& path) const { return folder_.path() / place_ / path; }
  fs::path prefix() const { return folder_.path() / "prefix"; }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories(at(path).parent_path());
    lockstep::write_file(at(path), text);
  }

  void move_to(const std::string& place) {
    fs::rename(folder_.path() / place_, folder_.path() / place);
    place_ = place;
  }

  /// Runs a line of shell in the course.
  Outcome shell(const std::string& line) const {
    return run_shell(
        "cd '" + at("").string() + "' && unset CI CXX; CMAKE_PREFIX_PATH='" + prefix().string() + "'; export CMAKE_PREFIX_PATH; " + line,
        kLimits);
  }

 private:
  TemporaryFolder folder_;
  std::string place_ = "a course";
};

void require_silent_tools(const Outcome& outcome) {
  CAPTURE(outcome.out, outcome.err);
  for (const char* raw : {"ninja", "CMake", "FAILED", "[1/"}) {
    CAPTURE(raw);
    REQUIRE_FALSE(has(outcome.err + outcome.out, raw));
  }
}

void require_hello(const Outcome& outcome) {
  require_silent_tools(outcome);
  CAPTURE(outcome.err);
  REQUIRE(outcome.code == 0);
  REQUIRE(outcome.out == "hello\n");
}

/// One line, and the status.
void require_one_line(const Outcome& outcome, int status, const std::string& piece) {
  require_silent_tools(outcome);
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.code == status);
  REQUIRE(outcome.out.empty());
  REQUIRE(lines(outcome.err) == 1);
  REQUIRE(has(outcome.err, piece));
}

}  // namespace

TEST_CASE("a spoiled build folder heals", "[building]") {
  const TinyCourse course;
  require_hello(course.shell("./lockstep run 01"));
  for (const char* harm : {
           "rm build/sim/build.ninja; echo nonsense >build/sim/CMakeCache.txt",  // configuring was interrupted
           "rm -r build/sim/CMakeFiles/[0-9]*",
           "echo nonsense >build/sim/CMakeCache.txt; rm build/sim/surroundings",
           "echo nonsense >build/sim/build.ninja",
           "rm build/sim/CMakeFiles/rules.ninja",
           "echo nonsense >build/sim/.ninja_deps; echo nonsense >build/sim/.ninja_log",
           "chmod -x build/sim/lessons/01_tiny; rm -r build/sim/lessons",
           "rm -r build",
       }) {
    CAPTURE(harm);
    REQUIRE(course.shell(harm).succeeded());
    require_hello(course.shell("./lockstep run 01"));
  }
}

TEST_CASE("a build that is interrupted goes on the next time", "[building]") {
  const TinyCourse course;
  for (const char* seconds : {"0.2", "0.6", "1.2", "2"}) {
    require_silent_tools(course.shell(std::string("timeout -s INT ") + seconds + " ./lockstep run 01"));
  }
  require_hello(course.shell("./lockstep run 01"));
}

TEST_CASE("a course that was moved, or copied with its build, is built where it is now", "[building]") {
  TinyCourse course;
  require_hello(course.shell("./lockstep run 01"));
  course.move_to("another place");
  const Outcome moved = course.shell("./lockstep run 01");
  require_hello(moved);
  REQUIRE(has(moved.err, "the course's folder has changed"));
  REQUIRE(course.shell("rm build/sim/toolchain build/sim/surroundings").succeeded());  // a build of before these were kept
  course.move_to("a third");
  require_hello(course.shell("./lockstep run 01"));
}

TEST_CASE("a package is noticed when it comes, and when it leaves", "[building]") {
  const TinyCourse course;
  const auto absent = [&] { require_one_line(course.shell("./lockstep run 02"), 3, "02_extra needs packages that are missing"); };
  require_hello(course.shell("./lockstep run 01"));
  absent();
  lockstep::write_file(course.prefix() / "lib" / "libextra.so", "");
  require_hello(course.shell("./lockstep run 02"));
  fs::remove(course.prefix() / "lib" / "libextra.so");
  absent();
  require_hello(course.shell("./lockstep run 01"));
}

TEST_CASE("a change of what the front end is made of is noticed", "[building]") {
  const TinyCourse course;
  require_hello(course.shell("./lockstep run 01"));
  for (const std::string part : {"common/front", "common/course", "common/support", "common/harness/lockstep"}) {
    CAPTURE(part);
    course.write(part + "/new.hpp", "");
    require_hello(course.shell("./lockstep run 01"));
    REQUIRE(fs::last_write_time(course.at("build/sim/lockstep-front.built")) > fs::last_write_time(course.at(part + "/new.hpp")));
  }
}

TEST_CASE("another compiler builds everything anew", "[building]") {
  const TinyCourse course;
  const auto built = [&] { return fs::last_write_time(course.at("build/sim/lessons/01_tiny")); };
  REQUIRE(course.shell("printf '#!/bin/sh\\nexec g++ \"$@\"\\n' >../compiler && chmod +x ../compiler").succeeded());
  require_hello(course.shell("CXX=$(realpath ../compiler) ./lockstep run 01"));
  const auto first = built();
  require_hello(course.shell("CXX=$(realpath ../compiler) ./lockstep run 01"));
  REQUIRE(built() == first);
  REQUIRE(course.shell("echo '# upgraded' >>../compiler").succeeded());
  const Outcome upgraded = course.shell("CXX=$(realpath ../compiler) ./lockstep run 01");
  require_hello(upgraded);
  REQUIRE(has(upgraded.err, "the compiler"));
  REQUIRE(built() != first);
}

TEST_CASE("what cannot be healed is said in a line", "[building]") {
  const TinyCourse course;
  course.write("CMakeLists.txt", std::string(kTargets) + "message(NOTICE \"lockstep lacks: fmt, PNG\")\nmessage(FATAL_ERROR \"x\")\n");
  const Outcome lacking = course.shell("./lockstep run 01");
  require_silent_tools(lacking);
  CAPTURE(lacking.err);
  REQUIRE(lacking.code == 3);
  REQUIRE(has(lacking.err, "lockstep: missing: fmt, PNG"));
  course.write("CMakeLists.txt", std::string(kTargets) + "message(FATAL_ERROR \"lesson 03 has no problem\")\n");
  const Outcome refused = course.shell("./lockstep run 01");
  require_silent_tools(refused);
  CAPTURE(refused.err);
  REQUIRE(refused.code == 1);
  REQUIRE(has(refused.err, "lockstep: configuring failed: lesson 03 has no problem"));
  course.write("CMakeLists.txt", kTargets);
  require_hello(course.shell("./lockstep run 01"));
  fs::remove(course.at("common/other.cpp"));
  for (const char* state : {"true", "rm -r build"}) {
    const Outcome missing = course.shell(std::string(state) + "; ./lockstep run 01");
    require_silent_tools(missing);
    CAPTURE(missing.err);
    REQUIRE(missing.code == 1);
    REQUIRE(has(missing.err, "other.cpp"));
  }
}

TEST_CASE("a full disk is named", "[building]") {
  if (const auto why = why_no_box()) {
    WARN("no disk could be filled: " << *why);
    return;
  }
  const TinyCourse course;
  for (const char* bytes : {"4096", "40000", "120000"}) {
    CAPTURE(bytes);
    fs::create_directories(course.at("build"));
    const Outcome outcome = course.shell(std::string("bwrap --dev-bind / / --size ") + bytes + " --tmpfs \"$PWD/build\" ./lockstep run 01");
    require_silent_tools(outcome);
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 3);
    REQUIRE(has(outcome.err, "/build is full"));
  }
}

TEST_CASE("of a build its reader sees the messages about their own files, once, and no step", "[building]") {
  const TinyCourse course;
  course.write("lessons/01_tiny/shared.hpp", "static void shared() {}\n");
  course.write("lessons/01_tiny/v0.cpp",
               "#include <cstdio>\nint main(int count, char**) { std::puts(\"hello\"); }\n#include \"shared.hpp\"\n");
  course.write("common/other.cpp", "#include \"../lessons/01_tiny/shared.hpp\"\nstatic void unused() {}\n");
  const Outcome warned = course.shell("./lockstep run 01");
  require_hello(warned);
  REQUIRE(has(warned.err, "\nlessons/01_tiny/v0.cpp:2:14: warning: unused parameter"));
  REQUIRE_FALSE(has(warned.err, "unused()"));
  const std::string of_header = "lessons/01_tiny/shared.hpp:1:13: warning: ";
  const std::size_t first = warned.err.find(of_header);
  REQUIRE(first != std::string::npos);
  REQUIRE(warned.err.find(of_header, first + 1) == std::string::npos);
  const Outcome again = course.shell("./lockstep run 01");
  require_hello(again);
  REQUIRE(again.err.empty());

  course.write("lessons/01_tiny/v0.cpp", "int main() { return nothing; }\n");
  const Outcome wrong = course.shell("./lockstep run 01");
  require_silent_tools(wrong);
  REQUIRE(wrong.code == 1);
  REQUIRE(has(wrong.err, "lessons/01_tiny/v0.cpp:1:21: error: "));
  REQUIRE(wrong.err.ends_with("lockstep: the build failed (see above)\n"));
}

TEST_CASE("a warning about a variable of a kernel shows the reader's lines, and none of the simulator's", "[building]") {
  const TinyCourse course;
  std::string optimized = kTargets;
  optimized.replace(optimized.find("-Wall"), 5, "-Wall -O1 -std=c++20");
  course.write("CMakeLists.txt", optimized);
  course.write("common/other.cpp", "double numbers[1]; int count = 1; void launch(void (*)(const void*)) {}\n");
  course.write("lessons/01_tiny/v0.cpp", R"(#include <cstdio>
namespace lockstep::sim {
template <class Body>
auto enter(Body) { return +[](const void* at) { (*static_cast<const Body*>(at))(); }; }
}
void launch(void (*)(const void*));
extern double numbers[1];
extern int count;
int main() {
  launch(lockstep::sim::enter([] {
    double sum;
    for (int i = 0; i < count; ++i) sum += numbers[i];
    numbers[0] = sum;
  }));
  std::puts("hello");
}
)");
  const Outcome warned = course.shell("./lockstep run 01");
  require_hello(warned);
  CAPTURE(warned.err);
  REQUIRE(has(warned.err, ": warning: ‘sum’ may be used uninitialized"));
  REQUIRE(has(warned.err, "lessons/01_tiny/v0.cpp:11:12: note: "));
  for (const char* inner : {"lockstep::sim", "lambda", "inlined"}) REQUIRE_FALSE(has(warned.err, inner));
}

TEST_CASE("a check repeats the warnings about the exercise, until it is compiled without any", "[building]") {
  const TinyCourse course;
  course.write("lessons/01_tiny/exercise.cu", "");
  course.write("common/judging/judge.cpp", kHello);
  course.write("CMakeLists.txt", std::string(kTargets) + kTinyJudge);
  course.write("lessons/01_tiny/v0.cpp", "int main(int count, char**) { return 0; }\n");
  const std::string warning = "lessons/01_tiny/v0.cpp:1:14: warning: unused parameter ‘count’";
  for (int i = 0; i < 3; ++i) {
    const Outcome warned = course.shell("./lockstep check 01");
    CAPTURE(i, warned.err);
    require_hello(warned);
    REQUIRE(has(warned.err, warning));
    REQUIRE(warned.err.find(warning) == warned.err.rfind(warning));
  }
  REQUIRE(has(course.shell("cd lessons && ../lockstep check 01").err, "\n01_tiny/v0.cpp:1:14: warning: "));
  course.write("lessons/01_tiny/v0.cpp", kHello);
  require_hello(course.shell("./lockstep check 01"));
  REQUIRE_FALSE(has(course.shell("./lockstep check 01").err, "warning"));
}

TEST_CASE("a macro of the exercise that changes headers is named before their errors", "[building]") {
  const TinyCourse course;
  course.write("common/judging/judge.cpp", kHello);
  course.write("common/counts.hpp", "struct Counts { int count = 0; };\n");
  std::string targets = std::string(kTargets) + kTinyJudge;
  const std::string source = "add_executable(01_tiny_exercise lessons/01_tiny/v0.cpp)";
  targets.replace(targets.find(source), source.size(),
                  "set_source_files_properties(lessons/01_tiny/exercise.cu PROPERTIES LANGUAGE CXX)\n"
                  "add_executable(01_tiny_exercise lessons/01_tiny/exercise.cu)\n"
                  "target_compile_options(01_tiny_exercise PRIVATE -xc++ -ftrack-macro-expansion=0)");
  course.write("CMakeLists.txt", targets);
  const std::string include = "#include \"../../common/counts.hpp\"\n", rest = "int main() { return nothing; }\n";
  const auto said = [&](const std::string& text) {
    course.write("lessons/01_tiny/exercise.cu", text);
    const Outcome outcome = course.shell("./lockstep check 01");
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 1);
    REQUIRE(has(outcome.err, " error: "));
    return outcome.err;
  };
  const std::string macro = said("#define other 3\n#define count 100\n" + include + rest);
  const std::string line =
      "lockstep: lessons/01_tiny/exercise.cu:2: this macro, count, changes the headers below it: rename it, or move it";
  REQUIRE(has(macro, line));
  REQUIRE(macro.find(line) < macro.find("error: "));
  REQUIRE_FALSE(has(macro, "macro, other"));
  REQUIRE_FALSE(has(said("#define nothing 3 +\n" + include + rest), "this macro"));
  REQUIRE_FALSE(has(said(include + "#define count 100\nCounts c;\n" + rest), "this macro"));
}

TEST_CASE("a check says at once what it does, and its build which part of the course is made, also in a log", "[building]") {
  const TinyCourse course;
  course.write("lessons/01_tiny/exercise.cu", "");
  course.write("common/judging/judge.cpp", kHello);
  course.write("CMakeLists.txt", std::string(kTargets) + kTinyJudge);

  const Outcome first = course.shell("./lockstep check 01");
  require_hello(first);
  REQUIRE(first.err.starts_with("lockstep: first build for sim"));
  REQUIRE(has(first.err, "\nlockstep: checking lessons/01_tiny/exercise.cu\n"));
  for (const char* part : {"the judge of exercises", "the exercise's tests"}) {
    CAPTURE(part);
    const std::size_t at = first.err.find(part);
    REQUIRE(at != std::string::npos);
    REQUIRE_FALSE(has(first.err.substr(at + 1), part));
  }
  const Outcome again = course.shell("./lockstep check 01");
  require_hello(again);
  REQUIRE(again.err == "lockstep: checking lessons/01_tiny/exercise.cu\n");

  const Outcome in_terminal = course.shell("TERM=xterm script -qec './lockstep check 01' /dev/null </dev/null");
  CAPTURE(in_terminal.out);
  REQUIRE(in_terminal.out.starts_with("\r\x1b[Klockstep: compiling lessons/01_tiny/exercise.cu"));
  REQUIRE(has(in_terminal.out, "\r\x1b[Khello\r\n"));

  course.write("lessons/01_tiny/v0.cpp", "int main() { return nothing; }\n");
  const Outcome broken = course.shell("./lockstep check 01");
  require_silent_tools(broken);
  CAPTURE(broken.err);
  REQUIRE(broken.code == 1);
  REQUIRE(has(broken.err, "lessons/01_tiny/v0.cpp:1:21: error: "));
  REQUIRE(broken.err.ends_with("\nlockstep: the first error often causes the others; next: ./lockstep check 01\n"));
}

TEST_CASE("step traces what is small, plays it, and opens the page for somebody who looks", "[building]") {
  const TinyCourse course;
  course.write("lessons/01_tiny/v1_naive.cu", "const Version version{__FILE__, \"an idea\", run};\n");
  course.write("lessons/01_tiny/v0.cpp", kTraced);
  course.write("common/playing/player.cpp", kPlayer);
  course.write("CMakeLists.txt", std::string(kTargets) + kTinyPlayer);
  const std::string trace = course.at("build/step/01_v1.json"), page = course.at("build/step/01_v1.html");

  const Outcome first = course.shell("./lockstep step 01 --kernel v1 --seed 3");  // it fails as a wrong kernel does, and leaves a trace
  require_silent_tools(first);
  CAPTURE(first.out, first.err);
  CHECK(first.code == 0);
  CHECK(first.out == trace + "\n-o\n" + page + "\n" + page + "\n");
  CHECK(first.err.ends_with("lockstep: v1 failed; './lockstep run 01 --kernel v1' says how, and these are its steps\n"));
  CHECK_FALSE(has(first.err, "a table"));
  CHECK(lockstep::read_file(trace) == "--seed 3 --trace-warps 0,1 --kernel v1 --size 64 --block 64 ");  // it has no tiles

  course.write("lessons/01_tiny/v2_wide.cu", "const Version version{__FILE__, \"another idea\", run};\n");
  for (const char* versions : {"--kernel v1 --against v2_wide", "--kernel v2_wide --against v1"}) {  // the earlier one is at the left
    const Outcome two = course.shell(fmt::format("BROWSER=true ./lockstep step 01 {} --size=128 --at 7 -o mine.html", versions));
    CAPTURE(two.out, two.err);
    CHECK(two.out == trace + "\n" + course.at("build/step/01_v2_wide.json").string() + "\n--at\n7\n-o\nmine.html\nmine.html\n");
  }
  CHECK(lockstep::read_file(trace) == "--size=128 --trace-warps 0,1 --kernel v1 --block 64 ");

  const Outcome drawn = course.shell("./lockstep step 01 --kernel v1 --draw sums");
  CHECK(drawn.out == trace + "\n--draw\nsums\n-o\n" + fmt::format("{0}\n{0}\n", course.at("build/step/01_v1_sums.svg").string()));
  CHECK(lockstep::read_file(trace) == "--trace-warps 0,1 --kernel v1 --size 8 --block 8 ");  // a column for each element
  require_one_line(course.shell("./lockstep step 01 --kernel v1 --draw sums --terminal"), 2, "omit --terminal");
  require_one_line(course.shell("./lockstep step 01 --kernel v1 --draw sums --at 7"), 2, "omit --against and --at");

  course.write("browser", "#!/bin/sh\necho \"$@\" >\"$0.opened\"\n");
  const std::string in_terminal = "script -qec './lockstep step 01 --kernel v1' /dev/null </dev/null";
  course.shell("chmod +x browser; CI=true BROWSER=$PWD/browser " + in_terminal +
               "; BROWSER=$PWD/browser ./lockstep step 01 --kernel v1; sleep 0.3");
  CHECK_FALSE(fs::exists(course.at("browser.opened")));
  course.shell("BROWSER=$PWD/browser " + in_terminal + "; for i in 1 2 3 4 5 6 7 8 9; do [ -f browser.opened ] || sleep 0.2; done");
  CHECK(lockstep::read_file(course.at("browser.opened")) == page + "\n");
}

TEST_CASE("watching judges an exercise at each save that changes it, however an editor saves, until a signal ends it", "[building]") {
  const TinyCourse course;
  course.write("lessons/01_tiny/exercise.cu", "// first\n");
  course.write("common/judging/judge.cpp", kHello);
  course.write("CMakeLists.txt", std::string(kTargets) + kTinyJudge);
  course.write("save.sh", R"sh(
judged() {
  for _ in $(seq 400); do
    [ "$(grep -cs waiting log)" = "$1" ] && [ "$(grep -cs hello out)" = "$1" ] && return
    sleep 0.05
  done
  echo "was not judged $1 times" && exit 1
}
exercise=lessons/01_tiny/exercise.cu
./lockstep watch 01 >out 2>log &
judged 1
echo '// in place' >>$exercise
judged 2
echo '// another file takes its place' >$exercise.new && mv $exercise.new $exercise
judged 3
rm $exercise && sleep 0.2 && echo '// gone for a moment' >$exercise
judged 4
touch $exercise && cp $exercise $exercise.same && mv $exercise.same $exercise && sleep 1.5
judged 4
kill -TERM $! && wait $!
)sh");
  const Outcome outcome = course.shell("sh save.sh");
  CAPTURE(outcome.out, outcome.err, course.shell("cat out log").out);
  REQUIRE(outcome.code == 0);
}

TEST_CASE("warnings are errors where they are asked to be, and what was compiled before shows its own", "[building]") {
  const TinyCourse course;
  course.write("lessons/01_tiny/v0.cpp", "#include <cstdio>\nint main(int count, char**) { std::puts(\"hello\"); }\n");
  const auto strict = [&] { return course.shell("cmake --preset sim -DLOCKSTEP_WERROR=ON >/dev/null && cmake --build --preset sim"); };
  const auto other = [&] { return fs::last_write_time(course.at("build/sim/CMakeFiles/01_tiny.dir/common/other.cpp.o")); };
  require_hello(course.shell("./lockstep run 01"));
  REQUIRE(has(strict().out, "-Werror=unused-parameter"));
  require_hello(course.shell("./lockstep run 01"));
  course.write("lessons/01_tiny/v0.cpp", kHello);
  REQUIRE(strict().succeeded());
  const auto compiled = other();
  require_hello(course.shell("./lockstep run 01"));
  REQUIRE(strict().succeeded());
  REQUIRE(other() == compiled);  // changing the setting compiles nothing twice
}
