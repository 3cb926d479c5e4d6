/// @file
/// @brief Reads the sums in a page's comments, and compares them with the numbers beside them.
#include "site/numbers/measured.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "lockstep/usage_error.hpp"
#include "site/numbers/text.hpp"
#include "support/text/text.hpp"
#include "support/text/thousands.hpp"

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

/// The cells of a row with the blanks around them; before the first bar there is nothing.
std::vector<std::string> pieces_of(const std::string& row) {
  std::vector<std::string> pieces;
  std::istringstream stream(row);
  for (std::string piece; std::getline(stream, piece, '|');) pieces.push_back(piece);
  return pieces;
}

/// The cell with its first number as recorded.
std::string measured_cell(const std::string& cell, const std::string& expression, const Numbers& numbers, std::vector<Difference>& wrong,
                          std::size_t line) {
  std::smatch match;
  if (expression.empty() || !std::regex_search(cell, match, kNumber)) return cell;
  const std::string written = match[0];
  const double value = numbers.evaluate(expression);
  const std::string right = as_written(written, value);
  if (right != written) wrong.push_back({line, written, right, expression, value});
  return match.prefix().str() + right + match.suffix().str();
}

/// Decimals of a value that has `before` digits before its point: as many digits in all as `written` has.
int decimals_as(const std::string& written, double value, int before) {
  const int digits = std::max(significant_digits(written), 2);
  const bool stays_whole = decimals_of(written) == 0 && (value == std::floor(value) || before >= std::max(2, digits - 1));
  return stays_whole ? 0 : std::max(0, digits - before);
}

}  // namespace

std::string describe(const Difference& difference) {
  return fmt::format("{} is written, but {} gives {:.6g}", difference.written, difference.expression, difference.value);
}

std::string as_written(const std::string& written, double value) {
  constexpr double kHalf = 0.5 + 1e-6;  // a value in the middle may be rounded either way
  if (std::abs(parsed(written) - value) <= kHalf * std::pow(10.0, -decimals_of(written))) return written;
  const int before = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  const std::string number = fmt::format("{:.{}f}", value, decimals_as(written, value, before));
  return written.find(',') == written.npos ? number : with_thousands(number);
}

Measured measured_prose(const std::string& text, const Numbers& numbers) {
  static const std::regex kClaim(R"((-?\d[\d,]*(?:\.\d+)?)(<!--= ((?:[^-]|-(?!->))*?) *-->))");
  Measured result;
  auto at = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), kClaim), none; match != none; ++match) {
    const std::string before(at, (*match)[0].first), written = (*match)[1], expression = (*match)[3];
    const double value = numbers.evaluate(expression);
    const std::string right = as_written(written, value);
    result.text += before + right;
    result.source += before + right + (*match)[2].str();
    const auto line = static_cast<std::size_t>(std::count(text.cbegin(), (*match)[0].first, '\n'));
    if (right != written) result.wrong.push_back({line, written, right, expression, value});
    at = (*match)[0].second;
  }
  result.text.append(at, text.cend());
  result.source.append(at, text.cend());
  if (const std::size_t left = result.text.find("<!--="); left != result.text.npos)
    throw UsageError(fmt::format("'{}' does not follow a number", result.text.substr(left, result.text.find("-->", left) - left)));
  return result;
}

Measured measured_table(const std::vector<std::string>& rows, const std::string& expressions, const Numbers& numbers) {
  constexpr std::size_t kHead = 2;  // the heads of the columns, and the rule below them
  if (rows.size() <= kHead) throw UsageError(fmt::format("<!-- table: {} --> has no table below it", expressions));
  const std::vector<std::string> heads = cells_of(rows.front());
  const std::vector<std::string> columns = split(expressions, '|');
  if (columns.size() != 1 && columns.size() + 1 != heads.size())
    throw UsageError(fmt::format("a table of {} columns has {} expressions: '{}'", heads.size(), columns.size(), expressions));
  Measured result;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> pieces = pieces_of(rows[r]);
    const std::string row = name_in(pieces.size() > 1 ? trimmed(pieces[1]) : "");
    for (std::size_t c = 1; r >= kHead && c < heads.size() && c + 1 < pieces.size(); ++c) {
      const std::string& form = columns.size() == 1 ? columns.front() : columns[c - 1];
      const std::string expression = replaced_all(replaced_all(form, "{row}", row), "{column}", name_in(heads[c]));
      pieces[c + 1] = measured_cell(pieces[c + 1], expression, numbers, result.wrong, r);
    }
    result.source += (r < kHead ? rows[r] : fmt::format("{}{}", fmt::join(pieces, "|"), rows[r].ends_with('|') ? "|" : "")) + "\n";
  }
  result.text = result.source;
  return result;
}

}  // namespace lockstep::site
