/// @file
/// @brief A tree of 2^60 templates.
/// Expected: 0
/// Says: compiling it
template <unsigned long n, unsigned depth>
struct Tree {
  static constexpr unsigned long value = Tree<2 * n, depth - 1>::value + Tree<2 * n + 1, depth - 1>::value;
};
template <unsigned long n>
struct Tree<n, 0> {
  static constexpr unsigned long value = n;
};
unsigned long total = Tree<1, 60>::value;
