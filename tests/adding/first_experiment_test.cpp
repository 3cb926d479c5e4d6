/// @file
/// @brief What a reader tries first, taking the bounds test out of a kernel, is built and run; only under CI its warning is an error.
#include <iostream>
#include <string>

#include "catch.hpp"
#include "course_copy.hpp"
#include "grading/sandbox/box.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::grading::why_no_box;
using namespace lockstep::testing;

namespace {

constexpr const char* kKernel = "lessons/00_hello_gpu/v3_many_blocks.cu";
constexpr const char* kRun = "./lockstep run 00 --kernel v3 --size 1000x1 --check";

/// How often `text` has `piece`.
std::size_t count_of(const std::string& piece, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

void take_out_the_bounds_test(const CourseCopy& course) {
  const std::string test = "if (i < count) ";
  std::string text = read_file(course.at(kKernel));
  REQUIRE(count_of(test, text) == 1);
  text.erase(text.find(test), test.size());
  lockstep::write_file(course.at(kKernel), text);
}

}  // namespace

TEST_CASE("the first experiment runs without its bounds test, and CI refuses its warning") {
  if (const auto why = why_no_box()) {
    std::cout << "skipped here: there is no box to copy the course into: " << *why << std::endl;
    return;
  }
  const CourseCopy course(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  take_out_the_bounds_test(course);
  REQUIRE(course.run("touch build/sim/werror.options").succeeded());  // what is compiled already counts as CI's, and is not compiled again

  const Outcome first = course.run(kRun);
  CAPTURE(first.out, first.err);
  REQUIRE(first.code == 1);
  REQUIRE(first.out.find("out-of-bounds in kernel number_elements") != std::string::npos);
  REQUIRE(count_of("warning: unused parameter", first.err) == 1);
  REQUIRE(first.err.find("\nlessons/00_hello_gpu/v3_many_blocks.cu:14:") != std::string::npos);
  for (const char* noise : {"ninja", "[1/", "FAILED", "Werror"}) REQUIRE(first.err.find(noise) == std::string::npos);

  const Outcome second = course.run(kRun);
  REQUIRE(second.code == 1);
  REQUIRE(second.err.find("warning") == std::string::npos);  // it was shown

  const Outcome strict = course.run("cmake --preset sim -DLOCKSTEP_WERROR=ON && cmake --build --preset sim --target 00_hello_gpu");
  CAPTURE(strict.out);
  REQUIRE(strict.code != 0);
  REQUIRE(strict.out.find("[-Werror=unused-parameter]") != std::string::npos);
}
