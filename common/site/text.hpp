/// @file
/// @brief Small things with text that all of the site's makers need.
#pragma once

#include <filesystem>
#include <functional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::site {

/// The content of a file. @throws UsageError where it cannot be read
std::string read_file(const std::filesystem::path& path);

std::vector<std::string> lines_of(std::string_view text);
std::string trimmed(std::string_view text);
/// The pieces between `separator`s, trimmed.
std::vector<std::string> split(std::string_view text, char separator);

/// `text` with every match of `pattern` replaced by what `make` says.
std::string replaced(const std::string& text, const std::regex& pattern, const std::function<std::string(const std::smatch&)>& make);

/// The anchor that GitHub gives a heading, in the characters that Doxygen takes: lower case, blanks as dashes, no other signs.
std::string anchor_of(std::string_view heading);

}  // namespace lockstep::site
