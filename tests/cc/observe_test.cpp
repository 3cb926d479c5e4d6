/// @file
/// @brief `./lockstep profile` and `./lockstep check-program`: any program of `./lockstep cc` can be looked into.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"
#include "well_formed.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using Json = nlohmann::json;

namespace {

constexpr const char* kProgram = R"(#include <cstdio>
__global__ void copy(const int* a, int* b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void reverse(int* d) {
  __shared__ int s[64];
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = d[t];
  BARRIER;
  d[t] = s[63 - t];
}
int main(int argc, char** argv) {
  int* d = nullptr;
  cudaMalloc(&d, 512);
  cudaMemset(d, 0, 512);
  copy<<<1, 64>>>(d, d + 64);
  for (int i = 0; i < 3; ++i) reverse<<<1, dim3(8, 8)>>>(d);
  reverse<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
  std::printf("said %s\n", argc > 2 ? argv[2] : "nothing");
  return argc > 1 && argv[1][0] == 'f' ? 7 : 0;
}
)";

// Compiles the program, with or without its barrier.
std::string compile(const TemporaryFolder& folder, const char* barrier) {
  std::ofstream(folder / "program.cu") << kProgram;
  const Outcome compiled = cc({"-DBARRIER=" + std::string(barrier), folder / "program.cu", "-o", folder / "program"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  return folder / "program";
}

Outcome observe(const std::vector<std::string>& arguments) { return run_program(LOCKSTEP_BINARY_DIR "/lockstep-observe", arguments); }

}  // namespace

TEST_CASE("a program's launches are counted, and its output and status pass through") {
  const TemporaryFolder folder;
  const std::string program = compile(folder, "__syncthreads()");
  const Outcome outcome = observe({"profile", "--lines", "--json", folder / "out.json", program, "fail", "--json"});
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.code == 7);
  REQUIRE(outcome.err.empty());
  REQUIRE(outcome.out.starts_with("said --json\n"));
  REQUIRE(has(outcome.out, "copy<<<1, 64>>>\n       1  4.0/4.0   4.0/4.0     512          –"));
  REQUIRE(has(outcome.out, "reverse<<<1, (8, 8)>>>\n       3 "));
  REQUIRE(has(outcome.out, "reverse<<<1, 64>>>\n       1 "));
  REQUIRE(has(outcome.out, "    s[t] = d[t];\n"));

  const Json launches = Json::parse(read_file(folder / "out.json"));
  REQUIRE(launches.size() == 5);
  REQUIRE(launches[0].at("kernel") == "copy");
  REQUIRE_FALSE(launches[0].contains("requests"));  // no picture was asked for
  REQUIRE(launches[1].at("block") == Json{8, 8, 1});
  REQUIRE(launches[1].at("counters").at("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum") == 2);
  REQUIRE(launches[1].at("counters").at("lockstep__barriers.sum") == 1);
  REQUIRE(launches[0].at("lines").at(0).at("line") == 2);
}

TEST_CASE("data that is printed stands alone: what the program prints goes to standard error") {
  const TemporaryFolder folder;
  const std::string program = compile(folder, "__syncthreads()");
  const Outcome outcome = observe({"profile", "--lines", "--json", "-", program});
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.code == 0);
  REQUIRE(outcome.err == "said nothing\n");
  REQUIRE(Json::parse(outcome.out).size() == 5);
  REQUIRE_FALSE(std::filesystem::exists("-"));
}

TEST_CASE("without options there is a table only, 80 columns wide") {
  const TemporaryFolder folder;
  const Outcome outcome = observe({"profile", compile(folder, "__syncthreads()")});
  REQUIRE(outcome.succeeded());
  REQUIRE_FALSE(has(outcome.out, "program.cu"));
  std::size_t width = 0;
  for (const char c : outcome.out) {
    width = c == '\n' ? 0 : width + ((static_cast<unsigned char>(c) & 0xc0) != 0x80);
    REQUIRE(width <= 80);
  }
}

TEST_CASE("the first launch is drawn, or that of the kernel that is named") {
  const TemporaryFolder folder;
  const std::string program = compile(folder, "__syncthreads()"), picture = folder / "p.svg";
  const Outcome plain = observe({"profile", program});
  const Outcome first = observe({"profile", "--picture", picture, "--json", folder / "out.json", program});
  CAPTURE(first.err);
  REQUIRE(first.succeeded());
  REQUIRE(first.out == plain.out);
  const std::string copy = read_file(picture);
  REQUIRE(is_well_formed(copy));
  REQUIRE(has(copy, ">copy: what its first warp touches</text>"));
  REQUIRE(has(copy, ">program · copy&lt;&lt;&lt;1, 64&gt;&gt;&gt; · the first 3 accesses of each line, one panel each</text>"));
  REQUIRE(has(
      copy, "<g class=\"request\" data-say=\"line 2 · reads 4 B: 4 sectors, ideal 4\" data-line=\"2\" data-code=\"__global__ void copy("));
  REQUIRE(has(copy, ">from byte 256</text>"));  // of the allocation, where b begins
  const Json requests = Json::parse(read_file(folder / "out.json")).at(0).at("requests");
  REQUIRE(requests.size() == 2);
  REQUIRE(requests[1].at("write") == true);
  REQUIRE(requests[1].at("lanes") == 0xffffffffu);
  REQUIRE(requests[1].at("address").at(31) == 256 + 31 * 4);
  REQUIRE(requests[1].at("sectors") == 4);
  REQUIRE(requests[1].at("ideal_sectors") == 4);

  REQUIRE(observe({"profile", "--kernel", "reverse", "--picture", picture, program}).succeeded());
  const std::string reverse = read_file(picture);
  REQUIRE(has(reverse, ">reverse: what its first warp touches</text>"));
  REQUIRE(has(reverse, "reverse&lt;&lt;&lt;1, (8, 8)&gt;&gt;&gt;"));
  REQUIRE(has(reverse, "1 wavefront, no conflict"));
}

TEST_CASE("the picture, the lines and the data of one access say the same, also where it takes several phases") {
  const TemporaryFolder folder;
  const std::string program = folder / "program", picture = folder / "p.svg";
  std::ofstream(folder / "program.cu") << R"(
__global__ void turn(float4* out) {
  __shared__ float4 s[32];
  const int t = threadIdx.x;
  s[t] = make_float4(t, t, t, t);
  __syncthreads();
  out[t] = s[(t % 4) * 8 + t / 4];
  out[t + 32] = s[t];
}
int main() {
  float4* out;
  cudaMalloc(&out, 1024);
  turn<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
)";
  REQUIRE(cc({folder / "program.cu", "-o", program}).succeeded());
  REQUIRE(observe({"profile", "--picture", picture, "--json", folder / "out.json", program}).succeeded());
  const Json launch = Json::parse(read_file(folder / "out.json")).at(0);
  const auto conflicts_of = [&](unsigned line) {
    for (const Json& one : launch.at("lines"))
      if (one.at("line") == line) return one.at("counters").at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum").get<double>();
    return -1.0;
  };
  REQUIRE(conflicts_of(7) == 12);
  REQUIRE(conflicts_of(8) == 0);
  const std::string svg = read_file(picture);
  REQUIRE(has(svg, "line 7 · reads 16 B: 16 wavefronts, 12 conflicts, in 4 phases of 8 lanes"));
  REQUIRE(has(svg, "line 8 · reads 16 B: 4 wavefronts, no conflict, in 4 phases of 8 lanes"));
  std::vector<Json> loads;
  for (const Json& request : launch.at("requests"))
    if (request.at("shared") == true && request.at("write") == false) loads.push_back(request);
  REQUIRE(loads.size() == 2);
  REQUIRE(loads[0].at("wavefronts") == 16);
  REQUIRE(loads[0].at("bank_conflicts") == 12);
  REQUIRE(loads[0].at("phases").at(1) == Json{{"lanes", 0xff00}, {"wavefronts", 4}, {"crowded_banks", 0xff00}});
  REQUIRE(loads[1].at("wavefronts") == 4);
  REQUIRE(loads[1].at("phases").size() == 4);
}

TEST_CASE("a kernel template is one name, whatever its arguments, and its first launch is drawn") {
  const TemporaryFolder folder;
  const std::string program = folder / "program", picture = folder / "p.svg";
  std::ofstream(folder / "program.cu") << R"(
template <int Stride> __global__ void fill(int* p) { p[Stride * threadIdx.x] = 1; }
__global__ void fill_other(int* p) { p[threadIdx.x] = 1; }
__global__ void nothing() {}
int main() {
  int* p;
  cudaMalloc(&p, 4096);
  nothing<<<1, 32>>>();
  fill_other<<<1, 32>>>(p);
  fill<2><<<1, 32>>>(p);
  fill<8><<<1, 32>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
)";
  REQUIRE(cc({folder / "program.cu", "-o", program}).succeeded());
  REQUIRE(observe({"profile", "--picture", picture, "--kernel", "fill", program}).succeeded());
  REQUIRE(has(read_file(picture), "8 sectors, ideal 4"));
  std::ofstream(picture) << "old";
  const Outcome nothing = observe({"profile", "--picture", picture, program});
  REQUIRE(nothing.code == 2);
  REQUIRE(nothing.err == "lockstep profile: --picture: nothing touched no global or shared memory: there is nothing to draw\n");
  const Outcome wrong = observe({"profile", "--picture", picture, "--kernel", "fil", program});
  REQUIRE(wrong.code == 2);
  REQUIRE(lines(wrong.err) == 1);
  REQUIRE(has(wrong.err, "--kernel fil: the program does not launch it; it launches nothing, fill_other, fill\n"));
  REQUIRE(read_file(picture) == "old");
}

TEST_CASE("a program whose simulator knew less of pictures is to be compiled again, and nothing is drawn") {
  const TemporaryFolder folder;
  const std::string program = folder / "program", picture = folder / "p.svg";
  for (const char* requests : {"", R"(, "requests": [{"file": "a.cu", "line": 1}])"}) {
    std::ofstream(program) << R"(#!/bin/sh
echo '[{"kernel": "k", "grid": [1, 1, 1], "block": [1, 1, 1], "counters": {}, "lines": [])"
                           << requests << "}]' > \"$LOCKSTEP_PROFILE\"\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Outcome outcome = observe({"profile", "--picture", picture, program});
    CAPTURE(requests, outcome.out);
    REQUIRE(outcome.code == 2);
    REQUIRE(outcome.err == "lockstep profile: --picture: the program was made by an older ./lockstep cc: compile it again\n");
    REQUIRE_FALSE(std::filesystem::exists(picture));
  }
}

TEST_CASE("a race is reported on standard error, and is status 1") {
  const TemporaryFolder folder;
  const Outcome racing = observe({"check-program", compile(folder, "(void)0"), "x", "words"});
  CAPTURE(racing.err);
  REQUIRE(racing.code == 1);
  REQUIRE(racing.out == "said words\n");
  REQUIRE(has(racing.err, "lockstep: error: race in kernel reverse"));
  REQUIRE(observe({"check-program", folder / "program", "fail"}).code == 7);

  const Outcome right = observe({"check-program", compile(folder, "__syncthreads()")});
  CAPTURE(right.err);
  REQUIRE(right.succeeded());
  REQUIRE(right.err.empty());
}

TEST_CASE("memory that nothing wrote is zero, as in a program that has just started on a GPU, and the check names who reads it") {
  const TemporaryFolder folder;
  std::ofstream(folder / "program.cu") << R"(#include <cstdio>
__global__ void accumulate(float* sums) {
  __shared__ float s[32];
  extern __shared__ float more[];
  s[threadIdx.x] += 1;
  more[threadIdx.x] += 2;
  sums[threadIdx.x] += s[threadIdx.x] + more[threadIdx.x];
}
int main() {
  float* sums;
  cudaMalloc(&sums, 128);
  accumulate<<<1, 32, 128>>>(sums);
  float last;
  cudaMemcpy(&last, sums + 31, 4, cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
}
)";
  REQUIRE(cc({folder / "program.cu", "-o", folder / "program"}).succeeded());
  REQUIRE(run_program(folder / "program", {}).out == "3\n");

  const Outcome checked = observe({"check-program", folder / "program"});
  CAPTURE(checked.err);
  REQUIRE(checked.code == 1);
  REQUIRE(checked.out == "3\n");
  for (const char* line : {"program.cu:5", "program.cu:6", "program.cu:7"}) REQUIRE(has(checked.err, line));
}

TEST_CASE("a program's race in shared memory is traced in both orders, and the program runs once") {
  const TemporaryFolder folder;
  compile(folder, "(void)0");
  std::ofstream(folder / "program.cu", std::ios::app) << R"(
#include <unistd.h>
const bool counted = [] {  // leaves a letter for each time that the program runs
  std::FILE* const runs = std::fopen("runs", "a");
  std::fputc('x', runs);
  return std::fclose(runs) == 0;
}();
)";
  REQUIRE(cc({"-DBARRIER=(void)0", folder / "program.cu", "-o", folder / "program"}).succeeded());
  const std::string observe_it = "cd " + folder.path().string() + " && " LOCKSTEP_BINARY_DIR "/lockstep-observe profile ";
  const Outcome plain = run_shell(observe_it + "./program fail words");
  const Outcome traced = run_shell(observe_it + "--trace trace.json ./program fail words");
  CAPTURE(traced.out, traced.err);
  CHECK(traced.code == 7);
  CHECK(traced.err.empty());
  CHECK(traced.out == plain.out);
  CHECK(read_file(folder / "runs") == "xx");
  const Json launches = Json::parse(read_file(folder / "trace.json")).at("launches");
  std::vector<std::string> orders;
  for (const Json& launch : launches)
    orders.push_back(launch.at("kernel").get<std::string>() + " " + launch.at("order").get<std::string>());
  REQUIRE(orders == std::vector<std::string>{"copy numbered", "reverse numbered", "reverse reversed", "reverse numbered",
                                             "reverse numbered", "reverse numbered"});
  CHECK(launches[0].at("hazards").empty());
  for (const std::size_t number : {1, 2}) {
    const Json& launch = launches[number];
    const Json& race = launch.at("hazards").at(0);
    CHECK(race.at("kind") == "race");
    const Json& last = launch.at("events").at(race.at("events").at(0).get<std::size_t>());
    const Json& first = launch.at("events").at(race.at("events").at(1).get<std::size_t>());
    CHECK(last.at("array") == first.at("array"));
    CHECK(last.at("warp") != first.at("warp"));
    CHECK((last.at("kind") == "store") != (first.at("kind") == "store"));
  }
}

TEST_CASE("a traced program without a race has each launch once, its input, and no report") {
  const TemporaryFolder folder;
  std::ofstream(folder / "program.cu") << R"(#include <cstdio>
__global__ void say(const int* number) { std::printf("thread %u has %d\n", threadIdx.x, *number); }
int main() {
  int number = 0, *d = nullptr;
  if (std::scanf("%d", &number) != 1) return 3;
  cudaMalloc(&d, 4);
  cudaMemcpy(d, &number, 4, cudaMemcpyHostToDevice);
  say<<<1, 2>>>(d);
  cudaDeviceSynchronize();  // and the memory leaks, which a check would report
}
)";
  REQUIRE(cc({folder / "program.cu", "-o", folder / "program"}).succeeded());
  const Outcome outcome = run_shell("cd " + folder.path().string() +
                                    " && echo 42 | " LOCKSTEP_BINARY_DIR "/lockstep-observe profile --trace trace.json ./program");
  CAPTURE(outcome.out);
  CHECK(outcome.succeeded());
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with("thread 0 has 42\nthread 1 has 42\n\n"));
  const Json launches = Json::parse(read_file(folder / "trace.json")).at("launches");
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].at("hazards").empty());
}

TEST_CASE("a traced program that traps says so once, as ever, and the trace ends there") {
  const TemporaryFolder folder;
  std::ofstream(folder / "program.cu") << R"(
__global__ void trap(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x == 3) __trap();
}
__global__ void reach_out(int* out) { out[threadIdx.x + (1 << 28)] = 1; }
int main(int argc, char**) {
  int* out = nullptr;
  cudaMalloc(&out, 128);
  if (argc > 1) reach_out<<<1, 32>>>(out); else trap<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
)";
  REQUIRE(cc({folder / "program.cu", "-o", folder / "program"}).succeeded());
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"reach_out"}}) {
    std::vector<std::string> plain{"profile", folder / "program"}, traced{"profile", "--trace", folder / "trace.json", folder / "program"};
    plain.insert(plain.end(), words.begin(), words.end());
    traced.insert(traced.end(), words.begin(), words.end());
    const Outcome before = observe(plain), after = observe(traced);
    CAPTURE(words, after.out, after.err);
    CHECK(after.code == 5);
    CHECK(after.err == before.err);
    CHECK(has(after.err, "lockstep: error in kernel "));
    const Json launch = Json::parse(read_file(folder / "trace.json")).at("launches").at(0);
    REQUIRE(launch.at("hazards").size() == 1);
    CHECK(launch.at("hazards").at(0).at("events").at(0) == launch.at("events").size() - 1);
  }
}

TEST_CASE("a program that dies has no profile, and the old file stays") {
  const TemporaryFolder folder;
  std::ofstream(folder / "program.cu") << "#include <csignal>\nint main() { std::raise(SIGKILL); }\n";
  REQUIRE(cc({folder / "program.cu", "-o", folder / "program"}).succeeded());
  std::ofstream(folder / "out.json") << "old";
  const Outcome outcome = observe({"profile", "--json", folder / "out.json", folder / "program"});
  REQUIRE(outcome.code == 128 + 9);
  REQUIRE(lines(outcome.err) == 1);
  REQUIRE(has(outcome.err, "before it could write its profile"));
  REQUIRE(read_file(folder / "out.json") == "old");
}

TEST_CASE("what cannot be looked into is one line and status 2") {
  const TemporaryFolder folder;
  std::ofstream(folder / "text") << "no program\n";
  const std::string program = compile(folder, "__syncthreads()");
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
      {{"profile"}, "which program?"},
      {{"check-program"}, "which program?"},
      {{"profile", folder / "absent"}, "there is no program"},
      {{"check-program", folder / "absent"}, "there is no program"},
      {{"profile", "/bin/ls"}, "was not made by ./lockstep cc"},
      {{"check-program", "/bin/ls"}, "was not made by ./lockstep cc"},
      {{"profile", folder / "text"}, "was not made by ./lockstep cc"},
      {{"profile", "--json", "/nowhere/out.json", program}, "cannot write /nowhere/out.json"},
      {{"profile", "--json"}, "--json needs a value"},
      {{"profile", ""}, "there is no program ''"},
      {{"profile", "--json", "a", "--json", "b", program}, "--json is given twice"},
      {{"profile", "--json", "", program}, "--json needs a value"},
      {{"profile", "--picture", "/nowhere/p.svg", program}, "cannot write /nowhere/p.svg"},
      {{"profile", "--picture", folder / "p.png", program}, "p.png: the name must end in .svg"},
      {{"profile", "--picture"}, "--picture needs a value"},
      {{"profile", "--picture", "-", program}, "--picture -: the name must end in .svg"},
      {{"profile", "--kernel", "copy", program}, "--kernel copy chooses what --picture FILE.svg draws"},
      {{"check-program", "--picture", folder / "p.svg", program}, "--picture is not an option"},
      {{"profile", "--line", program}, "--line is not an option"},
      {{"check-program", "--lines", program}, "--lines is not an option of this command, which has none"},
      {{"frobnicate", program}, "profile and check-program"},
  };
  for (const auto& [arguments, named] : calls) {
    const Outcome outcome = observe(arguments);
    CAPTURE(arguments, outcome.out, outcome.err);
    REQUIRE(outcome.code == 2);
    REQUIRE(outcome.out.empty());
    REQUIRE(lines(outcome.err) == 1);
    REQUIRE(has(outcome.err, named));
    REQUIRE_FALSE(std::filesystem::exists(folder / "p.svg"));
  }
}
