/// @file
/// @brief `./lockstep cc`: programs that were not written for the simulator run on it, and mistakes get one clear line.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

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

const fs::path kSources = fs::path(LOCKSTEP_SOURCE_DIR) / "tests/cc/programs";

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("CUDA programs that were not written for the simulator run on it") {
  const TemporaryFolder folder;
  for (const char* name :
       {"vector_add", "transpose", "histogram", "scan", "macros", "reduce_streams_graph", "driver_api", "headers", "nested_launches"}) {
    CAPTURE(name);
    const std::string program = folder / name;
    const Outcome compiled = cc({(kSources / name).string() + ".cu", "-o", program, "-arch=sm_90", "-O2", "-lineinfo"});
    CAPTURE(compiled.err);
    REQUIRE(compiled.succeeded());
    REQUIRE(compiled.err.empty());
    const Outcome ran = run_program(program, {});
    CAPTURE(ran.out, ran.err);
    REQUIRE(ran.succeeded());
    REQUIRE(ran.out.starts_with("passed"));
  }
}

TEST_CASE("several files become one program") {
  const TemporaryFolder folder;
  write(folder / "kernel.cu",
        "#include FILL\n__global__ void fill(int* p) { p[threadIdx.x] = VALUE; }\nvoid launch(int* p) { fill<<<1, 8>>>(p); }\n");
  write(folder / "empty.h", "\n");
  write(folder / "main.cpp",
        "#include <cuda_runtime.h>\nvoid launch(int*);\n"
        "int main() { int* p; cudaMallocManaged(&p, 32); launch(p); cudaDeviceSynchronize(); return p[7]; }\n");
  const Outcome object =
      cc({"-c", folder / "kernel.cu", "-o", folder / "kernel.o", "-DVALUE=42", "-D", "FILL=<empty.h>", "-I", folder / ""});
  CAPTURE(object.err);
  REQUIRE(object.succeeded());
  const Outcome linked = cc({folder / "main.cpp", folder / "kernel.o", "-o", folder / "program"});
  CAPTURE(linked.err);
  REQUIRE(linked.succeeded());
  REQUIRE(run_program(folder / "program", {}).code == 42);
}

TEST_CASE("variables of several files lie apart, and are called by their names") {
  const TemporaryFolder folder;
  write(folder / "one.cu", "__device__ int x[4];\n__global__ void set(int i) { x[i] = 1; }\nvoid launch() { set<<<1, 1>>>(4); }\n");
  write(folder / "two.cu",
        "static __device__ int x[4], f;\nvoid launch();\n__global__ void set_own(int i) { x[i] = (&f)[i + 1]; }\n"
        "int main() { launch(); set_own<<<1, 1>>>(-1); cudaDeviceSynchronize(); }\n");
  REQUIRE(cc({folder / "one.cu", folder / "two.cu", "-o", folder / "program"}).succeeded());
  const Outcome ran = run_shell("LOCKSTEP_CHECK=1 '" + (folder / "program") + "'");
  CAPTURE(ran.err);
  REQUIRE(ran.code == 1);
  REQUIRE(ran.err.find("element 4 (of 4 bytes) of the __device__ variable x, which has 4: 0\n  to 3") != std::string::npos);
  REQUIRE(ran.err.find("element -1 (of 4 bytes) of the __device__ variable x") != std::string::npos);
  REQUIRE(ran.err.find("lockstep: 2 errors") != std::string::npos);
}

TEST_CASE("a mistake in the source is reported on its line, and the old program stays") {
  const TemporaryFolder folder;
  write(folder / "program", "old");
  SECTION("C++") {
    write(folder / "bad.cu", "__global__ void k(int* p) {\n  *p = undefined_name;\n}\nint main() { k<<<1, 1>>>(nullptr); }\n");
    const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "program"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 1);
    REQUIRE(outcome.err.find("bad.cu:2:") != std::string::npos);
    REQUIRE(outcome.err.find("undefined_name") != std::string::npos);
  }
  SECTION("CUDA") {
    write(folder / "bad.cu", "__global__ void k() {}\n\nint main() { k<<<1>>>(); }\n");
    const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "program"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 1);
    REQUIRE(outcome.err.find("bad.cu:3") != std::string::npos);
  }
  SECTION("what nvcc refuses") {
    const char* const source = GENERATE("__device__ int none[0];\n", "constexpr int kNone = 0;\n__device__ int one[1], none[kNone];\n",
                                        "__global__ void k() { __shared__ int none[0]; none[0] = 1; }\n");
    write(folder / "bad.cu", std::string(source) + "int main() {}\n");
    const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "program"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 1);
    REQUIRE(outcome.err.find("zero-sized") != std::string::npos);
    REQUIRE(outcome.err.find("bad.cu:") != std::string::npos);
  }
  SECTION("an atomic function in host code") {
    write(folder / "bad.cu", "int main() {\n  int x = 0;\n  atomicAdd(&x, 1);\n}\n");
    const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "program"});
    REQUIRE(outcome.code == 1);
    REQUIRE(outcome.err == (folder / "bad.cu") +
                               ":3: error: atomicAdd() is a device function, which host code cannot call; "
                               "use a cuda::atomic_ref there\n");
  }
  SECTION("a function that the simulator does not have") {
    write(folder / "bad.cu",
          "int main() {\n  struct cudaExternalMemoryHandleDesc external;\n  cudaMalloc(&external);\n  return cudaLibraryUnload(library) + "
          "cudaLibraryUnload(library) + cudaMaloc(4);\n}\n");
    const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "program"});
    REQUIRE(outcome.code == 1);
    const std::string place = folder / "bad.cu";
    CAPTURE(outcome.err);
    REQUIRE(outcome.err.starts_with(place + ":2: error: the simulator has no cudaExternalMemoryHandleDesc\n" + place +
                                    ":4: error: the simulator has no cudaLibraryUnload"));
    REQUIRE(outcome.err.ends_with("\n" + place + ":4: error: the simulator has no cudaMaloc; the nearest name it has is cudaMalloc\n"));
    REQUIRE(lines(outcome.err) == 3);
  }
  std::ifstream old(folder / "program");
  std::string text;
  old >> text;
  REQUIRE(text == "old");
}

TEST_CASE("wrong usage gets one line and status 2") {
  const std::vector<std::string> call = GENERATE(values<std::vector<std::string>>({
      {},
      {"-o"},
      {"-o", "", "x.cu"},
      {"", "-o", "x"},
      {"no_such_file.cu", "-o", "x"},
      {"--frobnicate", "x.cu"},
      {"notes.txt"},
  }));
  const Outcome outcome = cc(call);
  CAPTURE(outcome.err);
  REQUIRE(outcome.code == 2);
  REQUIRE(lines(outcome.err) == 1);
  REQUIRE(outcome.err.starts_with("lockstep cc: "));
}

TEST_CASE("a place where no program can be is told in one line") {
  const TemporaryFolder folder;
  write(folder / "empty.cu", "int main() {}\n");
  const auto refusal = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{folder / "empty.cu"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = cc(words);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK(refusal({"-o", folder.path()}) == "lockstep cc: -o " + folder.path().string() + " is a folder\n");
  CHECK(refusal({"-o", "/nowhere/x"}) == "lockstep cc: cannot write /nowhere/x: No such file or directory\n");
  CHECK(refusal({"-c", "-o", "/nowhere/x.o"}) == "lockstep cc: cannot write /nowhere/x.o: No such file or directory\n");
}

TEST_CASE("an output that is a device is written to, and stays what it is") {
  const TemporaryFolder folder;
  write(folder / "empty.cu", "int main() {}\n");
  const fs::path pipe = folder / "pipe";
  const Outcome outcome = run_shell("cd '" + folder.path().string() +
                                    "' && mkfifo pipe && { timeout 20 cat pipe >object & env LOCKSTEP_CC_SETTINGS='" LOCKSTEP_BINARY_DIR
                                    "/cc.settings' sh '" LOCKSTEP_SOURCE_DIR "/common/sim/cc.sh' -c empty.cu -o pipe; wait; }");
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  CHECK(fs::is_fifo(pipe));
  CHECK(fs::file_size(folder / "object") > 0);
}

TEST_CASE("the device has as much memory as LOCKSTEP_MEMORY says") {
  const TemporaryFolder folder;
  write(folder / "total.cu",
        "#include <cstdio>\nint main() {\n  std::size_t free = 0, total = 0;\n  cudaMemGetInfo(&free, &total);\n"
        "  std::printf(\"%zu\", total);\n}\n");
  REQUIRE(cc({folder / "total.cu", "-o", folder / "total"}).succeeded());
  const auto total = [&](const std::string& size) { return run_shell("LOCKSTEP_MEMORY='" + size + "' '" + (folder / "total") + "'"); };
  CHECK(total("3000").out == "3000");
  CHECK(total("512M").out == "536870912");
  CHECK(total("2^30").out == "1073741824");
  CHECK(total("512G").out == "549755813888");
  for (const char* size : {"", "0", "-1", "12Q", "1.5G", "513G", "2^63", "99999999999999999999"}) {
    const Outcome outcome = total(size);
    CAPTURE(size, outcome.out);
    CHECK(outcome.code == 2);
    CHECK(outcome.err ==
          std::string("lockstep: error: LOCKSTEP_MEMORY must be a size such as 512M or 8G, at most 512G, got '") + size + "'\n");
  }
}

TEST_CASE("host code that touches device memory is told what to do instead") {
  const TemporaryFolder folder;
  write(folder / "touch.cu",
        "#include <cstdio>\nint main() {\n  int* device = nullptr;\n  cudaMalloc(&device, 64);\n"
        "  device[3] = 1;\n  std::puts(\"not reached\");\n}\n");
  REQUIRE(cc({folder / "touch.cu", "-o", folder / "touch"}).succeeded());
  const Outcome outcome = run_program(folder / "touch", {});
  CAPTURE(outcome.err);
  REQUIRE(outcome.end == Outcome::End::signalled);
  REQUIRE(outcome.out.empty());
  for (const char* part : {"host code touched device memory", "touch.cu:5", "cudaMalloc", "64", "cudaMemcpy"}) {
    CAPTURE(part);
    REQUIRE(outcome.err.find(part) != std::string::npos);
  }
}

TEST_CASE("host code that touches a variable of the device is told what to do instead") {
  const TemporaryFolder folder;
  write(folder / "touch.cu",
        "#include <cstdio>\n__device__ int count;\n__constant__ float factors[4];\n__managed__ int both;\n"
        "__global__ void k() { count = 3; }\nint main(int argc, char**) {\n  k<<<1, 1>>>();\n  cudaDeviceSynchronize();\n"
        "  both = argc;\n  std::puts(\"reached\");\n  if (argc == 1) std::printf(\"%d\\n\", count);\n"
        "  factors[argc] = 1;\n}\n");
  const Outcome compiled = cc({folder / "touch.cu", "-o", folder / "touch"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  struct Touch {
    const char* argument;
    std::string said;
  };
  for (const Touch& touch : {Touch{"", "host code read the __device__ variable count in touch.cu:11\n"},
                             Touch{"x", "host code wrote to the __constant__ variable factors in touch.cu:12\n"}}) {
    const Outcome outcome = run_shell("cd '" + (folder / "") + "' && ./touch " + touch.argument);
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 1);
    REQUIRE(outcome.out == "reached\n");
    REQUIRE(outcome.err.starts_with("lockstep: error: " + touch.said));
    REQUIRE(lines(outcome.err) == 3);
  }
}

TEST_CASE("a kernel that calls a host function is refused, as by nvcc") {
  const TemporaryFolder folder;
  write(folder / "bad.cu",
        "static int successor(int x) { return x + 1; }\n\n__global__ void k(int* p) { *p = successor(*p); }\nint main() { return "
        "successor(-1); }\n");
  const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "bad"});
  CAPTURE(outcome.err);
  REQUIRE(outcome.code == 1);
  REQUIRE(outcome.err.ends_with(
      "bad.cu:3: error: successor() is a host function, which device code cannot call; declare it __host__ __device__\n"));
  REQUIRE(lines(outcome.err) == 1);
}

TEST_CASE("where a parenthesis is missing, the compiler's message is about that alone") {
  const TemporaryFolder folder;
  for (const char* head : {"for (int i = 0; i < n; ++i", "for (int i = 0; i < n; ++i {", "if (n > 1", "while (n > 1 {"}) {
    write(folder / "open.cu", std::string("__global__ void k(int* p, int n) {\n  ") + head +
                                  "\n    p[n--] = 1;\n  p[n] = 2;\n}\nint main() { k<<<1, 1>>>(nullptr, 0); }\n");
    const Outcome outcome = cc({folder / "open.cu", "-o", folder / "open"});
    CAPTURE(head, outcome.err);
    CHECK(outcome.code == 1);
    CHECK(outcome.err.find("error: expected ") != std::string::npos);
    CHECK(outcome.err.find("sim::step") == std::string::npos);
  }
}

TEST_CASE("an object that a function returns by its name is not copied") {
  const TemporaryFolder folder;
  write(folder / "owner.cu",
        "struct Event {\n  cudaEvent_t event;\n  Event() { cudaEventCreate(&event); }\n  ~Event() { cudaEventDestroy(event); }\n};\n"
        "Event record() {\n  Event made;\n  cudaEventRecord(made.event, 0);\n  return made;\n}\n"
        "int main() {\n  Event event = record();\n  return cudaEventSynchronize(event.event);\n}\n");
  REQUIRE(cc({folder / "owner.cu", "-o", folder / "owner"}).succeeded());
  REQUIRE(run_program(folder / "owner", {}).succeeded());
}

TEST_CASE("lanes that add up in shared memory without a barrier come to a GPU's answer, and the check tells of the race") {
  const TemporaryFolder folder;
  write(folder / "sum.cu", R"(#include <cstdio>
__global__ void sum(int* out) {
  __shared__ int a[32];
  const int t = threadIdx.x;
  a[t] = t;
  for (int d = 16; d > 0; d >>= 1) if (t < d) a[t] += a[t + d];
  if (t == 0) out[0] = a[0];
}
__global__ void scan(int* out) {
  __shared__ int a[32];
  const int t = threadIdx.x;
  a[t] = t;
  for (int d = 1; d < 32; d <<= 1) if (t >= d) a[t] += a[t - d];
  if (t == 31) out[1] = a[31];
}
int main() {
  int* out;
  cudaMallocManaged(&out, 8);
  sum<<<1, 32>>>(out);
  scan<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", out[0], out[1]);
  cudaFree(out);
}
)");
  REQUIRE(cc({folder / "sum.cu", "-o", folder / "sum"}).succeeded());
  CHECK(run_program(folder / "sum", {}).out == "496 496\n");
  CHECK(lockstep::run_shell("LOCKSTEP_CHECK=1 '" + (folder / "sum") + "' 2>&1").out.find("race") != std::string::npos);
}

TEST_CASE("programs as textbooks have them compile as they are") {
  const TemporaryFolder folder;
  write(folder / "book.cu",
        "__global__ void k(long long* p) { *p = clock() + clock64(); }\nint main() {\n  long long* p;\n  cudaMalloc(&p, 8);\n"
        "  void* arguments[] = {&p};\n  if (cudaLaunchKernel((void*)k, dim3(1), dim3(1), arguments) != cudaSuccess) return 1;\n"
        "  if (cudaLaunchCooperativeKernel((void*)k, dim3(1), dim3(1), arguments) != cudaSuccess) return 2;\n"
        "  return cudaDeviceSynchronize();\n}\n");
  const Outcome compiled = cc({folder / "book.cu", "-o", folder / "book"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  REQUIRE(run_program(folder / "book", {}).succeeded());
}
