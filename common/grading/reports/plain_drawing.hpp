/// @file
/// @brief Whether a picture is one that a browser can be given.
#pragma once

#include <string>

namespace lockstep::grading {

/// True for what the harness draws: an SVG of rectangles, lines and text, none within another. Entities, references and animations, of
/// which a small file can make a browser draw without end, are not among them.
bool is_plain_drawing(const std::string& svg);

}  // namespace lockstep::grading
