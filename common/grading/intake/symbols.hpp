/// @file
/// @brief What a submission's object may define and use: what kernels and their launcher need, and nothing that reaches the system.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace lockstep::grading {

/// The simulator's names that a submission may call: those in the headers for kernels, but not those that switch its observers or read
/// its counts.
class SimulatorNames {
 public:
  /// @param headers  the folder common/sim/include
  explicit SimulatorNames(const std::filesystem::path& headers);
  bool contains(const std::string& name) const { return names_.contains(name); }

 private:
  std::set<std::string> names_;
};

/// Judges an object by what `objdump -h -t` says of it.
/// @return why it is refused, in one line; nothing where it is not
std::optional<std::string> why_refused(const std::string& objdump, const SimulatorNames& simulator);

}  // namespace lockstep::grading
