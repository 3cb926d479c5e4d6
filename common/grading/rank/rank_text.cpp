/// @file
/// @brief Puts a rank into words.
#include "grading/rank/rank_text.hpp"

#include <fmt/format.h>

#include "support/text/thousands.hpp"

namespace lockstep::grading {
namespace {

std::string count_text(double count) { return with_thousands(fmt::format("{:.0f}", count)); }

std::string row(const std::string& what, const std::string& each, const std::string& yours, const std::string& ours) {
  return fmt::format("  {:<39} {:>6} {:>14}", what, each, yours) + (ours.empty() ? "" : fmt::format(" {:>14}", ours)) + "\n";
}

std::string heading(double cost, const std::optional<CountedRun>& ours) {
  if (!ours) return fmt::format("Rank: a cost of {} clocks. There is no solution here to compare with.\n", count_text(cost));
  return fmt::format("Rank: {:.2f} times the cost of our solution. Less is better.\n", cost / cost_of(ours->work));
}

}  // namespace

std::string rank_text(const CountedRun& yours, const std::optional<CountedRun>& ours) {
  const auto of_ours = [&](const auto& count) { return ours ? count_text(count(ours->work)) : std::string(); };
  std::string text = heading(cost_of(yours.work), ours) + fmt::format("Counted on the simulator, with --size {}:\n\n", yours.size);
  text += row("", "clocks", "yours", ours ? "ours" : "");
  for (const Price& price : kPrices)
    text += row(price.heading, count_text(price.clocks), count_text(yours.work.*price.count),
                of_ours([&](const Work& work) { return work.*price.count; }));
  return text + row("cost: each count times its clocks", "", count_text(cost_of(yours.work)), of_ours(cost_of));
}

}  // namespace lockstep::grading
