/// @file
/// @brief Names keys and signs.
#include "player/legend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "player/line.hpp"
#include "support/text/text.hpp"

namespace lockstep::player {
namespace {

struct NamedKey {
  const char* names;
  const char* words;
};

// As they are in docs/player.md. Narrow terminals have 40 columns.
constexpr std::array kKeys{NamedKey{"← →", "step; Shift: ten; Home, End: ends"},
                           NamedKey{"b B", "next barrier, previous one"},
                           NamedKey{"d D", "next divergence, previous one"},
                           NamedKey{"h H", "next report, previous one"},
                           NamedKey{"↑ ↓", "choose a cell"},
                           NamedKey{"c C", "its next access, previous one"},
                           NamedKey{"Space", "play, pause;  q: quit"}};
constexpr const char* kColours = "Inverse: what this step reads or writes. Red: a report, or a bank conflict. Yellow: the chosen cell.";

/// With a blank at which no line breaks.
std::string with_words(const Sign& sign) { return fmt::format("{}\u00a0{}", sign.text, sign.words); }

std::string with_commas(const std::vector<std::string>& signs) { return fmt::format("{}", fmt::join(signs, ", ")); }

std::vector<std::string> lane_legend() {
  std::vector<std::string> all;
  for (const LaneState state : {LaneState::active, LaneState::idle, LaneState::waiting, LaneState::ended, LaneState::paused})
    all.push_back(with_words(sign_of(state)));
  return all;
}

}  // namespace

Sign sign_of(LaneState state) {
  switch (state) {
    case LaneState::active:
      return {"█", "active"};
    case LaneState::idle:
      return {"·", "idle"};
    case LaneState::waiting:
      return {"‖", "waiting"};
    case LaneState::ended:
      return {"×", "ended"};
    case LaneState::paused:
      return {"░", "not its turn"};
    case LaneState::absent:
      break;
  }
  return {" ", ""};
}

StepKind kind_of(const Step& step) {
  if (!step.hazards.empty()) return StepKind::report;
  if (step.event->kind == "barrier") return StepKind::barrier;
  if (step.event->kind == "branch") return StepKind::branch;
  if (step.event->writes()) return StepKind::write;
  return step.event->reads() ? StepKind::read : StepKind::other;
}

Sign sign_of(StepKind kind) {
  switch (kind) {
    case StepKind::read:
      return {"r", "read"};
    case StepKind::write:
      return {"w", "write"};
    case StepKind::branch:
      return {"<", "divergence"};
    case StepKind::barrier:
      return {"|", "barrier"};
    case StepKind::report:
      return {"!", "report"};
    case StepKind::other:
      break;
  }
  return {"·", "other"};
}

std::vector<std::string> timeline_legend() {
  std::vector<std::string> all{with_words(kHere)};
  for (const StepKind kind : {StepKind::other, StepKind::read, StepKind::write, StepKind::branch, StepKind::barrier, StepKind::report})
    all.push_back(with_words(sign_of(kind)));
  return all;
}

std::vector<std::string> key_legend() {
  return {"←→ step", "? keys", "q quit", "b barrier", "d divergence", "h report", "↑↓ cell", "Space play"};
}

std::vector<std::string> legend_screen(ScreenSize size, bool styles) {
  std::vector<std::string> lines;
  for (const NamedKey& key : kKeys)
    lines.push_back(Line(size.columns, styles).add(fmt::format("{:<6}", key.names), kBold).add(key.words).text());
  const auto add_text = [&](const std::string& text) {
    std::istringstream in(wrapped(text, static_cast<std::size_t>(std::max(size.columns, 10)), 0));
    for (std::string line; std::getline(in, line);) lines.push_back(Line(size.columns, styles).add(line).text());
  };
  add_text("Lanes: " + with_commas(lane_legend()));
  add_text("Steps: " + with_commas(timeline_legend()));
  add_text(kColours);
  lines.resize(std::min(lines.size(), static_cast<std::size_t>(std::max(size.rows - 1, 0))));
  if (size.rows > 0) lines.push_back(Line(size.columns, styles).add("Any key goes back.", kDim).text());
  return lines;
}

}  // namespace lockstep::player
