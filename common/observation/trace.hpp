/// @file
/// @brief What warps did, step by step: the data of a trace, and its file, which docs/trace.md describes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

namespace lockstep {

/// The number of a block in a grid of so many columns and rows of blocks, as TraceRequest::blocks has it: x counts fastest.
inline std::size_t number_in_grid(const std::array<unsigned, 3>& block, std::size_t columns, std::size_t rows) {
  return block[0] + columns * (block[1] + rows * block[2]);
}

/// A trace while it grows. Launches and events have the keys of the file.
struct KernelTrace {
  std::vector<std::string> files{};  ///< the sources, as the compiler was given them, by their numbers in `at`
  nlohmann::json launches = nlohmann::json::array();
  std::size_t events = 0;
  std::string cut{};  ///< where it ends, if before the program did; otherwise empty

  /// How much there is of it, but for the files.
  struct Extent {
    std::size_t launches = 0, events = 0;
    std::string cut{};
  };
  Extent extent() const { return {launches.size(), events, cut}; }
  /// Drops what came after.
  void cut_back(const Extent& to) {
    launches.erase(launches.begin() + static_cast<std::ptrdiff_t>(to.launches), launches.end());
    events = to.events;
    cut = to.cut;
  }

  std::size_t number_of_file(const std::string& name) {
    const auto found = std::ranges::find(files, name);
    if (found != files.end()) return static_cast<std::size_t>(found - files.begin());
    files.push_back(name);
    return files.size() - 1;
  }
};

/// The name relative to the current folder where the file is below it, otherwise as it is.
inline std::string shown_name(const std::string& name) {
  std::error_code failed;
  const std::string here = std::filesystem::current_path(failed).string() + '/';
  return !failed && name.starts_with(here) ? name.substr(here.size()) : name;
}

/// A source, line by line; nothing where it cannot be read.
inline nlohmann::json lines_of_file(const std::string& name) {
  nlohmann::json lines = nlohmann::json::array();
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// The text of the file (docs/trace.md).
inline std::string to_text(const KernelTrace& trace) {
  nlohmann::json files = nlohmann::json::array();
  for (const std::string& name : trace.files) files.push_back({{"name", shown_name(name)}, {"lines", lines_of_file(name)}});
  nlohmann::json whole{{"schema", "lockstep-trace-1"}, {"files", files}, {"launches", trace.launches}, {"cut", nullptr}};
  if (!trace.cut.empty()) whole["cut"] = trace.cut;
  // A source may be in some other encoding.
  return whole.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace lockstep
