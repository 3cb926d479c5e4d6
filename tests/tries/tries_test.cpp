/// @file
/// @brief What lessons ask their reader to try is tried, in a copy of the course: the commands print what the answers say.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "course_copy.hpp"
#include "grading/sandbox/box.hpp"
#include "site/numbers/scratch.hpp"
#include "site/numbers/text.hpp"
#include "site/weaving/comparable.hpp"
#include "site/weaving/tries.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"
#include "support/text/text.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::grading::why_no_box;
using namespace lockstep::testing;
using lockstep::site::Try;
namespace fs = std::filesystem;
namespace site = lockstep::site;

namespace {

/// A file of the copy with a change, until it is gone.
class ChangedFile {
 public:
  ChangedFile(fs::path file, const site::Edit& edit) : file_(std::move(file)), before_(read_file(file_)) {
    lockstep::write_file(file_, site::edited(before_, edit));
  }
  ChangedFile(const ChangedFile&) = delete;
  ChangedFile& operator=(const ChangedFile&) = delete;
  ~ChangedFile() { lockstep::write_file(file_, before_); }

 private:
  fs::path file_;
  std::string before_;
};

/// What a try does otherwise than its page says, its change made; empty where it does just that. @param page  its path from the root
std::string fault_of(const CourseCopy& course, const std::string& page, const Try& tried) {
  const Outcome outcome = course.run(fmt::format("export {}\n{}", site::kPageSettings, tried.answer.command));
  const std::string place = fmt::format("{}:{}: '{}'", page, tried.line, tried.answer.command);
  if (outcome.end != Outcome::End::exited || outcome.code != tried.answer.status)
    return fmt::format("{} ends with status {} instead of {}\n{}{}", place, outcome.code, tried.answer.status, outcome.out, outcome.err);
  if (tried.copy && site::comparable(*tried.copy) != site::comparable(outcome.out))
    return fmt::format("{} prints something else than the copy in its answer:\n{}", place, outcome.out);
  return "";
}

/// v3 of "v3_shared_memory.cu".
std::string number_of(const std::string& file) { return file.substr(0, file.find('_')); }

/// Whether the command of a try may run what another one has changed: all versions where it does not choose.
bool runs_change_of(const Try& tried, const Try& other) {
  if (!other.edit) return false;
  static const std::regex kChosen(R"(--kernel (\S+))");
  std::smatch chosen;
  if (!std::regex_search(tried.answer.command, chosen, kChosen)) return true;
  const std::vector<std::string> versions = lockstep::split(chosen[1].str(), ',');
  return std::ranges::any_of(versions, [&](const std::string& one) { return number_of(one) == number_of(other.edit->file); });
}

using Round = std::vector<Try>;

/// The tries of a page in rounds. The changes of a round are made together, and compiled at once: no command runs another try's change.
std::vector<Round> rounds_of(const std::vector<Try>& tries) {
  std::vector<Round> rounds;
  for (const Try& tried : tries) {
    const auto has_room = [&](const Round& round) {
      return std::ranges::none_of(round, [&](const Try& other) { return runs_change_of(tried, other) || runs_change_of(other, tried); });
    };
    const auto round = std::ranges::find_if(rounds, has_room);
    (round == rounds.end() ? rounds.emplace_back() : *round).push_back(tried);
  }
  return rounds;
}

/// What the tries of a round do otherwise than their page says.
std::vector<std::string> faults_of(const CourseCopy& course, const std::string& page, const Round& round) {
  std::vector<std::unique_ptr<ChangedFile>> changed;
  for (const Try& tried : round)
    if (tried.edit)
      changed.push_back(std::make_unique<ChangedFile>(course.at(fs::path(page).parent_path() / tried.edit->file), *tried.edit));
  std::vector<std::string> faults;
  for (const Try& tried : round)
    if (std::string fault = fault_of(course, page, tried); !fault.empty()) faults.push_back(std::move(fault));
  return faults;
}

/// The lessons' pages that a reader types along with.
std::vector<std::string> pages() {
  std::vector<std::string> found;
  for (const auto& lesson : fs::directory_iterator(LOCKSTEP_SOURCE_DIR "/lessons"))
    for (const char* name : {"README.md", "notes.md"})
      if (fs::exists(lesson.path() / name)) found.push_back((fs::path("lessons") / lesson.path().filename() / name).string());
  std::ranges::sort(found);
  return found;
}

bool has_box() {
  const auto why = why_no_box();
  if (why) std::cout << "skipped here: there is no box to copy the course into: " << *why << std::endl;
  return !why;
}

}  // namespace

TEST_CASE("a try that does something else than its page says is found") {
  if (!has_box()) return;
  const CourseCopy course(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  const std::string page = "lessons/03_reduction/README.md";
  const auto fault = [&](const std::string& markdown) {
    const std::vector<std::string> faults = faults_of(course, page, site::tries_of(markdown));
    return faults.empty() ? "" : faults.at(0);
  };
  CHECK(fault("<!-- try: -->\n<!-- answer: echo one -->\n```\none\n```\n<!-- end -->\n").empty());
  CHECK(fault("<!-- try: -->\n<!-- answer: exit 3 | status 3 -->\n<!-- end -->\n").empty());
  CHECK(fault("<!-- try: -->\n\n<!-- answer: echo two -->\n```\none\n```\n<!-- end -->\n") ==
        page + ":1: 'echo two' prints something else than the copy in its answer:\ntwo\n");
  CHECK(fault("<!-- try: -->\n<!-- answer: exit 1 -->\n<!-- end -->\n") == page + ":1: 'exit 1' ends with status 1 instead of 0\n");

  const std::string change = "<!-- try: v2_shared_memory.cu | kBlock = 256; -> kBlock = 2048; -->\n",
                    file = "lessons/03_reduction/v2_shared_memory.cu";
  const std::string before = read_file(course.at(file));
  CHECK(fault(change + "<!-- answer: grep -o 'kBlock = .*;' " + file + " -->\n```\nkBlock = 2048;\n```\n<!-- end -->\n").empty());
  CHECK(read_file(course.at(file)) == before);
  CHECK(!fault(change + "<!-- answer: ./lockstep run 03 --kernel v2 --size 5000 -->\n<!-- end -->\n").empty());
}

TEST_CASE("each try of the lessons does what its page says") {
  if (!has_box()) return;
  const CourseCopy course(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  std::size_t count = 0;
  for (const std::string& page : pages())
    for (const Round& round : rounds_of(site::tries_of(read_file(LOCKSTEP_SOURCE_DIR "/" + page)))) {
      CHECK(faults_of(course, page, round) == std::vector<std::string>{});
      count += round.size();
    }
  CHECK(count > 0);
}

TEST_CASE("tries share a round where none runs what another has changed") {
  const auto tried = [](const std::string& file, const std::string& command) {
    Try one{.answer = {.command = command}};
    if (!file.empty()) one.edit = site::Edit{.file = file, .before = "a", .after = "b"};
    return one;
  };
  const auto sizes = [](const std::vector<Try>& tries) {
    std::vector<std::size_t> found;
    for (const Round& round : rounds_of(tries)) found.push_back(round.size());
    return found;
  };
  using Sizes = std::vector<std::size_t>;
  const Try one = tried("v1_naive.cu", "./lockstep run 03 --kernel v1"), ten = tried("v10_x.cu", "./lockstep run 03 --kernel v10"),
            both = tried("", "./lockstep run 03 --kernel v1,v2"), all = tried("", "./lockstep run 03"),
            program = tried("programs/x.cu", "./lockstep cc programs/x.cu -o x");
  CHECK(sizes({one, ten}) == Sizes{2});
  CHECK(sizes({one, one}) == Sizes{1, 1});
  CHECK(sizes({one, both, ten}) == Sizes{2, 1});
  CHECK(sizes({ten, both}) == Sizes{2});
  CHECK(sizes({one, all, ten}) == Sizes{2, 1});
  CHECK(sizes({both, all}) == Sizes{2});
  CHECK(sizes({one, program}) == Sizes{1, 1});
}
