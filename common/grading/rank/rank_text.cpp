/// @file
/// @brief Puts a rank into words.
#include "grading/rank/rank_text.hpp"

#include <fmt/format.h>

namespace lockstep::grading {
namespace {

/// 34,817
std::string with_commas(double count) {
  std::string digits = fmt::format("{:.0f}", count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string row(const std::string& what, const std::string& each, const std::string& yours, const std::string& ours) {
  return fmt::format("  {:<39} {:>6} {:>14}", what, each, yours) + (ours.empty() ? "" : fmt::format(" {:>14}", ours)) + "\n";
}

std::string heading(double cost, const std::optional<CountedRun>& ours) {
  if (!ours) return fmt::format("Rank: a cost of {} clocks. There is no solution here to compare with.\n", with_commas(cost));
  return fmt::format("Rank: {:.2f} times the cost of our solution. Less is better.\n", cost / cost_of(ours->work));
}

}  // namespace

std::string rank_text(const CountedRun& yours, const std::optional<CountedRun>& ours) {
  const auto of_ours = [&](const auto& count) { return ours ? with_commas(count(ours->work)) : std::string(); };
  std::string text = heading(cost_of(yours.work), ours) + fmt::format("Counted on the simulator, with --size {}:\n\n", yours.size);
  text += row("", "clocks", "yours", ours ? "ours" : "");
  for (const Price& price : kPrices)
    text += row(price.heading, with_commas(price.clocks), with_commas(yours.work.*price.count),
                of_ours([&](const Work& work) { return work.*price.count; }));
  return text + row("cost: each count times its clocks", "", with_commas(cost_of(yours.work)), of_ours(cost_of));
}

}  // namespace lockstep::grading
