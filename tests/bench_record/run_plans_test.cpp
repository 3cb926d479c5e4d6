/// @file
/// @brief Programs are run by the plan, and what they write gets into the record, or why it does not.
#include "bench/run_plans.hpp"

#include "catch.hpp"
#include "fake_course.hpp"
#include "lockstep/usage_error.hpp"
#include "support/read_file.hpp"

using lockstep::read_file;
using namespace lockstep::bench;
using namespace lockstep::testing;
using lockstep::UsageError;

namespace {

const std::string kGood = fake_run(1024, {fake_version("v1_naive", "naive", 2)}).dump();

/// Runs the plans of lessons of a course, and keeps what is told.
struct Session {
  const FakeCourse& course;
  std::filesystem::path file{};
  std::vector<std::string> begun{}, failed{};

  Record run(const std::vector<std::string>& lessons) {
    std::vector<PlannedLesson> planned;
    for (const std::string& name : lessons)
      planned.push_back({.name = name, .program = course.build() / "lessons" / name, .runs = read_plan(plan_of(course.root(), name))});
    return run_plans(planned, {.file = file, .results = course.results(), .driver = "580.1", .date = "2026-03-04"},
                     {.begins = [this](const std::string& what) { begun.push_back(what); },
                      .failed = [this](const std::string& line) { failed.push_back(line); }});
  }
};

}  // namespace

TEST_CASE("plans: each run is a process with its options, and the record is the device's") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4 --reps 3\nplain:\n");
  course.program("01_fake", kGood);
  Session session{.course = course};
  const Record record = session.run({"01_fake"});
  CHECK(course.calls() == "--size 4 --reps 3\n--json " + course.calls().substr(course.calls().find("--json ") + 7));
  CHECK(session.begun == std::vector<std::string>{"01_fake size_a", "01_fake plain"});
  CHECK(session.failed.empty());
  const Record written = read_record(course.results() / "fake_gpu_1.json");
  CHECK(record_text(written) == record_text(record));
  CHECK(written.lessons.at("01_fake").provenance == Provenance{.driver = "580.1", .toolkit = "13.0", .date = "2026-03-04"});
  CHECK(written.lessons.at("01_fake").runs.size() == 2);
}

TEST_CASE("plans: a run that fails is told in one line, and the others go on") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4\n");
  course.plan("02_wrong", "size_a: --size 4\nsize_b: --size 8\n");
  course.program("01_fake", kGood);
  const auto says = [&](const std::string& part) {
    Session session{.course = course};
    session.run({"02_wrong", "01_fake"});
    REQUIRE(session.failed.size() == 2);
    CAPTURE(session.failed.front());
    CHECK(session.failed.front().starts_with("02_wrong size_a: "));
    CHECK(session.failed.front().find(part) != std::string::npos);
    CHECK(session.failed.front().find('\n') == std::string::npos);
    const Record written = read_record(course.results() / "fake_gpu_1.json");
    CHECK(written.lessons.contains("01_fake"));
    CHECK(!written.lessons.contains("02_wrong"));
  };
  nlohmann::json wrong = fake_version("v1_naive", "naive", 2);
  wrong["verified"] = false;
  wrong["failure"] = "v1_naive is wrong on exact inputs";
  says("No such file");
  course.program("02_wrong", "", 3, "no usable NVIDIA GPU");
  says("exited with status 3 and wrote no results: no usable NVIDIA GPU");
  course.program("02_wrong", fake_run(4, {fake_version("v2_b", "beyond", 1), wrong}).dump(), 1);
  says("v1_naive is wrong on exact inputs");
  course.program("02_wrong", fake_run(4, {wrong}).dump(), 0);
  says("v1_naive is wrong on exact inputs");
  const nlohmann::json point{{"size", 4}, {"block", 64}, {"versions", {wrong}}};
  nlohmann::json sweep = fake_run(4, {});
  sweep["sweep"] = {{"key", "block"}, {"values", {64}}};
  sweep["runs"] = {point};
  course.program("02_wrong", sweep.dump(), 0);
  says("v1_naive is wrong on exact inputs");
  course.program("02_wrong", kGood, 1, "something else");
  says("exited with status 1: something else");
  course.program("02_wrong", "{\"lesson\": ");
  says("wrote something other than a lesson's results");
  nlohmann::json simulated = fake_run(4, {fake_version("v1_naive", "naive", 2)});
  simulated["backend"] = "sim";
  course.program("02_wrong", simulated.dump());
  says("ran on the simulator");
}

TEST_CASE("plans: a version that is right but has no times is told, and the others' times are recorded") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4\n");
  nlohmann::json untimed = fake_version("v2_large", "beyond", 1);
  untimed["time_ms"] = nullptr;
  untimed["untimed"] = "v2_large was not timed: it does not fit on the device together with the others";
  const nlohmann::json naive = fake_version("v1_naive", "naive", 2);
  nlohmann::json sweep = fake_run(4, {});
  sweep["sweep"] = {{"key", "block"}, {"values", {64, 128}}};
  sweep["runs"] = {{{"size", 4}, {"block", 64}, {"versions", {naive}}}, {{"size", 4}, {"block", 128}, {"versions", {naive, untimed}}}};
  for (const nlohmann::json& run : {fake_run(4, {naive, untimed}), sweep}) {
    course.program("01_fake", run.dump());
    Session session{.course = course};
    const Record record = session.run({"01_fake"});
    CHECK(session.failed ==
          std::vector<std::string>{"01_fake size_a: v2_large was not timed: it does not fit on the device together with the others"});
    CHECK(record.lessons.at("01_fake").runs.size() == 1);
  }
}

TEST_CASE("plans: a version that the GPU cannot run has no times, which is no failure of the others") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4\n");
  nlohmann::json lacking = fake_version("v2_b", "beyond", 1);
  lacking["verified"] = false;
  lacking["failure"] = "v2_b was not run: clusters came later";
  lacking["time_ms"] = nullptr;
  const auto failures = [&](const nlohmann::json& second, int status) {
    course.program("01_fake", fake_run(4, {fake_version("v1_naive", "naive", 2), second}).dump(), status);
    Session session{.course = course};
    session.run({"01_fake"});
    return session.failed.size();
  };
  CHECK(failures(lacking, 3) == 1);
  lacking["machine_lacks"] = true;
  CHECK(failures(lacking, 3) == 0);
  CHECK(failures(lacking, 1) == 1);
  CHECK(failures(fake_version("v2_b", "beyond", 1), 3) == 1);
}

TEST_CASE("plans: a version that was skipped has no times, which is no failure") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4\n");
  nlohmann::json skipped = fake_version("v2_b", "beyond", 1);
  skipped["verified"] = false;
  skipped["time_ms"] = nullptr;
  const auto failures = [&] {
    course.program("01_fake", fake_run(4, {fake_version("v1_naive", "naive", 2), skipped}).dump(), 0);
    Session session{.course = course};
    session.run({"01_fake"});
    return session.failed.size();
  };
  CHECK(failures() == 1);
  skipped["skipped"] = "--block 64: this version's tile takes 1024 threads";
  CHECK(failures() == 0);
}

TEST_CASE("plans: the record is written after each lesson, and a lesson that fails keeps its old one") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4\n");
  course.plan("02_later", "size_a: --size 4\n");
  course.program("01_fake", kGood);
  course.program("02_later", kGood);
  Session{.course = course}.run({"01_fake", "02_later"});

  // The second lesson's program finds the first one's new times in the record already.
  course.program("01_fake", fake_run(1024, {fake_version("v1_naive", "naive", 7.5)}).dump());
  FakeCourse::script(course.build() / "lessons" / "02_later",
                     fmt::format("cp '{}' '{}'\nexit 1\n", (course.results() / "fake_gpu_1.json").string(), course / "meanwhile.json"));
  Session session{.course = course};
  session.run({"01_fake", "02_later"});
  const Record meanwhile = read_record(course / "meanwhile.json"), after = read_record(course.results() / "fake_gpu_1.json");
  CHECK(runs_of(meanwhile).front().data.at("versions").at(0).at("time_ms").at("median") == 7.5);
  CHECK(after.lessons.at("02_later").runs.front().second.at("versions").at(0).at("time_ms").at("median") == 2);
  CHECK(session.failed.size() == 1);
  for (const auto& entry : std::filesystem::directory_iterator(course.results()))
    CHECK(entry.path().filename() == "fake_gpu_1.json");  // nothing half-written is left beside it
}

TEST_CASE("plans: a record that cannot be written, or is of another device, is refused before it is touched") {
  const FakeCourse course;
  course.plan("01_fake", "size_a: --size 4\n");
  course.program("01_fake", kGood);
  Session nowhere{.course = course, .file = course / "gone/record.json"};
  CHECK_THROWS_AS(nowhere.run({"01_fake"}), UsageError);
  CHECK(course.calls().empty());

  Record other{.device = "Another GPU"};
  std::ofstream(course / "record.json") << record_text(other);
  Session session{.course = course, .file = course / "record.json"};
  CHECK_THROWS_AS(session.run({"01_fake"}), UsageError);
  CHECK(read_file(course / "record.json") == record_text(other));
}
