/// @file
/// @brief The signs of lanes and steps, and the keys, with their names.
#pragma once

#include <string>
#include <vector>

#include "player/steps.hpp"

namespace lockstep::player {

/// How large a terminal is.
struct ScreenSize {
  int columns = 80, rows = 24;
};

/// A character, and what it stands for.
struct Sign {
  const char* text;
  const char* words;
};

Sign sign_of(LaneState state);

/// What to show for steps that share a position: later enumerators win.
enum class StepKind { other, read, write, branch, barrier, report };

StepKind kind_of(const Step& step);
Sign sign_of(StepKind kind);

/// The position of the step that is shown.
inline constexpr Sign kHere{"▲", "here"};

/// "r read", and so on: each sign of the timeline.
std::vector<std::string> timeline_legend();

/// The keys, the most important first.
std::vector<std::string> key_legend();

/// All keys and signs, as lines of a screen of their own.
std::vector<std::string> legend_screen(ScreenSize size, bool styles);

}  // namespace lockstep::player
