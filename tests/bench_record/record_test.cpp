/// @file
/// @brief A record takes new runs in, and says of each where it is from.
#include "bench/record.hpp"

#include "catch.hpp"
#include "fake_course.hpp"
#include "lockstep/usage_error.hpp"

using namespace lockstep::bench;
using namespace lockstep::testing;
using lockstep::UsageError;

namespace {

const Provenance kOld{.driver = "1", .toolkit = "12.0", .date = "2026-01-01"}, kNew{.driver = "2", .toolkit = "13.0", .date = "2026-02-02"};

Json run_of(int size) { return Json(fake_run(size, {fake_version("v1_naive", "naive", size)})); }

Record old_record() {
  Record record{.device = "Fake GPU 1"};
  merge(record, "01_fake", kOld, {{"size_a", run_of(1)}, {"size_b", run_of(2)}, {"size_c", run_of(3)}});
  merge(record, "02_other", kOld, {{"size_a", run_of(4)}});
  return record;
}

const RecordedRun* find(const std::vector<RecordedRun>& runs, const std::string& lesson, const std::string& name) {
  for (const RecordedRun& run : runs)
    if (run.lesson == lesson && run.name == name) return &run;
  return nullptr;
}

}  // namespace

TEST_CASE("record: what is the same for all runs is said once, and is in each of them again") {
  const Record record = old_record();
  const Json written = Json::parse(record_text(record));
  CHECK(written.at("device") == "Fake GPU 1");
  CHECK(written.at("lessons").at("01_fake").at("date") == "2026-01-01");
  for (const char* said : {"lesson", "backend", "device", "driver", "toolkit", "date"})
    CHECK(!written.at("lessons").at("01_fake").at("runs").at("size_a").contains(said));
  const auto runs = runs_of(record);
  REQUIRE(runs.size() == 4);
  CHECK(runs[0].data.at("lesson") == "01_fake");
  CHECK(provenance(runs[0].data) == "Fake GPU 1, driver 1, CUDA 12.0, 2026-01-01");
  CHECK(!runs[0].is_sweep());
}

TEST_CASE("record: written and read again it is the same, digit by digit") {
  const FakeCourse course;
  Record record = old_record();
  Json exact = run_of(5);
  exact["versions"][0]["time_ms"]["median"] = 0.0120160002261400222;
  exact["versions"][0]["idea"] = "ä → b";
  merge(record, "03_exact", kOld, {{"size_a", std::optional(exact)}});
  std::ofstream(course / "record.json") << record_text(record);
  const Record again = read_record(course / "record.json");
  CHECK(record_text(again) == record_text(record));
  CHECK(runs_of(again).back().data.at("versions").at(0).at("time_ms").at("median") == 0.0120160002261400222);
  CHECK(record_text(record).starts_with("{\n \"device\": \"Fake GPU 1\",\n \"lessons\": {\n  \"01_fake\""));
}

TEST_CASE("record: a lesson's new runs replace its old ones, and those of no other lesson") {
  Record record = old_record();
  merge(record, "01_fake", kNew, {{"size_c", run_of(30)}, {"size_d", run_of(40)}, {"size_a", run_of(10)}});
  const auto runs = runs_of(record);
  CHECK(find(runs, "01_fake", "size_a")->data.at("size") == 10);
  CHECK(find(runs, "01_fake", "size_d")->data.at("date") == "2026-02-02");
  CHECK(find(runs, "01_fake", "size_b") == nullptr);  // is in the plan no more
  CHECK(find(runs, "02_other", "size_a")->data.at("date") == "2026-01-01");
  CHECK(record.lessons.at("01_fake").runs.front().first == "size_c");  // the plan's order
}

TEST_CASE("record: a run that failed keeps what it was, and when that was") {
  Record record = old_record();
  merge(record, "01_fake", kNew, {{"size_a", run_of(10)}, {"size_b", std::nullopt}, {"size_e", std::nullopt}});
  const auto runs = runs_of(record);
  CHECK(find(runs, "01_fake", "size_a")->data.at("driver") == "2");
  CHECK(find(runs, "01_fake", "size_b")->data.at("size") == 2);
  CHECK(provenance(find(runs, "01_fake", "size_b")->data) == "Fake GPU 1, driver 1, CUDA 12.0, 2026-01-01");
  CHECK(find(runs, "01_fake", "size_e") == nullptr);

  merge(record, "01_fake", {.driver = "3", .toolkit = "13.0", .date = "2026-03-03"}, {{"size_a", run_of(11)}, {"size_b", std::nullopt}});
  CHECK(find(runs_of(record), "01_fake", "size_b")->data.at("date") == "2026-01-01");
}

TEST_CASE("record: where all runs of a lesson failed, it stays") {
  Record record = old_record();
  const std::string before = record_text(record);
  merge(record, "01_fake", kNew, {{"size_a", std::nullopt}});
  merge(record, "04_never", kNew, {{"size_a", std::nullopt}});
  CHECK(record_text(record) == before);
}

TEST_CASE("record: the file's name is the device's") {
  CHECK(record_file_name("NVIDIA H100 80GB HBM3") == "nvidia_h100_80gb_hbm3.json");
  CHECK(record_file_name("GeForce/RTX-4090") == "geforce_rtx_4090.json");
}

TEST_CASE("record: what is no record is told in one line") {
  const FakeCourse course;
  for (const char* text : {"", "[", "{}", R"({"device": 1, "lessons": {}})", R"({"device": "a", "lessons": {"01": {}}})"}) {
    std::ofstream(course / "record.json") << text;
    CHECK_THROWS_AS(read_record(course / "record.json"), UsageError);
  }
  CHECK_THROWS_AS(read_record(course / "gone.json"), UsageError);
}

TEST_CASE("record: what a run of a record lacks is told when it is read, with the file") {
  const FakeCourse course;
  const std::string file = course / "record.json";
  const auto says = [&](const Json& run) -> std::string {
    Record record{.device = "Fake GPU 1"};
    merge(record, "01_fake", kNew, {{"size_a", std::optional(run)}});
    std::ofstream(file) << record_text(record);
    try {
      read_record(file);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(says(run_of(1)).empty());
  const std::string begin = file + " is not a record written by ./lockstep bench: ";
  Json run = run_of(1);
  run.erase("versions");
  CHECK(says(run) == begin + "key 'versions' not found");
  for (const char* key : {"name", "stage", "verified"}) {
    run = run_of(1);
    run["versions"][0].erase(key);
    CHECK(says(run) == begin + "key '" + key + "' not found");
  }
  run = run_of(1);
  run["versions"][0]["time_ms"].erase("median");
  CHECK(says(run) == begin + "key 'median' not found");
  run = run_of(1);
  run["sweep"] = {{"key", "block"}};
  CHECK(says(run) == begin + "key 'runs' not found");
  run["runs"] = {{{"size", 1}, {"versions", Json::array()}}};
  CHECK(says(run) == begin + "key 'block' not found");
  run["runs"][0]["block"] = 64;
  CHECK(says(run).empty());
  std::ofstream(file) << "{\n\"device\": \"Fa";
  CHECK_THROWS_WITH(read_record(file), begin + "parse error at line 2, column 14");
}
