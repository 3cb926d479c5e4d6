/// @file
/// @brief The operators of `reduce` and the scans.
#pragma once

namespace cooperative_groups {

template <class T>
struct plus {
  [[gnu::always_inline]] T operator()(T a, T b) const { return static_cast<T>(a + b); }
};
/// The smaller of two.
template <class T>
struct less {
  [[gnu::always_inline]] T operator()(T a, T b) const { return b < a ? b : a; }
};
/// The larger of two.
template <class T>
struct greater {
  [[gnu::always_inline]] T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  [[gnu::always_inline]] T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
template <class T>
struct bit_or {
  [[gnu::always_inline]] T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
template <class T>
struct bit_xor {
  [[gnu::always_inline]] T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};

}  // namespace cooperative_groups
