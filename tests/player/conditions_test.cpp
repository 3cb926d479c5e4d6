/// @file
/// @brief Where the body of a condition begins, and where a trace cannot tell whether the condition held.
#include "player/conditions.hpp"

#include "catch.hpp"

using namespace lockstep::player;

namespace {

int body_of(const std::vector<std::string>& lines, int line = 1) {
  const auto found = condition_on(lines, line);
  return found ? found->body : 0;
}

}  // namespace

TEST_CASE("a condition's body begins on the first line of code behind it") {
  CHECK(body_of({"if (i < n)", "  x = 1;"}) == 2);
  CHECK(body_of({"  if (i < n) {  // all but the last", "", "    // why", "    x = 1;"}) == 4);
  CHECK(body_of({"} else if (f(i, (j)))", "  x = 1;"}) == 2);
  CHECK(body_of({"while (i < n &&", "       j < n) {", "  x = 1;"}) == 3);
  CHECK(body_of({"int i = 0;", "for (int k = 0; k < n; ++k)", "  x = 1;"}, 2) == 3);
  CHECK(body_of({"if (i < n) x[i] += 1;", "y = 2;"}) == 1);  // what writes to memory is seen by itself
  CHECK(body_of({"if (is_mine(i)) x[i] += 1;", "y = 2;"}) == 0);
  CHECK(condition_on({"for (;;) {", "  x = 1;"}, 1)->of_loop);
  CHECK(!condition_on({"if (a)", "  x = 1;"}, 1)->of_loop);
}

TEST_CASE("no condition where its line alone does not tell whether it held") {
  CHECK(body_of({"x = 1;", "y = 2;"}) == 0);
  CHECK(body_of({"if (i < n) x = 1;", "y = 2;"}) == 0);
  CHECK(body_of({"if (i < n) { x = 1; }", "y = 2;"}) == 0);
  CHECK(body_of({"if (i >= n)", "  return;"}) == 0);
  CHECK(body_of({"for (;;) {", "  continue;"}) == 0);
  CHECK(body_of({"if (i < n"}) == 0);
  CHECK(body_of({"if (i < n)"}) == 0);
  CHECK(body_of({"if (i < n)", "  x = 1;"}, 7) == 0);
}
