template <class T> struct texture { T x; };
texture<int> mine;
namespace n { texture<int> t; }
