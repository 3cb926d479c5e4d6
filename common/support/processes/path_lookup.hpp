/// @file
/// @brief Finds programs as a shell does.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace lockstep {

/// The first program of this name in the folders of PATH; nothing where none can be run. Folders that depend on where we are do not count.
std::optional<std::filesystem::path> find_in_path(std::string_view name);

}  // namespace lockstep
