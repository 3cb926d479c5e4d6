void f() {
  k<<<1, 2>>>();
  k<<<1, 2>>>(__null, p, __null);
  k<<<1, 2>>>(n + (int)__null, f(a, b), {1, 2}, A<int, 3>{});
  k<<<1, 2>>>([=] __device__ (int i) { return i; }, ")", ')');
  k<<<1, 2>>>([&] { j<<<3, 4>>>(y); });
  k<<<1, 2>>>(a < b, __null), c > d;
  o << k << p;
}
struct Stream {
  friend Stream& operator<<<int>(Stream&, int);
  template <class T> friend Stream& operator<< <T>(Stream&, T);
};
