/// @file
/// @brief Where the source asked for something: a file, a line and a column, in every dialect of C++.
#pragma once

#if __cplusplus > 201703L
#include <source_location>
#else
// Only g++'s own builtin knows the column, and it insists on this class, which <source_location> has from C++20 on. The layout is the
// same, so that programs of all dialects link with the simulator.
namespace std {
struct source_location {
  struct __impl {
    const char* _M_file_name;
    const char* _M_function_name;
    unsigned _M_line;
    unsigned _M_column;
  };
  static constexpr source_location current(decltype(__builtin_source_location()) place = __builtin_source_location()) noexcept {
    return source_location(static_cast<const __impl*>(place));
  }
  constexpr source_location() noexcept = default;
  constexpr unsigned line() const noexcept { return place_ != nullptr ? place_->_M_line : 0; }
  constexpr const char* file_name() const noexcept { return place_ != nullptr ? place_->_M_file_name : ""; }

 private:
  constexpr explicit source_location(const __impl* place) noexcept : place_(place) {}
  const __impl* place_ = nullptr;
};
}  // namespace std
#endif

namespace lockstep::sim {

/// Intrinsics take it as a defaulted last argument, so that a report names the student's line.
using Site = std::source_location;

}  // namespace lockstep::sim
