/// @file
/// @brief What the debug information says of memory that a kernel uses: names and types of its arguments and variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::sim {

/// A number that the hardware knows, or other bits.
enum class Scalar : std::uint8_t { signed_integer, unsigned_integer, floating, boolean };

/// The elements of an array: each is so many scalars of one kind. A class of several kinds is words of 4 bytes, or bytes.
struct ElementType {
  std::string name;  ///< as in the source, without `const`
  Scalar scalar = Scalar::unsigned_integer;
  std::uint32_t scalar_bytes = 1;
  std::uint32_t components = 1;
  std::uint32_t bytes() const { return scalar_bytes * components; }
};

/// An array, or a single value: then `shape` is empty. An extent that is not known is 0.
struct ArrayType {
  ElementType element;
  std::vector<std::uint64_t> shape;
};

/// A pointer among a kernel's arguments.
struct PointerArgument {
  std::string name;    ///< of one in a class `graph.columns`
  std::size_t offset;  ///< from the beginning of what each thread copies (GridRun::arguments)
  ElementType to;
};

/// The pointers among its arguments that the kernel's body uses. @param pc  in the body, as for basic blocks
std::vector<PointerArgument> pointer_arguments(const void* pc);

/// The type of a `__shared__` variable. @param pc  in a kernel that uses it. @param tag, bytes  of its SharedSlot
std::optional<ArrayType> shared_type(const void* pc, const std::string& tag, std::size_t bytes);

/// The first name that the kernel gives its dynamic shared memory.
struct DynamicShared {
  std::string name;
  ArrayType type;
};
std::optional<DynamicShared> dynamic_shared_type(const void* pc);

/// The type of a variable of this name outside of functions, in the unit of `pc`.
std::optional<ArrayType> variable_type(const void* pc, const std::string& name);

}  // namespace lockstep::sim
