/// @file
/// @brief The old documents' experiments, each by the command of its lesson's Notes page, at small sizes: what the command promises is
/// there.
#include <algorithm>
#include <ranges>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ladder.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"

using lockstep::TemporaryFolder;
using lockstep::testing::LessonRun;
using lockstep::testing::start_lesson;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

namespace {

/// A command, and what its answer must have.
struct Experiment {
  std::string lesson;
  Words words;
  std::size_t points;    ///< of the sweep; 1 without one
  Words versions;        ///< all of them
  Words printed;         ///< parts of the tables
  std::string map_of{};  ///< what a drawing must name; empty where none is asked for
};

const std::vector<Experiment> kExperiments{
    // Dot product, 2013: blocks of 128, 256 and 512 at a grid of 240.
    {"04_dot_product",
     {"--kernel", "v0_cpu,lock_and_tree", "--sweep", "block=128,256,512", "--grid", "240", "--size", "2^12"},
     3,
     {"v0_cpu", "lock_and_tree"},
     {"block         ", "128      256      512", "Wavefronts of shared memory", "Barriers of blocks", "Atomic operations of lanes"},
     "lock_and_tree"},
    // Cholesky, 2013: threads as strides, and sizes, for both kernels.
    {"08_cholesky",
     {"--kernel", "v0_cpu,v1,v2", "--size", "48", "--sweep", "block=32,64,128"},
     3,
     {"v0_cpu", "v1_naive", "v2_coalesced"},
     {"Sectors of global memory", "Bytes moved over bytes needed"},
     "v2_coalesced"},
    {"08_cholesky",
     {"--kernel", "v0_cpu,v1,v2", "--sweep", "size=16..64"},
     3,
     {"v0_cpu", "v1_naive", "v2_coalesced"},
     {"Median times in milliseconds", "size", "16", "64"},
     "v1_naive"},
    // A sweep of all versions goes on where one cannot take a value.
    {"08_cholesky", {"--size", "40", "--sweep", "block=64,1024"}, 2, {"v0_cpu", "v2_coalesced", "v3_shared_memory"}, {"was skipped"}},
    // The slides' seven reductions.
    {"03_reduction",
     {"--kernel", "v2,v3,v4,v6,v7,v8,v11", "--sweep", "size=2^14"},
     1,
     {"v2_shared_memory", "v3_strided_index", "v4_sequential", "v6_coalesced", "v7_last_warp", "v8_unrolled", "v11_one_wave"},
     {"size 16384", "sectors", "moved/", "wavefr.", "barriers"}},
    {"03_reduction", {"--kernel", "v0_cpu,one_thread", "--size", "2^10"}, 1, {"v0_cpu", "one_thread"}, {"one_thread"}},
    {"03_reduction",
     {"--kernel", "v2,v4,v6,v7", "--size", "5000", "--sweep", "block=96,192"},
     2,
     {"v2_shared_memory", "v4_sequential", "v6_coalesced", "v7_last_warp"},
     {"96      192"}},
    // Conjugate gradients: a search for block and elements, and weak scaling by the time of an iteration.
    {"09_conjugate_gradient",
     {"--kernel", "v0_cpu,v5", "--size", "96", "--sweep", "block=32,64", "--sweep", "elements=16,32,96"},
     6,
     {"v0_cpu", "v5_atomic_combine"},
     {"v5_atomic_combine · ", "Atomic operations of lanes, elements across", "16       32       96"},
     "v5_atomic_combine"},
    {"05_matrix_vector",
     {"--kernel", "v4", "--size", "200", "--sweep", "block=64..128", "--sweep", "elements=32..128"},
     6,
     {"v4_atomic_combine"},
     {"elements across", "32       64      128"},
     "v4_atomic_combine"},
    {"09_conjugate_gradient",
     {"--kernel", "v0_cpu,v5", "--sweep", "size=32..128"},
     3,
     {"v0_cpu", "v5_atomic_combine"},
     {"Milliseconds of an iteration", "Median times in milliseconds"},
     "v0_cpu"},
    // The table of short and float: CPU, tiled, tiled in shared memory.
    {"06_matrix_multiply",
     {"--kernel", "cpu_ijl,v2,v3", "--size", "48", "--tile", "16x16", "--type", "short,float"},
     2,
     {"cpu_ijl", "v2_coalesced", "v3_shared_memory"},
     {"type", "short    float", "Median times in milliseconds"},
     "v3_shared_memory"},
    // Levinson–Durbin: sizes, threads of the CPU, the report's design.
    {"10_durbin",
     {"--kernel", "v0", "--sweep", "size=10,100,300"},
     3,
     {"v0_cpu", "v0_cpu_openmp", "v0_cpu_polybench"},
     {"Median times in milliseconds", "Times as fast as v0_cpu", "10      100      300"},
     "v0_cpu_polybench"},
    {"10_durbin",
     {"--kernel", "v0_cpu,v0_cpu_openmp", "--size", "200", "--sweep", "threads=1,2"},
     2,
     {"v0_cpu", "v0_cpu_openmp"},
     {"threads", "1        2"}},
    {"10_durbin",
     {"--kernel", "device_scalars", "--size", "64", "--profile"},
     1,
     {"device_scalars"},
     {"share of", "calls", "127 launches", "63 launches: total and mean"}},
};

const Json& runs_of(const Json& said, std::size_t i) { return said.contains("runs") ? said.at("runs").at(i) : said; }

/// Each version is there at each point, and was verified or says why it was skipped; kernels were counted, the CPU was timed.
void check_point(const Json& point, const Experiment& experiment) {
  for (const std::string& name : experiment.versions) {
    CAPTURE(name);
    const Json& versions = point.at("versions");
    const auto version = std::ranges::find(versions, name, [](const Json& one) { return one.at("name").get<std::string>(); });
    REQUIRE(version != versions.end());
    if (version->contains("skipped")) continue;
    CHECK(version->at("verified") == true);
    const bool on_cpu = version->at("time_ms").is_object();
    CHECK((on_cpu || version->contains("counters")));  // on a GPU all are timed
    if (on_cpu) CHECK(version->at("time_ms").at("median").get<double>() > 0);
  }
}

}  // namespace

TEST_CASE("Experiments: each command of the old documents prints its columns, at small sizes", "[experiments]") {
  for (const Experiment& experiment : kExperiments) {
    const TemporaryFolder folder;
    Words words = experiment.words;
    if (!experiment.map_of.empty()) words.insert(words.end(), {"--plot", folder / "plot.svg"});
    const LessonRun run = start_lesson(experiment.lesson, words);
    CAPTURE(experiment.lesson, words, run.outcome.out, run.outcome.err);
    REQUIRE(run.outcome.succeeded());
    const bool on_simulator = run.json.at("backend") == "sim";  // where counters are shown; a GPU's times have tests of their own
    for (const std::string& part : experiment.printed)
      if (on_simulator) CHECK(run.outcome.out.find(part) != std::string::npos);
    std::istringstream lines(run.outcome.out);
    for (std::string line; std::getline(lines, line);) CHECK(lockstep::display_width(line) <= 80);
    CHECK((run.json.contains("runs") ? run.json.at("runs").size() : 1) == experiment.points);
    for (std::size_t i = 0; i < experiment.points; ++i) check_point(runs_of(run.json, i), experiment);
    if (!experiment.map_of.empty()) CHECK(lockstep::read_file(folder / "plot.svg").find(experiment.map_of) != std::string::npos);
  }
}
