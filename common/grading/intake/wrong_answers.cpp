/// @file
/// @brief Reads what wrong answers say of themselves: the mistake, and `Rejected by: part5`.
#include "grading/intake/wrong_answers.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRejectedBy = "Rejected by: ";

/// A line of the head without what makes it a comment in a whole source.
std::string_view text_of(std::string_view line) {
  for (const std::string_view mark : {"///", " ", "@file", "@brief "})
    if (line.starts_with(mark)) line.remove_prefix(mark.size());
  return line;
}

WrongAnswer read_head(const fs::path& source) {
  WrongAnswer answer{.source = source};
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);) {
    const std::string_view text = text_of(line);
    if (text.starts_with(kRejectedBy)) {
      answer.rejected_by = text.substr(kRejectedBy.size());
      return answer;
    }
    if (!text.empty()) answer.mistake.append(answer.mistake.empty() ? "" : " ").append(text);
  }
  return {.source = source};
}

bool is_answer(const fs::path& file) { return file.extension() == ".patch" || file.extension() == ".cu"; }

}  // namespace

std::vector<WrongAnswer> wrong_answers(const fs::path& folder) {
  std::vector<WrongAnswer> answers;
  if (!fs::exists(folder)) return answers;
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_answer(entry.path())) answers.push_back(read_head(entry.path()));
  std::ranges::sort(answers, {}, &WrongAnswer::source);
  return answers;
}

}  // namespace lockstep::grading
