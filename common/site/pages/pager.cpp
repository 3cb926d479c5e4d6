/// @file
/// @brief Writes the links to the pages before and after.
#include "site/pages/pager.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text/markup.hpp"

namespace lockstep::site {

std::string pager(const std::vector<Target>& pages, const std::string& label, const Target& all) {
  const auto here = std::ranges::find(pages, label, &Target::label);
  std::string before, after;
  if (here != pages.begin() && here != pages.end())
    before = fmt::format("<a rel=\"prev\" href=\"{}.html\">← {}</a>", (here - 1)->label, markup_escaped((here - 1)->title));
  if (here != pages.end() && here + 1 != pages.end())
    after = fmt::format("<a rel=\"next\" href=\"{}.html\">{} →</a>", (here + 1)->label, markup_escaped((here + 1)->title));
  return fmt::format("<nav class=\"pager\">{}<a href=\"{}.html\">{}</a>{}</nav>\n", before, all.label, markup_escaped(all.title), after);
}

}  // namespace lockstep::site
