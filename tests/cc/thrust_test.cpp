/// @file
/// @brief Programs that use Thrust and CUB run on the simulator, where Debian's packages of it are installed, and their mistakes are found.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

const fs::path kThrustPrograms = fs::path(LOCKSTEP_SOURCE_DIR) / "tests/cc/programs";

bool lacks_thrust() {
  if (fs::exists("/usr/include/thrust/version.h")) return false;
  std::cout << "skipped here: libthrust-dev is not installed" << std::endl;
  return true;
}

void check_clean(const char* library, const char* name, const std::vector<std::string>& options) {
  const TemporaryFolder folder;
  const std::string program = folder / name;
  std::vector<std::string> words{(kThrustPrograms / library / name).string() + ".cu", "-o", program, "--extended-lambda"};
  words.insert(words.end(), options.begin(), options.end());
  const Outcome compiled = cc(words);
  CAPTURE(name, options, compiled.err);
  REQUIRE(compiled.succeeded());
  REQUIRE(compiled.err.empty());
  const Outcome ran = run_shell("LOCKSTEP_CHECK=1 '" + program + "'");
  CAPTURE(ran.out, ran.err);
  REQUIRE(ran.succeeded());
  REQUIRE(has(ran.out, "passed"));
  REQUIRE(ran.err.empty());
}

/// Mistakes, by the program's argument.
constexpr const char* kThrustMistakes = R"(#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <cstdio>
#include <cstdlib>
struct Add {
  int* sum;
  __device__ void operator()(int i) const {
    *sum += i;
  }
};
int main(int, char** arguments) {
  const int which = std::atoi(arguments[1]);
  thrust::device_vector<int> v(100, 1);
  int* const raw = thrust::raw_pointer_cast(v.data());
  const thrust::counting_iterator<int> zero(0);
  if (which == 0) thrust::for_each(zero, zero + 100, Add{raw});
  if (which == 1) std::printf("%d\n", thrust::reduce(thrust::device, raw, raw + 101));
  if (which == 2) {
    int *p, h[100];
    cudaMalloc(&p, sizeof h);
    std::printf("%d\n", thrust::reduce(thrust::device, p, p + 100));
    cudaFree(p);
  }
  if (which == 3) new thrust::device_vector<int>(10);
  if (which == 4) {
    try {
      thrust::reduce(thrust::device, &which, &which + 1);
    } catch (const std::exception& error) {
      std::printf("caught %s\n", error.what());
      std::fflush(stdout);
      std::_Exit(0);
    }
  }
  if (which == 5) {
    try {
      thrust::device_vector<char> all(std::size_t{1} << 40);
    } catch (const std::bad_alloc&) {
      std::puts("refused");
    }
  }
}
)";

}  // namespace

TEST_CASE("programs that use Thrust give their results, and are clean") {
  if (lacks_thrust()) return;
  for (const char* name : {"memory", "algorithms", "functors"}) check_clean("thrust", name, {});
}

TEST_CASE("programs that use CUB give their results, and are clean") {
  if (lacks_thrust()) return;
  check_clean("cub", "block", {});
  for (const char* part : {"-DREDUCE", "-DSCAN", "-DSORT", "-DSELECT"}) check_clean("cub", "device", {part});
}

TEST_CASE("mistakes in what a program gives to Thrust are reported") {
  if (lacks_thrust()) return;
  const TemporaryFolder folder;
  const std::string source = folder / "program.cu", program = folder / "program";
  std::ofstream(source) << kThrustMistakes;
  const Outcome compiled = cc({source, "-o", program});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());

  const auto check = [&](const char* which) { return run_shell("LOCKSTEP_CHECK=1 '" + program + "' " + which); };
  const std::string race = check("0").err;
  CAPTURE(race);
  REQUIRE(has(race, "race in kernel thrust::for_each,"));
  REQUIRE(has(race, "     11 | *sum += i;"));
  REQUIRE(has(check("1").err, "it reads element 100 (of 4 bytes) of the memory from cudaMalloc"));
  REQUIRE(has(check("2").err, "uninitialised-read in kernel thrust::reduce"));
  REQUIRE(has(check("3").err, "40 bytes from cudaMalloc were never freed"));
  const Outcome host = run_program(program, {"4"});
  CAPTURE(host.err);
  REQUIRE(has(host.out, "caught thrust::reduce: cudaErrorIllegalAddress"));
  REQUIRE(has(host.err, "the kernel read from host memory"));
  REQUIRE(has(run_program(program, {"5"}).out, "refused"));
}

TEST_CASE("without Thrust, a program that includes it is told of the package") {
  const TemporaryFolder folder;
  const std::string source = folder / "program.cu";
  std::ofstream(source) << "\n#include <thrust/no_such_header.h>\nint main() {}\n";
  const Outcome compiled = cc({source, "-o", folder / "program"});
  REQUIRE(!compiled.succeeded());
  REQUIRE(has(compiled.err, source + ":2: error: thrust/no_such_header.h is not installed"));
  REQUIRE(has(compiled.err, "libthrust-dev"));
}

TEST_CASE("without Thrust, a header that has a stand-in here is told of as well, on the program's line") {
  const TemporaryFolder folder;
  const std::string source = folder / "program.cu";
  std::ofstream(source) << "\n#include <thrust/sort.h>\nint main() {}\n";
  // Where Thrust is installed, an empty folder is laid over it.
  const std::string hidden = fs::exists("/usr/include/thrust") ? "bwrap --dev-bind / / --tmpfs /usr/include/thrust " : "";
  const Outcome compiled =
      run_shell(hidden + "env LOCKSTEP_CC_SETTINGS='" LOCKSTEP_BINARY_DIR "/cc.settings' sh '" LOCKSTEP_SOURCE_DIR "/common/sim/cc.sh' '" +
                source + "' -o '" + (folder / "program") + "'");
  CAPTURE(compiled.err);
  REQUIRE(!compiled.succeeded());
  REQUIRE(compiled.err == source + ":2: error: thrust/sort.h is not installed: it is in Debian's packages libthrust-dev and libcub-dev\n");
}

TEST_CASE("Thrust's headers bring along what the toolkit's do") {
  if (lacks_thrust()) return;
  const TemporaryFolder folder;
  std::ofstream(folder / "sort.cu") << R"(#include <thrust/device_vector.h>
#include <thrust/sort.h>
int main() {
  thrust::device_vector<int> v(8, 3), keys(8), counts(8);
  thrust::sort(thrust::device, v.begin(), v.end());
  thrust::reduce_by_key(thrust::device, v.begin(), v.end(), thrust::constant_iterator<int>(1), keys.begin(), counts.begin());
  return counts[0] == 8 ? 0 : 1;
}
)";
  std::ofstream(folder / "names.cu") << R"(#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
int main() {
  const thrust::counting_iterator<int> first(0);
  return thrust::distance(first, first + 3) == 3 && *thrust::constant_iterator<int>(4) == 4 ? 0 : 1;
}
)";
  std::ofstream(folder / "lists.cu") << R"(#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
int main() {
  thrust::host_vector<int> h{3, 1, 2}, copy(h), of_range(h.begin(), h.begin() + 2);
  thrust::device_vector<int> d{5, 6}, of_host = h;
  const std::vector<int> plain{7};
  h = d;
  d = {8, 9, 10};
  swap(copy, of_range);
  thrust::device_vector<int> moved = std::move(of_host), of_plain(plain);
  const bool right = h.size() == 2 && h[1] == 6 && d[2] == 10 && copy.size() == 2 && of_range[2] == 2 && moved[0] == 3 && of_plain[0] == 7;
  return right ? 0 : 1;
}
)";
  for (const std::string name : {"sort", "names", "lists"}) {
    const Outcome compiled = cc({folder / (name + ".cu"), "-o", folder / name});
    CAPTURE(name, compiled.err);
    REQUIRE(compiled.succeeded());
    CHECK(run_program(folder / name, {}).succeeded());
  }
}
