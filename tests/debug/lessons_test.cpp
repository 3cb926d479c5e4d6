/// @file
/// @brief A debugger stops at any thread of a lesson's version, and reads all of its variables.
#include "gdb.hpp"

using namespace lockstep::testing;

namespace {

std::vector<std::string> version(const std::string& name) { return {LOCKSTEP_BINARY_DIR "/debug/" + name, "--once"}; }

}  // namespace

TEST_CASE("a debugger stops at a thread's first statement of lesson 01, and the version verifies behind that") {
  if (!has_gdb()) return;
  const auto outcome =
      gdb({"lockstep-start 3 7", "next", "next", "next", "info locals", "continue"}, version("01_vector_add/v2_coalesced"));
  check_parts(outcome.out, {"block (3,0,0) thread (7,0,0) v2_coalesced.cu:", "i = 775\n", "threads = 61440\n", "sum = 0\n", "n = 524288\n",
                            "1 of 1 verified."});
  CHECK(outcome.out.find("optimized out") == std::string::npos);
}

TEST_CASE("a step over the barriers of lesson 03 stays with its thread, and shared memory prints by its name") {
  if (!has_gdb()) return;
  const auto outcome =
      gdb({"lockstep-start 2 6", "next", "next", "print sums[6]", "next", "next", "print sums[6] == in[i]", "print i - 512", "next", "next",
           "next", "next", "print stride", "print sums[6] == in[i] + in[i + 1]", "print threadIdx", "whatis sums", "info lockstep-threads"},
          version("03_reduction/v2_shared_memory"));
  check_parts(outcome.out,
              {"reduce<<<512, 256>>> block (2,0,0) thread (6,0,0) v2_shared_memory.cu:14\n", "\n15\t", "\n16\t", "$1 = ", "\n17\t",
               "\n19\t", "$2 = true\n", "$3 = 6\n", "\n20\t", "\n21\t", "\n22\t", "\n19\t", "$4 = 1\n", "$5 = true\n", "$6 = (6, 0, 0)\n",
               "type = float (&)[]", "block (2,0,0), warp 0: threads 0 to 31\n", "* lane  6"});
}

TEST_CASE("blocks and threads of several dimensions: lesson 06") {
  if (!has_gdb()) return;
  const auto outcome = gdb({"lockstep-start 1,1 3,2", "print blockIdx", "print blockDim", "next", "next", "next", "next", "next",
                            "print thread", "lockstep-thread 2,1 0,31", "print threadIdx"},
                           version("06_matrix_multiply/v3_shared_memory"));
  check_parts(outcome.out, {"multiply<<<(4,4), (32,32)>>> block (1,1,0) thread (3,2,0) v3_shared_memory.cu:", "$1 = (1, 1, 0)\n",
                            "$2 = (32, 32, 1)\n", "$3 = 67\n", "block (2,1,0) thread (0,31,0) v3_shared_memory.cu:", "$4 = (0, 31, 0)\n"});
}

TEST_CASE("a thread that no launch has is refused in one line") {
  if (!has_gdb()) return;
  const auto outcome = gdb({"lockstep-start 2 256"}, version("03_reduction/v2_shared_memory"));
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        "lockstep: no launch has block (2,0,0) thread (256,0,0); there were reduce<<<512, 256>>>, reduce<<<2, 256>>>, "
        "reduce<<<1, 256>>>\n");
}
