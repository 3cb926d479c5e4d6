/// @file
/// @brief A kernel that runs for a long time is reported while it runs.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "catch.hpp"
#include "device_array.hpp"

namespace {

// For a time: a test has to end.
__global__ void compute(long long nanoseconds) {
  if (blockIdx.x == 0) return;
  const long long start = clock64();
  while (clock64() - start < nanoseconds) {
  }
}
// The compiler reads it once.
__global__ void wait_for_plain_variable(const int* flag, int* out) {
  while (*flag == 0) {
  }
  *out = 1;
}
__global__ void nothing() {}

__global__ void read_for(const volatile int* value, long long nanoseconds, int* sum) {
  int mine = 0;
  for (const long long begin = clock64(); clock64() - begin < nanoseconds;) mine += *value;
  if (threadIdx.x == 0) *sum = mine;
}

}  // namespace

TEST_CASE("a kernel that runs for long is told of once, with how far it is and where, and one that is done is not") {
  setenv("LOCKSTEP_PATIENCE", "1", 1);
  setenv("LOCKSTEP_WORKERS", "1", 1);
  const Ending ending = ending_of([] {
    nothing<<<4, 32>>>();
    cudaDeviceSynchronize();
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    compute<<<2, 1>>>(2'000'000'000);
    cudaDeviceSynchronize();
  });
  unsetenv("LOCKSTEP_PATIENCE");
  unsetenv("LOCKSTEP_WORKERS");
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaSuccess);
  REQUIRE(contains(ending.text,
                   "lockstep: kernel compute has run for 1 s: 1 of 2 blocks have ended\n"
                   "  at this rate it will run for about 1 s more\n"
                   "  thread (0,0,0) of block (1,0,0) is in "));
  REQUIRE(contains(ending.text, "watchdog.cu:21\n  Ctrl-C ends the program\n"));
  REQUIRE_FALSE(contains(ending.text, "nothing changes"));
}

TEST_CASE("a loop that reads one variable for long is told of with the value") {
  setenv("LOCKSTEP_PATIENCE", "1", 1);
  const Ending ending = ending_of([] {
    static DeviceArray<int> value(2, -7);
    read_for<<<1, 32>>>(value.get(), 2'000'000'000, value.get() + 1);
    cudaDeviceSynchronize();
  });
  unsetenv("LOCKSTEP_PATIENCE");
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaSuccess);
  REQUIRE(contains(ending.text, "it reads the same 4 bytes again and again, and -7 is there:\n  does it wait for another thread?\n"));
}

// It never ends: another process runs it, until it has said so.
TEST_CASE("a loop that waits for a plain variable is told of with its line") {
  int output[2];
  REQUIRE(pipe(output) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(output[1], STDERR_FILENO);
    setenv("LOCKSTEP_PATIENCE", "1", 1);
    execl("/proc/self/exe", "engine_tests", "[.endless]", nullptr);
    _exit(1);
  }
  close(output[1]);
  std::string text;
  char buffer[512];
  for (ssize_t bytes = 0; !contains(text, "Ctrl-C") && (bytes = read(output[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(bytes));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(output[0]);
  CAPTURE(text);
  REQUIRE(contains(text,
                   "lockstep: kernel wait_for_plain_variable has run for 1 s: 0 of 1 block has ended\n"
                   "  thread (0,0,0) of block (0,0,0) is in "));
  REQUIRE(contains(text, "watchdog.cu:26\n"));
  REQUIRE(contains(text, "does it wait for a variable that\n  never changes?"));
}

TEST_CASE("runs for ever", "[.endless]") {
  const DeviceArray<int> flag(2);
  wait_for_plain_variable<<<1, 1>>>(flag.get(), flag.get() + 1);
  cudaDeviceSynchronize();
}
