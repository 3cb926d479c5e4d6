/// @file
/// @brief A first look at XML: what a parser would stumble over.
#pragma once

#include <string>
#include <vector>

namespace lockstep::testing {

/// True where each tag that is opened is closed in its turn, and each `&` begins an entity.
inline bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find_first_of("<&"); at != xml.npos; at = xml.find_first_of("<&", at + 1)) {
    if (xml[at] == '&') {
      const std::size_t end = xml.find(';', at);
      if (end == xml.npos || xml.find_first_of(" <&\n", at + 1) < end) return false;
      continue;
    }
    const bool cdata = xml.compare(at, 9, "<![CDATA[") == 0;
    const std::size_t end = cdata ? xml.find("]]>", at) : xml.find('>', at);
    if (end == xml.npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    at = end;
    if (cdata || tag[0] == '?' || tag[0] == '!' || tag.back() == '/') continue;
    const std::string name = tag.substr(0, tag.find_first_of(" \t\n"));
    if (name[0] != '/')
      open.push_back(name);
    else if (open.empty() || "/" + open.back() != name)
      return false;
    else
      open.pop_back();
  }
  return open.empty();
}

}  // namespace lockstep::testing
