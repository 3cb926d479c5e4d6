__global__ void k(int n, int* p) {
  int a[n];
  const float b[2 * n + 1] = {}, c[3] = {1};
  if (n) { T d[n][4]; }
  a[n] = p[n];
  if (n) delete p[n]; else p[n] = 1;
  for (int i = 0; i < a[n]; ++i) x = a[n];
}
void host(int n) { int a[n]; }
