/// @file
/// @brief Reads the files that are compared.
#include "grading/reports/similarity/compared.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <utility>

#include "support/read_file.hpp"

namespace lockstep::grading {

std::vector<StudentSource> sources_of(const std::vector<Submission>& submissions, const Kit& kit) {
  std::vector<StudentSource> sources;
  for (const Submission& submission : submissions)
    if (Reading reading = read_submission(submission.path, kit.lesson); reading.succeeded())
      sources.push_back({submission.student, std::move(reading.text)});
  sources.push_back({"the course's solution", read_file(kit.solution())});
  return sources;
}

std::vector<std::string> handed_out_sources(const Kit& kit) {
  std::vector<std::string> sources;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kit.exercise().parent_path())) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".cu" || extension == ".cuh" || extension == ".cpp" || extension == ".hpp") sources.push_back(read_file(entry.path()));
  }
  return sources;
}

std::vector<AlikePair> pairs_of_class(const std::vector<StudentSource>& sources, const std::vector<std::string>& handed_out) {
  const std::size_t solution = sources.size() - 1;
  std::vector<AlikePair> pairs = alike_pairs({sources.begin(), sources.end() - 1}, handed_out);
  for (std::size_t student = 0; student < solution; ++student)
    for (AlikePair& pair : alike_pairs({sources[student], sources[solution]}, handed_out)) {
      pair.one = student;
      pair.other = solution;
      pairs.push_back(std::move(pair));
    }
  std::ranges::stable_sort(pairs, std::ranges::greater(), &AlikePair::weight);
  return pairs;
}

}  // namespace lockstep::grading
