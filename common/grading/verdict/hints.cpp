/// @file
/// @brief Reads hints.md.
#include "grading/verdict/hints.hpp"

#include <fstream>
#include <sstream>

#include "support/text/text.hpp"

namespace lockstep::grading {

std::map<std::string, std::vector<std::string>> read_hints(const std::filesystem::path& path) {
  std::map<std::string, std::vector<std::string>> hints;
  std::ifstream file(path);
  std::string part;
  for (std::string line; std::getline(file, line);) {
    const std::string text = trimmed(line);
    if (line.starts_with("## ")) {
      std::istringstream(line.substr(3)) >> part;
    } else if (line.starts_with("- ") && !part.empty()) {
      hints[part].push_back(trimmed(line.substr(2)));
    } else if (!text.empty() && !part.empty() && !hints[part].empty()) {
      hints[part].back() += " " + text;
    }
  }
  return hints;
}

}  // namespace lockstep::grading
