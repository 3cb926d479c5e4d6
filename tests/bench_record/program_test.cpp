/// @file
/// @brief lockstep-bench as a program: its status, what it prints, and wrong usage.
#include <algorithm>

#include "bench/record.hpp"
#include "catch.hpp"
#include "fake_course.hpp"
#include "support/processes/process.hpp"
#include "texts.hpp"

using namespace lockstep::bench;
using namespace lockstep::testing;
using lockstep::Outcome;

namespace {

/// A course with two lessons, on a machine whose nvidia-smi knows a driver.
class Machine : public FakeCourse {
 public:
  Machine() {
    plan("01_fake", "size_a: --size 4\n");
    plan("02_later", "size_a: --size 4\n");
    for (const char* lesson : {"01_fake", "02_later"}) program(lesson, results_with(2));
    script(bin() / "nvidia-smi", "echo 580.1\necho 580.1\n");
  }

  static std::string results_with(double ms) {
    return fake_run(4, {fake_version("v1_naive", "naive", ms), fake_version("peer_a", "library", 3)}).dump();
  }

  Outcome bench(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"PATH=" + bin().string() + ":/usr/bin:/bin", LOCKSTEP_BINARY_DIR "/lockstep-bench", "--root",
                                         root().string(), "--build", build().string()});
    return lockstep::run_program("/usr/bin/env", arguments);
  }
};

void check_complaint(const Outcome& outcome, int status, const std::string& part) {
  CAPTURE(outcome.out, outcome.err, part);
  CHECK(outcome.code == status);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.starts_with("lockstep bench: "));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("lockstep-bench: all lessons, or some, with a summary of those") {
  const Machine machine;
  const Outcome all = machine.bench({});
  CAPTURE(all.out, all.err);
  REQUIRE(all.code == 0);
  CHECK(all.err.empty());  // no progress in a pipe
  CHECK(has(all.out, "01_fake\n"));
  CHECK(has(all.out, "02_later\n"));
  CHECK(has(all.out, "1.50"));
  const Record record = read_record(machine.results() / "fake_gpu_1.json");
  CHECK(record.lessons.size() == 2);
  CHECK(record.lessons.at("01_fake").provenance.driver == "580.1");

  const Outcome one = machine.bench({"02_later", "--out", machine / "other.json"});
  REQUIRE(one.code == 0);
  CHECK(!has(one.out, "01_fake"));
  CHECK(read_record(machine / "other.json").lessons.size() == 1);
}

TEST_CASE("lockstep-bench: the exercise's solution is run where the course has one") {
  const Machine machine;
  machine.plan("01_fake", "size_a: --size 4\nsolution: --solution --size 4\n");
  REQUIRE(machine.bench({"01_fake"}).code == 0);
  CHECK(read_record(machine.results() / "fake_gpu_1.json").lessons.at("01_fake").runs.size() == 1);

  machine.solution("01_fake", fake_run(4, {fake_version("exercise", "exercise", 2), fake_version("exercise_peer", "library", 5)}).dump());
  const Outcome with = machine.bench({"01_fake"});
  CAPTURE(with.out, with.err);
  REQUIRE(with.code == 0);
  CHECK(has(with.out, "  solution         exercise "));
  CHECK(has(with.out, "2.50"));
  CHECK(read_record(machine.results() / "fake_gpu_1.json").lessons.at("01_fake").runs.size() == 2);
}

TEST_CASE("lockstep-bench: a run that failed makes status 1, and what succeeded is recorded") {
  const Machine machine;
  machine.program("01_fake", "", 3, "no memory");
  const Outcome outcome = machine.bench({});
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.err == "lockstep bench: 01_fake size_a: exited with status 3 and wrote no results: no memory\n");
  CHECK(has(outcome.out, "02_later"));
  CHECK(read_record(machine.results() / "fake_gpu_1.json").lessons.size() == 1);
  machine.program("02_later", "", 3, "no memory");
  CHECK(machine.bench({"--out", machine / "none.json"}).code == 1);
  CHECK(!std::filesystem::exists(machine / "none.json"));
}

TEST_CASE("lockstep-bench: against a record of before, which may be the one that is replaced") {
  const Machine machine;
  const std::string file = machine.results() / "fake_gpu_1.json";
  REQUIRE(machine.bench({}).code == 0);
  CHECK(has(machine.bench({"--compare", file}).out, "None of 4 times changed."));
  machine.program("01_fake", Machine::results_with(1));
  const Outcome faster = machine.bench({"01_fake", "--compare", file});
  CAPTURE(faster.out);
  CHECK(faster.code == 0);
  CHECK(has(faster.out, "01_fake size_a"));
  CHECK(has(faster.out, "1 of 2 times changed"));  // of the lessons that were run
  CHECK(!has(faster.out, "gone"));
}

TEST_CASE("lockstep-bench: two records without a GPU") {
  const Machine machine;
  std::filesystem::remove(machine.bin() / "nvidia-smi");
  const auto write = [&](const char* name, const std::string& device, double ms) {
    Record record{.device = device};
    merge(record, "01_fake", {.driver = "1", .toolkit = "2", .date = "3"}, {{"size_a", Json::parse(Machine::results_with(ms))}});
    std::ofstream(machine / name) << record_text(record);
    return machine / name;
  };
  const std::string before = write("old.json", "Fake GPU 0", 2), after = write("new.json", "Fake GPU 1", 4);
  const Outcome outcome = machine.bench({"--compare", before, after});
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.code == 0);
  CHECK(has(outcome.out, "of Fake GPU 0"));
  CHECK(has(outcome.out, " 0.5\n"));
  check_complaint(machine.bench({after}), 2, "--compare OLD.json NEW.json");
  check_complaint(machine.bench({"--compare", before, after, "--out", machine / "x.json"}), 2, "--compare OLD.json NEW.json");
  check_complaint(machine.bench({"--compare", before, after, "01_fake"}), 2, "--compare OLD.json NEW.json");
  check_complaint(machine.bench({"--compare", before, machine / "gone.json"}), 2, "gone.json cannot be read");
}

TEST_CASE("lockstep-bench: wrong usage, and a machine without a GPU, are told before anything is run") {
  const Machine machine;
  check_complaint(machine.bench({"99_none"}), 2, "there are plans for 01_fake, 02_later");
  check_complaint(machine.bench({"--speed"}), 2, "--speed");
  check_complaint(machine.bench({"--compare", machine / "gone.json"}), 2, "gone.json cannot be read");
  check_complaint(machine.bench({"--out", machine / "gone/record.json"}), 2, "cannot write");
  check_complaint(machine.bench({"--out", "-"}), 2, "--out -: a record must be a file");
  machine.plan("02_later", "size_a --size 4\n");
  check_complaint(machine.bench({}), 2, "02_later/bench.txt:1: ");
  machine.plan("02_later", "");
  FakeCourse::script(machine.bin() / "nvidia-smi", "echo 'NVIDIA-SMI has failed'\nexit 9\n");
  check_complaint(machine.bench({}), 3, "GPU");
  CHECK(machine.calls().empty());
}
