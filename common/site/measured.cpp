#include "measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

#include "lockstep/usage_error.hpp"
#include "text.hpp"

namespace lockstep::site {
namespace {

const std::regex kNumber(R"(-?\d[\d,]*(\.\d+)?)");

double parsed(std::string written) {
  std::erase(written, ',');
  return std::stod(written);
}

int decimals_of(const std::string& written) {
  const std::size_t point = written.find('.');
  return point == written.npos ? 0 : static_cast<int>(written.size() - point) - 1;
}

int significant_digits(const std::string& written) {
  const std::string digits = std::regex_replace(written, std::regex("[^0-9]"), "");
  return static_cast<int>(digits.size() - std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

std::string note(const std::string& written, double value, const std::string& expression) {
  return fmt::format("{} is written where {} gives {:.6g}", written, expression, value);
}

/// "`v4`, ms" is v4; "2²⁰" is 1048576; "1,024" is 1024.
std::string name_in(const std::string& cell) {
  std::smatch match;
  if (std::regex_search(cell, match, std::regex("`([^`]+)`"))) return match[1];
  std::string plain = cell;
  for (std::size_t digit = 0; digit < kRaisedDigits.size(); ++digit)
    plain = replaced_all(plain, kRaisedDigits[digit], std::to_string(digit));
  if (plain != cell && std::regex_search(plain, match, std::regex(R"(^2(\d+))")))
    return std::to_string(std::int64_t{1} << std::stoi(match[1]));
  if (std::regex_search(cell, match, kNumber)) {
    plain = match[0];
    std::erase(plain, ',');
    return plain;
  }
  return cell;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells = split(row, '|');
  if (!cells.empty() && cells.front().empty()) cells.erase(cells.begin());
  if (!cells.empty() && cells.back().empty()) cells.pop_back();
  return cells;
}

std::string joined(const std::vector<std::string>& cells) { return fmt::format("| {} |", fmt::join(cells, " | ")); }

/// The cell with its first number as recorded.
std::string measured_cell(const std::string& cell, const std::string& expression, const Records& records, const std::string& lesson,
                          std::vector<std::string>& wrong) {
  std::smatch match;
  if (expression.empty() || !std::regex_search(cell, match, kNumber)) return cell;
  const std::string written = match[0];
  const double value = records.evaluate(expression, lesson);
  const std::string right = as_written(written, value);
  if (right != written) wrong.push_back(note(written, value, expression));
  return match.prefix().str() + right + match.suffix().str();
}

}  // namespace

std::string as_written(const std::string& written, double value) {
  const int decimals = decimals_of(written);
  constexpr double kHalf = 0.5 + 1e-6;  // a value in the middle may be rounded either way
  if (std::abs(parsed(written) - value) <= kHalf * std::pow(10.0, -decimals)) return written;
  const int digits = std::max(significant_digits(written), 2);
  const int before = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return fmt::format("{:.{}f}", value, std::max(0, digits - before));
}

Measured measured_prose(const std::string& text, const Records& records, const std::string& lesson) {
  static const std::regex kClaim(R"((-?\d[\d,]*(?:\.\d+)?)<!--= ((?:[^-]|-(?!->))*?) *-->)");
  Measured result;
  result.text = replaced(text, kClaim, [&](const std::smatch& match) {
    const double value = records.evaluate(match[2], lesson);
    std::string right = as_written(match[1], value);
    if (right != match[1]) result.wrong.push_back(note(match[1], value, match[2]));
    return right;
  });
  if (const std::size_t left = result.text.find("<!--="); left != result.text.npos)
    throw UsageError(fmt::format("'{}' stands behind no number", result.text.substr(left, result.text.find("-->", left) - left)));
  return result;
}

Measured measured_table(const std::vector<std::string>& rows, const std::string& expressions, const Records& records,
                        const std::string& lesson) {
  constexpr std::size_t kHead = 2;  // the heads of the columns, and the rule below them
  if (rows.size() <= kHead) throw UsageError(fmt::format("<!-- table: {} --> has no table below it", expressions));
  const std::vector<std::string> heads = cells_of(rows.front());
  const std::vector<std::string> columns = split(expressions, '|');
  if (columns.size() != 1 && columns.size() + 1 != heads.size())
    throw UsageError(fmt::format("a table of {} columns has {} expressions: '{}'", heads.size(), columns.size(), expressions));
  Measured result;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> cells = cells_of(rows[r]);
    for (std::size_t c = 1; r >= kHead && c < cells.size(); ++c) {
      const std::string& form = columns.size() == 1 ? columns.front() : columns[c - 1];
      const std::string expression = replaced_all(replaced_all(form, "{row}", name_in(cells.front())), "{column}", name_in(heads[c]));
      cells[c] = measured_cell(cells[c], expression, records, lesson, result.wrong);
    }
    result.text += (r < kHead ? rows[r] : joined(cells)) + "\n";
  }
  return result;
}

}  // namespace lockstep::site
