/// @file
/// @brief Prints a passing report before main begins, and ends.
/// Expected: 0
/// Says: it is refused: it uses _exit
#include <unistd.h>

#include <cstdio>
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
const int hostile = (std::puts(report), std::fflush(stdout), _exit(0), 0);
// The solution stands here.
