/// @file
/// @brief Poisons, reads and writes the host's arrays.
#include "harness/running/host_arrays.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "lockstep/usage_error.hpp"
#include "support/output_file.hpp"

namespace lockstep {

const void* HostArrays::place_input(std::string_view name, const void* host, std::size_t bytes) {
  void* const data = const_cast<void*>(host);  // only read_inputs writes there, and a Case owns its inputs, which are not const
  items_.push_back({std::string(name), data, bytes, false});
  return host;
}

void* HostArrays::place_output(std::string_view name, void* host, std::size_t bytes) {
  items_.push_back({std::string(name), host, bytes, true});
  return host;
}

void HostArrays::poison_outputs() const {
  for (const Item& item : items_)
    if (item.is_output && item.bytes > 0) std::memset(item.data, 0xff, item.bytes);
}

std::size_t HostArrays::output_bytes() const {
  std::size_t bytes = 0;
  for (const Item& item : items_) bytes += item.is_output ? item.bytes : 0;
  return bytes;
}

void HostArrays::read_inputs(const std::string& path) const {
  std::uintmax_t wanted = 0;
  std::string layout;
  for (const Item& item : items_) {
    if (item.is_output) continue;
    wanted += item.bytes;
    layout += fmt::format("{}{} ({} bytes)", layout.empty() ? "" : ", ", item.name, item.bytes);
  }
  std::error_code error;
  const std::uintmax_t length = std::filesystem::file_size(path, error);
  if (error) throw UsageError(fmt::format("--in {}: {}", path, error.message()));
  if (length != wanted) throw UsageError(fmt::format("--in {}: has {} bytes, but this size needs {}: {}", path, length, wanted, layout));

  std::ifstream file;
  file.rdbuf()->pubsetbuf(nullptr, 0);  // so that no copy is left where a submission may read
  file.open(path, std::ios::binary);
  for (const Item& item : items_)
    if (!item.is_output) file.read(static_cast<char*>(item.data), static_cast<std::streamsize>(item.bytes));
  if (!file) throw UsageError(fmt::format("--in {}: cannot be read", path));
}

void HostArrays::write_outputs(const std::string& path) const {
  std::string bytes;
  for (const Item& item : items_)
    if (item.is_output) bytes.append(static_cast<const char*>(item.data), item.bytes);
  write_file(path, bytes);
}

}  // namespace lockstep
