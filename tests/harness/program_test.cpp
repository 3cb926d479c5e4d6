/// @file
/// @brief Tests a lesson program as its users start it: its exit status, what it prints, what it writes.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"
#include "well_formed.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using lockstep::kOnSimulator;

using Json = nlohmann::json;

namespace {

Outcome fake_lesson(const std::string& arguments) { return run_shell(LOCKSTEP_LESSON_DIR "/fake_lesson " + arguments); }

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

/// The run's JSON. @param code  the status that is expected
Json results(const std::string& arguments, int code = 0) {
  const TemporaryFolder folder;
  const Outcome run = fake_lesson(arguments + " --json " + folder / "j");
  CAPTURE(arguments, run.out, run.err);
  REQUIRE(run.code == code);
  return Json::parse(read_file(folder / "j"));
}

const Json& version_of(const Json& run, std::string_view name) {
  for (const Json& version : run.at("versions"))
    if (version.at("name") == name) return version;
  throw std::runtime_error("no version " + std::string(name));
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0, width = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++width;
    if (c == '\n') width = 0;
    longest = std::max(longest, width);
  }
  return longest;
}

void write_floats(const std::string& path, const std::vector<float>& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(4 * values.size()));
}

}  // namespace

TEST_CASE("What cannot be printed is told, and is no success", "[program]") {
  for (const char* options : {"--list", "--kernel v1_naive --reps 1"})
    for (const char* output : {">/dev/full", ">&-"}) {
      const Outcome run = fake_lesson(std::string(options) + " " + output);
      CAPTURE(options, output, run.err);
      CHECK(run.code == 1);
      CHECK(run.err.starts_with("fake_lesson: cannot write to the standard output: "));
      CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    }
}

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

TEST_CASE("A version that does its own transfers is timed from end to end, and has no time of its own", "[program][pinned]") {
  const Json run = results("--kernel v1,vc_pinned,vd_pinned_streams --size 5000 --reps 4");
  CHECK_FALSE(version_of(run, "v1_naive")["time_ms"].is_null());
  CHECK(version_of(run, "v1_naive")["end_to_end_ms"].is_null() == kOnSimulator);
  for (const char* name : {"vc_pinned", "vd_pinned_streams"}) {
    const Json& version = version_of(run, name);
    CHECK(version["verified"] == true);
    CHECK(version["end_to_end_ms"]["reps"] == 4);
    CHECK(version["end_to_end_ms"]["median"].get<double>() > 0);
    for (const char* key : {"time_ms", "gb_per_s", "gflop_per_s", "percent_of_limit"}) CHECK(version[key].is_null());
  }
}

TEST_CASE("The table says whose time contains the copies", "[program][pinned]") {
  CHECK(has(fake_lesson("--kernel v1,vd_pinned_streams").out, "With copies from pinned memory and back:\n  vd_pinned_streams\n"));
  CHECK(has(fake_lesson("--kernel v9,vd_pinned_streams --sweep block=32,64").out,
            "With copies from pinned memory and back:\n  vd_pinned_streams\n"));
  CHECK_FALSE(has(fake_lesson("--kernel v1").out, "pinned"));
}

TEST_CASE("An element that a version does not copy back is found", "[program][pinned]") {
  CHECK(has(failure_of("vc_pinned_short"), "vc_pinned_short is wrong on exact inputs, size 1, seed 1: y[0]: expected "));
}

TEST_CASE("A pinned version that is only right once is found by the check after the timed runs", "[program][pinned]") {
  const std::string failure = failure_of("ve", "--size 4096");
  CHECK(has(failure, "on real inputs, size 4096, seed 1 in the timed runs with copies: y[0]: expected "));
  CHECK(has(failure, "got nan"));
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

TEST_CASE("After a trap the versions that need the device say that it is gone, and those before it stay verified", "[program]") {
  const TemporaryFolder folder;
  const Outcome run = fake_lesson("--kernel v0,v1,v8,v9 --json " + folder / "j");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(has(run.out, "✓ v0_cpu "));
  CHECK(has(run.out, "✓ v1_naive"));
  CHECK(has(run.out, "v8_traps failed on exact inputs, size 1"));
  CHECK(has(run.out, "v9_kernel was not run: the failure of v8_traps left the device unusable"));
  CHECK(has(run.out, "\nv1_naive was not timed: the failure of v8_traps left the device unusable\n"));
  CHECK(has(run.out, "3 of 5 verified"));
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(version_of(json, "v1_naive")["time_ms"].is_null());
  CHECK_FALSE(version_of(json, "v0_cpu")["time_ms"].is_null());
  CHECK_FALSE(version_of(json, "v0_cpu").contains("untimed"));
}

TEST_CASE("After a trap in the timed runs those that are not timed yet stay verified, and say why they have no times", "[program]") {
  const Json run = results("--kernel v0_cpu,v1,v9,vd_pinned_streams,vf --reps 2", 1);
  CHECK(has(version_of(run, "vf_traps_when_timed").at("failure"), "vf_traps_when_timed failed on real inputs, size"));
  CHECK(has(version_of(run, "vf_traps_when_timed").at("failure"), " in the timed runs: "));
  CHECK(version_of(run, "vf_traps_when_timed")["verified"] == false);
  for (const std::string name : {"v1_naive", "v9_kernel", "vd_pinned_streams"}) {
    const Json& version = version_of(run, name);
    CHECK(version["verified"] == true);
    CHECK_FALSE(version.contains("failure"));
    CHECK(version["time_ms"].is_null());
    CHECK(version["end_to_end_ms"].is_null());
    CHECK(version.at("untimed") == name + " was not timed: the failure of vf_traps_when_timed left the device unusable");
  }
  CHECK(version_of(run, "v0_cpu")["time_ms"]["reps"] == 2);
}

TEST_CASE("A version that was timed before another one's trap keeps its time", "[program]") {
  if (!kOnSimulator) return;  // elsewhere the trap comes while all are still warming up
  const Json run = results("--kernel v1,vf --reps 1", 1);
  CHECK(version_of(run, "v1_naive")["time_ms"]["reps"] == 1);
  CHECK_FALSE(version_of(run, "v1_naive").contains("untimed"));
}

TEST_CASE("A version that cannot use a launch shape is skipped, and says why, while others run", "[program]") {
  const Outcome run = fake_lesson("--kernel v1,v2 --block 96");
  CHECK(run.code == 0);
  CHECK(has(run.out, "– v2_shared_memory"));
  CHECK(has(run.out, "\nv2_shared_memory was skipped: this version needs a power of two (--block 96)\n1 of 1 verified.\n"));
  const Outcome sweep = fake_lesson("--kernel v1,v2 --sweep block=64,96");
  CAPTURE(sweep.out);
  CHECK(sweep.code == 0);
  CHECK(has(sweep.out, "v2_shared_memory was skipped: this version needs a power of two (--block 96)\n3 of 3 verified.\n"));
  CHECK(version_of(results("--kernel v1,v2 --block 96"), "v2_shared_memory").at("skipped") ==
        "--block 96: this version needs a power of two");
}

TEST_CASE("A launch shape that no version can use ends the program with status 2 and one line", "[program]") {
  const Outcome run = fake_lesson("--kernel v2 --block 96");
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

TEST_CASE("A chart is drawn without a word on standard error, whatever the locale", "[program]") {
  const TemporaryFolder folder;
  const std::string locale = GENERATE("C", "C.UTF-8", "none_such");
  const Outcome run = run_shell("LC_ALL=" + locale + " " + LOCKSTEP_LESSON_DIR "/fake_lesson --kernel v1 --plot " + folder / "p.svg");
  CAPTURE(locale);
  CHECK(run.code == 0);
  CHECK(run.err.empty());
}

TEST_CASE("What one version lacks is its line and status 3, while others run, and failures count for more", "[program]") {
  const std::string line = "vg_lacks was not run: it takes a quantum computer";
  const Outcome run = fake_lesson("--kernel v1,v9,vg");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 3);
  CHECK(has(run.out, "✓ v1_naive"));
  CHECK(has(run.out, "✓ v9_kernel"));
  CHECK(has(run.out, "– vg_lacks"));
  CHECK(has(run.out, "\n" + line + "\n2 of 3 verified.\n"));
  const Json lacking = version_of(results("--kernel v1,vg", 3), "vg_lacks");
  CHECK(lacking.at("failure") == line);
  CHECK(lacking.at("machine_lacks") == true);
  CHECK(lacking.at("verified") == false);
  CHECK_FALSE(version_of(results("--kernel v5,vg", 1), "v5_throws").contains("machine_lacks"));
  CHECK(has(fake_lesson("--kernel v9,vg --sweep block=32,64").out, "– vg_lacks"));
}

TEST_CASE("Data that is printed stands alone, and no file is named -", "[program]") {
  const TemporaryFolder folder;
  const auto printed = [&](const std::string& arguments) {
    const Outcome run =
        run_shell("cd " + folder.path().string() + " && " LOCKSTEP_LESSON_DIR "/fake_lesson --kernel v0_cpu,v1 " + arguments);
    CAPTURE(arguments, run.out, run.err);
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(folder.empty());
    return run.out;
  };
  CHECK(Json::parse(printed("--json -")).at("versions").size() == 2);
  const std::string csv = printed("--csv -");
  CHECK(csv.starts_with("lesson,"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
  const std::string raw = printed("--json - --csv f && rm f");
  CHECK(Json::parse(raw).at("versions").size() == 2);
  const Outcome lost = fake_lesson("--kernel v1 --reps 1 --json - >/dev/full");
  CHECK(lost.code == 1);
  CHECK(lost.err.starts_with("fake_lesson: cannot write to the standard output: "));
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
  const std::string version = GENERATE("v0_cpu", "v1", "v2", "v9", "vc_pinned", "vd_pinned_streams");
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
  CHECK(fake_lesson("--kernel vc_pinned_short --size 2 --in " + folder / "in" + " --out " + folder / "out").code == 0);
  CHECK(read_file(folder / "out") == read_file(folder / "in").substr(0, 4) + std::string(4, '\xff'));
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

TEST_CASE("What a kernel does is counted, by launch and by line, under the hardware profiler's names", "[program][seen]") {
  if (!kOnSimulator) return;
  const Json run = results("--kernel v0,v1,v9 --size 4096");
  CHECK(run["counted"] == Json{{"size", 4096}, {"needed_bytes", 8.0 * 4096}});
  CHECK_FALSE(version_of(run, "v0_cpu").contains("counters"));
  CHECK(version_of(run, "v1_naive")["launches"].empty());

  const Json& version = version_of(run, "v9_kernel");
  const int warps = 4096 / 32;  // each element is read and written once, by neighbours
  const Json& counters = version["counters"];
  for (const char* op : {"ld", "st"}) {
    CHECK(counters.at(std::string("l1tex__t_requests_pipe_lsu_mem_global_op_") + op + ".sum") == warps);
    CHECK(counters.at(std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") + op + ".sum") == 4 * warps);
  }
  CHECK(counters.at("lockstep__bytes_moved.sum") == 8 * 4096);
  CHECK(counters.at("lockstep__barriers.sum") == 0);
  CHECK(version["hazards"].empty());

  REQUIRE(version["launches"].size() == 1);
  const Json& launch = version["launches"][0];
  CHECK(launch["kernel"] == "copy");
  CHECK(launch["grid"] == Json{4, 1, 1});
  CHECK(launch["block"] == Json{64, 1, 1});
  CHECK(launch["counters"] == counters);
  std::vector<Json> loading;
  for (const Json& line : version["lines"])
    if (line["counters"].at("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") > 0) loading.push_back(line);
  REQUIRE(loading.size() == 1);
  CHECK(loading[0]["line"] == 9);
  CHECK(has(loading[0]["file"], "fake_lesson/v9_kernel.cu"));
  CHECK(loading[0]["counters"].at("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") == warps);
}

TEST_CASE("A ladder counts at the size asked for, or where --counters-at says", "[program][seen]") {
  if (!kOnSimulator) return;
  const Json large = results("--kernel v9 --size 8192");
  CHECK(large["size"] == 8192);
  CHECK(large["counted"]["size"] == 8192);
  CHECK(version_of(large, "v9_kernel")["counters"].at("lockstep__bytes_moved.sum") == 8 * 8192);
  CHECK_FALSE(has(fake_lesson("--kernel v9 --size 8192").out, "Counters are for size"));
  const Json quick = results("--kernel v9 --size 8192 --counters-at 2^7");
  CHECK(quick["size"] == 8192);
  CHECK(quick["counted"]["size"] == 128);
  CHECK(version_of(quick, "v9_kernel")["counters"].at("lockstep__bytes_moved.sum") == 8 * 128);
  CHECK(has(fake_lesson("--kernel v9 --size 8192 --counters-at 128").out, "Counters are for size 128; errors and times for size 8192."));
}

TEST_CASE("Kernels between a version's own transfers are counted and checked, too", "[program][seen][pinned]") {
  if (!kOnSimulator) return;
  const Json run = results("--kernel vd_pinned_streams --size 4096");
  const Json& version = version_of(run, "vd_pinned_streams");
  CHECK(version["launches"].size() == 2);
  CHECK(version["counters"].at("lockstep__bytes_moved.sum") == 8 * 4096);
  CHECK(version["hazards"].empty());
}

TEST_CASE("A version whose streams nobody waits for is told, although the answer is right here", "[program][seen][pinned]") {
  if (!kOnSimulator) return;
  const Json run = results("--kernel vd_pinned_streams_unjoined --size 4096", 1);
  const Json& version = version_of(run, "vd_pinned_streams_unjoined");
  CHECK(version["verified"] == true);
  REQUIRE(version["hazards"].size() >= 1);
  CHECK(version["hazards"][0]["kind"] == "race");
  CHECK(has(version["hazards"][0]["message"], "cudaMemcpyAsync"));
}

TEST_CASE("A sweep on the simulator counts, and times kernels only where it is asked to", "[program][seen]") {
  if (!kOnSimulator) return;
  const Json run = results("--kernel v0_cpu,v9 --sweep block=32,64");
  for (const Json& point : run["runs"]) {
    CHECK(version_of(point, "v9_kernel").contains("counters"));
    CHECK(version_of(point, "v9_kernel").at("time_ms").is_null());
    CHECK(version_of(point, "v0_cpu").at("time_ms").is_object());
  }
  CHECK(run["runs"][0]["versions"][0]["time_ms"] == run["runs"][1]["versions"][0]["time_ms"]);  // a block does not change the CPU's work
  CHECK_FALSE(has(fake_lesson("--kernel v9 --sweep block=32,64").out, "own times"));
  const Outcome timed = fake_lesson("--kernel v9 --sweep block=32,64 --show own_time");
  CHECK(has(timed.out, "The simulator's own times in milliseconds, which say nothing about a GPU\n"));
  CHECK_FALSE(has(timed.out, "\nSectors"));
  CHECK(has(fake_lesson("--kernel v9 --sweep block=32,64 --show cpu,moved").out,
            "Times as fast as v0_cpu: nothing here has them; kernels are timed on a GPU alone.\n"));
}

TEST_CASE("Two sweeps are a table and a map for each version with kernels", "[program]") {
  const TemporaryFolder folder;
  const Outcome run = fake_lesson("--kernel v0_cpu,v1,v9 --sweep block=32,64 --sweep size=100,200,30000 --json " + folder / "j" + " --csv " +
                                  folder / "c" + " --plot " + folder / "p.svg");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 0);
  CHECK(has(run.out, "size across\n  block        100      200    30000\n"));
  CHECK(has(run.out, "18 of 18 verified"));
  const Json json = Json::parse(read_file(folder / "j"));
  CHECK(json["sweep"] == Json{{"key", "block"}, {"values", {32, 64}}, {"by", {{"key", "size"}, {"values", {100, 200, 30000}}}}});
  REQUIRE(json["runs"].size() == 6);
  // The CPU's work is another at another size, and the same for another block. (100 and 200 elements can take as many nanoseconds.)
  CHECK(json["runs"][0]["versions"][0]["time_ms"] != json["runs"][2]["versions"][0]["time_ms"]);
  CHECK(json["runs"][0]["versions"][0]["time_ms"] == json["runs"][3]["versions"][0]["time_ms"]);
  CHECK(json["runs"][4]["block"] == 64);
  CHECK(json["runs"][4]["size"] == 200);
  const std::string svg = read_file(folder / "p.svg"), csv = read_file(folder / "c");
  CHECK(has(svg, "v9_kernel"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 19);
}

TEST_CASE("A sweep of one value has its measures side by side", "[program]") {
  const Outcome run = fake_lesson("--kernel v0_cpu,v1,v9 --sweep size=1000");
  CAPTURE(run.out);
  CHECK(has(run.out, "\n  size 1000"));
  CHECK(has(run.out, kOnSimulator ? "sectors" : "as before"));
}

TEST_CASE("A race in a kernel is shown, told, and makes the status 1, although the answers are right", "[program][seen]") {
  if (!kOnSimulator) return;
  const Json run = results("--kernel v9,va", 1);
  CHECK(version_of(run, "v9_kernel")["hazards"].empty());
  const Json& racing = version_of(run, "va_races");
  CHECK(racing["verified"] == true);
  REQUIRE(racing["hazards"].size() >= 1);
  const Json& race = racing["hazards"][0];
  for (const char* key :
       {"kind", "severity", "kernel", "file", "line", "other_file", "other_line", "threads", "message", "fix", "witness", "count"})
    CHECK(race.contains(key));
  CHECK(race["kind"] == "race");
  CHECK(race["severity"] == "error");
  CHECK(race["kernel"] == "copy");
  CHECK(has(race["file"], "va_races.cu"));
  CHECK(race["line"] == 11);
  CHECK(race["other_line"] == 10);
  CHECK(has(race["threads"], "thread"));
  CHECK(has(race["fix"], "__syncthreads"));
  CHECK(race["count"].get<int>() > 1);  // of all sizes together

  const Outcome brief = fake_lesson("--kernel v9,va");
  CHECK(brief.code == 1);
  CHECK(has(brief.out, "1 error"));
  CHECK(has(brief.out, "2 of 2 verified"));
  CHECK(has(brief.out, "--check shows"));
  const Outcome told = fake_lesson("--kernel v9,va --check");
  CHECK(told.code == 1);
  CHECK(has(told.out, "\nva_races:\nlockstep: error: race in kernel copy"));
  CHECK(has(told.out, "Fix: "));
  CHECK_FALSE(has(told.out, "\nv9_kernel:\n"));
  CHECK_FALSE(has(told.out, "--check shows"));
}

TEST_CASE("Hazards of ragged sizes are found, too", "[program][seen]") {
  if (!kOnSimulator) return;
  const Json run = results("--kernel vb --size 4096", 1);
  const Json& hazards = version_of(run, "vb_races_at_odd_sizes")["hazards"];
  REQUIRE(hazards.size() >= 1);
  CHECK(hazards[0]["kind"] == "race");
  CHECK(version_of(run, "vb_races_at_odd_sizes")["counters"].at("lockstep__barriers.sum") == 4);  // of the one size that is counted
}

TEST_CASE("Where there is nothing to report, --check says so", "[program][seen]") {
  if (!kOnSimulator) return;
  const Outcome run = fake_lesson("--kernel v9 --check");
  CHECK(run.code == 0);
  CHECK(has(run.out, "No hazards."));
}

TEST_CASE("The option --profile lists every counter of every launch", "[program][seen]") {
  if (!kOnSimulator) return;
  const Outcome run = fake_lesson("--kernel v9 --profile --size 4096");
  const Json counters = version_of(results("--kernel v9 --size 4096"), "v9_kernel")["counters"];
  CHECK(run.code == 0);
  CHECK(has(run.out, "\nv9_kernel: copy<<<4, 64>>>\n"));
  CHECK(counters.size() > 20);
  for (const auto& [name, value] : counters.items()) CHECK(has(run.out, "\n  " + name + " "));
}

TEST_CASE("The option --lines shows the source with its counters", "[program][seen]") {
  if (!kOnSimulator) return;
  const Outcome run = fake_lesson("--kernel v0,v9 --lines --size 4096");
  CHECK(run.code == 0);
  CHECK(has(run.out, "v9_kernel.cu"));
  CHECK(has(run.out, "   256  1.00  32.0     9    for (std::int64_t i = "));
  CHECK(has(run.out, "     8  __global__ void copy("));
  CHECK_FALSE(has(run.out, "v0_cpu.cpp"));
}

TEST_CASE("All that is printed fits 80 columns", "[program][seen]") {
  if (!kOnSimulator) return;
  // Paths in reports are short where they are below the current folder.
  const auto width = [](const char* arguments) {
    return longest_line(run_shell(std::string("cd " LOCKSTEP_SOURCE_DIR " && " LOCKSTEP_LESSON_DIR "/fake_lesson ") + arguments).out);
  };
  CHECK(width("--kernel v0,v1,v2,v9 --profile --check --lines") <= 80);
  CHECK(width("--kernel va --profile --check --lines --size 1M") <= 80);
  CHECK(width("--kernel va,v9") <= 80);
  CHECK(width("--kernel vc_pinned,vd_pinned_streams --sweep size=1..64") <= 80);
}

TEST_CASE("CSV has the counters as columns, and the number of hazards", "[program][seen]") {
  if (!kOnSimulator) return;
  const TemporaryFolder folder;
  CHECK(fake_lesson("--kernel v0_cpu,va --csv " + folder / "c").code == 1);
  const std::string csv = read_file(folder / "c");
  CHECK(has(csv, ",failure,hazard_errors,hazard_warnings,"));
  CHECK(has(csv, ",l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
  std::vector<std::ptrdiff_t> commas;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) commas.push_back(std::count(line.begin(), line.end(), ','));
  CHECK(commas == std::vector<std::ptrdiff_t>(3, commas.front()));
}

TEST_CASE("A picture shows what a version's first warp touches", "[program][seen]") {
  if (!kOnSimulator) return;
  const TemporaryFolder folder;
  REQUIRE(fake_lesson("--kernel v9 --picture " + folder / "p.svg").code == 0);
  const std::string svg = read_file(folder / "p.svg");
  CHECK(is_well_formed(svg));
  for (const char* part :
       {"<title>v9_kernel: ", "line 9 · reads 4 B", "line 9 · writes 4 B", "4 sectors, ideal 4", "prefers-color-scheme: dark", ">lane<"})
    CHECK(has(svg, part));
}

TEST_CASE("One version is drawn as its timeline, several as a ladder, the CPU's alone as a bar", "[program][timeline]") {
  const TemporaryFolder folder;
  const auto drawn = [&](const std::string& kernel) {
    REQUIRE(fake_lesson("--kernel " + kernel + " --size 4096 --plot " + folder / "p.svg").code == 0);
    return read_file(folder / "p.svg");
  };
  const std::string streams = drawn("vd_pinned_streams");
  for (const char* part : {"vd_pinned_streams", "stream 1", "stream 2", "kernel copy", "copy to the device", "copy to the host"})
    CHECK(has(streams, part));
  CHECK_FALSE(has(streams, "stream 3"));
  CHECK_FALSE(has(streams, "memset"));
  CHECK(has(streams, kOnSimulator ? "model: copies at 55 GB/s each way" : "measured by CUPTI"));

  const std::string one = drawn("vc_pinned");
  CHECK(has(one, "stream 1"));
  CHECK_FALSE(has(one, "stream 2"));
  CHECK_FALSE(has(one, ">kernel"));

  for (const char* kernels : {"v9,vd_pinned_streams", "v0_cpu", "v0_cpu,v9"}) CHECK_FALSE(has(drawn(kernels), "copy to the"));
  CHECK(has(drawn("v9,vd_pinned_streams"), ">v9_kernel<"));
}

TEST_CASE("The model's timeline of a version in device memory has its transfers from pageable memory", "[program][timeline]") {
  if (!kOnSimulator) return;
  const TemporaryFolder folder;
  REQUIRE(fake_lesson("--kernel v9 --size 9M --plot " + folder / "p.svg").code == 0);
  const std::string svg = read_file(folder / "p.svg");  // 9 MiB of floats take 4.2 ms at 9 GB/s, each way
  for (const char* part : {"milliseconds", "kernel copy", "copy to the host", "> 9<"}) CHECK(has(svg, part));
  CHECK_FALSE(has(svg, "> 10<"));
}

TEST_CASE("No timeline is drawn of a version that fails", "[program][timeline]") {
  const TemporaryFolder folder;
  CHECK(fake_lesson("--kernel vc_pinned_short --plot " + folder / "p.svg").code == 1);
  CHECK(folder.empty());
}

TEST_CASE("A picture that cannot be drawn is refused in one line, and no file is left", "[program][seen]") {
  if (!kOnSimulator) return;
  const TemporaryFolder folder;
  const auto [arguments, named] = GENERATE(table<const char*, const char*>({
      {"--kernel v1 --picture ", "nothing to draw"},
      {"--kernel v0_cpu --picture ", "no kernel"},
      {"--picture ", "--kernel"},
      {"--kernel v9 --sweep block=32,64 --picture ", "--sweep"},
  }));
  const Outcome run = fake_lesson(arguments + folder / "p.svg");
  CAPTURE(arguments, run.err);
  CHECK(run.code == 2);
  CHECK(has(run.err, named));
  CHECK(run.err.find('\n') == run.err.size() - 1);
  CHECK(folder.empty());
  const Outcome nowhere = fake_lesson("--kernel v9 --picture /nowhere/p.svg");
  CHECK(nowhere.code == 2);
  CHECK(nowhere.out.empty());
  CHECK(has(nowhere.err, "cannot write /nowhere/p.svg"));
}

TEST_CASE("what a version notes is printed once, of the size asked for") {
  const Outcome run = fake_lesson("--kernel v9 --size 5000");
  CHECK(has(run.out, "\nv9_kernel\n  elements  5000\n"));
  CHECK_FALSE(has(run.out, "elements  1025"));
  CHECK(version_of(results("--kernel v9 --size 5000"), "v9_kernel")["notes"] == Json{{"elements", "5000"}});
}
