/// @file
/// @brief Bytes as text, for data URIs.
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// Base64 of RFC 4648, padded, on one line.
std::string to_base64(std::string_view bytes);

}  // namespace lockstep
