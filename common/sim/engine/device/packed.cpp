/// @file
/// @brief Arithmetic on the parts of a word, one loop for all.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "lockstep/sim/device/packed.hpp"

namespace {

template <unsigned parts>
using SignedPart = std::conditional_t<parts == 2, std::int16_t, std::int8_t>;
template <unsigned parts>
using UnsignedPart = std::make_unsigned_t<SignedPart<parts>>;

template <class Part>
int part_of(unsigned word, unsigned i) {
  return static_cast<Part>(word >> i * 8 * sizeof(Part));
}

/// The word whose parts are `operation` of the parts of `a` and `b`; what does not fit in a part is cut off.
template <class Part, class Operation>
unsigned map(unsigned a, unsigned b, Operation operation) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4 / sizeof(Part); ++i) {
    const auto part = static_cast<std::make_unsigned_t<Part>>(operation(part_of<Part>(a, i), part_of<Part>(b, i)));
    result |= static_cast<unsigned>(part) << i * 8 * sizeof(Part);
  }
  return result;
}

template <class Part, class Operation>
unsigned sum(unsigned a, unsigned b, Operation operation) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4 / sizeof(Part); ++i) result += static_cast<unsigned>(operation(part_of<Part>(a, i), part_of<Part>(b, i)));
  return result;
}

template <class Part>
int saturate(int value) {
  return std::clamp<int>(value, std::numeric_limits<Part>::min(), std::numeric_limits<Part>::max());
}

}  // namespace

// `Part` names the part's type inside `expression`, and x and y its values.
#define LOCKSTEP_PACKED_OF(parts, name, PartOf, shape, expression)            \
  unsigned name##parts(unsigned a, unsigned b) noexcept {                     \
    using Part = PartOf<parts>;                                               \
    return shape<Part>(a, b, [](int x, int y) -> int { return expression; }); \
  }
#define LOCKSTEP_PACKED(name, PartOf, shape, expression) \
  LOCKSTEP_PACKED_OF(2, name, PartOf, shape, expression) \
  LOCKSTEP_PACKED_OF(4, name, PartOf, shape, expression)
#define LOCKSTEP_PACKED_UNARY_OF(parts, name, expression)                 \
  unsigned name##parts(unsigned a) noexcept {                             \
    using Part [[maybe_unused]] = SignedPart<parts>;                      \
    return map<Part>(a, 0, [](int x, int) -> int { return expression; }); \
  }
#define LOCKSTEP_PACKED_UNARY(name, expression) \
  LOCKSTEP_PACKED_UNARY_OF(2, name, expression) \
  LOCKSTEP_PACKED_UNARY_OF(4, name, expression)
#define LOCKSTEP_PACKED_COMPARE(suffix, PartOf, expression)           \
  LOCKSTEP_PACKED(__vcmp##suffix, PartOf, map, (expression) ? -1 : 0) \
  LOCKSTEP_PACKED(__vset##suffix, PartOf, map, (expression) ? 1 : 0)

LOCKSTEP_PACKED_UNARY(__vabs, std::abs(x))
LOCKSTEP_PACKED_UNARY(__vabsss, saturate<Part>(std::abs(x)))
LOCKSTEP_PACKED_UNARY(__vneg, -x)
LOCKSTEP_PACKED_UNARY(__vnegss, saturate<Part>(-x))
LOCKSTEP_PACKED(__vadd, UnsignedPart, map, x + y)
LOCKSTEP_PACKED(__vaddss, SignedPart, map, saturate<Part>(x + y))
LOCKSTEP_PACKED(__vaddus, UnsignedPart, map, saturate<Part>(x + y))
LOCKSTEP_PACKED(__vsub, UnsignedPart, map, x - y)
LOCKSTEP_PACKED(__vsubss, SignedPart, map, saturate<Part>(x - y))
LOCKSTEP_PACKED(__vsubus, UnsignedPart, map, saturate<Part>(x - y))
LOCKSTEP_PACKED(__vavgs, SignedPart, map, (x + y + (x + y >= 0)) >> 1)
LOCKSTEP_PACKED(__vavgu, UnsignedPart, map, (x + y + 1) >> 1)
LOCKSTEP_PACKED(__vhaddu, UnsignedPart, map, (x + y) >> 1)
LOCKSTEP_PACKED(__vmaxs, SignedPart, map, std::max(x, y))
LOCKSTEP_PACKED(__vmaxu, UnsignedPart, map, std::max(x, y))
LOCKSTEP_PACKED(__vmins, SignedPart, map, std::min(x, y))
LOCKSTEP_PACKED(__vminu, UnsignedPart, map, std::min(x, y))
LOCKSTEP_PACKED(__vabsdiffs, SignedPart, map, std::abs(x - y))
LOCKSTEP_PACKED(__vabsdiffu, UnsignedPart, map, std::abs(x - y))
LOCKSTEP_PACKED(__vsads, SignedPart, sum, std::abs(x - y))
LOCKSTEP_PACKED(__vsadu, UnsignedPart, sum, std::abs(x - y))
LOCKSTEP_PACKED_COMPARE(eq, UnsignedPart, x == y)
LOCKSTEP_PACKED_COMPARE(ne, UnsignedPart, x != y)
LOCKSTEP_PACKED_COMPARE(ges, SignedPart, x >= y)
LOCKSTEP_PACKED_COMPARE(geu, UnsignedPart, x >= y)
LOCKSTEP_PACKED_COMPARE(gts, SignedPart, x > y)
LOCKSTEP_PACKED_COMPARE(gtu, UnsignedPart, x > y)
LOCKSTEP_PACKED_COMPARE(les, SignedPart, x <= y)
LOCKSTEP_PACKED_COMPARE(leu, UnsignedPart, x <= y)
LOCKSTEP_PACKED_COMPARE(lts, SignedPart, x < y)
LOCKSTEP_PACKED_COMPARE(ltu, UnsignedPart, x < y)
