/// @file
/// @brief One way of solving a lesson's problem, registered by the last line of its file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct Launch;

/// Where the arrays are that a version works on.
enum class Memory {
  device,  ///< the harness copied them there: the version's time is its own work
  host,    ///< of a v0_*.cpp
  pinned,  ///< in page-locked host memory: the version copies to the device and back by itself, and its time is from end to end
};

/// The course's five stages: how far along a version is. Its file's name says the idea, v7_thread_tile.cu; where the idea is the stage
/// itself, the file has the stage's name, v1_naive.cu, and need not declare it.
enum class Stage { naive, coalesced, shared_memory, reduction_optimized, atomic_combine };

/// The stage of a version in the lesson's folder `asides`: an experiment beside the ladder, which runs only where it is named.
inline constexpr const char* kAside = "aside";

/// What a version's file name and its author say about it.
struct VersionInfo {
  std::string name;  ///< the file's stem, with `_` and the suffix where the file registers more than one
  std::string
      stage;  ///< "cpu", "naive", "coalesced", "shared-memory", "reduction-optimized", "atomic-combine", "beyond", "library" or kAside
  std::string idea;  ///< one line
  Memory memory;     ///< where its pointers lie

  bool on_host() const { return memory == Memory::host; }
  bool is_aside() const { return stage == kAside; }
};

/// Derives name and stage from the path of a version's file. A v0_*.cpp, or asides/*.cpp, works in host memory, whatever `memory` says.
VersionInfo describe_version(std::string_view file, std::string_view idea, std::string_view suffix, Memory memory = Memory::device);

/// The same for a version that declares its stage.
VersionInfo describe_version(std::string_view file, Stage stage, std::string_view idea, std::string_view suffix,
                             Memory memory = Memory::device);

/// The order of the ladder: by name, v9 before v10; then the asides, and the library peers last.
bool comes_before(const VersionInfo& one, const VersionInfo& other);

/// A version of a problem. A file ends with `const Version version{__FILE__, "one-line idea", run};`, which registers it.
template <class Problem>
class Version {
 public:
  /// Solves the problem: queues its work on `launch.stream` (or, on the host, does it) and need not wait for the end.
  using Run = void (*)(const typename Problem::Device& problem, const Launch& launch);

  struct Entry {
    VersionInfo info;
    Run run;
  };

  /// @param file    `__FILE__`
  /// @param suffix  tells a second version of the same file apart
  /// @param memory  Memory::pinned for a version that does its own transfers
  Version(const char* file, std::string_view idea, Run run, std::string_view suffix = {}, Memory memory = Memory::device) {
    add({describe_version(file, idea, suffix, memory), run});
  }

  /// @param stage  where the file's name says the idea instead
  Version(const char* file, Stage stage, std::string_view idea, Run run, std::string_view suffix = {}, Memory memory = Memory::device) {
    add({describe_version(file, stage, idea, suffix, memory), run});
  }

  /// All versions registered so far, in no particular order.
  static const std::vector<Entry>& entries() { return list_with(nullptr); }

 private:
  static void add(const Entry& entry) { list_with(&entry); }

  /// The list, with `added` in it unless that is null. Defined in lesson.hpp, for main only: a version's file cannot have a list of its own,
  /// and cannot write to main's.
  static const std::vector<Entry>& list_with(const Entry* added);
};

template <class... Problem>
struct Types;

/// A version of one problem for several element types. A file ends with
/// `const Version version{__FILE__, "one-line idea", [](const auto& p, const Launch& launch) { run(p, launch); }};`; one that is for a
/// single type registers a Version of that type's problem.
template <class... Problem>
class Version<Types<Problem...>> {
 public:
  /// @param run  works for each type, as a generic lambda without captures does
  template <class Run>
  Version(const char* file, std::string_view idea, const Run& run, std::string_view suffix = {}, Memory memory = Memory::device) {
    (Version<Problem>(file, idea, run, suffix, memory), ...);
  }

  template <class Run>
  Version(const char* file, Stage stage, std::string_view idea, const Run& run, std::string_view suffix = {},
          Memory memory = Memory::device) {
    (Version<Problem>(file, stage, idea, run, suffix, memory), ...);
  }
};

}  // namespace lockstep
