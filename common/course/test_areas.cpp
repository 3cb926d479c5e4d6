/// @file
/// @brief Recognizes folders of tests by their sources.
#include "course/test_areas.hpp"

#include <algorithm>

namespace lockstep::course {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::directory_entry& entry) { return entry.path().extension() == ".cpp" || entry.path().extension() == ".cu"; }

bool is_area(const fs::directory_entry& folder) {
  const fs::path name = folder.path().filename();
  if (!folder.is_directory() || name == "bench" || name == "support") return false;
  return std::any_of(fs::directory_iterator(folder), {}, is_source);
}

}  // namespace

std::vector<std::string> test_areas(const fs::path& root) {
  std::vector<std::string> names;
  if (!fs::exists(root / "tests")) return names;
  for (const auto& entry : fs::directory_iterator(root / "tests"))
    if (is_area(entry)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

}  // namespace lockstep::course
