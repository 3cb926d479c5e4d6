/// @file
/// @brief A program with one mistake in a kernel, which then ends in one of many ways.
#include "ends.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

__global__ void set(int* data) { data[threadIdx.x] = 1; }

// "exit 3" is the verb exit with the number 3.
std::pair<std::string, int> split(const std::string& how) {
  const std::size_t space = how.find(' ');
  return {how.substr(0, space), space == std::string::npos ? 0 : std::stoi(how.substr(space))};
}

// A child that does not get as far as another program, and its parent.
void wait_for_child(pid_t child, void (*end)(int), int status) {
  if (child == 0) end(status);
  wait(nullptr);
}

// Has no variables, which a compiler could warn that the child may clobber.
[[gnu::noinline]] void wait_for_vforked_child(int status) {
  if (vfork() == 0) _exit(status);
  wait(nullptr);
}

}  // namespace

void end_by(const std::string& how) {
  int* data = nullptr;
  cudaMalloc(&data, 4 * sizeof(int));
  set<<<1, 5>>>(data);
  cudaDeviceSynchronize();
  if (how == "touch") *data = 1;
  cudaFree(data);
  if (how == "abort") std::abort();
  if (how == "throw") throw 1;
  const auto [verb, number] = split(how);
  if (verb == "exit") std::exit(number);
  if (verb == "quick_exit") std::quick_exit(number);
  if (verb == "_Exit") std::_Exit(number);
  if (verb == "_exit") _exit(number);
  if (verb == "printing")  // as in the middle of a call of printf
    for (std::FILE* const stream : {stdout, stderr}) flockfile(stream);
  if (verb == "signal" || verb == "printing") std::raise(number);
  if (verb == "child") wait_for_child(fork(), _exit, number);
  if (verb == "exiting_child") wait_for_child(fork(), std::exit, number);
  if (verb == "vfork") wait_for_vforked_child(number);
}
