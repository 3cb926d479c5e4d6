namespace a {
inline namespace v1 {
template <class T, int N> struct Scan { T x[N]; };
struct Plain {};
}
}
extern "C++" {
namespace a { inline namespace v1 {
template <class T> struct Block {
  typedef Scan<T, (3 > 2)> Scan;
  using Plain = Plain;
  typedef Scan Other;
};
} }
}
struct Outer {
  struct Scan {};
  struct User {
    typedef Scan Scan;
  };
};
typedef struct S S;
typedef int t, T;
using X = Y;
