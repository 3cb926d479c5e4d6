/// @file
/// @brief The rooms of common/: each says what lives there, is small enough to be known, and includes only what common/rooms.txt lets it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "support/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path kCommon = fs::path(LOCKSTEP_SOURCE_DIR) / "common";
constexpr std::size_t kMostFiles = 28;  // "about 25"

/// The folder whose files CUDA names: how many headers it has is not for the course to decide.
const fs::path kCudaHeaders = kCommon / "sim" / "include";

/// Which rooms a room may include. Those of one line of the list have the same.
using Rooms = std::map<std::string, std::set<std::string>>;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

Rooms read_rooms(const fs::path& common) {
  Rooms rooms;
  std::ifstream in(common / "rooms.txt");
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::vector<std::string> names = words(line.substr(0, colon)), others = words(line.substr(colon + 1));
    for (const std::string& name : names) {
      rooms[name].insert(others.begin(), others.end());
      rooms[name].insert(names.begin(), names.end());
    }
  }
  return rooms;
}

/// The room and all that it may include, through other rooms, too.
std::set<std::string> reach(const Rooms& rooms, const std::string& from) {
  std::set<std::string> found{from};
  std::vector<std::string> todo{from};
  while (!todo.empty()) {
    const std::string room = todo.back();
    todo.pop_back();
    if (!rooms.contains(room)) continue;
    for (const std::string& next : rooms.at(room))
      if (found.insert(next).second) todo.push_back(next);
  }
  return found;
}

/// The folder of a file of common/, but for what kernels include: that is one room on each side, whatever its folders.
std::string room_of(const fs::path& common, const fs::path& file) {
  const std::string folder = fs::relative(file.parent_path(), common).generic_string();
  if (folder.starts_with("sim/include")) return "sim/include";
  if (folder.starts_with("sim/libraries/thrust")) return "sim/libraries/thrust";
  return folder.starts_with("harness/") && folder.ends_with("/lockstep") ? "harness/lockstep" : folder;
}

bool is_source(const fs::path& file) {
  static const std::set<std::string> kExtensions{".cpp", ".hpp", ".cu", ".h"};
  return kExtensions.contains(file.extension().string());
}

std::vector<fs::path> sources(const fs::path& common) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(common))
    if (entry.is_regular_file() && is_source(entry.path())) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// What a file includes of common/.
std::vector<fs::path> included(const fs::path& common, const fs::path& file) {
  static const std::regex kInclude("^\\s*#\\s*include\\s*\"([^\"]+)\"");
  std::vector<fs::path> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, kInclude)) continue;
    for (const char* const root : {"", "harness", "harness/sim", "harness/cuda", "sim/include"}) {
      const fs::path candidate = common / root / match[1].str();
      if (!fs::is_regular_file(candidate)) continue;
      found.push_back(candidate);
      break;
    }
  }
  return found;
}

/// Includes that the list does not allow: "sim/engine/hooks.cpp includes sim/runtime/memory.hpp".
std::vector<std::string> forbidden_includes(const fs::path& common) {
  const Rooms rooms = read_rooms(common);
  std::vector<std::string> found;
  for (const fs::path& file : sources(common)) {
    const std::string room = room_of(common, file);
    const std::set<std::string> allowed = reach(rooms, room);
    for (const fs::path& other : included(common, file))
      if (!allowed.contains(room_of(common, other)))
        found.push_back(fs::relative(file, common).string() + " includes " + fs::relative(other, common).string());
  }
  return found;
}

/// Rooms of two lines of the list that may include each other, in whatever way.
std::vector<std::string> circles(const fs::path& common) {
  const Rooms rooms = read_rooms(common);
  std::vector<std::string> found;
  for (const auto& [room, others] : rooms)
    for (const std::string& other : reach(rooms, room)) {
      const bool one_line = rooms.contains(other) && rooms.at(other).contains(room) && others.contains(other);
      if (other != room && !one_line && reach(rooms, other).contains(room)) found.push_back(room + " and " + other);
    }
  return found;
}

/// What a file says of itself at its beginning; empty where that is nothing.
std::string brief_of(const fs::path& file) {
  constexpr std::string_view kBegin = "/// @brief ";
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  if (line != "/// @file" || !std::getline(in, line) || !line.starts_with(kBegin)) return {};
  return line.substr(kBegin.size());
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("a room includes only what common/rooms.txt lets it") { REQUIRE(forbidden_includes(kCommon) == std::vector<std::string>{}); }

TEST_CASE("the rooms' includes go in one direction") { REQUIRE(circles(kCommon) == std::vector<std::string>{}); }

TEST_CASE("every room is on the list, says what lives there, and can be known") {
  const Rooms rooms = read_rooms(kCommon);
  std::map<fs::path, std::size_t> files;
  for (const fs::path& file : sources(kCommon)) ++files[file.parent_path()];
  for (const auto& [folder, count] : files) {
    CAPTURE(folder.string());
    const std::string room = room_of(kCommon, folder / "any.hpp");
    REQUIRE(rooms.contains(room));
    REQUIRE((count <= kMostFiles || folder == kCudaHeaders));
    REQUIRE(fs::is_regular_file(kCommon / room / "README.md"));
  }
  for (const auto& [room, others] : rooms) {
    CAPTURE(room);
    REQUIRE(fs::is_directory(kCommon / room));
    for (const std::string& other : others) REQUIRE(rooms.contains(other));
  }
}

TEST_CASE("every file says in one sentence what it is, and no two say the same") {
  std::map<std::string, fs::path> files;
  for (const fs::path& file : sources(kCommon)) {
    CAPTURE(file.string());
    const std::string brief = brief_of(file);
    REQUIRE_FALSE(brief.empty());
    CAPTURE(files[brief].string());
    REQUIRE(files[brief].empty());
    files[brief] = file;
  }
}

TEST_CASE("what the rooms' tests are there for is found") {
  const lockstep::TemporaryFolder folder;
  const fs::path common = folder.path();
  write(common / "rooms.txt", "# a list\nlow:\nmiddle left: low\nhigh: middle  # and low\n");
  write(common / "low/a.hpp", "#include <vector>\n");
  write(common / "middle/b.cpp", "#include \"low/a.hpp\"\n#include \"left/c.hpp\"\n");
  write(common / "left/c.hpp", "");
  write(common / "high/d.cpp", "#include \"low/a.hpp\"\n#include \"nowhere/x.hpp\"\n");
  REQUIRE(forbidden_includes(common).empty());
  REQUIRE(circles(common).empty());

  write(common / "low/a.hpp", " #  include \"high/e.hpp\"\n");
  write(common / "high/e.hpp", "");
  write(common / "new/f.hpp", "#include \"low/a.hpp\"\n");
  REQUIRE(forbidden_includes(common) == std::vector<std::string>{"low/a.hpp includes high/e.hpp", "new/f.hpp includes low/a.hpp"});

  write(common / "low/a.hpp", "/// @file\n/// @brief A file.\n");
  REQUIRE(brief_of(common / "low/a.hpp") == "A file.");
  write(common / "low/a.hpp", "#include <vector>\n/// @brief A file.\n");
  REQUIRE(brief_of(common / "low/a.hpp").empty());

  write(common / "rooms.txt", "low: high\nhigh: middle\nmiddle: low\n");
  REQUIRE_FALSE(circles(common).empty());
}
