// cuBLAS without handles: every function of the three levels in its types, against products of matrices written out here. All numbers are
// small and whole, so that results are exact.
#include <cublas.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

typedef std::complex<double> Wide;

int failures = 0;
void check(bool good, const char* what) {
  if (good) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}

Wide wide(float x) { return x; }
Wide wide(double x) { return x; }
Wide wide(cuComplex x) { return {x.x, x.y}; }
Wide wide(cuDoubleComplex x) { return {x.x, x.y}; }
void set(float& x, Wide value) { x = (float)value.real(); }
void set(double& x, Wide value) { x = value.real(); }
void set(cuComplex& x, Wide value) { x = {(float)value.real(), (float)value.imag()}; }
void set(cuDoubleComplex& x, Wide value) { x = {value.real(), value.imag()}; }
template <class T>
T number(double re, double im) {
  T x;
  set(x, {re, im});
  return x;
}

struct Dense {
  int m, n;
  std::vector<Wide> v;
  Dense(int m, int n) : m(m), n(n), v(m * n) {}
  Wide& operator()(int i, int j) { return v[i + j * m]; }
  Wide operator()(int i, int j) const { return v[i + j * m]; }
};
template <class F>
Dense made(int m, int n, F at) {
  Dense d(m, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) d(i, j) = at(i, j);
  return d;
}
Dense operator*(const Dense& a, const Dense& b) {
  return made(a.m, b.n, [&](int i, int j) {
    Wide sum = 0;
    for (int k = 0; k < a.n; ++k) sum += a(i, k) * b(k, j);
    return sum;
  });
}
Dense operator*(Wide factor, const Dense& a) {
  return made(a.m, a.n, [&](int i, int j) { return factor * a(i, j); });
}
Dense operator+(const Dense& a, const Dense& b) {
  return made(a.m, a.n, [&](int i, int j) { return a(i, j) + b(i, j); });
}
Dense transposed(const Dense& a) {
  return made(a.n, a.m, [&](int i, int j) { return a(j, i); });
}
Dense adjoint(const Dense& a) {
  return made(a.n, a.m, [&](int i, int j) { return std::conj(a(j, i)); });
}
Dense triangle(const Dense& a, char uplo) {
  return made(a.m, a.n, [&](int i, int j) { return (uplo == 'U' ? i <= j : i >= j) ? a(i, j) : 0; });
}
Dense with_unit_diagonal(const Dense& a) {
  return made(a.m, a.n, [&](int i, int j) { return i == j ? 1 : a(i, j); });
}
// The whole matrix of what is one triangle.
Dense mirrored(const Dense& a, bool is_hermitian) {
  return made(a.m, a.n, [&](int i, int j) {
    if (i == j) return is_hermitian ? Wide(a(i, i).real()) : a(i, i);
    return a(i, j) != 0. ? a(i, j) : is_hermitian ? std::conj(a(j, i)) : a(j, i);
  });
}

// An array on the device, with numbers that differ.
template <class T>
struct Array {
  std::vector<T> host;
  T* device = nullptr;
  explicit Array(int n, int seed = 1) : host(n) {
    for (int i = 0; i < n; ++i) set(host[i], {(double)((i * 7 + seed * 5) % 6 + 1), (double)((i * 3 + seed) % 5 - 2)});
    check(cublasAlloc(n, sizeof(T), (void**)&device) == CUBLAS_STATUS_SUCCESS, "cublasAlloc");
    check(cublasSetVector(n, sizeof(T), host.data(), 1, device, 1) == CUBLAS_STATUS_SUCCESS, "cublasSetVector");
  }
  Array(const Array&) = delete;
  ~Array() { check(cublasFree(device) == CUBLAS_STATUS_SUCCESS, "cublasFree"); }
  operator T*() { return device; }

  // Of this array as it is on the device: a matrix, or the triangle of a full, banded (one diagonal) or packed one.
  Dense matrix(int m, int n, int ld = 0) {
    cublasGetMatrix((int)host.size(), 1, sizeof(T), device, (int)host.size(), host.data(), (int)host.size());
    return made(m, n, [&](int i, int j) { return wide(host[i + j * (ld ? ld : m)]); });
  }
  Dense full(char uplo, int n) { return triangle(matrix(n, n), uplo); }
  Dense band(char uplo, int n) {
    const Dense a = matrix(2, n);
    const int diagonal = uplo == 'U';
    return triangle(made(n, n, [&](int i, int j) { return std::abs(i - j) > 1 ? 0 : a(diagonal + i - j, j); }), uplo);
  }
  Dense packed(char uplo, int n) {
    const Dense a = matrix(n * (n + 1) / 2, 1);
    return made(n, n, [&](int i, int j) {
      return uplo == 'U' ? (i <= j ? a(i + j * (j + 1) / 2, 0) : 0) : i >= j ? a(i + (2 * n - j - 1) * j / 2, 0) : 0;
    });
  }
};

void same(const Dense& got, const Dense& wanted, const char* what) { check(got.v == wanted.v, what); }
void near(double got, double wanted, const char* what) { check(std::fabs(got - wanted) < 1e-6 * std::fabs(wanted), what); }

// X, Ix, XR: how names begin, of functions that find an index, and of those whose result is real.
#define VECTORS(X, Ix, XR, T, R, dot)                                                                   \
  void X##_vectors() {                                                                                  \
    const int n = 5;                                                                                    \
    const T alpha = number<T>(2, 1);                                                                    \
    Array<T> x(n, 1), y(n, 3);                                                                          \
    const Dense x0 = x.matrix(n, 1), y0 = y.matrix(n, 1);                                               \
    int largest = 0, smallest = 0;                                                                      \
    double sum = 0, squares = 0;                                                                        \
    for (int i = 0; i < n; ++i) {                                                                       \
      const auto size = [&](int k) { return std::fabs(x0(k, 0).real()) + std::fabs(x0(k, 0).imag()); }; \
      if (size(i) > size(largest)) largest = i;                                                         \
      if (size(i) < size(smallest)) smallest = i;                                                       \
      sum += size(i);                                                                                   \
      squares += std::norm(x0(i, 0));                                                                   \
    }                                                                                                   \
    check(Ix##amax(n, x, 1) == largest + 1 && Ix##amin(n, x, 1) == smallest + 1, #Ix "amax, amin");     \
    near(XR##asum(n, x, 1), sum, #XR "asum");                                                           \
    near(XR##nrm2(n, x, 1), std::sqrt(squares), #XR "nrm2");                                            \
    check(wide(X##dot(n, x, 1, y, 1)) == (transposed(x0) * y0)(0, 0), #X #dot);                         \
    X##axpy(n, alpha, x, 1, y, 1);                                                                      \
    same(y.matrix(n, 1), wide(alpha) * x0 + y0, #X "axpy");                                             \
    X##swap(n, x, 1, y, 1);                                                                             \
    same(y.matrix(n, 1), x0, #X "swap");                                                                \
    X##copy(n, y, 1, x, 1);                                                                             \
    same(x.matrix(n, 1), x0, #X "copy");                                                                \
    X##scal(n, alpha, y, 1);                                                                            \
    same(y.matrix(n, 1), wide(alpha) * x0, #X "scal");                                                  \
    X##rot(n, x, 1, y, 1, (R)3, number<T>(2, 0));                                                       \
    same(x.matrix(n, 1), Wide(3) * x0 + Wide(2) * wide(alpha) * x0, #X "rot");                          \
  }
#define MATRICES(X, T, R, ger, sy, sb, sp, is_hermitian)                                                                         \
  void X##_triangles(char uplo) {                                                                                                \
    const int n = 4;                                                                                                             \
    Array<T> a(n*n), x(n, 2);                                                                                                    \
    const Dense x0 = x.matrix(n, 1);                                                                                             \
    X##trmv(uplo, 'N', 'U', n, a, n, x, 1);                                                                                      \
    same(x.matrix(n, 1), with_unit_diagonal(a.full(uplo, n)) * x0, #X "trmv");                                                   \
    X##trsv(uplo, 'N', 'U', n, a, n, x, 1);                                                                                      \
    same(x.matrix(n, 1), x0, #X "trsv");                                                                                         \
    X##tbmv(uplo, 't', 'u', n, 1, a, 2, x, 1);                                                                                   \
    same(x.matrix(n, 1), transposed(with_unit_diagonal(a.band(uplo, n))) * x0, #X "tbmv");                                       \
    X##tbsv(uplo, 't', 'u', n, 1, a, 2, x, 1);                                                                                   \
    same(x.matrix(n, 1), x0, #X "tbsv");                                                                                         \
    X##tpmv(uplo, 'C', 'U', n, a, x, 1);                                                                                         \
    same(x.matrix(n, 1), adjoint(with_unit_diagonal(a.packed(uplo, n))) * x0, #X "tpmv");                                        \
    X##tpsv(uplo, 'C', 'U', n, a, x, 1);                                                                                         \
    same(x.matrix(n, 1), x0, #X "tpsv");                                                                                         \
    Array<T> b(2 * n, 3);                                                                                                        \
    const Dense b0 = b.matrix(2, n), right = with_unit_diagonal(a.full(uplo, n));                                                \
    X##trmm('R', uplo, 'N', 'U', 2, n, number<T>(2, 0), a, n, b, 2);                                                             \
    same(b.matrix(2, n), Wide(2) * (b0 * right), #X "trmm");                                                                     \
    X##trsm('R', uplo, 'N', 'U', 2, n, number<T>(1, 0), a, n, b, 2);                                                             \
    same(b.matrix(2, n), Wide(2) * b0, #X "trsm");                                                                               \
  }                                                                                                                              \
  void X##_mirrored(char uplo) {                                                                                                 \
    const int n = 4;                                                                                                             \
    const T alpha = number<T>(2, 1), beta = number<T>(3, -1);                                                                    \
    const Wide a_ = wide(alpha), b_ = wide(beta), a_2 = is_hermitian ? std::conj(a_) : a_;                                       \
    const auto turned = [](const Dense& d) { return is_hermitian ? adjoint(d) : transposed(d); };                                \
    Array<T> a(n*n), x(n, 2), y(n, 3), c(n*n, 4), b(2 * n, 5), e(2 * n, 6);                                                      \
    const Dense x0 = x.matrix(n, 1), full = mirrored(a.full(uplo, n), is_hermitian);                                             \
    const auto multiplied = [&](const Dense& m) { return a_ * (m * x0) + b_ * y.matrix(n, 1); };                                 \
    Dense wanted = multiplied(full);                                                                                             \
    X##sy##mv(uplo, n, alpha, a, n, x, 1, beta, y, 1);                                                                           \
    same(y.matrix(n, 1), wanted, #X #sy "mv");                                                                                   \
    wanted = multiplied(mirrored(a.band(uplo, n), is_hermitian));                                                                \
    X##sb##mv(uplo, n, 1, alpha, a, 2, x, 1, beta, y, 1);                                                                        \
    same(y.matrix(n, 1), wanted, #X #sb "mv");                                                                                   \
    wanted = multiplied(mirrored(a.packed(uplo, n), is_hermitian));                                                              \
    X##sp##mv(uplo, n, alpha, a, x, 1, beta, y, 1);                                                                              \
    same(y.matrix(n, 1), wanted, #X #sp "mv");                                                                                   \
    Array<T> z(n, 4);                                                                                                            \
    const Dense z0 = z.matrix(n, 1), both = a_ * (x0 * turned(z0)) + a_2 * (z0 * turned(x0));                                    \
    wanted = triangle(mirrored(c.full(uplo, n), is_hermitian) + Wide(2) * (x0 * turned(x0)), uplo);                              \
    X##sy##r(uplo, n, 2, x, 1, c, n);                                                                                            \
    same(c.full(uplo, n), wanted, #X #sy "r");                                                                                   \
    X##sy##r2(uplo, n, alpha, x, 1, z, 1, c, n);                                                                                 \
    same(c.full(uplo, n), triangle(wanted + both, uplo), #X #sy "r2");                                                           \
    wanted = triangle(mirrored(c.packed(uplo, n), is_hermitian) + Wide(2) * (x0 * turned(x0)), uplo);                            \
    X##sp##r(uplo, n, 2, x, 1, c);                                                                                               \
    same(c.packed(uplo, n), wanted, #X #sp "r");                                                                                 \
    X##sp##r2(uplo, n, alpha, x, 1, z, 1, c);                                                                                    \
    same(c.packed(uplo, n), triangle(wanted + both, uplo), #X #sp "r2");                                                         \
    const Dense b0 = b.matrix(2, n), e0 = e.matrix(2, n);                                                                        \
    wanted = a_ * (b0 * full) + b_ * e0;                                                                                         \
    X##sy##mm('R', uplo, 2, n, alpha, a, n, b, 2, beta, e, 2);                                                                   \
    same(e.matrix(2, n), wanted, #X #sy "mm");                                                                                   \
    wanted = triangle(Wide(2) * (turned(b0) * b0) + Wide(3) * mirrored(c.full(uplo, n), is_hermitian), uplo);                    \
    X##sy##rk(uplo, is_hermitian ? 'C' : 'T', n, 2, number<ScalarOf<T, R, is_hermitian>::type>(2, 0), b, 2,                      \
              number<ScalarOf<T, R, is_hermitian>::type>(3, 0), c, n);                                                           \
    same(c.full(uplo, n), wanted, #X #sy "rk");                                                                                  \
    const Dense e1 = e.matrix(2, n);                                                                                             \
    wanted = triangle(a_ * (turned(b0) * e1) + a_2 * (turned(e1) * b0) + wanted, uplo);                                          \
    X##sy##r2k(uplo, is_hermitian ? 'C' : 'T', n, 2, alpha, b, 2, e, 2, number<ScalarOf<T, R, is_hermitian>::type>(1, 0), c, n); \
    same(c.full(uplo, n), wanted, #X #sy "r2k");                                                                                 \
  }                                                                                                                              \
  void X##_general() {                                                                                                           \
    const int m = 2, n = 4, k = 3;                                                                                               \
    const T alpha = number<T>(2, 1), beta = number<T>(3, -1);                                                                    \
    Array<T> a(k*m), b(n*k, 2), c(m*n, 3), x(n, 4), y(m, 5);                                                                     \
    const Dense a0 = a.matrix(k, m), b0 = b.matrix(n, k), c0 = c.matrix(m, n), x0 = x.matrix(n, 1), y0 = y.matrix(m, 1);         \
    X##gemm('C', 't', m, n, k, alpha, a, k, b, n, beta, c, m);                                                                   \
    const Dense product = wide(alpha) * (adjoint(a0) * transposed(b0)) + wide(beta) * c0;                                        \
    same(c.matrix(m, n), product, #X "gemm");                                                                                    \
    X##gemv('n', m, n, alpha, c, m, x, 1, beta, y, 1);                                                                           \
    same(y.matrix(m, 1), wide(alpha) * (product * x0) + wide(beta) * y0, #X "gemv");                                             \
    const Dense y1 = y.matrix(m, 1);                                                                                             \
    X##gbmv('N', m, n, 0, 1, alpha, b, 2, x, 1, beta, y, 1);                                                                     \
    const Dense s = b.matrix(2, n);                                                                                              \
    const Dense band = made(m, n, [&](int i, int j) { return j == i || j == i + 1 ? s(1 + i - j, j) : 0; });                     \
    same(y.matrix(m, 1), wide(alpha) * (band * x0) + wide(beta) * y1, #X "gbmv");                                                \
    const Dense y2 = y.matrix(m, 1);                                                                                             \
    X##ger(m, n, alpha, y, 1, x, 1, c, m);                                                                                       \
    same(c.matrix(m, n), wide(alpha) * (y2 * transposed(x0)) + product, #X #ger);                                                \
  }

// Of Hermitian updates, factors are real.
template <class T, class R, bool is_hermitian>
struct ScalarOf {
  typedef R type;
};
template <class T, class R>
struct ScalarOf<T, R, false> {
  typedef T type;
};

VECTORS(cublasS, cublasIs, cublasS, float, float, dot)
VECTORS(cublasD, cublasId, cublasD, double, double, dot)
VECTORS(cublasC, cublasIc, cublasSc, cuComplex, float, dotu)
VECTORS(cublasZ, cublasIz, cublasDz, cuDoubleComplex, double, dotu)
MATRICES(cublasS, float, float, ger, sy, sb, sp, false)
MATRICES(cublasD, double, double, ger, sy, sb, sp, false)
MATRICES(cublasC, cuComplex, float, geru, he, hb, hp, true)
MATRICES(cublasZ, cuDoubleComplex, double, geru, he, hb, hp, true)
#define ALL(X)        \
  X##_vectors();      \
  X##_general();      \
  X##_triangles('U'); \
  X##_triangles('L'); \
  X##_mirrored('U');  \
  X##_mirrored('L');

// What is for real or for complex numbers alone.
template <class T, class R>
void rest(T (*dotc)(int, const T*, int, const T*, int), void (*gerc)(int, int, T, const T*, int, const T*, int, T*, int),
          void (*scale)(int, R, T*, int), void (*rotate)(int, T*, int, T*, int, R, R), void (*rotg)(T*, T, R*, T*),
          void (*symm)(char, char, int, int, T, const T*, int, const T*, int, T, T*, int),
          void (*syrk)(char, char, int, int, T, const T*, int, T, T*, int),
          void (*syr2k)(char, char, int, int, T, const T*, int, const T*, int, T, T*, int)) {
  const int n = 3;
  const T one = number<T>(1, 0), zero = number<T>(0, 0), alpha = number<T>(2, 1);
  Array<T> x(n, 1), y(n, 2), a(n * n, 3), b(n * n, 4), c(n * n, 5);
  const Dense x0 = x.matrix(n, 1), y0 = y.matrix(n, 1), a0 = a.matrix(n, n), b0 = b.matrix(n, n), c0 = c.matrix(n, n);
  check(wide(dotc(n, x, 1, y, 1)) == (adjoint(x0) * y0)(0, 0), "dotc");
  gerc(n, n, alpha, x, 1, y, 1, c, n);
  same(c.matrix(n, n), wide(alpha) * (x0 * adjoint(y0)) + c0, "gerc");
  symm('L', 'U', n, n, alpha, a, n, b, n, zero, c, n);
  same(c.matrix(n, n), wide(alpha) * (mirrored(triangle(a0, 'U'), false) * b0), "symm");
  syrk('L', 'N', n, n, alpha, a, n, zero, c, n);
  same(c.full('L', n), triangle(wide(alpha) * (a0 * transposed(a0)), 'L'), "syrk");
  syr2k('L', 'N', n, n, one, a, n, b, n, zero, c, n);
  same(c.full('L', n), triangle(a0 * transposed(b0) + b0 * transposed(a0), 'L'), "syr2k");
  rotate(n, x, 1, y, 1, 3, 2);
  same(x.matrix(n, 1), Wide(3) * x0 + Wide(2) * y0, "rot by real numbers");
  scale(n, 2, x, 1);
  same(x.matrix(n, 1), Wide(6) * x0 + Wide(4) * y0, "scal by a real number");
  T first = number<T>(0, 3), s;
  R cosine;
  rotg(&first, number<T>(0, 4), &cosine, &s);
  check(std::abs(cosine - 0.6) < 1e-6 && std::abs(wide(s) - 0.8) < 1e-6 && std::abs(wide(first) - Wide(0, 5)) < 1e-5, "rotg");
}
template <class T>
void real_rotations(void (*rotg)(T*, T*, T*, T*), void (*rotmg)(T*, T*, T*, const T*, T*), void (*rotm)(int, T*, int, T*, int, const T*)) {
  T a = 3, b = 4, c, s;
  rotg(&a, &b, &c, &s);
  check(std::fabs(c - 0.6) < 1e-6 && std::fabs(s - 0.8) < 1e-6 && std::fabs(a - 5) < 1e-5, "rotg");
  T d1 = 1, d2 = 1, x1 = 3, param[5];
  const T y1 = 4;
  rotmg(&d1, &d2, &x1, &y1, param);
  check(param[0] == 1 && param[1] == (T)0.75 && param[4] == (T)0.75 && x1 == (T)6.25, "rotmg");
  Array<T> x(3, 1), y(3, 2);
  const Dense x0 = x.matrix(3, 1), y0 = y.matrix(3, 1);
  rotm(3, x, 1, y, 1, param);
  same(x.matrix(3, 1), Wide(0.75) * x0 + y0, "rotm");
}

int main() {
  int version = 0;
  check(cublasSetKernelStream(0) == CUBLAS_STATUS_NOT_INITIALIZED, "cublasSetKernelStream before cublasInit");
  check(cublasGetError() == CUBLAS_STATUS_NOT_INITIALIZED && cublasGetError() == CUBLAS_STATUS_SUCCESS, "cublasGetError");
  check(cublasInit() == CUBLAS_STATUS_SUCCESS && cublasGetVersion(&version) == CUBLAS_STATUS_SUCCESS && version > 0, "cublasInit");
  ALL(cublasS)
  ALL(cublasD)
  ALL(cublasC)
  ALL(cublasZ)
  rest<cuComplex, float>(cublasCdotc, cublasCgerc, cublasCsscal, cublasCsrot, cublasCrotg, cublasCsymm, cublasCsyrk, cublasCsyr2k);
  rest<cuDoubleComplex, double>(cublasZdotc, cublasZgerc, cublasZdscal, cublasZdrot, cublasZrotg, cublasZsymm, cublasZsyrk, cublasZsyr2k);
  real_rotations<float>(cublasSrotg, cublasSrotmg, cublasSrotm);
  real_rotations<double>(cublasDrotg, cublasDrotmg, cublasDrotm);
  check(cublasGetError() == CUBLAS_STATUS_SUCCESS, "no error so far");
  cublasSgemm('X', 'N', 1, 1, 1, 1, nullptr, 1, nullptr, 1, 0, nullptr, 1);
  check(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE, "a letter that stands for nothing");
  check(cublasShutdown() == CUBLAS_STATUS_SUCCESS, "cublasShutdown");
  std::printf(failures ? "failed\n" : "passed\n");
  return failures != 0;
}
