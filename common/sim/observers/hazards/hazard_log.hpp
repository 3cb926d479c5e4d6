/// @file
/// @brief Collects hazards: one for each kind and pair of lines, with a count.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "observation/observation.hpp"
#include "sim/engine/accesses/observer.hpp"
#include "sim/engine/program/source_lines.hpp"

namespace lockstep::sim {

/// So that what is done with hazards does not depend on where they lie in memory.
struct InOrderOfDiscovery {
  bool operator()(const Hazard* a, const Hazard* b) const { return a->number < b->number; }
};

class HazardLog {
 public:
  /// The hazard of this kind at these places; `fresh` says that it is new, and still needs its text.
  /// Several instructions may be one line (the compiler unrolls loops): they are one hazard.
  /// @param pc, before  addresses after the access that completed it, and after the one before it (null where there is none)
  /// Two lines that race are one hazard, whichever of them came first.
  Hazard& find(const char* kind, const void* pc, const void* before, bool* fresh);
  /// The same for a line that is known already; it is not counted again.
  Hazard& find(const char* kind, const CodeLine& line, bool* fresh);
  /// The student's line of the call that ends at `pc`; also on a CUDA thread's stack.
  static CodeLine line_of(const void* pc);
  /// A hazard without code of its own.
  Hazard& add(Hazard hazard);
  /// Merges two hazards: `other` is no longer reported, and what would count as it counts as `first`.
  void join(Hazard& first, Hazard& other);
  /// How many there are, and each of them, in the order of discovery.
  std::size_t count() const { return all_.size(); }
  Hazard& at(std::size_t index) { return all_[index]; }
  /// What is to be reported, in the order of discovery.
  std::vector<const Hazard*> told() const;
  /// Takes it, and forgets everything.
  std::vector<Hazard> take();

  /// The running kernel's name.
  std::string kernel;
  /// Off while a launch runs once more: what was found before is not counted again.
  bool counts = true;
  /// Off where no one reads the reports at the end of the program: then the engine prints what ends a launch.
  bool is_told = true;

 private:
  bool find_by_lines(const char* kind, const void* pc, const void* before, Hazard** known);

  std::map<std::tuple<std::string, const void*, const void*>, Hazard*> by_code_;
  std::map<std::tuple<std::string, std::string, CodeLine, CodeLine>, Hazard*> by_lines_;
  std::deque<Hazard> all_;          ///< a hazard stays where it is
  std::set<const Hazard*> joined_;  ///< those that are reported as part of others
};

/// "thread (3,0,0) of block (1,0,0)", from a thread's rank in its block.
std::string thread_name(unsigned rank, uint3 block, dim3 extent);

inline ThreadPlace thread_place(unsigned rank, uint3 block) { return {{block.x, block.y, block.z}, rank}; }

}  // namespace lockstep::sim
