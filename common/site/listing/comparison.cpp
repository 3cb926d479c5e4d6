/// @file
/// @brief Finds the heaviest common subsequence of lines, then pairs of lines that are alike, then the words that their tokens differ in.
#include "site/listing/comparison.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep::site {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// The pairs (i, j), both ascending, whose weights have the greatest sum. @param weight  of a pair; 0: they do not belong together
template <class Weight>
Pairs heaviest_pairs(std::size_t rows, std::size_t columns, const Weight& weight) {
  std::vector<std::vector<double>> best(rows + 1, std::vector<double>(columns + 1, 0.0)), weights(rows, std::vector<double>(columns));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;) {
      weights[i][j] = weight(i, j);
      const double paired = weights[i][j] > 0 ? weights[i][j] + best[i + 1][j + 1] : 0;
      best[i][j] = std::max({best[i + 1][j], best[i][j + 1], paired});
    }
  Pairs pairs;
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (weights[i][j] > 0 && best[i][j] == weights[i][j] + best[i + 1][j + 1])
      pairs.emplace_back(i++, j++);
    else if (best[i][j] == best[i + 1][j])
      ++i;
    else
      ++j;
  }
  return pairs;
}

Pairs equal_tokens(const TokenLine& a, const TokenLine& b) {
  return heaviest_pairs(a.size(), b.size(), [&](std::size_t i, std::size_t j) { return a[i].text == b[j].text ? 1.0 : 0.0; });
}

bool same_code(const TokenLine& a, const TokenLine& b) { return std::ranges::equal(a, b, {}, &Token::text, &Token::text); }

/// Lines one of which may have become the other: half of their tokens are common.
double likeness(const TokenLine& a, const TokenLine& b) {
  const double common = 2.0 * static_cast<double>(equal_tokens(a, b).size()) / static_cast<double>(a.size() + b.size());
  return common >= 0.5 ? common : 0;
}

class Differ {
 public:
  Differ(const std::vector<TokenLine>& before, const std::vector<TokenLine>& after) : before_(codes(before)), after_(codes(after)) {}

  std::vector<DiffLine> lines() {
    const std::vector<std::size_t> old_lines = filled(before_), new_lines = filled(after_);
    // The more tokens two equal lines have, the more that means: a lone brace means nothing.
    const Pairs kept = heaviest_pairs(old_lines.size(), new_lines.size(), [&](std::size_t i, std::size_t j) {
      const TokenLine& line = before_[old_lines[i]];
      return same_code(line, after_[new_lines[j]]) ? static_cast<double>(line.size()) : 0.0;
    });
    auto old_line = old_lines.begin(), new_line = new_lines.begin();
    for (const auto& [i, j] : kept) {
      const auto old_end = old_lines.begin() + static_cast<std::ptrdiff_t>(i), new_end = new_lines.begin() + static_cast<std::ptrdiff_t>(j);
      changed({old_line, old_end}, {new_line, new_end});
      diff_.push_back({.kind = DiffLine::Kind::kept, .line = *new_end});
      old_line = old_end + 1;
      new_line = new_end + 1;
    }
    changed({old_line, old_lines.end()}, {new_line, new_lines.end()});
    return std::move(diff_);
  }

 private:
  static std::vector<TokenLine> codes(const std::vector<TokenLine>& lines) {
    std::vector<TokenLine> codes;
    std::ranges::transform(lines, std::back_inserter(codes), code_of);
    return codes;
  }

  static std::vector<std::size_t> filled(const std::vector<TokenLine>& lines) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (!lines[i].empty()) numbers.push_back(i);
    return numbers;
  }

  /// Everything between two lines that stayed.
  void changed(const std::vector<std::size_t>& removed, const std::vector<std::size_t>& added) {
    const std::size_t begin = diff_.size();
    for (const std::size_t line : removed) diff_.push_back({.kind = DiffLine::Kind::removed, .line = line});
    for (const std::size_t line : added) diff_.push_back({.kind = DiffLine::Kind::added, .line = line});
    const Pairs alike = heaviest_pairs(removed.size(), added.size(),
                                       [&](std::size_t i, std::size_t j) { return likeness(before_[removed[i]], after_[added[j]]); });
    for (const auto& [i, j] : alike) mark(diff_[begin + i], diff_[begin + removed.size() + j]);
  }

  void mark(DiffLine& removed, DiffLine& added) const {
    const TokenLine &old_line = before_[removed.line], &new_line = after_[added.line];
    removed.differing.assign(old_line.size(), true);
    added.differing.assign(new_line.size(), true);
    for (const auto& [i, j] : equal_tokens(old_line, new_line)) removed.differing[i] = added.differing[j] = false;
  }

  std::vector<TokenLine> before_, after_;
  std::vector<DiffLine> diff_;
};

}  // namespace

std::vector<DiffLine> compared(const std::vector<TokenLine>& before, const std::vector<TokenLine>& after) {
  return Differ(before, after).lines();
}

}  // namespace lockstep::site
