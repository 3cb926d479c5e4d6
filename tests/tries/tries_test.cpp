/// @file
/// @brief What lessons ask their reader to try is tried, in a copy of the course: the commands print what the answers say.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "course_copy.hpp"
#include "grading/sandbox/box.hpp"
#include "site/weaving/comparable.hpp"
#include "site/numbers/scratch.hpp"
#include "site/weaving/tries.hpp"
#include "support/output_file.hpp"
#include "support/read_file.hpp"

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

/// What a try does otherwise than its page says; empty where it does just that. @param page  its path from the root
std::string fault_of(const CourseCopy& course, const std::string& page, const Try& tried) {
  std::optional<ChangedFile> changed;
  if (tried.edit) changed.emplace(course.at(fs::path(page).parent_path() / tried.edit->file), *tried.edit);
  const Outcome outcome = course.run(fmt::format("export {}\n{}", site::kPageSettings, tried.answer.command));
  const std::string place = fmt::format("{}:{}: '{}'", page, tried.line, tried.answer.command);
  if (outcome.end != Outcome::End::exited || outcome.code != tried.answer.status)
    return fmt::format("{} ends with status {} instead of {}\n{}{}", place, outcome.code, tried.answer.status, outcome.out, outcome.err);
  if (tried.copy && site::comparable(*tried.copy) != site::comparable(outcome.out))
    return fmt::format("{} prints something else than the copy in its answer:\n{}", place, outcome.out);
  return "";
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
  const auto fault = [&](const std::string& markdown) { return fault_of(course, page, site::tries_of(markdown).at(0)); };
  CHECK(fault("<!-- try: -->\n<!-- answer: echo one -->\n```\none\n```\n<!-- end -->\n").empty());
  CHECK(fault("<!-- try: -->\n<!-- answer: exit 3 | status 3 -->\n<!-- end -->\n").empty());
  CHECK(fault("<!-- try: -->\n\n<!-- answer: echo two -->\n```\none\n```\n<!-- end -->\n") ==
        page + ":1: 'echo two' prints something else than the copy in its answer:\ntwo\n");
  CHECK(fault("<!-- try: -->\n<!-- answer: exit 1 -->\n<!-- end -->\n") == page + ":1: 'exit 1' ends with status 1 instead of 0\n");

  const std::string change = "<!-- try: v2_shared_memory.cu | kBlock = 256; -> kBlock = 100; -->\n",
                    file = "lessons/03_reduction/v2_shared_memory.cu";
  const std::string before = read_file(course.at(file));
  CHECK(fault(change + "<!-- answer: grep -o 'kBlock = .*;' " + file + " -->\n```\nkBlock = 100;\n```\n<!-- end -->\n").empty());
  CHECK(read_file(course.at(file)) == before);
  CHECK(!fault(change + "<!-- answer: ./lockstep run 03 --kernel v2 --size 5000 -->\n<!-- end -->\n").empty());
}

TEST_CASE("each try of the lessons does what its page says") {
  if (!has_box()) return;
  const CourseCopy course(LOCKSTEP_SOURCE_DIR, LOCKSTEP_BINARY_DIR);
  std::size_t count = 0;
  for (const std::string& page : pages())
    for (const Try& tried : site::tries_of(read_file(LOCKSTEP_SOURCE_DIR "/" + page))) {
      CHECK(fault_of(course, page, tried) == "");
      ++count;
    }
  CHECK(count > 0);
}
