/// @file
/// @brief The identifiers that mean something to the translator.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::translate {

/// What an identifier (or `<<<`, `::`, `->`, `...`) stands for; `none` for all the others.
enum class Word : std::uint8_t {
  none,
  // punctuation of more than one character
  arrow,
  ellipsis,
  launch,  // <<<
  scope,   // ::
  // C++ that shapes declarations and statements
  access,  // public, protected, private
  alignas_,
  attribute,  // __attribute__
  auto_,
  case_,                // case, default
  constant_expression,  // constexpr, consteval, constinit
  control,              // if, while, for, switch: a parenthesis follows that is not a call
  cv,                   // const, volatile
  decltype_,            // decltype, typeof
  enum_,
  explicit_,
  extern_,
  friend_,
  function_name,  // __func__ and its kin
  fundamental,    // int, float, unsigned, …
  inline_,
  namespace_,
  noexcept_,
  operator_,
  record,  // class, struct, union
  requires_,
  statement,  // return, else, do, throw, co_return, co_yield
  static_,
  template_,
  typedef_,  // typedef, using
  typename_,
  void_,
  // CUDA
  align,
  atomic,  // atomicAdd and its family
  block_size,
  cluster_dims,
  constant,
  device,
  forceinline,
  global,
  grid_constant,
  host,
  launch_bounds,
  managed,
  maxnreg,
  memory_call,  // memcpy, memmove, memset
  noinline,
  shared,
  // what the simulator refuses
  asm_,
  texture,  // texture, surface
};

/// The meaning of an identifier.
Word word_of(std::string_view identifier);

/// True for the words whose every occurrence the translator has to look at.
constexpr bool is_spot(Word word) { return word >= Word::align || word == Word::launch || word == Word::function_name; }

/// True where a parenthesis after the word belongs to it, and starts neither a call nor a parameter list.
bool owns_parenthesis(Word word);

}  // namespace lockstep::translate
