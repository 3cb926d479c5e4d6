/// @file
/// @brief What `./lockstep list` reads in the sources is what the lessons' programs have registered.
#include <map>
#include <sstream>
#include <string>

#include "course/lessons.hpp"
#include "ladder.hpp"
#include "support/processes/process.hpp"
#include "support/text/text.hpp"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

struct Listed {
  std::string stage, idea;
};
/// By name, without the peers, which `./lockstep list` leaves out.
using Versions = std::map<std::string, Listed>;

/// @param words  of which a lesson without such a type wants nothing to know
void add_registered(Versions& versions, const std::string& lesson, std::vector<std::string> words) {
  words.emplace_back("--list");
  const Outcome outcome = run_program(program_of(lesson), words);
  if (!outcome.succeeded()) return;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(line);
    std::string name, stage, idea;
    columns >> name >> stage;
    std::getline(columns, idea);
    if (!name.starts_with("peer_")) versions[name] = {stage, trimmed(idea)};
  }
}

}  // namespace

TEST_CASE("what is listed of a lesson is what its program has registered") {
  const std::filesystem::path root = LOCKSTEP_SOURCE_DIR;
  const std::vector<std::string> lessons = course::lesson_names(root);
  REQUIRE(lessons.size() >= 12);
  for (const std::string& lesson : lessons) {
    CAPTURE(lesson);
    Versions registered;
    add_registered(registered, lesson, {});
    for (const char* type : {"short", "int", "float", "double"}) add_registered(registered, lesson, {"--type", type});
    const std::vector<course::ListedVersion> listed = course::versions_of(root, lesson);
    CHECK(listed.size() == registered.size());
    for (const course::ListedVersion& version : listed) {
      CAPTURE(version.name);
      REQUIRE(registered.contains(version.name));
      CHECK(version.idea == registered[version.name].idea);
      if (!version.stage.empty()) CHECK(version.stage == registered[version.name].stage);
    }
  }
}

TEST_CASE("a lesson goes by words that mean it, and by no others") {
  const std::filesystem::path root = LOCKSTEP_SOURCE_DIR;
  for (const char* word : {"4", "04", "dot_product", "04_dot_product"}) CHECK(course::find_lesson(root, word) == "04_dot_product");
  CHECK(course::find_lesson(root, "0") == "00_hello_gpu");
  for (const char* word : {"", "_", "12", "004", "dot", "lessons", "v1_naive"}) CHECK_FALSE(course::find_lesson(root, word));
}

TEST_CASE("each registration of a source is read, however it is broken into lines") {
  const auto versions = course::registered_versions(R"(
const Version one{__FILE__, "say \"hello\"", run};
const Version two{__FILE__,
                  "another",
                  [](const auto& p, const Launch& launch) { run(p, launch); },
                  "in_pieces"};
const Version three{__FILE__, Stage::shared_memory, "a third", run};
)");
  REQUIRE(versions.size() == 3);
  CHECK(versions[2].idea == "a third");
  CHECK(versions[2].stage == "shared-memory");
  CHECK(versions[0].stage.empty());
  CHECK(versions[0].idea == R"(say \"hello\")");
  CHECK(versions[0].suffix.empty());
  CHECK(versions[1].idea == "another");
  CHECK(versions[1].suffix == "in_pieces");
}
