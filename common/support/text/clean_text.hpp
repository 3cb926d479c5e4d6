/// @file
/// @brief Text that others wrote, made fit for terminals, XML and tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep {

/// The position of the first byte that is not valid UTF-8 (RFC 3629); npos if all are valid.
std::size_t first_not_utf8(std::string_view text);

/// The text as UTF-8. What is not UTF-8, control characters except `\n` and `\t`, characters that XML 1.0 cannot hold, those that change
/// the direction of writing, and invisible ones each become U+FFFD; `\r\n` becomes `\n`.
std::string clean_text(std::string_view text);

/// The same on one line: spaces instead of `\n` and `\t`, and none at either end.
std::string clean_line(std::string_view text);

}  // namespace lockstep
