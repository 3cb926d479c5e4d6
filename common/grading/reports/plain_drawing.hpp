/// @file
/// @brief Whether a picture is safe to give to a browser.
#pragma once

#include <string>

namespace lockstep::grading {

/// True for what the harness draws: an SVG of rectangles, lines and text, none within another. Not for entities,
/// references and animations, with which a small file can make a browser draw without end.
bool is_plain_drawing(const std::string& svg);

}  // namespace lockstep::grading
