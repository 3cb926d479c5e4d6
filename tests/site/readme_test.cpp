/// @file
/// @brief The README shows what the site shows: the front page's ladder and race report, and a page's drawing.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "browser.hpp"
#include "catch.hpp"
#include "site_folder.hpp"
#include "support/read_file.hpp"

using namespace lockstep::testing;
using lockstep::read_file;
namespace fs = std::filesystem;

namespace {

const fs::path kRoot = LOCKSTEP_SOURCE_DIR;

/// What stands between the first `begin` on a page of the site and the `end` behind it, with both.
std::string cut_out(const std::string& page, const std::string& begin, const std::string& end) {
  const std::string html = read_file(site_folder() / page);
  const std::size_t from = html.find(begin);
  REQUIRE(from != html.npos);
  const std::size_t to = html.find(end, from + begin.size());
  REQUIRE(to != html.npos);
  return html.substr(from, to + end.size() - from);
}

std::string first_chart_of(const std::string& page) {
  const std::string begin = "data:image/svg+xml;base64,";
  std::string data = cut_out(page, begin, "\"");
  data.pop_back();
  return from_base64(data.substr(begin.size()));
}

/// Its words and numbers. Where gnuplot places them differs from one version to the next.
std::vector<std::string> words_in(const std::string& svg) {
  static const std::regex kText(">([^<>]+)</(text|tspan)");
  std::vector<std::string> found;
  for (std::sregex_iterator at(svg.begin(), svg.end(), kText); at != std::sregex_iterator(); ++at) found.push_back((*at)[1]);
  return found;
}

void check_picture(const std::string& name, const std::string& svg) {
  const fs::path fresh = site_folder().parent_path() / name;
  std::ofstream(fresh) << svg;
  INFO("cp " << fresh.string() << " docs/pictures/");
  REQUIRE(words_in(svg).size() > 10);
  CHECK(words_in(read_file(kRoot / "docs" / "pictures" / name)) == words_in(svg));
  CHECK(read_file(kRoot / "README.md").find("](docs/pictures/" + name + ")") != std::string::npos);
}

}  // namespace

TEST_CASE("the README's ladder is the front page's") {
  if (is_site_there()) check_picture("ladder.svg", first_chart_of("index.html"));
}

TEST_CASE("the README's picture of a warp is the profiling page's") {
  if (is_site_there()) check_picture("thread_a_row.svg", cut_out("concept_profiling.html", "<svg xmlns", "</svg>"));
}

// The site holds the front page's report to a run.
TEST_CASE("the README's race report is the front page's") {
  const std::string page = read_file(kRoot / "docs" / "index.md"), begin = "lockstep: error: race";
  const std::size_t from = page.find(begin);
  REQUIRE(from != page.npos);
  const std::string report = page.substr(from, page.find("```", from) - from);
  CHECK(read_file(kRoot / "README.md").find(report) != std::string::npos);
}
