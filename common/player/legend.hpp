/// @file
/// @brief The signs of lanes and of steps, and the keys: what they are called, wherever they are shown.
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

/// What is worth showing of steps that share a place: the later ones more.
enum class StepKind { other, read, write, branch, barrier, report };

StepKind kind_of(const Step& step);
Sign sign_of(StepKind kind);

/// The place of the step that is shown.
inline constexpr Sign kHere{"▲", "here"};

/// "r read", and so on: each sign of the timeline.
std::vector<std::string> timeline_legend();

/// The keys, the most needed first.
std::vector<std::string> key_legend();

/// All keys and signs, as lines of a screen of their own.
std::vector<std::string> legend_screen(ScreenSize size, bool styles);

}  // namespace lockstep::player
