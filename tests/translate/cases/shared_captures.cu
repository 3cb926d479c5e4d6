__global__ void k(int n) {
  auto before = [] { return a; };
  __shared__ int a[4], b;
  extern __shared__ float s[];
  auto f1 = [] { return a[0]; };
  auto f2 = [=] { return a[0] + b + s[0]; };
  auto f3 = [&] { return a[0]; };
  auto f4 = [&, n] { return a[0]; };
  auto f5 = [n](int i) mutable -> int { return a[i]; };
  auto f6 = [](int a) { return a; };
  auto f7 = [=] { return x.a + p->b + S::a; };
  auto f8 = []<class T>(T i) { return a[i]; };
  auto f9 = [=] { return [] { return a[0]; }(); };
  call([](int i) { return a[i]; }, b);
  constexpr auto f10 = [](int i) { return i; };
  return [=] { return b; }();
  auto [a1, a2] = pair(a);
  auto& [a3, a4] = pair(a);
  n = a[b] + c[a[0]];
  int* q = new int[a[0]];
  { __shared__ int c; auto f11 = [] { return a[c]; }; }
  auto f12 = [] { return c; };
}
