void f() {
  k<<<1,2>>>();
  k <<< 1 , 2 >>> ( x ) ;
  k<<<dim3(1, 2), dim3(3, 4, 5)>>>(x);
  k<<<{1, 2}, {3}, 0, s>>>(x);
  k<<<dim3{(n + 31) / 32}, 32, n * sizeof(float), nullptr>>>(x);
  k<<<1 << 3, n >> 2>>>(x);
  k<<<n>>2, (n >> 3)>>>(x);
  k<<<n < 5 ? 1 : 2, 256>>>(x);
  k<<<n < 5 ? 1 : 2, v<2>>>>(x);
  k<<<n > 5 ? 1 : 2, m < 3 || m > 4>>>(x);
  k<<<(a < b), (c > d)>>>(x);
  k<<<max<int>(1, 2), f<g<h<1>>>(3)>>>(x);
  k<<<1, size<A<int>>::value>>>(x);
  k<<<1, A<B<2>>>>>(x);
  k<<<1, p->n>>>(x);
  k<<<[&] { return n > 2; }() ? 1 : 2, [](auto a, auto b) -> int { return a; }(3, 4)>>>(x);
  k<<<'>', sizeof(">>>(")>>>(x);
}
void over_lines() {
  k<float,
    int>  // a comment with >>>(
      <<<dim3(1,
              2),  /* and
      another */ 256>>>
          (x,
           y);
}
void macros() {
# 50 "launch_configuration.cu"
  k
# 50 "launch_configuration.cu" 3 4
   <<<
# 50 "launch_configuration.cu"
      1, 2>>>(x);
}
