/// @file
/// @brief Keeps what programs printed, and cuts it for a screen.
#include "grading/verdict/printed.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {

void write_printed(const PrintedByCase& printed, const std::filesystem::path& path) {
  nlohmann::json cases = nlohmann::json::object();
  for (const auto& [name, one] : printed) cases[name] = {{"run", one.run}, {"text", clean_text(one.text)}};
  write_file(path, cases.dump());
}

PrintedByCase read_printed(const std::filesystem::path& path) {
  PrintedByCase printed;
  const auto cases = nlohmann::json::parse(read_file(path), nullptr, false);
  if (!cases.is_object()) return printed;
  for (const auto& [name, one] : cases.items()) printed[name] = {.run = one.at("run"), .text = one.at("text")};
  return printed;
}

std::string to_string(const Printed& printed) {
  constexpr int kMostLines = 20;
  if (printed.text.empty()) return {};
  std::string text = fmt::format("Your program printed, with {}:\n\n", printed.run);
  std::istringstream lines(printed.text);
  std::string line;
  for (int i = 0; i < kMostLines && std::getline(lines, line); ++i)
    text += without_end_blanks("  " + cut_to(line, kScreenWidth - 2)) + "\n";
  return std::getline(lines, line) ? text + fmt::format("\n  (the first {} lines)\n", kMostLines) : text;
}

}  // namespace lockstep::grading
