/// @file
/// @brief Finds programs as a shell does.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace lockstep {

/// The first program of this name in the folders of PATH; nothing where none can be run. Relative folders do not count.
std::optional<std::filesystem::path> find_in_path(std::string_view name);

}  // namespace lockstep
