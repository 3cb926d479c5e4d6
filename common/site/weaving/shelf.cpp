/// @file
/// @brief Reads the records of a folder, and looks for the one that a page names.
#include "site/weaving/shelf.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

#include "lockstep/usage_error.hpp"
#include "site/weaving/markdown.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

std::map<std::string, Records> read_shelf(const fs::path& folder) {
  std::map<std::string, Records> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (const fs::path& file = entry.path(); file.extension() == ".json")
      found.emplace(file.stem(), Records(bench::read_record(file), fs::path(file).replace_extension()));
  return found;
}

}  // namespace

RecordShelf::RecordShelf(const fs::path& usual) : usual_(usual.stem()) {
  if (!fs::exists(usual)) throw UsageError(fmt::format("there is no record {}", usual.string()));
  records_ = read_shelf(usual.parent_path());
}

const Records& RecordShelf::named(const std::string& prefix) const {
  if (const auto exact = records_.find(prefix); exact != records_.end()) return exact->second;
  const auto fits = [&](const auto& record) { return !prefix.empty() && record.first.starts_with(prefix); };
  const auto found = std::ranges::find_if(records_, fits);
  const std::string names = fmt::format("{}", fmt::join(std::views::keys(records_), ", "));
  if (found == records_.end()) throw UsageError(fmt::format("there is no record '{}'; there are {}", prefix, names));
  if (std::ranges::count_if(records_, fits) > 1)
    throw UsageError(fmt::format("more than one record's name begins with '{}': {}", prefix, names));
  return found->second;
}

const Records& RecordShelf::of_page(const std::string& markdown) const {
  const Records* chosen = nullptr;
  for (const auto& [line, marker] : markers_of(markdown)) try {
      if (marker.verb != "record") continue;
      if (chosen != nullptr) throw UsageError("the page names a second record");
      chosen = &named(marker.rest);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", line, error.what()));
    }
  return chosen != nullptr ? *chosen : usual();
}

}  // namespace lockstep::site
