/// @file
/// @brief Files that a user names.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "lockstep/usage_error.hpp"

namespace lockstep {

/// Returns what `read` returns. @throws UsageError that names the file, where `read` throws one that does not
template <class Read>
auto reading(const std::string& path, const Read& read) {
  try {
    return read();
  } catch (const UsageError& error) {
    throw UsageError("cannot read " + path + ": " + error.what());
  }
}

/// Checks that a file can be read before it is opened. @throws UsageError, which does not name the file, where it cannot
void require_readable(const std::string& path);

/// Looks at what has been read of a file, of which `piece` is new. @throws UsageError where reading on is pointless
using Inspect = std::function<void(std::string_view content, std::string_view piece)>;

/// The content of a file, or of what a pipe gives. It is inspected piece by piece, because it may have no end (/dev/zero).
/// @throws UsageError, which does not name the file, where it cannot be read; what `inspect` throws
std::string read_content(const std::string& path, const Inspect& inspect);

}  // namespace lockstep
