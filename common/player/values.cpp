/// @file
/// @brief Chooses columns by what the values need, and rounds fractions.
#include "player/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "player/naming.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::player {
namespace {

/// A number with all its digits. Beyond 2^53 a double is already rounded.
bool is_fraction(const nlohmann::json& value) {
  constexpr double kExact = 9007199254740992;
  if (!value.is_number_float()) return false;
  const double number = value.get<double>();
  return number != std::trunc(number) || std::abs(number) >= kExact;
}

std::string whole_text(const nlohmann::json& value) {
  if (value == "unset") return "?";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (value.is_number_float() && !is_fraction(value)) return fmt::format("{:.0f}", value.get<double>());
  return clean_line(value_text(value));
}

/// 3.2e9 of 3.2e+09
std::string without_zeros_of_exponent(std::string number) {
  const std::size_t e = number.find('e');
  if (e == number.npos) return number;
  const bool negative = number[e + 1] == '-';
  return number.substr(0, e + 1) + (negative ? "-" : "") + number.substr(number.find_first_not_of("+-0", e + 1));
}

}  // namespace

void Widths::add(const nlohmann::json& value) {
  constexpr std::size_t kOfFraction = 6;
  const std::size_t whole = display_width(whole_text(value));
  whole_ = std::max(whole_, whole);
  least_ = std::max(least_, is_fraction(value) ? std::min(whole, kOfFraction) : whole);
}

void Widths::add(std::size_t width) {
  whole_ = std::max(whole_, width);
  least_ = std::max(least_, width);
}

Columns columns_for(const Widths& widths, std::size_t room, int most) {
  const auto of_each = [&](int across) { return room / static_cast<std::size_t>(across); };
  int across = most;
  while (across > 1 && of_each(across) < widths.least() + 1) across /= 2;
  return {across, std::clamp(of_each(across), std::size_t{2}, widths.whole() + 1) - 1};
}

std::string short_value(const nlohmann::json& value, std::size_t most) {
  const std::string text = whole_text(value);
  if (display_width(text) <= most) return text;
  if (is_fraction(value))
    for (std::size_t digits = most; digits > 0; --digits) {
      const std::string rounded = without_zeros_of_exponent(fmt::format("{:.{}g}", value.get<double>(), digits));
      if (rounded.size() <= most) return rounded;
    }
  return cut_to(text, most);
}

std::string in_column(const std::string& text, const Columns& columns) {
  const std::size_t width = display_width(text);
  return std::string(width <= columns.width ? columns.width + 1 - width : 0, ' ') + text;
}

}  // namespace lockstep::player
