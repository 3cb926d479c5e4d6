/// @file
/// @brief Code as HTML, in the classes of Doxygen's own listings.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "site/listing/comparison.hpp"
#include "site/listing/pieces.hpp"
#include "site/listing/reference.hpp"

namespace lockstep::site {

/// A line to show, and how it differs.
struct ShownLine {
  CodeLine code{};
  bool differs = false;
  std::vector<bool> marked{};  ///< by token of code, where some of the line's words differ; empty: none or all
};

/// How names are linked, and what folded lines are called.
struct ListingStyle {
  const Reference& reference;
  std::set<std::string> names_in_use{};  ///< of the device kit that the code uses without `lockstep::`
  std::string folded_as{};  ///< "as in v2": long stretches without a difference are folded under these words; empty: no folding
};

/// The names in the text's "using lockstep::NAME;".
std::set<std::string> names_in_use(const std::string& text);

/// A box of lines with their numbers.
std::string listing_html(const std::vector<ShownLine>& lines, const ListingStyle& style);

/// A diff without comments, with three lines around each difference. @param before  as for compared(), and so is `after`
std::string diff_html(const std::vector<DiffLine>& diff, const std::vector<TokenLine>& before, const std::vector<TokenLine>& after);

}  // namespace lockstep::site
