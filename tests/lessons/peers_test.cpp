/// @file
/// @brief On the simulator the peers that call cuBLAS give right answers, and those alone.
#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

using Names = std::vector<std::string>;

Names peers_of(const std::string& lesson) {
  Names names = versions_of(lesson);
  std::erase_if(names, [](const std::string& name) { return !name.starts_with("peer_"); });
  return names;
}

}  // namespace

TEST_CASE("peers: the simulator's answer right, and have neither times nor counters") {
  if (!kOnSimulator) return;
  const std::map<std::string, Names> expected{
      {"02_matrix_add", {"peer_cublas"}},
      {"04_dot_product", {"peer_cublas"}},
      {"05_matrix_vector", {"peer_cublas_sgemv", "peer_cublas_sgemv_transposed", "peer_cublas_ssymv"}},
      {"06_matrix_multiply", {"peer_cublas"}},
      {"09_conjugate_gradient", {"peer_cublas_gemv", "peer_cublas_symv"}}};
  for (const auto& [lesson, names] : expected) {
    CAPTURE(lesson);
    CHECK(peers_of(lesson) == names);
    const auto run = run_lesson(lesson, {"--kernel", "peer"});
    for (const auto& version : run.at("versions")) {
      CAPTURE(version.dump());
      CHECK(version.at("verified") == true);
      CHECK(version.at("stage") == "library");
      CHECK(version.at("time_ms").is_null());
      CHECK_FALSE(version.contains("counters"));
    }
  }
}

TEST_CASE("peers: other lessons have none on the simulator") {
  if (!kOnSimulator) return;
  for (const char* lesson : {"01_vector_add", "03_reduction", "08_cholesky"}) CHECK(peers_of(lesson).empty());
}

TEST_CASE("peers: nothing looks into one on the simulator") {
  if (!kOnSimulator) return;
  for (const char* look : {"--profile", "--check", "--lines", "--launches"})
    check_refused("06_matrix_multiply", {"--kernel", "peer", look}, std::string(look) + ": there is no kernel in peer_cublas");
}
