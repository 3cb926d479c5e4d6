__global__ void k(int a = 1, float b = f<int, 2>(1, 2), S s = {1, 2}, P p = P{}) {}
__global__ void k(const float* __restrict__ a, const __grid_constant__ S s) {}
__global__ void k(void (*f)(int, int), int a[4], int (*b)[3], [[maybe_unused]] int c) {}
__global__ void k(int& a, const S& s, int (&b)[3], int&) {}
__global__ void k(A<int, 3> a, B<(1 > 2)> b, std::function<void(int, int)> f = [](int, int) {}) {}
__global__ void k(bool a = 1 < 2, bool b = 3 > 2) {}
__global__ void k(bool a = x < 2, bool b = x > 2) {}
__global__ void k(int a,  // why
                  int b /* how */) {}
__global__ void k(const volatile int a, unsigned long long b, decltype(1 + 1) c, T... d) {}
