/// @file
/// @brief Ranks the submissions of a class.
#include "grading/reports/leaderboard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grading/reports/csv.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

struct Ranked {
  std::size_t place;
  const Grade* grade;
};

/// The ranked ones in order of their places, equal ones as they come.
std::vector<Ranked> in_order(const std::vector<Grade>& grades) {
  const auto places = places_of(grades);
  std::vector<Ranked> ranked;
  for (std::size_t i = 0; i < grades.size(); ++i)
    if (places[i]) ranked.push_back({*places[i], &grades[i]});
  std::ranges::stable_sort(ranked, {}, &Ranked::place);
  return ranked;
}

std::string csv_line(const std::string& place, const std::string& student, const std::string& cost, const Work& work) {
  std::vector<std::string> fields{place, student, cost, fmt::format("{:.0f}", cost_of(work))};
  for (const Price& price : kPrices) fields.push_back(fmt::format("{:.0f}", work.*price.count));
  return csv_row(fields);
}

}  // namespace

std::vector<std::optional<std::size_t>> places_of(const std::vector<Grade>& grades) {
  std::vector<double> costs;
  for (const Grade& grade : grades)
    if (grade.is_ranked()) costs.push_back(cost_of(grade.counted->work));
  std::ranges::sort(costs);
  std::vector<std::optional<std::size_t>> places(grades.size());
  for (std::size_t i = 0; i < grades.size(); ++i)
    if (grades[i].is_ranked())
      places[i] = static_cast<std::size_t>(std::ranges::lower_bound(costs, cost_of(grades[i].counted->work)) - costs.begin()) + 1;
  return places;
}

std::string cost_text(const Grade& grade) { return grade.is_ranked() ? fmt::format("{:.3f}", grade.cost()) : ""; }

std::string leaderboard_text(const std::vector<Grade>& grades) {
  const std::vector<Ranked> ranked = in_order(grades);
  if (ranked.empty()) return "Leaderboard: no submission passes every part\n";
  std::string text = "Leaderboard, by cost (our solution: 1.000):\n";
  for (const auto& [place, grade] : ranked)
    text += cut_to(fmt::format("{:>5} {:>8}  {}", place, cost_text(*grade), grade->student), kScreenWidth) + "\n";
  return text;
}

std::string leaderboard_csv(const std::vector<Grade>& grades) {
  std::vector<std::string> header{"rank", "student", "cost", "clocks"};
  for (const Price& price : kPrices) header.emplace_back(price.name);
  std::string table = csv_row(header);
  const std::vector<Ranked> ranked = in_order(grades);
  if (!ranked.empty()) table += csv_line("", "(our solution)", "1.000", ranked.front().grade->solution->work);
  for (const auto& [place, grade] : ranked)
    table += csv_line(std::to_string(place), csv_field(grade->student), cost_text(*grade), grade->counted->work);
  return table;
}

}  // namespace lockstep::grading
