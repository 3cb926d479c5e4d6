/// @file
/// @brief Which of several hand-ins is the latest, where their names leave no doubt.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::grading {

/// Whether a folder or archive is for late hand-ins by its name: `late`, `Late submissions`, `resubmission.zip`.
bool is_for_late_ones(std::string_view name);

/// Whether the names say that what is at `path` was handed in after what is at `other`: it is in a folder for late ones and the other is
/// not, or up to an attempt's number (`attempt_2`, `v3`) or a date (2026-11-30, with or without a time) the paths are the same, and that of
/// `path` is larger. False where the names say less, or a date can be read in two ways.
/// @param path   in a submission, with `/` between its parts; of any bytes and length
bool is_certainly_later(std::string_view path, std::string_view other);

}  // namespace lockstep::grading
