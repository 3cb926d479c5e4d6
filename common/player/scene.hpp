/// @file
/// @brief What the parts of a terminal's screen show, and in which order they are dropped if it is small.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "player/legend.hpp"
#include "player/line.hpp"
#include "player/steps.hpp"

namespace lockstep::player {

/// What is looked at.
struct View {
  std::size_t number = 1;        ///< the step
  std::optional<Cell> chosen{};  ///< a cell of the step's launch
  std::string note{};            ///< an answer to the last key, shown instead of the keys
};

struct Scene {
  const Steps& steps;
  const View& view;
  ScreenSize size;
  bool styles;
  const Step& step = steps.at(view.number);
  State state = steps.state_at(view.number);

  Line line() const { return {size.columns, styles}; }
  std::size_t room_behind(std::size_t label) const {
    const auto columns = static_cast<std::size_t>(std::max(size.columns, 0));
    return columns - std::min(label, columns);
  }
};

/// From what matters most at a step to what matters least.
enum class Part {
  sentence,
  title,
  keys,
  report,
  source_now,
  warp_now,
  values_now,
  memory_now,
  banks,
  chosen,
  more_now,  ///< further rows of what stands above
  other_values,
  source_near,
  timeline,
  other_warps,
  legend,
  memory_near,  ///< other rows of the arrays in use
  source,
  other_memory,
};

struct RankedLine {
  Part part{};
  std::string text{};
  int heading = 0;  ///< says nothing unless a line of a lower number is next
};
using RankedLines = std::vector<RankedLine>;

/// The known arrays, shared memory first: those in use with the banks that are accessed.
RankedLines memory_lines(const Scene& scene);

}  // namespace lockstep::player
