/// @file
/// @brief Reads Doxygen's tag file.
#include "site/listing/reference.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "lockstep/usage_error.hpp"

namespace lockstep::site {

Reference::Reference(const std::filesystem::path& tag_file) {
  pugi::xml_document tags;
  if (!tags.load_file(tag_file.c_str())) throw UsageError(fmt::format("{} is not a tag file of Doxygen", tag_file.string()));
  const std::string space = "lockstep::";
  for (const pugi::xml_node compound : tags.child("tagfile").children("compound")) {
    const std::string kind = compound.attribute("kind").value(), full = compound.child_value("name");
    const bool is_type = kind == "class" || kind == "struct";
    const std::string name = full.starts_with(space) ? full.substr(space.size()) : full;
    if (is_type) addresses_.emplace(name, compound.child_value("filename"));
    for (const pugi::xml_node member : compound.children("member"))
      addresses_.emplace((is_type ? name + "::" : "") + member.child_value("name"),
                         fmt::format("{}#{}", member.child_value("anchorfile"), member.child_value("anchor")));
  }
  if (addresses_.empty()) throw UsageError(fmt::format("{} names neither a class nor a function", tag_file.string()));
}

std::string Reference::address(const std::string& name) const {
  const auto found = addresses_.find(name);
  return found == addresses_.end() ? "" : found->second;
}

}  // namespace lockstep::site
