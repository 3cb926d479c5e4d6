/// @file
/// @brief Programs of `./lockstep cc` that end without waiting for their kernels: those run, in order, and one line says what a GPU does.
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

constexpr const char* kUnattended = R"(#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>
__global__ void hello(int i) { printf("hello %d\n", i); }
__global__ void quiet(int* p) { *p = 1; }
__global__ void stray(int* p) { p[1 << 20] = 1; }
struct Launches { ~Launches() { hello<<<1, 1>>>(3); } };
struct Waits {
  ~Waits() {
    hello<<<1, 1>>>(4);
    cudaDeviceSynchronize();
    std::puts("waited");
  }
};
int main(int, char** words) {
  const std::string how = words[1];
  int* p = nullptr;
  cudaMalloc(&p, sizeof *p);
  if (how == "quiet") return quiet<<<1, 1>>>(p), 0;
  if (how == "launches") static Launches at_end;
  if (how == "waits") static Waits at_end;
  if (how == "sleeps") {
    cudaEvent_t done;
    cudaEventCreate(&done);
    quiet<<<1, 1>>>(p);
    cudaEventRecord(done);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    return std::puts(cudaGetErrorName(cudaEventQuery(done))), 0;
  }
  hello<<<1, 1>>>(1);
  hello<<<1, 1>>>(2);
  std::puts("main ends");
  if (how == "waits") cudaDeviceSynchronize();
  if (how == "stray") stray<<<1, 1>>>(p);
  if (how == "exit") std::exit(5);
  if (how == "free") cudaFree(p);
  if (how == "_exit") _exit(0);
  if (how == "lives") std::this_thread::sleep_for(std::chrono::milliseconds(500));
  if (how == "forks" && (std::fflush(stdout), fork()) == 0) std::exit(0);
  return 0;
}
)";

constexpr const char* kLate = "lockstep: nothing waited for kernel hello: a GPU usually loses what it printed\n";

struct Case {
  const char* how;
  const char* out;
  const char* err;
  int status;
};

}  // namespace

TEST_CASE("a program that ends without waiting runs what it queued, in order") {
  static const TemporaryFolder folder;
  static const bool compiled = [] {
    std::ofstream(folder / "program.cu") << kUnattended;
    return cc({folder / "program.cu", "-o", folder / "program"}).succeeded();
  }();
  REQUIRE(compiled);
  const Case expected = GENERATE(values<Case>({
      {"return", "main ends\nhello 1\nhello 2\n", kLate, 0},
      {"exit", "main ends\nhello 1\nhello 2\n", kLate, 5},
      {"forks", "main ends\nhello 1\nhello 2\n", kLate, 0},
      {"launches", "main ends\nhello 1\nhello 2\nhello 3\n", kLate, 0},
      {"waits", "main ends\nhello 1\nhello 2\nhello 4\nwaited\n", "", 0},
      {"lives", "main ends\nhello 1\nhello 2\n", "", 0},
      {"free", "main ends\nhello 1\nhello 2\n", "", 0},
      {"quiet", "", "", 0},
      {"sleeps", "cudaErrorNotReady\n", "", 0},  // nothing in it could wait without a call
      {"_exit", "", "", 0},
  }));
  CAPTURE(expected.how);
  const Outcome outcome = run_program(folder / "program", {expected.how});
  CHECK(outcome.out == expected.out);
  CHECK(outcome.err == expected.err);
  CHECK(outcome.end == Outcome::End::exited);
  CHECK(outcome.code == expected.status);

  const Outcome stray = run_program(folder / "program", {"stray"});
  CHECK(stray.out == "main ends\nhello 1\nhello 2\n");
  CHECK(stray.err.find("lockstep: error in kernel stray: an illegal memory access") != std::string::npos);
}
