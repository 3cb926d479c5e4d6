/// @file
/// @brief Text that others wrote, made fit for terminals, XML and tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep {

/// Where the first byte stands that does not belong to UTF-8 (RFC 3629); npos where all does.
std::size_t first_not_utf8(std::string_view text);

/// The text as UTF-8. What is not UTF-8, control characters but `\n` and `\t`, characters that XML 1.0 cannot hold, those that turn the
/// direction of writing and those that nobody sees each become U+FFFD; `\r\n` becomes `\n`.
std::string clean_text(std::string_view text);

/// The same on one line: spaces for `\n` and `\t`, none at either end.
std::string clean_line(std::string_view text);

}  // namespace lockstep
