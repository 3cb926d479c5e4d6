/// @file
/// @brief Everything that a page of the site refers to is there; and the check finds what is planted.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catch.hpp"
#include "site_folder.hpp"
#include "site_links.hpp"
#include "support/read_file.hpp"

using namespace lockstep::testing;

TEST_CASE("every link, picture and anchor of the site is there") {
  if (!is_site_there()) return;
  const std::string faults = fmt::format("{}", fmt::join(faults_of_links(site_folder()), "\n"));
  INFO(faults);
  CHECK(faults.empty());
}

// Doxygen gives no warning where it takes the rest of a page for text.
TEST_CASE("no page shows what was meant for Doxygen") {
  if (!is_site_there()) return;
  for (const auto& page : html_files(site_folder())) {
    CAPTURE(page.filename().string());
    const std::string text = lockstep::read_file(page);
    for (const char* command : {"@htmlonly", "@endhtmlonly", "@ref ", "@section", "@code ", "\\htmlinclude", "&lt;em&gt;"}) {
      CAPTURE(command);
      CHECK(text.find(command) == std::string::npos);
    }
  }
}

TEST_CASE("dead links, and pictures without words, are found") {
  CHECK(faults_of_links(LOCKSTEP_SOURCE_DIR "/tests/site/planted") ==
        std::vector<std::string>{
            "dead_anchor.html: #below has no such anchor",
            "dead_anchor.html: #step=3 has no such anchor",
            "dead_anchor.html: sound.html#below has no such anchor",
            "dead_drawing.svg: gone.html is not there",
            "dead_link.html: nowhere.html is not there",
            "dead_list.js: gone.html is not there",
            "dead_list.js: sound.html#gone has no such anchor",
            "dead_style.css: gone.png is not there",
            "inner/uses.css: gone_too.png is not there",
            "missing_image.html: no_picture.png is not there",
            "missing_in_set.html: large.png is not there",
            "network.html: https://docs.nvidia.com/style.css is loaded from the network",
            "network.html: https://example.com/ goes to a host that is not among ours",
            "no_alt.html: picture picture.svg has no alt text",
            "outside.html: ../site_folder.hpp is outside of the site",
            "outside.html: /etc/passwd is outside of the site",
            "outside.html: file:///etc/passwd is a file of one machine",
            "untitled_drawing.html: a drawing has neither a title nor an aria-label",
        });
}
