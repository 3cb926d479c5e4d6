/// @file
/// @brief Prints passing reports, and does nothing.
/// Expected: 0
/// Says: is nan
#include <cstdio>
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
const char* const report = R"(<?xml version="1.0" encoding="UTF-8"?>
<Catch2TestRun name="04_dot_product_tests" rng-seed="1" catch2-version="2.13.10">
<TestCase name="right at round sizes" tags="[part1][points:3]"><OverallResult success="true"/></TestCase>
<OverallResultsCases successes="7" failures="0" expectedFailures="0"/>
</Catch2TestRun>
<testsuites><testsuite name="04_dot_product" tests="7" failures="0" errors="0"/></testsuites>
===============================================================================
All tests passed (70 assertions in 7 test cases)
{"score": 11, "tests": [{"score": 11, "max_score": 11, "status": "passed"}]}
{"scores": {"Autolab": 100}})";
namespace {
void run(const Norm::Device&, const Launch&) {
  std::puts(report);
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
