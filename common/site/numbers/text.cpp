/// @file
/// @brief Splits, trims and replaces.
#include "site/numbers/text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

#include "lockstep/usage_error.hpp"
#include "support/read_file.hpp"
#include "support/text/text.hpp"

namespace lockstep::site {

std::string read_page(const std::filesystem::path& path) {
  if (!std::ifstream(path)) throw UsageError(fmt::format("{} cannot be read", path.string()));
  return read_file(path);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string replaced_all(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) text.replace(at, what.size(), with);
  return text;
}

bool goes_by(std::string_view name, std::string_view given) {
  return name.starts_with(given) && (name.size() == given.size() || name[given.size()] == '_');
}

std::string replaced(const std::string& text, const std::regex& pattern, const std::function<std::string(const std::smatch&)>& make) {
  std::string result;
  auto at = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), none; match != none; ++match) {
    result.append(at, (*match)[0].first);
    result += make(*match);
    at = (*match)[0].second;
  }
  return result.append(at, text.cend());
}

std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

}  // namespace lockstep::site
