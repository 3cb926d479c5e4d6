/// @file
/// @brief Tests what the command line accepts, and the messages for what it refuses.
#include "harness/cli/options.hpp"

#include <sstream>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "lockstep/usage_error.hpp"
#include "support/text/text.hpp"

using namespace lockstep;

namespace {

/// A lesson that is only asked for its name, its sizes and its versions.
class Catalogue final : public Lesson {
 public:
  explicit Catalogue(int dimensions = 1, const char* type = nullptr, bool takes_tile = false, std::span<const Setting> settings = {})
      : info_{.name = "catalogue",
              .title = "Title",
              .type = type,
              .dimensions = dimensions,
              .simulator_size = {4096},
              .gpu_size = {4096},
              .takes_tile = takes_tile,
              .settings = settings} {
    for (const char* file : {"v0_cpu.cpp", "v1_naive.cu", "v3_shared_memory.cu", "v3_second.cu", "peer_cub.cu"})
      versions_.push_back(describe_version(file, "idea", ""));
    versions_.insert(versions_.begin() + 1, describe_version("v0_cpu.cpp", "idea", "openmp"));
  }
  const LessonInfo& info() const override { return info_; }
  const std::vector<VersionInfo>& versions() const override { return versions_; }
  Cost cost(Size) const override { return {}; }
  std::unique_ptr<Case> make_case(Size, std::uint64_t, InputKind, std::span<const double>) const override { return nullptr; }

 private:
  LessonInfo info_;
  std::vector<VersionInfo> versions_;
};

Options parse(const Lessons& lessons, std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "catalogue");
  return parse_options(lessons, static_cast<int>(arguments.size()), arguments.data());
}

/// A lesson without types.
Lessons plain(int dimensions = 1) {
  Lessons lessons;
  lessons.push_back(std::make_unique<Catalogue>(dimensions));
  return lessons;
}

/// A lesson for float and for short.
Lessons typed() {
  Lessons lessons;
  lessons.push_back(std::make_unique<Catalogue>(1, "float"));
  lessons.push_back(std::make_unique<Catalogue>(1, "short"));
  return lessons;
}

/// A lesson some of whose versions take tiles.
Lessons tiled() {
  Lessons lessons;
  lessons.push_back(std::make_unique<Catalogue>(2, nullptr, true));
  return lessons;
}

/// A lesson with numbers of its own.
Lessons with_settings() {
  static constexpr std::array kSettings{Setting{"iterations", "At most", 500, 0, 2000, true}, Setting{"tolerance", "Relative", 1e-6, 0, 1}};
  Lessons lessons;
  lessons.push_back(std::make_unique<Catalogue>(1, nullptr, false, kSettings));
  return lessons;
}

Options parse(const std::vector<const char*>& arguments, int dimensions = 1) { return parse(plain(dimensions), arguments); }

std::string refusal(const Lessons& lessons, const std::vector<const char*>& arguments) {
  try {
    parse(lessons, arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

std::string refusal(const std::vector<const char*>& arguments, int dimensions = 1) { return refusal(plain(dimensions), arguments); }

/// What a sweep over launch shapes goes through.
template <class Value>
std::vector<Value> swept(const Options& options, Value RunSettings::*which) {
  std::vector<Value> values;
  for (const PointRequest& point : options.points) values.push_back(point.settings.*which);
  return values;
}

std::vector<Size> swept_sizes(const Options& options) {
  std::vector<Size> sizes;
  for (const PointRequest& point : options.points) sizes.push_back(point.size);
  return sizes;
}

using Indices = std::vector<std::size_t>;

}  // namespace

TEST_CASE("Without options all versions run at the lesson's size", "[options]") {
  const Options options = parse({});
  CHECK(options.versions == Indices{0, 1, 2, 3, 4, 5});
  CHECK(options.size == Size{4096});
  CHECK(options.seed == 1);
  CHECK(options.settings.block == 0);
  CHECK(options.settings.grid == 0);
  CHECK(options.settings.reps == 0);
  CHECK_FALSE(options.list);
  CHECK(options.help.empty());
  CHECK(options.sweeps.empty());
  REQUIRE(options.points.size() == 1);
  CHECK(options.points[0].versions == options.versions);
  CHECK(options.points[0].size == options.size);
}

TEST_CASE("Each option reaches its place", "[options]") {
  const Options options = parse({"--size", "1M", "--seed=18446744073709551615", "--block", "96", "--grid", "240", "--reps", "7", "--json",
                                 "j", "--csv", "c", "--plot", "p.svg"});
  CHECK(options.size == Size{1 << 20});
  CHECK(options.seed == ~std::uint64_t{0});
  CHECK(options.settings.block == 96);
  CHECK(options.settings.grid == 240);
  CHECK(options.settings.reps == 7);
  CHECK(options.json() == "j");
  for (std::size_t i = 0; i < kDataFormats.size(); ++i)
    CHECK(options.data[i] == (kDataFormats[i].name == "json" ? "j" : kDataFormats[i].name == "csv" ? "c" : ""));
  CHECK(options.plot == "p.svg");
  CHECK(parse({"--list"}).list);
  CHECK_FALSE(options.profile);
  CHECK_FALSE(options.check);
  CHECK_FALSE(options.lines);
  CHECK(options.picture.empty());
  CHECK(mentions(parse({"--help"}).help, "--kernel"));
}

TEST_CASE("Versions are chosen by name or by its beginning, and come in order", "[options]") {
  CHECK(parse({"--kernel", "v3"}).versions == Indices{3, 4});
  CHECK(parse({"--kernel", "v3_sh"}).versions == Indices{3});
  CHECK(parse({"--kernel", "v0_cpu"}).versions == Indices{0});  // the very name, although another begins with it
  CHECK(parse({"--kernel", "v0"}).versions == Indices{0, 1});
  CHECK(parse({"--kernel", "v3,v1,v1_naive"}).versions == Indices{2, 3, 4});
}

TEST_CASE("An unknown version is refused with the names there are", "[options]") {
  for (const char* choice : {"v9", "v1,v9", "naive", ",v1", "v1,"}) {
    CAPTURE(choice);
    const std::string message = refusal({"--kernel", choice});
    CHECK(mentions(message, "v0_cpu, v0_cpu_openmp, v1_naive, v3_shared_memory, v3_second, peer_cub"));
  }
}

TEST_CASE("Sweeps take a list or a doubling range", "[options]") {
  const Options block = parse({"--sweep", "block=64,96,1024"});
  REQUIRE(block.sweeps.size() == 1);
  CHECK(block.sweeps[0].key == "block");
  CHECK(swept(block, &RunSettings::block) == std::vector<unsigned>{64, 96, 1024});
  CHECK(swept(parse({"--sweep", "grid=1..4"}), &RunSettings::grid) == std::vector<unsigned>{1, 2, 4});
  CHECK(swept_sizes(parse({"--sweep", "size=2^10..2^12"})) == std::vector<Size>{{1024}, {2048}, {4096}});
  CHECK(swept_sizes(parse({"--sweep", "size=2x3,4"}, 2)) == std::vector<Size>{{2, 3}, {4, 4}});
  CHECK(swept(parse({"--sweep", "threads=1..4"}), &RunSettings::threads) == std::vector<unsigned>{1, 2, 4});
}

TEST_CASE("Two sweeps are all pairs, the second one's values inside", "[options]") {
  const Options options = parse({"--sweep", "block=64,128", "--sweep", "grid=1,2,3", "--size", "77"});
  CHECK(swept(options, &RunSettings::block) == std::vector<unsigned>{64, 64, 64, 128, 128, 128});
  CHECK(swept(options, &RunSettings::grid) == std::vector<unsigned>{1, 2, 3, 1, 2, 3});
  CHECK(swept_sizes(options) == std::vector<Size>(6, Size{77}));
  CHECK(options.sweeps[1].values[2].text == "3");
}

TEST_CASE("What a sweep shows is chosen by name", "[options]") {
  CHECK(parse({"--sweep", "block=64", "--show", "time,first"}).shown == std::vector<std::string>{"time", "first"});
  CHECK(parse({"--sweep", "block=64"}).shown.empty());
}

TEST_CASE("Bad input is refused in one line that names the option", "[options]") {
  const auto [arguments, named] = GENERATE(table<std::vector<const char*>, const char*>({
      {{"--size", "0"}, "--size"},
      {{"--size", "-5"}, "'-5'"},
      {{"--size", "abc"}, "2^20"},
      {{"--size", "3x4"}, "lengths"},
      {{"--size"}, "--size"},
      {{"--seed", "-1"}, "--seed -1"},
      {{"--seed", "1.5"}, "--seed"},
      {{"--seed", "18446744073709551616"}, "--seed"},
      {{"--block", "0"}, "1 to 1024"},
      {{"--block", "1025"}, "1 to 1024"},
      {{"--block", "-32"}, "--block -32"},
      {{"--block", "x"}, "--block x"},
      {{"--grid", "0"}, "--grid"},
      {{"--grid", "2147483648"}, "2147483647"},
      {{"--reps", "0"}, "--reps"},
      {{"--reps", "many"}, "--reps"},
      {{"--sweep", "block"}, "block=64"},
      {{"--sweep", "warp=1,2"}, "block=64"},
      {{"--sweep", "=1"}, "block=64"},
      {{"--sweep", "block="}, "--sweep block=: ''"},
      {{"--sweep", "block=0,64"}, "--sweep block=0,64: '0'"},
      {{"--kernel", "v1,"}, "--kernel v1,: a name is missing at a comma"},
      {{"--sweep", "block=64,2048"}, "2048"},
      {{"--sweep", "size=8..4"}, "empty"},
      {{"--sweep", "size=1,x"}, "'x'"},
      {{"--sweep", "block=64", "--block", "32"}, "contradict"},
      {{"--sweep", "grid=64", "--grid", "32"}, "contradict"},
      {{"--sweep", "size=64", "--size", "32"}, "contradict"},
      {{"--sweep", "threads=2", "--threads", "2"}, "--threads and --sweep threads=… contradict"},
      {{"--sweep", "block=64", "--sweep", "block=32"}, "--sweep block=… is there twice"},
      {{"--sweep", "block=64", "--sweep", "grid=32", "--sweep", "size=8"}, "3 sweeps: at most two go together"},
      {{"--sweep", "elements=64"}, "block=64"},
      {{"--sweep", "threads=0"}, "'0'"},
      {{"--threads", "1025"}, "--threads 1025: threads of the CPU must be 1 to 1024"},
      {{"--show", "time"}, "--show chooses what a sweep shows: it needs --sweep"},
      {{"--show", "tme", "--sweep", "block=64"}, "'tme' is not something that a sweep shows; there are time, rate"},
      {{"--plot", "chart.pdf"}, ".svg or .png"},
      {{"--plot", "-"}, "--plot -: the name must end in .svg or .png"},
      {{"--once", "--reps", "2"}, "--once only runs and verifies"},
      {{"--once", "--check"}, "--once only runs and verifies"},
      {{"--counters-at", "many"}, "--counters-at: 'many' is not a size"},
      {{"--counters-at", "64", "--once"}, kOnSimulator ? "--counters-at is for a run that counts" : "--counters-at needs the simulator"},
      {{"--json", "-", "--csv", "-"}, "--json - and --csv - contradict each other"},
      {{"--in", "a", "--out", "-", "--kernel", "v1"}, "--out -: it needs a file"},
      {{"--in", "a"}, "--out"},
      {{"--out", "a"}, "--in"},
      {{"--in", "a", "--out", "b"}, "v1_naive"},
      {{"--in", "a", "--out", "b", "--kernel", "v3"}, "v3_shared_memory, v3_second"},
      {{"--in", "a", "--out", "b", "--kernel", "v1", "--csv", "c"}, "--csv"},
      {{"--in", "a", "--out", "b", "--kernel", "v1", "--json", "j", "--reps", "2"}, "--reps"},
      {{"--in", "a", "--out", "b", "--kernel", "v0", "--json", "j"}, "kernels"},
      {{"--in", "a", "--out", "b", "--kernel", "v1", "--sweep", "block=32"}, "--sweep"},
      {{"--unknown"}, "--unknown"},
      {{"stray"}, "stray"},
  }));
  CAPTURE(arguments);
  const std::string message = refusal(arguments);
  CHECK(mentions(message, named));
  CHECK_FALSE(mentions(message, "\n"));
}

TEST_CASE("What looks into kernels needs the simulator, a version with a kernel, and one run", "[options]") {
  const auto [arguments, named] = GENERATE(table<std::vector<const char*>, const char*>({
      {{"--lines", "--kernel", "v0"}, "there is no kernel in v0_cpu, v0_cpu_openmp; "},
      {{"--profile", "--kernel", "v0_cpu"}, "v1_naive, v3_shared_memory"},
      {{"--check", "--kernel", "v0_cpu"}, "--check"},
      {{"--lines", "--sweep", "block=32,64"}, "--sweep"},
      {{"--picture", "p.svg", "--sweep", "size=32,64", "--kernel", "v1"}, "--sweep"},
      {{"--picture", "p.png", "--kernel", "v1"}, "p.png: the name must end in .svg"},
      {{"--picture", "-", "--kernel", "v1"}, "--picture -: the name must end in .svg"},
      {{"--picture", "p.svg"}, "choose one with --kernel: v1_naive"},
      {{"--picture", "p.svg", "--kernel", "v0,v3"}, "choose one with --kernel: v3_shared_memory, v3_second"},
      {{"--picture", "p.svg", "--kernel", "v0_cpu"}, "no kernel"},
      {{"--in", "a", "--out", "b", "--kernel", "v1", "--lines"}, "--lines"},
      {{"--in", "a", "--out", "b", "--kernel", "v1", "--picture", "p.svg"}, "--picture"},
  }));
  CAPTURE(arguments);
  const std::string message = refusal(arguments);
  CHECK_FALSE(message.empty());
  CHECK(mentions(message, kOnSimulator ? named : "needs the simulator (--backend sim)"));
  CHECK_FALSE(mentions(message, "\n"));
}

TEST_CASE("On the simulator kernels can be looked into", "[options]") {
  if (!kOnSimulator) return;
  const Options options = parse({"--profile", "--check", "--lines", "--picture", "p.svg", "--kernel", "v1"});
  CHECK(options.profile);
  CHECK(options.check);
  CHECK(options.lines);
  CHECK(options.picture == "p.svg");
}

TEST_CASE("Raw files need exactly one version", "[options]") {
  const Options options = parse({"--in", "a", "--out", "b", "--kernel", "v1", "--size", "33", "--block", "64"});
  CHECK(options.in == "a");
  CHECK(options.out == "b");
  CHECK(options.versions == Indices{2});
}

TEST_CASE("The type chooses the lesson, and the first is the default", "[options]") {
  const Lessons lessons = typed();
  CHECK(parse(lessons, {}).lesson == lessons[0].get());
  CHECK(parse(lessons, {"--type", "float"}).lesson == lessons[0].get());
  CHECK(parse(lessons, {"--kernel", "v1", "--type=short"}).lesson == lessons[1].get());
  CHECK(mentions(parse(lessons, {"--help"}).help, "float, short [float]"));
}

TEST_CASE("A type that the lesson has not is refused with those that it has", "[options]") {
  for (const char* type : {"double", "shor", "float,long"}) {
    CAPTURE(type);
    CHECK(mentions(refusal(typed(), {"--type", type}), "there are float, short"));
  }
  CHECK(mentions(refusal({"--type", "float"}), "--type"));
  CHECK_FALSE(mentions(parse({"--help"}).help, "--type"));
}

TEST_CASE("Words that are no options, and options without their values, are refused by name", "[options]") {
  CHECK(refusal({"--sise", "100"}) == "unknown option --sise (--help lists the options)");
  CHECK(refusal({"--sise=100"}) == "unknown option --sise (--help lists the options)");
  CHECK(refusal({"--list", "05"}) == "unexpected argument '05' (--help lists the options)");
  CHECK(refusal({"--size", "5", "--size", "6"}) == "--size is given twice (--help lists the options)");
  for (const char* option : {"--kernel", "--size", "--seed", "--block", "--sweep", "--reps", "--json", "--plot"}) {
    const std::string needs = std::string(option) + " needs a value (--help lists the options)";
    CHECK(refusal({option}) == needs);
    CHECK(refusal({option, "--list"}) == needs);
    CHECK(refusal({option, ""}) == needs);
  }
  CHECK(refusal(typed(), {"--type", ""}) == "--type needs a value (--help lists the options)");
  CHECK(refusal(with_settings(), {"--tolerance", ""}) == "--tolerance needs a value (--help lists the options)");
}

TEST_CASE("The help fits 80 columns", "[options]") {
  std::istringstream help(parse(with_settings(), {"--help"}).help);
  for (std::string line; std::getline(help, line);) {
    CAPTURE(line);
    CHECK(display_width(line) <= kScreenWidth);
  }
}

TEST_CASE("The help says how sizes are written", "[options]") {
  CHECK(mentions(parse({"--help"}, 1).help, "Elements; 1000"));
  CHECK(mentions(parse({"--help"}, 2).help, "Elements, WxH; 1000"));
  CHECK(mentions(parse({"--help"}, 3).help, "Elements, WxHxD; 1000"));
  CHECK_FALSE(mentions(parse({"--help"}, 1).help, "NxN"));
  CHECK(mentions(parse({"--help"}, 2).help, "NxN"));
  CHECK(mentions(parse({"--help"}, 3).help, "NxNxN"));
}

TEST_CASE("A tile has any shape of up to 1024 threads", "[options]") {
  CHECK(parse(tiled(), {}).settings.tile == Tile{});
  CHECK(parse(tiled(), {"--tile", "16x8"}).settings.tile == Tile{16, 8});
  CHECK(parse(tiled(), {"--tile", "1x1024"}).settings.tile == Tile{1, 1024});
  CHECK(parse(tiled(), {"--tile", "16"}).settings.tile == Tile{16, 16});
  const Options options = parse(tiled(), {"--sweep", "tile=4x4,32x8", "--grid", "5"});
  CHECK(options.sweeps[0].key == "tile");
  CHECK(swept(options, &RunSettings::tile) == std::vector<Tile>{{4, 4}, {32, 8}});
  CHECK(swept(options, &RunSettings::grid) == std::vector<unsigned>{5, 5});
  CHECK(swept(parse(tiled(), {"--sweep", "tile=2x4..8x16"}), &RunSettings::tile) == std::vector<Tile>{{2, 4}, {4, 8}, {8, 16}});
}

TEST_CASE("What is no tile is refused in one line", "[options]") {
  const auto [arguments, named] = GENERATE(table<std::vector<const char*>, const char*>({
      {{"--tile", "0x4"}, "--tile 0x4: a tile is a block of WxH threads, 1 to 1024 in all"},
      {{"--tile", "64x32"}, "--tile 64x32: a tile is"},
      {{"--tile", "33x32"}, "--tile 33x32: a tile is"},
      {{"--tile", "2049x2^61"}, "--tile 2049x2^61: a tile is"},
      {{"--tile", "4x4x4"}, "--tile 4x4x4: a tile is"},
      {{"--tile", "x"}, "--tile x: a tile is"},
      {{"--tile", "8x8", "--block", "64"}, "--block and --tile contradict"},
      {{"--tile", "8x8", "--sweep", "block=64"}, "--block and --tile contradict"},
      {{"--block", "64", "--sweep", "tile=8x8"}, "--block and --tile contradict"},
      {{"--tile", "8x8", "--sweep", "tile=4x4"}, "--tile and --sweep tile=… contradict"},
      {{"--sweep", "tile=8x8,64x64"}, "--tile 64x64: a tile is"},
      {{"--sweep", "tile=8x"}, "--sweep tile=8x: '' is not a size"},
      {{"--sweep", "tiles=8x8"}, "block=64,128,256 or grid=… or tile=8x8,16x16 or threads=… or size=2^10..2^20 (a range doubles)"},
  }));
  CAPTURE(arguments);
  const std::string message = refusal(tiled(), arguments);
  CHECK(mentions(message, named));
  CHECK_FALSE(mentions(message, "\n"));
}

TEST_CASE("Lessons without tiles know nothing of them", "[options]") {
  CHECK(mentions(refusal({"--tile", "8x8"}), "--tile"));
  CHECK(refusal({"--sweep", "tile=8x8"}) ==
        "--sweep tile=8x8: write block=64,128,256 or grid=… or threads=… or size=2^10..2^20 (a range doubles)");
  CHECK_FALSE(mentions(parse({"--help"}).help, "tile"));
  CHECK(mentions(parse(tiled(), {"--help"}).help, "--tile"));
}

TEST_CASE("Lessons without files know nothing of them", "[options]") {
  CHECK(mentions(refusal({"--input", "f"}), "--input"));
  CHECK(mentions(refusal({"--output", "f"}), "--output"));
  CHECK_FALSE(mentions(parse({"--help"}).help, "--input"));
}

TEST_CASE("A lesson's settings are options, with presets", "[options][settings]") {
  CHECK(parse({}).lesson_settings.empty());
  CHECK(parse(with_settings(), {}).lesson_settings == std::vector{500, 1e-6});
  CHECK(parse(with_settings(), {"--tolerance", "0.25"}).lesson_settings == std::vector{500, 0.25});
  CHECK(parse(with_settings(), {"--tolerance", "1e-3", "--iterations", "0"}).lesson_settings == std::vector{0, 1e-3});
  CHECK(parse(with_settings(), {"--iterations", "2000"}).lesson_settings == std::vector{2000, 1e-6});
  const std::string help = parse(with_settings(), {"--help"}).help;
  for (const char* part : {"--iterations", "At most [500]", "--tolerance", "Relative [1e-06]"}) CHECK(mentions(help, part));
}

TEST_CASE("What is no value of a setting is refused in one line", "[options][settings]") {
  for (const char* text : {"-1", "2001", "1.5", "x", "nan", "inf", "3x", "0x10"}) {
    CAPTURE(text);
    const std::string message = refusal(with_settings(), {"--iterations", text});
    CHECK(mentions(message, "--iterations"));
    CHECK_FALSE(mentions(message, "\n"));
  }
  CHECK(refusal(with_settings(), {"--iterations", "2001"}) == "--iterations must be a whole number from 0 to 2000, got 2001");
  CHECK(refusal(with_settings(), {"--tolerance", "2"}) == "--tolerance must be a number from 0 to 1, got 2");
  CHECK(mentions(refusal(with_settings(), {"--tolerance", "nan"}), "got nan"));
  CHECK(mentions(refusal({"--iterations", "5"}), "--iterations"));
}

TEST_CASE("Where there is one version, it is named as the only one", "[options]") {
  CHECK_THROWS_WITH(choose_versions({describe_version("exercise.cu", "idea", "")}, "v3"),
                    "--kernel v3: there is no such version; there is only exercise");
}
