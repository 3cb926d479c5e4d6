void names() {
  k<<<1, 2>>>(x);
  ::k<<<1, 2>>>(x);
  ns::k<<<1, 2>>>(x);
  ::ns::inner::k<<<1, 2>>>(x);
  return k<<<1, 2>>>(x);
}
void templates() {
  k<float><<<1, 2>>>(x);
  k<A<B<C>>><<<1, 2>>>(x);
  k<A<B<C> > > <<<1, 2>>> (x);
  ns::k<T, (a > b), sizeof(x)><<<1, 2>>>(x);
  k<(1 << 3), 1 << 3, (8 >> 1)><<<1, 2>>>(x);
  k<n >= 3, &S::m, p->q><<<1, 2>>>(x);
  A<T>::template k<U><<<1, 2>>>(x);
  A<B<T>>::k<<<1, 2>>>(x);
  decltype(a)::k<<<1, 2>>>(x);
  k<decltype(a), A<int>::v><<<1, 2>>>(x);
  k<[] { return 3; }()><<<1, 2>>>(x);
}
void expressions() {
  (*k)<<<1, 2>>>(x);
  (&k)<<<1, 2>>>(x);
  (c ? k : j)<<<1, 2>>>(x);
  table[i]<<<1, 2>>>(x);
  table[i][f(3)]<<<1, 2>>>(x);
  get()<<<1, 2>>>(x);
  get<T>()<<<1, 2>>>(x);
  get()(3)<<<1, 2>>>(x);
  (get)(3)<<<1, 2>>>(x);
  table[i](3)<<<1, 2>>>(x);
  ns::get<A<T>>(1, 2)[3]<<<1, 2>>>(x);
  static_cast<void (*)(int)>(k)<<<1, 2>>>(x);
  this->k<<<1, 2>>>(x);
  o.p->k<<<1, 2>>>(x);
  o.template k<T><<<1, 2>>>(x);
  o.self().self().k<<<1, 2>>>(x);
  (*o).k<<<1, 2>>>(x);
  table[i].k<<<1, 2>>>(x);
  (o.*k)<<<1, 2>>>(x);
}
void statements() {
  if (c) (*k)<<<1, 2>>>(x);
  else (*k)<<<1, 2>>>(x);
  if constexpr (c) (*k)<<<1, 2>>>(x);
  if (c) [[likely]] (*k)<<<1, 2>>>(x);
  if (c) ::k<<<1, 2>>>(x); else ::k<<<1, 2>>>(x);
  for (;;) (*k)<<<1, 2>>>(x);
  while (c) k<<<1, 2>>>(x);
  do k<<<1, 2>>>(x); while (c);
  c ? k<<<1, 2>>>(x) : j<<<3, 4>>>(y);
  k<<<1, 2>>>(x), j<<<3, 4>>>(y);
  (k<<<1, 2>>>(x));
  switch (c) { case 1: k<<<1, 2>>>(x); default: (k)<<<1, 2>>>(x); }
  label: k<<<1, 2>>>(x);
  auto launch = [&] { k<<<1, 2>>>(x); };
  {k<<<1, 2>>>(x);}
}
