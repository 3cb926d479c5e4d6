/// @file
/// @brief The box holds against programs that mean harm, and lets through those that do not.
#include "grading/sandbox/box.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <regex>
#include <thread>

#include "box_trial.hpp"
#include "catch.hpp"
#include "support/processes/output_pipes.hpp"
#include "support/read_file.hpp"

using lockstep::describe;
using lockstep::Descriptor;
using lockstep::KeptText;
using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_program;
using namespace lockstep::testing;
using namespace std::chrono_literals;
using End = Outcome::End;
using Limit = BoxOutcome::Limit;

namespace {

/// A limit ended it, this one, and soon.
void check_stopped(const BoxOutcome& outcome, const BoxLimits& limits, Limit over, const std::string& line) {
  CAPTURE(outcome.err);
  CHECK(describe(outcome, limits) == line);
  CHECK(outcome.end == End::stopped);
  CHECK(outcome.over == over);
  CHECK_FALSE(outcome.succeeded());
}

/// It tried everything, and nothing succeeded.
void check_in_vain(const BoxOutcome& outcome) {
  CAPTURE(outcome.err);
  CHECK(outcome.out == "end\n");
  CHECK(outcome.succeeded());
}

/// Outside of the box nothing protects against these attempts, so they succeed: this tests the attempts themselves.
std::string outside(BoxTrial& trial, const std::string& name, const std::vector<std::string>& arguments = {}) {
  return run_program(trial.program(name), arguments).out;
}

}  // namespace

TEST_CASE("box: how a program ended comes back, and both outputs", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  CHECK(trial.run("status", {"exit", "0"}).succeeded());
  const BoxOutcome failed = trial.run("status", {"exit", "3"});
  CHECK(failed.end == End::exited);
  CHECK(describe(failed, BoxLimits{}) == "exited with status 3");
  CHECK(describe(trial.run("status", {"exit", "255"}), BoxLimits{}) == "exited with status 255");
  const BoxOutcome aborted = trial.run("status", {"signal", "6"});
  CHECK(aborted.end == End::signalled);
  CHECK(describe(aborted, BoxLimits{}) == "was ended by signal 6 (Aborted)");

  trial.box.may_start_programs = true;
  const BoxOutcome both =
      run_in_box(trial.box, "/bin/sh", {"-c", "echo out; echo err >&2; printf '<%s>' \"$@\"; exit 7", "sh", "a b", "", "$X"});
  CHECK(both.out == "out\n<a b><><$X>");
  CHECK(both.err == "err\n");
  CHECK(both.code == 7);
}

TEST_CASE("box: what does not end is ended", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.limits.wall = 300ms;
  const std::string name = GENERATE("loop", "wait");
  const auto start = std::chrono::steady_clock::now();
  const BoxOutcome outcome = trial.run(name);
  CHECK(std::chrono::steady_clock::now() - start < 5s);
  check_stopped(outcome, trial.box.limits, Limit::wall, "was still running after 0.3 s, and was stopped");
}

TEST_CASE("box: processor time is limited", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.limits.cpu = 300ms;
  check_stopped(trial.run("loop"), trial.box.limits, Limit::cpu, "used more than 0.3 s of processor time, and was stopped");
}

TEST_CASE("box: a program that may not start programs has no child", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  check_in_vain(trial.run("children", {"env"}));
  check_in_vain(trial.run("fork_bomb"));
  trial.box.may_start_programs = true;
  CHECK(trial.run("children", {"/bin/true"}).out.starts_with("fork\nvfork\nclone\nposix_spawn\nsystem\n"));
}

TEST_CASE("box: bombs of processes and of threads are ended", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.may_start_programs = true;
  trial.box.limits.threads = 100;
  const std::string name = GENERATE("fork_bomb", "thread_bomb");
  check_stopped(trial.run(name), trial.box.limits, Limit::threads, "had more than 100 threads, and was stopped");
}

TEST_CASE("box: memory that is used is limited, and memory that is reserved is not", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.limits.memory_bytes = std::uint64_t{600} << 20;
  check_in_vain(trial.run("memory", {"reserve"}));
  trial.box.may_start_programs = true;
  for (const char* how : {"touch", "share", "children"}) {
    CAPTURE(how);
    check_stopped(trial.run("memory", {how}), trial.box.limits, Limit::memory, "used more than 600 MB of memory, and was stopped");
  }
}

TEST_CASE("box: of endless output both ends are kept", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.limits.wall = 500ms;
  trial.box.limits.kept_bytes = 1000;
  const BoxOutcome outcome = trial.run("flood");
  CHECK(outcome.end == End::stopped);
  CHECK(outcome.out.starts_with("begin\n0123456789"));
  CHECK(outcome.out.find(" bytes are left out here]\n") != std::string::npos);
  CHECK(outcome.out.size() < 1100);
}

TEST_CASE("box: of a text that fits nothing is left out", "[box]") {
  KeptText text(10);
  text.append("12345678");
  text.append("90");
  CHECK(text.text() == "1234567890");
  text.append("abc");
  CHECK(text.text() == "12345\n[3 bytes are left out here]\n90abc");
}

TEST_CASE("box: a crash is told as one", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  CHECK(describe(trial.run("recursion"), trial.box.limits) == "was ended by signal 11 (Segmentation fault)");
}

TEST_CASE("box: nothing outside can be written", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string given = trial.file("given", "as it was");
  const std::string hidden = trial.file("hidden", "as it was");
  trial.box.readable = {given};
  check_in_vain(trial.run("write_outside", {given, hidden, "/usr/lib/new", "/lib/new", "/new", "/dev/new", "/dev/shm/new",
                                            "/etc/ld.so.cache", "/proc/1/new", std::string(LOCKSTEP_SOURCE_DIR) + "/README.md"}));
  CHECK(read_file(given) == "as it was");
  CHECK(read_file(hidden) == "as it was");
}

TEST_CASE("box: a writable file keeps what is written, and only so much of it", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string out = trial.file("out");
  trial.box.writable = {out};
  trial.box.limits.file_bytes = 1 << 20;
  check_stopped(trial.run("large_file", {out}), trial.box.limits, Limit::file, "wrote more than 1 MB to a file, and was stopped");
  CHECK(std::filesystem::file_size(out) == 1 << 20);
}

TEST_CASE("box: scratch memory is limited, and files are found nowhere else", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.limits.scratch_bytes = 8 << 20;
  CHECK(trial.run("fill_disk", {"/tmp"}).out == "8 MB\nend\n");
  trial.box.limits.file_bytes = 1 << 16;
  CHECK(trial.run("fill_disk", {"/tmp"}).out == "6 MB\nend\n");
  for (const char* folder : {"/dev", "/dev/shm", "/", "/etc", "/usr", "/proc/1"}) {
    CAPTURE(folder);
    CHECK(trial.run("fill_disk", {folder}).out == "0 MB\nend\n");
  }
}

TEST_CASE("box: there are no sockets", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  check_in_vain(trial.run("sockets"));
  CHECK(outside(trial, "sockets").find("unix\n") != std::string::npos);
}

TEST_CASE("box: other processes are out of reach", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string here = std::to_string(::getpid());
  check_in_vain(trial.run("others", {"in the box", here}));
  CHECK(outside(trial, "others", {here}).find("kill\n") != std::string::npos);
}

TEST_CASE("box: the machine's files and the environment are not seen", "[box]") {
  if (there_is_no_box()) return;
  ::setenv("LOCKSTEP_SECRET", "seed", 1);
  BoxTrial trial;
  const std::string hidden = trial.file("hidden", "secret"), given = trial.file("given", "known");
  trial.box.readable = {given};
  const std::vector<std::string> files{
      "/etc/passwd",  "/etc/hostname",     "/root", "/home", "/var",    "/proc/1/environ", "/proc/1/cmdline",
      "/proc/1/root", LOCKSTEP_SOURCE_DIR, hidden,  "/sys",  "/usr/src"};
  check_in_vain(trial.run("read_files", files));
  CHECK(trial.run("read_files", {given}).out == given + "\nend\n");
  const std::string seen = outside(trial, "read_files", files);
  CHECK(seen.find("/etc/passwd\n") != std::string::npos);
  CHECK(seen.find("LOCKSTEP_SECRET=seed\n") != std::string::npos);
  ::unsetenv("LOCKSTEP_SECRET");
}

TEST_CASE("box: no rights can be had", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  trial.box.may_start_programs = GENERATE(false, true);
  check_in_vain(trial.run("rights"));
  check_in_vain(trial.run("kernel"));
  CHECK(outside(trial, "kernel").find("memfd\n") != std::string::npos);
}

TEST_CASE("box: no open file of ours is passed on, and there is no input", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const Descriptor leak(::dup(STDIN_FILENO));  // not to be closed by exec
  REQUIRE(leak.get() > 2);
  check_in_vain(trial.run("descriptors"));
  CHECK(outside(trial, "descriptors").starts_with("a file of another\n"));
}

TEST_CASE("box: there is no terminal to type into", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  check_in_vain(trial.run("terminal"));
}

TEST_CASE("box: what a program leaves behind ends with it, before we go on", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string out = trial.file("out");
  trial.box.writable = {out};
  trial.box.may_start_programs = true;
  for (int i = 0; i < 5; ++i) {
    CHECK(trial.run("daemon", {out}).out == "end\n");
    const auto size = std::filesystem::file_size(out);
    CHECK(size > 0);
    std::this_thread::sleep_for(50ms);
    CHECK(std::filesystem::file_size(out) == size);
  }
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left to be waited for, adopted or not
}

TEST_CASE("box: a compiler runs in it, and what it made runs too", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string source = trial.file("hello.cpp", "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n"),
                    made = trial.file("hello");
  trial.box = {.readable = {source}, .writable = {made}, .limits = {}, .may_start_programs = true};
  const BoxOutcome compiled = run_in_box(trial.box, "/usr/bin/c++", {"-std=c++20", source, "-o", made});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  ::chmod(made.c_str(), 0755);
  CHECK(run_in_box({}, made, {}).out == "hello\n");
}

TEST_CASE("box: a lesson's program runs in it, with its counters", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string json = trial.file("counters.json");
  trial.box.writable = {json};
  const std::string lesson = LOCKSTEP_LESSON_DIR "/04_dot_product";
  const BoxOutcome outcome = run_in_box(trial.box, lesson, {"--size", "1000", "--json", json, "--profile"});
  CAPTURE(outcome.err);
  CHECK(outcome.succeeded());
  CHECK(std::regex_search(outcome.out, std::regex("\n(\\d+) of \\1 verified\\.\n")));
  CHECK(read_file(json).find("\"lockstep__barriers.sum\"") != std::string::npos);
  CHECK(read_file(json).find("v1_naive.cu") != std::string::npos);  // from its debug information
}

TEST_CASE("box: several boxes at once", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string program = trial.program("status");
  std::vector<int> codes(8);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] { codes[static_cast<std::size_t>(i)] = run_in_box({}, program, {"exit", std::to_string(i)}).code; });
  for (std::thread& thread : threads) thread.join();
  CHECK(codes == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("box: what cannot be run is said in one line", "[box]") {
  if (there_is_no_box()) return;
  BoxTrial trial;
  const std::string program = trial.program("status");
  trial.box.readable = {"/nonexistent/file"};
  CHECK_THROWS_WITH(run_in_box(trial.box, program, {}), "/nonexistent/file should be visible in the box, but does not exist");
}

TEST_CASE("box: without bubblewrap there is none", "[box]") {
  const char* const was = std::getenv("PATH");
  const std::string path = was != nullptr ? was : "";
  ::setenv("PATH", "/nonexistent", 1);
  CHECK_THROWS_WITH(run_in_box({}, "/usr/bin/true", {}), "bubblewrap (bwrap) is not installed; ./lockstep setup installs it");
  ::setenv("PATH", path.c_str(), 1);
}
