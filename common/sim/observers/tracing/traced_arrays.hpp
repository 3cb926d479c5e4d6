/// @file
/// @brief Names the arrays that a launch touches: arguments, shared variables, variables of the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/program/value_types.hpp"
#include "sim/engine/running/grid_run.hpp"
#include "sim/observers/tracing/trace_steps.hpp"

namespace lockstep::sim {

class TracedArrays {
 public:
  /// Finds all arrays that the launch touches.
  TracedArrays(const GridRun& grid, const TracedLaunch& launch);

  struct Place {
    std::size_t array;   ///< its number
    std::int64_t index;  ///< in scalars
  };
  /// What the address belongs to, for a thread of this block. @param bytes  of the access
  Place find(std::uint64_t address, std::uint32_t bytes, std::size_t block);
  const ElementType& type(std::size_t array) const { return arrays_[array].type.element; }

  /// All that were found, as the trace has them.
  nlohmann::json list() const;

 private:
  struct Array {
    std::string name;
    const char* space;
    std::uintptr_t begin = 0, end = 0;  ///< end: 0 where it is not known
    ArrayType type{};
    std::optional<std::size_t> block{};  ///< of shared memory
    std::uint32_t start = 0;             ///< as the trace has it
  };

  /// What is seen in an array that the source calls bytes, or does not name: kernels take it for something else.
  struct Seen {
    std::uint32_t least = 16;  ///< bytes of an access
    bool reads_well = true, is_large = false;
  };

  void look_at(const LaneAccess& access, std::size_t block, std::vector<Seen>& seen);
  static void guess(ArrayType& type, const Seen& seen);
  Array shared_array(std::uint64_t address, std::size_t block);
  Array dynamic_array(const TracedBlock& owner);
  Array global_array(std::uint64_t address, std::uint32_t bytes);
  Array variable(std::uint64_t address, std::uint32_t bytes, const char* qualifier) const;
  std::size_t number_of(Array array);

  const GridRun& grid_;
  const TracedLaunch& launch_;
  std::vector<PointerArgument> arguments_;
  std::vector<Array> arrays_;
  std::map<const SharedSlot*, ArrayType> shared_types_;    ///< those that were looked up
  std::optional<std::optional<DynamicShared>> dynamic_{};  ///< the same
};

}  // namespace lockstep::sim
