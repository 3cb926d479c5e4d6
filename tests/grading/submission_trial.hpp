/// @file
/// @brief Submissions for tests, and what is said of them.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grading/intake/submission.hpp"

namespace lockstep::testing {

inline const std::string kCode = "__global__ void k() {}\n";
inline const std::string kOther = "__global__ void other() {}\n";
inline const std::string kLesson = "04_dot_product";
inline const std::string kAdvice = "; hand in the one that counts";

using Names = std::vector<std::string>;

inline void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string complaint_of_submission(const std::filesystem::path& path) {
  const Reading reading = read_submission(path, kLesson);
  REQUIRE(reading.complaint.find('\n') == std::string::npos);
  REQUIRE(reading.succeeded() == !reading.text.empty());
  return reading.complaint;
}

inline Names students(const std::vector<std::filesystem::path>& paths) {
  Names names;
  for (const Submission& submission : find_submissions(paths)) names.push_back(submission.student);
  return names;
}

/// Runs `refuse`, which must be far quicker than unpacking 10 GB.
template <class F>
void require_quick(F refuse) {
  const auto begin = std::chrono::steady_clock::now();
  refuse();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  CAPTURE(seconds.count());
  REQUIRE(seconds.count() < 5);
}

}  // namespace lockstep::testing
