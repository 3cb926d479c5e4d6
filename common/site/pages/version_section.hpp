/// @file
/// @brief What a lesson's page says about one of its versions.
#pragma once

#include <string>

namespace lockstep::site {

/// The sections whose headings name the version, "## v3 · Shared memory", without their listings, for a page of another label.
/// @param woven  the lesson's page; its headings have labels that begin with `lesson_label`
std::string version_section(const std::string& woven, const std::string& lesson_label, const std::string& number, const std::string& label);

}  // namespace lockstep::site
