/// @file
/// @brief Golden cases: `cases/NAME.cu` translates to `NAME.expected`, or is refused with the lines of `NAME.error`.
#include "cases.hpp"

#include <filesystem>
#include <string>

#include "catch.hpp"
#include "sim/translate/translate.hpp"

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("there are golden cases") { REQUIRE(case_files().size() > 20); }

TEST_CASE("golden cases") {
  for (const std::filesystem::path& file : case_files()) {
    const std::string name = file.filename().string();
    const std::filesystem::path expected = std::filesystem::path(file).replace_extension("expected");
    const std::filesystem::path error = std::filesystem::path(file).replace_extension("error");
    const auto result = lockstep::translate::translate(contents(file), name, lockstep::translate::Columns::free);
    INFO(name);
    CHECK(std::filesystem::exists(expected) != std::filesystem::exists(error));
    CHECK(joined(result.errors) == contents(error));
    if (std::filesystem::exists(expected)) CHECK(result.text == contents(expected));
  }
}
