/// @file
/// @brief The words of all pages are English, or in docs/words.txt.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_files.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using namespace lockstep::testing;
namespace fs = std::filesystem;
using lockstep::read_file;
using lockstep::run_shell;
using lockstep::TemporaryFolder;

namespace {

bool has_aspell() {
  if (run_shell("aspell --lang=en dump config lang").succeeded()) return true;
  std::cout << "skipped: there is no aspell with English (./lockstep setup --all installs it)" << std::endl;
  return false;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const char* folder : {"docs", "lessons", "common", "tests/hazards"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  for (const char* page : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}) found.push_back(kRoot / page);
  return found;
}

/// Only the prose: without blocks, comments, commands of Doxygen, code, addresses of links, and names of files.
std::string prose_of(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string prose;
  bool in_block = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) in_block = !in_block;
    if (in_block || line.starts_with("```") || line.starts_with("    ") || line.starts_with("\\")) continue;
    prose += line + "\n";
  }
  for (const char* no_prose : {R"(<!--([^-]|-(?!->))*-->)", R"(`[^`]*`)", R"(\]\([^)]*\))", R"(\\f\$[^$]*\\f\$)",
                               R"(\b[\w/]+\.(cu|hpp|cpp|md|yml|json|csv|txt)\b)"})
    prose = std::regex_replace(prose, std::regex(no_prose), " ");
  return prose;
}

std::set<std::string> unknown_words(const std::string& prose) {
  const TemporaryFolder folder;
  std::ofstream(folder / "prose.txt") << prose;
  const auto outcome = run_shell("aspell --lang=en --mode=none --encoding=utf-8 list < '" + folder / "prose.txt" + "'");
  REQUIRE(outcome.succeeded());
  std::istringstream words(outcome.out);
  std::set<std::string> unknown;
  for (std::string word; std::getline(words, word);) unknown.insert(word);
  return unknown;
}

std::set<std::string> own_words() {
  std::ifstream file(kRoot / "docs" / "words.txt");
  std::set<std::string> words;
  for (std::string word; std::getline(file, word);) words.insert(word);
  return words;
}

}  // namespace

TEST_CASE("every page is spelt right") {
  if (!has_aspell()) return;
  const std::set<std::string> own = own_words();
  for (const fs::path& page : pages())
    for (const std::string& word : unknown_words(prose_of(read_file(page)))) {
      INFO(fs::relative(page, kRoot).string() << ": '" << word << "' (a word of the field belongs into docs/words.txt)");
      CHECK(own.contains(word));
    }
}

TEST_CASE("a misspelt word is found, code is not read, and the list has no word that nobody writes") {
  if (!has_aspell()) return;
  CHECK(unknown_words(prose_of("The memmory, `memmory`, [that](memmory.md)\n\n```\nmemmory\n```\n    memmory\nand a wrap.\n")) ==
        std::set<std::string>{"memmory"});
  CHECK(unknown_words(prose_of("A barier\n")) == std::set<std::string>{"barier"});
  std::set<std::string> written;
  for (const fs::path& page : pages()) written.merge(unknown_words(prose_of(read_file(page))));
  for (const std::string& word : own_words()) {
    CAPTURE(word);
    CHECK(written.contains(word));
  }
}
