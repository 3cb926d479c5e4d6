/// @file
/// @brief The classes: a number of 16 bits, a pair of them, and the plain structures with their bits. Part of narrow_functions.hpp.
///
/// Which conversions there are, and which are implicit, decides what overloads a program's expressions find: exactly CUDA's.

struct alignas(2) LOCKSTEP_RAW {
  unsigned short x;
};
struct alignas(4) LOCKSTEP_RAW_PAIR {
  unsigned short x, y;
};

struct alignas(2) LOCKSTEP_NARROW {
 protected:
  unsigned short __x;

 public:
  LOCKSTEP_NARROW() = default;
  LOCKSTEP_INLINE constexpr LOCKSTEP_NARROW(const LOCKSTEP_RAW& raw) : __x(raw.x) {}
  LOCKSTEP_INLINE LOCKSTEP_NARROW& operator=(const LOCKSTEP_RAW& raw) {
    __x = raw.x;
    return *this;
  }
  LOCKSTEP_INLINE volatile LOCKSTEP_NARROW& operator=(const LOCKSTEP_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
  LOCKSTEP_INLINE volatile LOCKSTEP_NARROW& operator=(const volatile LOCKSTEP_RAW& raw) volatile {
    __x = raw.x;
    return *this;
  }
  LOCKSTEP_INLINE operator LOCKSTEP_RAW() const { return LOCKSTEP_RAW{__x}; }
  LOCKSTEP_INLINE operator LOCKSTEP_RAW() const volatile { return LOCKSTEP_RAW{__x}; }

#ifndef LOCKSTEP_NARROW_NO_CONVERSIONS
  explicit LOCKSTEP_NARROW(const LOCKSTEP_OTHER_NARROW other);

  // What every such conversion from a number does, in construction and in assignment.
#define LOCKSTEP_FROM(T, value_as_double)        \
  LOCKSTEP_INLINE LOCKSTEP_NARROW(const T value) \
      : __x(lockstep::sim::LOCKSTEP_BITS_OF(value_as_double, lockstep::sim::Rounding::nearest)) {}
#define LOCKSTEP_ASSIGN(T) \
  LOCKSTEP_INLINE LOCKSTEP_NARROW& operator=(const T value) { return *this = LOCKSTEP_NARROW(value); }

  LOCKSTEP_FROM(float, static_cast<double>(value))
  LOCKSTEP_FROM(double, value)
  LOCKSTEP_FROM(short, value)
  LOCKSTEP_FROM(unsigned short, value)
  LOCKSTEP_FROM(int, value)
  LOCKSTEP_FROM(unsigned int, value)
  LOCKSTEP_FROM(long, lockstep::sim::odd_double(static_cast<long long>(value)))
  LOCKSTEP_FROM(unsigned long, lockstep::sim::odd_double(static_cast<unsigned long long>(value)))
  LOCKSTEP_FROM(long long, lockstep::sim::odd_double(value))
  LOCKSTEP_FROM(unsigned long long, lockstep::sim::odd_double(value))
  LOCKSTEP_ASSIGN(float)
  LOCKSTEP_ASSIGN(double)
  LOCKSTEP_ASSIGN(short)
  LOCKSTEP_ASSIGN(unsigned short)
  LOCKSTEP_ASSIGN(int)
  LOCKSTEP_ASSIGN(unsigned int)
  LOCKSTEP_ASSIGN(long long)
  LOCKSTEP_ASSIGN(unsigned long long)
#undef LOCKSTEP_ASSIGN
#undef LOCKSTEP_FROM

  operator float() const;
  operator signed char() const;
  operator unsigned char() const;
  operator char() const;
  operator short() const;
  operator unsigned short() const;
  operator int() const;
  operator unsigned int() const;
  operator long() const;
  operator unsigned long() const;
  operator long long() const;
  operator unsigned long long() const;
  LOCKSTEP_INLINE constexpr operator bool() const { return (__x & 0x7fffu) != 0; }
#endif
};

struct alignas(4) LOCKSTEP_NARROW_PAIR {
  LOCKSTEP_NARROW x, y;

  LOCKSTEP_NARROW_PAIR() = default;
  LOCKSTEP_INLINE constexpr LOCKSTEP_NARROW_PAIR(const LOCKSTEP_NARROW& low, const LOCKSTEP_NARROW& high) : x(low), y(high) {}
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR(const LOCKSTEP_RAW_PAIR& raw) : x(LOCKSTEP_RAW{raw.x}), y(LOCKSTEP_RAW{raw.y}) {}
  LOCKSTEP_INLINE LOCKSTEP_NARROW_PAIR& operator=(const LOCKSTEP_RAW_PAIR& raw) { return *this = LOCKSTEP_NARROW_PAIR(raw); }
  LOCKSTEP_INLINE operator LOCKSTEP_RAW_PAIR() const {
    return LOCKSTEP_RAW_PAIR{static_cast<LOCKSTEP_RAW>(x).x, static_cast<LOCKSTEP_RAW>(y).x};
  }
};
