/// @file
/// @brief Has the compiler count for ever.
/// Expected: 0
/// Says: compiling it
#include <utility>
template <int n>
constexpr unsigned long count() {
  unsigned long sum = n;
  for (unsigned long i = 0; i < 200000; ++i)
    for (unsigned long j = 0; j < 100; ++j) sum += i ^ j;
  return sum;
}
template <int... n>
struct All {
  static constexpr unsigned long value = (count<n>() + ...);
};
template <class>
struct Many;
template <int... n>
struct Many<std::integer_sequence<int, n...>> : All<n...> {};
unsigned long total = Many<std::make_integer_sequence<int, 10000>>::value;
