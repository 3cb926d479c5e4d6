/// @file
/// @brief Small text functions that all parts of the site's generator need.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::site {

/// The content of a file. @throws UsageError where it cannot be read
std::string read_page(const std::filesystem::path& path);

std::vector<std::string> lines_of(std::string_view text);

/// `text` with every `what` replaced. @param what  not empty
std::string replaced_all(std::string text, std::string_view what, std::string_view with);

/// Whether `name` is meant by `given`: itself, or its beginning up to an underscore, as v4 is of v4_reduction_optimized.
bool goes_by(std::string_view name, std::string_view given);

/// The digits 0 to 9 as exponents.
inline constexpr std::array kRaisedDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/// `text` with every match of `pattern` replaced by what `make` says.
std::string replaced(const std::string& text, const std::regex& pattern, const std::function<std::string(const std::smatch&)>& make);

/// The anchor that GitHub gives a heading, in the characters that Doxygen takes: lower case, blanks as dashes, no other signs.
std::string anchor_of(std::string_view heading);

}  // namespace lockstep::site
