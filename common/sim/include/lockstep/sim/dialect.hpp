/// @file
/// @brief What the headers use of newer C++, for programs in older dialects.
#pragma once

#include <type_traits>

namespace lockstep::sim {

template <class T>
using RemoveCvref = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T>
struct IdentityOf {
  using type = T;
};
/// T where nothing may be deduced.
template <class T>
using Identity = typename IdentityOf<T>::type;

/// The same bits as another type.
template <class To, class From>
[[gnu::always_inline]] constexpr To bits_as(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

/// True where T is one of the others.
template <class T, class... U>
constexpr bool kOneOf = (std::is_same<T, U>::value || ...);

}  // namespace lockstep::sim
