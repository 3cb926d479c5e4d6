/// @file
/// @brief Text in columns, programs in PATH, and programs that are started in our process group.
#include "support/text/text.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "support/processes/path_lookup.hpp"
#include "support/processes/spawn.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/markup.hpp"

using namespace lockstep;

TEST_CASE("Text is wrapped at blanks, and its own lines stay lines") {
  CHECK(wrapped("one two three", 7, 2) == "one two\n  three");
  CHECK(wrapped("one\ntwo three", 20, 4) == "one\n    two three");
  CHECK(wrapped("äöü äöü", 7, 0) == "äöü äöü");  // characters, not bytes
  CHECK(wrapped("longer-than-that", 7, 0) == "longer-than-that");
  CHECK(wrapped("", 7, 0).empty());
}

TEST_CASE("No character is cut in two") {
  CHECK(whole_characters("aäb", 2) == 1);
  CHECK(whole_characters("aäb", 3) == 3);
  CHECK(whole_characters("aäb", 9) == 4);
  CHECK(first_characters("äöü", 2) == "äö");
  CHECK(cut_to("äöü", 2) == "ä…");
}

TEST_CASE("What stands around text is taken off") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed(" \n").empty());
}

TEST_CASE("Markup has no sign of its own left in a text, and no control character") {
  CHECK(markup_escaped("<a b=\"c\" d='e'>&\x01\n") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp; \n");
}

TEST_CASE("A program is looked for in the folders of PATH that do not depend on where we are") {
  const TemporaryFolder folder;
  const std::string program = folder / "lockstep-here";
  std::ofstream(program) << "#!/bin/sh\n";
  const std::string before = std::getenv("PATH");
  setenv("PATH", (".:relative:/nowhere:" + folder.path().string()).c_str(), 1);
  CHECK_FALSE(find_in_path("lockstep-here"));  // it cannot be run yet
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  CHECK(find_in_path("lockstep-here") == std::filesystem::path(program));
  CHECK_FALSE(find_in_path("lockstep-nowhere"));
  setenv("PATH", before.c_str(), 1);
}

TEST_CASE("A program has a process group of its own, or ours") {
  const auto group_is_ours = [](ProcessGroup group) {
    const std::string line = "test \"$(cut -d' ' -f5 /proc/$$/stat)\" = " + std::to_string(::getpgrp());
    const int status = reap(spawn({"/bin/sh", "-c", line}, ChildFiles(ChildFiles::Input::ours), group));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  };
  CHECK(group_is_ours(ProcessGroup::ours));
  CHECK_FALSE(group_is_ours(ProcessGroup::own));
}
