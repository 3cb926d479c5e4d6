/// @file
/// @brief Names keys and signs.
#include "player/legend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
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

/// With a non-breaking space.
std::string with_words(const Sign& sign) { return fmt::format("{}\u00a0{}", sign.text, sign.words); }

std::string with_commas(const std::vector<std::string>& signs) { return fmt::format("{}", fmt::join(signs, ", ")); }

// In the order of the enumerators; an absent lane has no sign.
constexpr std::array kLaneSigns{Sign{"█", "active"}, Sign{"·", "idle"}, Sign{"‖", "waiting"}, Sign{"×", "ended"},
                                Sign{"░", "not its turn"}};
constexpr std::array kStepSigns{Sign{"·", "other"},      Sign{"r", "read"},    Sign{"w", "write"},
                                Sign{"<", "divergence"}, Sign{"|", "barrier"}, Sign{"!", "report"}};

std::vector<std::string> all_with_words(std::span<const Sign> signs) {
  std::vector<std::string> all;
  for (const Sign& sign : signs) all.push_back(with_words(sign));
  return all;
}

}  // namespace

Sign sign_of(LaneState state) { return state == LaneState::absent ? Sign{" ", ""} : kLaneSigns.at(static_cast<std::size_t>(state)); }

StepKind kind_of(const Step& step) {
  if (!step.hazards.empty()) return StepKind::report;
  if (step.event->kind == "barrier") return StepKind::barrier;
  if (step.event->kind == "branch") return StepKind::branch;
  if (step.event->writes()) return StepKind::write;
  return step.event->reads() ? StepKind::read : StepKind::other;
}

Sign sign_of(StepKind kind) { return kStepSigns.at(static_cast<std::size_t>(kind)); }

std::vector<std::string> timeline_legend() {
  std::vector<std::string> all{with_words(kHere)};
  std::ranges::copy(all_with_words(kStepSigns), std::back_inserter(all));
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
  add_text("Lanes: " + with_commas(all_with_words(kLaneSigns)));
  add_text("Steps: " + with_commas(timeline_legend()));
  add_text(kColours);
  lines.resize(std::min(lines.size(), static_cast<std::size_t>(std::max(size.rows - 1, 0))));
  if (size.rows > 0) lines.push_back(Line(size.columns, styles).add("Press any key to go back.", kDim).text());
  return lines;
}

}  // namespace lockstep::player
