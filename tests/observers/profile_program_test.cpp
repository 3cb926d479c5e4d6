/// @file
/// @brief LOCKSTEP_PROFILE on a program that was made by `./lockstep cc`: the file is whole or not there, whatever the program does.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// Ends as its argument says, after two launches.
const char* const kProgram = R"(#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
template <int Step>
__global__ void twice(int* p) {
  p[threadIdx.x * Step] = 2;
}
__global__ void race(int* p) { *p = threadIdx.x; }
int main(int, char** arguments) {
  const char* const how = arguments[1];
  int* p;
  cudaMalloc(&p, 4096);
  twice<1><<<2, 32>>>(p);
  twice<8><<<dim3(1, 3), dim3(16, 2)>>>(p);
  if (!strcmp(how, "race")) race<<<1, 64>>>(p);
  if (!strcmp(how, "fault")) twice<1><<<1, 32>>>(nullptr);
  cudaDeviceSynchronize();
  if (!strcmp(how, "exit")) exit(7);
  if (!strcmp(how, "abort")) abort();
  cudaFree(p);
}
)";

class Program {
 public:
  Program() : program_(folder_ / "program") {
    std::ofstream(folder_ / "program.cu") << kProgram;
    const lockstep::Outcome compiled = cc({folder_ / "program.cu", "-o", program_});
    INFO(compiled.err);
    REQUIRE(compiled.succeeded());
  }
  std::string profile() const { return folder_ / "profile.json"; }
  lockstep::Outcome run(const std::string& how, std::vector<std::string> environment) const {
    environment.insert(environment.end(), {program_, how});
    return run_program("/usr/bin/env", environment);
  }
  lockstep::Outcome run(const std::string& how) const { return run(how, {"LOCKSTEP_PROFILE=" + profile()}); }
  json launches() const {
    std::ifstream file(profile());
    REQUIRE(file.good());
    return json::parse(file);
  }
  std::size_t files() const {
    const fs::directory_iterator all(fs::path(program_).parent_path());
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

 private:
  TemporaryFolder folder_;
  std::string program_;
};

double counter(const json& of, const std::string& name) { return of.at("counters").at(name); }

constexpr const char* kStores = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
constexpr const char* kSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";

}  // namespace

TEST_CASE("LOCKSTEP_PROFILE writes every launch: its kernel, its shape, its counters and its lines") {
  const Program program;
  const std::size_t files = program.files();
  const lockstep::Outcome outcome = program.run("return");
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  REQUIRE(outcome.err.empty());
  CHECK(program.files() == files + 1);
  const json launches = program.launches();
  REQUIRE(launches.size() == 2);
  const json &first = launches[0], &second = launches[1];
  CHECK(first.at("kernel").get<std::string>().starts_with("twice"));
  CHECK(first.at("grid") == json({2, 1, 1}));
  CHECK(first.at("block") == json({32, 1, 1}));
  CHECK(counter(first, kStores) == 2);
  CHECK(counter(first, kSectors) == 8);
  CHECK(second.at("grid") == json({1, 3, 1}));
  CHECK(second.at("block") == json({16, 2, 1}));
  CHECK(counter(second, kStores) == 3);
  CHECK(counter(second, kSectors) == 48);
  double stores = 0;
  for (const json& line : second.at("lines")) {
    CHECK(fs::path(line.at("file").get<std::string>()).filename() == "program.cu");
    stores += counter(line, kStores);
    if (counter(line, kStores) > 0) CHECK(line.at("line") == 6);
  }
  CHECK(stores == 3);
}

TEST_CASE("LOCKSTEP_PROFILE writes after exit() and after a failed launch, and the program's status stays") {
  const Program program;
  SECTION("exit") {
    CHECK(program.run("exit").code == 7);
    CHECK(program.launches().size() == 2);
  }
  SECTION("a failed launch") {
    CHECK(program.run("fault").code == 0);
    CHECK(program.launches().size() == 3);
  }
}

TEST_CASE("LOCKSTEP_PROFILE leaves no file where the program is ended by a signal") {
  const Program program;
  std::ofstream(program.profile()) << "old";
  CHECK(program.run("abort").end == lockstep::Outcome::End::signalled);
  std::ifstream file(program.profile());
  std::string text;
  file >> text;
  CHECK(text == "old");
}

TEST_CASE("LOCKSTEP_PROFILE and LOCKSTEP_CHECK go together") {
  const Program program;
  const lockstep::Outcome outcome = program.run("race", {"LOCKSTEP_CHECK=1", "LOCKSTEP_PROFILE=" + program.profile()});
  CAPTURE(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.err.find("race in kernel race") != std::string::npos);
  CHECK(program.launches().size() == 3);
}

TEST_CASE("LOCKSTEP_PROFILE that cannot be written is one line and status 2, before the program starts") {
  const Program program;
  for (const std::string path : {"/nonexistent/profile.json", "/tmp"}) {
    const lockstep::Outcome outcome = program.run("return", {"LOCKSTEP_PROFILE=" + path});
    CAPTURE(path, outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find(path) != std::string::npos);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  }
}
