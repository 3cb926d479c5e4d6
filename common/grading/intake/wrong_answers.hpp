/// @file
/// @brief Answers of the kind that students give, which an exercise's tests have to reject.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::grading {

/// A file solutions/NN_name/wrong/NAME.patch: what the mistake is, `Rejected by: part5`, and a diff against the solution. One that has
/// hardly a line of the solution is a whole NAME.cu, and says the same in its comment.
struct WrongAnswer {
  std::filesystem::path source{};
  std::string mistake{};      ///< in its own words
  std::string rejected_by{};  ///< "part5", the first part that fails; this and the mistake are empty where no line says it
};

/// Those in a folder, by name; none where the solutions were taken out.
std::vector<WrongAnswer> wrong_answers(const std::filesystem::path& folder);

}  // namespace lockstep::grading
