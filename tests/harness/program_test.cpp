/// @file
/// @brief Tests a lesson program as its users start it: its exit status, what it prints, what it writes.
#include <nlohmann/json.hpp>
#include <vector>

#include "catch.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

using namespace lockstep::testing;

using Json = nlohmann::json;

namespace {

Outcome fake_lesson(const std::string& arguments) { return run_shell(LOCKSTEP_LESSON_DIR "/fake_lesson " + arguments); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Json failure_of(const std::string& version, const std::string& arguments = "") {
  const TemporaryFolder folder;
  const Outcome run = fake_lesson("--kernel " + version + " " + arguments + " --json " + folder / "j");
  CHECK(run.code == 1);
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["versions"][0]["verified"] == false);
  CHECK(json["versions"][0]["time_ms"].is_null());
  const std::string failure = json["versions"][0].at("failure");
  CHECK(has(run.out, failure));
  return failure;
}

void write_floats(const std::string& path, const std::vector<float>& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(4 * values.size()));
}

}  // namespace

TEST_CASE("Right versions are verified and timed, and the status is 0", "[program]") {
  const TemporaryFolder folder;
  const Outcome run = fake_lesson("--kernel v0,v1,v2,v9 --size 5000 --seed 9 --json " + folder / "j" + " --csv " + folder / "c");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  CHECK(has(run.out, "5 of 5 verified"));
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["lesson"] == "fake_lesson");
  CHECK(json["size"] == 5000);
  CHECK(json["seed"] == 9);
  CHECK_FALSE(json["device"].get<std::string>().empty());
  for (const Json& version : json["versions"]) {
    CHECK(version["verified"] == true);
    CHECK(version["time_ms"]["reps"].get<int>() >= 1);
    CHECK(version["time_ms"]["min"] <= version["time_ms"]["median"]);
    CHECK(version["time_ms"]["median"] <= version["time_ms"]["max"]);
  }
  CHECK(has(read_file(folder / "c"), "v2_shared_memory"));
}

TEST_CASE("One wrong element is found and named", "[program]") {
  const std::string failure = failure_of("v3", "--seed 5");
  CHECK(has(failure, "v3_one_wrong is wrong on exact inputs, size 1023, seed 5: y[700]: expected "));
  CHECK(has(failure, "allowed error 0"));
}

TEST_CASE("What was never written does not pass", "[program]") { CHECK(has(failure_of("v4"), "y[0]: expected")); }

TEST_CASE("A version that throws fails with its message", "[program]") {
  CHECK(has(failure_of("v5"), "v5_throws failed on exact inputs, size 1, seed 1: no such luck"));
}

TEST_CASE("A CUDA call that fails is named with its line", "[program]") { CHECK(has(failure_of("v6"), "v6_bad_call.cpp:9: cudaError")); }

TEST_CASE("A version that is only right once is found by the check after the timed runs", "[program]") {
  CHECK(has(failure_of("v7", "--size 4096"), "on real inputs, size 4096, seed 1 in the timed runs"));
}

TEST_CASE("A failing version does not keep the others from running", "[program]") {
  const Outcome run = fake_lesson("--kernel v1,v3,v5,v6,v9 --size 4096");
  CHECK(run.code == 1);
  CHECK(has(run.out, "✓ v1_naive"));
  CHECK(has(run.out, "✗ v3_one_wrong"));
  CHECK(has(run.out, "✗ v5_throws"));
  CHECK(has(run.out, "✗ v6_bad_call"));
  CHECK(has(run.out, "✓ v9_kernel"));
  CHECK(has(run.out, "2 of 5 verified"));
}

TEST_CASE("After a trap the versions that need the device say that it is gone; those before it keep their results", "[program]") {
  const Outcome run = fake_lesson("--kernel v0,v1,v8,v9");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(has(run.out, "✓ v0_cpu "));
  CHECK(has(run.out, "✓ v1_naive"));
  CHECK(has(run.out, "v8_traps failed on exact inputs, size 1"));
  CHECK(has(run.out, "v9_kernel was not run: the failure of v8_traps left the device unusable"));
  CHECK(has(run.out, "3 of 5 verified"));
}

TEST_CASE("A launch shape that a version cannot use ends the program with status 2 and one line", "[program]") {
  const Outcome run = fake_lesson("--kernel v1,v2 --block 96");
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(run.err == "fake_lesson: v2_shared_memory: --block 96: this version needs a power of two\n");
}

TEST_CASE("Wrong usage is one line and status 2", "[program]") {
  const char* const arguments = GENERATE("--kernel v42", "--size 0", "--unknown", "--in a", "--json /nowhere/j", "--plot chart.pdf",
                                         "--csv /", "--sweep block=64,x", "--in /nowhere/in --out /tmp/out --kernel v1");
  CAPTURE(arguments);
  const Outcome run = fake_lesson(arguments);
  CHECK(run.code == 2);
  CHECK(run.out.empty());
  CHECK(run.err.find("fake_lesson: ") == 0);
  CHECK(run.err.find('\n') == run.err.size() - 1);
}

TEST_CASE("What the machine lacks is one line and status 3, before the work", "[program]") {
  const auto [prefix, arguments] =
      GENERATE(table<const char*, const char*>({{"", "--size 2^50"}, {"PATH=/nowhere ", "--kernel v1 --plot /tmp/chart.svg"}}));
  const Outcome run = run_shell(std::string(prefix) + LOCKSTEP_LESSON_DIR "/fake_lesson " + arguments);
  CAPTURE(arguments, run.err);
  CHECK(run.code == 3);
  CHECK(run.out.empty());
  CHECK(run.err.find('\n') == run.err.size() - 1);
}

TEST_CASE("Sweeps run each value and are reported in every form", "[program]") {
  const TemporaryFolder folder;
  const Outcome run =
      fake_lesson("--kernel v1,v9 --sweep block=32..128 --json " + folder / "j" + " --csv " + folder / "c" + " --plot " + folder / "p.svg");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(has(run.out, "6 of 6 verified"));
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["sweep"]["values"] == Json{32, 64, 128});
  CHECK(json["runs"][2]["block"] == 128);
  CHECK(has(read_file(folder / "p.svg"), "v9_kernel"));
  CHECK(fake_lesson("--kernel v9 --sweep size=1..1024").code == 0);
}

TEST_CASE("Repetitions are made as asked", "[program]") {
  const TemporaryFolder folder;
  CHECK(fake_lesson("--kernel v0_cpu,v1 --reps 4 --json " + folder / "j").code == 0);
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["versions"][0]["time_ms"]["reps"] == 4);
  CHECK(json["versions"][1]["time_ms"]["reps"] == 4);
}

TEST_CASE("The list names every version and needs no device", "[program]") {
  const Outcome run = fake_lesson("--list");
  CHECK(run.code == 0);
  for (const char* name : {"v0_cpu ", "v0_cpu_backwards", "v1_naive", "v9_kernel", "a grid-stride loop"}) CHECK(has(run.out, name));
}

TEST_CASE("Raw inputs go in and raw outputs come out, on host and device, without judgement", "[program]") {
  const TemporaryFolder folder;
  const std::string version = GENERATE("v0_cpu", "v1", "v2", "v9");
  write_floats(folder / "in", {3, 1, 4, 1, 5});
  const Outcome run = fake_lesson("--kernel " + version + " --size 5 --in " + folder / "in" + " --out " + folder / "out");
  CAPTURE(run.err);
  CHECK(run.code == 0);
  CHECK(run.out.empty());
  CHECK(read_file(folder / "out") == read_file(folder / "in"));
}

TEST_CASE("Raw outputs that were not written are poison, not old memory", "[program]") {
  const TemporaryFolder folder;
  write_floats(folder / "in", {3, 1});
  CHECK(fake_lesson("--kernel v4 --size 2 --in " + folder / "in" + " --out " + folder / "out").code == 0);
  CHECK(read_file(folder / "out") == std::string(8, '\xff'));
}

TEST_CASE("Nothing is written where the version fails or the input has the wrong length", "[program]") {
  const TemporaryFolder folder;
  write_floats(folder / "in", {3, 1});
  CHECK(fake_lesson("--kernel v5 --size 2 --in " + folder / "in" + " --out " + folder / "out").code == 1);
  CHECK(fake_lesson("--kernel v8 --size 2 --in " + folder / "in" + " --out " + folder / "out").code == 1);
  const Outcome longer = fake_lesson("--kernel v1 --size 3 --in " + folder / "in" + " --out " + folder / "out");
  CHECK(longer.code == 2);
  CHECK(has(longer.err, "has 8 bytes, but this size needs 12: x (12 bytes)"));
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("In a pipe there is no progress bar and no colour", "[program]") {
  const Outcome run = fake_lesson("--kernel v1");
  CHECK(run.err.empty());
  CHECK_FALSE(has(run.out, "\x1b"));
}
