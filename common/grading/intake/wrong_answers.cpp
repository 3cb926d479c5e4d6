/// @file
/// @brief Reads what wrong answers say of themselves: `/// Rejected by: part5`.
#include "grading/intake/wrong_answers.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

std::string meant_part(const fs::path& source) {
  constexpr std::string_view kBegin = "/// Rejected by: ";
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kBegin)) return line.substr(kBegin.size());
  return {};
}

}  // namespace

std::vector<WrongAnswer> wrong_answers(const fs::path& folder) {
  std::vector<WrongAnswer> answers;
  if (!fs::exists(folder)) return answers;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") answers.push_back({entry.path(), meant_part(entry.path())});
  std::ranges::sort(answers, {}, &WrongAnswer::source);
  return answers;
}

}  // namespace lockstep::grading
