// cuBLAS: every function of the three levels, against sums written out here.
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef std::complex<double> Wide;

int failures = 0;
void check(bool good, const char* what) {
  if (good) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}
#define OK(call) check((call) == CUBLAS_STATUS_SUCCESS, #call)

template <class T>
struct Traits;
template <>
struct Traits<float> {
  static Wide wide(float x) { return x; }
  static float make(double re, double) { return (float)re; }
  static constexpr bool complex = false;
  static constexpr double tolerance = 1e-5;
};
template <>
struct Traits<double> {
  static Wide wide(double x) { return x; }
  static double make(double re, double) { return re; }
  static constexpr bool complex = false;
  static constexpr double tolerance = 1e-13;
};
template <>
struct Traits<cuComplex> {
  static Wide wide(cuComplex x) { return {x.x, x.y}; }
  static cuComplex make(double re, double im) { return {(float)re, (float)im}; }
  static constexpr bool complex = true;
  static constexpr double tolerance = 1e-5;
};
template <>
struct Traits<cuDoubleComplex> {
  static Wide wide(cuDoubleComplex x) { return {x.x, x.y}; }
  static cuDoubleComplex make(double re, double im) { return {re, im}; }
  static constexpr bool complex = true;
  static constexpr double tolerance = 1e-13;
};

// A host vector of random numbers and its copy on the device.
template <class T>
struct Pair {
  std::vector<T> host;
  T* device = nullptr;
  explicit Pair(int n) : host(n) {
    for (T& x : host) x = Traits<T>::make((std::rand() % 17 - 8) / 8.0, (std::rand() % 17 - 8) / 8.0);
    cudaMalloc(&device, n * sizeof(T));
    upload();
  }
  ~Pair() { cudaFree(device); }
  void upload() { cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice); }
  std::vector<Wide> now() const {
    std::vector<T> copy(host.size());
    cudaMemcpy(copy.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    std::vector<Wide> wide;
    for (const T& x : copy) wide.push_back(Traits<T>::wide(x));
    return wide;
  }
  Wide at(int i) const { return Traits<T>::wide(host[i]); }
};

template <class T>
void compare(const Pair<T>& pair, const std::vector<Wide>& right, const char* what) {
  const std::vector<Wide> now = pair.now();
  double worst = 0;
  for (size_t i = 0; i < right.size(); ++i) worst = std::fmax(worst, std::abs(now[i] - right[i]) / std::fmax(1.0, std::abs(right[i])));
  check(worst <= Traits<T>::tolerance * 10, what);
}
template <class T>
std::vector<Wide> wide_of(const Pair<T>& pair) {
  std::vector<Wide> all;
  for (size_t i = 0; i < pair.host.size(); ++i) all.push_back(pair.at((int)i));
  return all;
}

Wide op(cublasOperation_t trans, const std::vector<Wide>& a, int lda, int i, int j) {
  if (trans == CUBLAS_OP_N) return a[i + j * lda];
  const Wide value = a[j + i * lda];
  return trans == CUBLAS_OP_C ? std::conj(value) : value;
}

constexpr int kM = 5, kN = 4, kK = 3, kLd = 7;
const cublasOperation_t kOps[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
const cublasFillMode_t kFills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
const cublasDiagType_t kDiags[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};

// So that its triangles can be solved with.
template <class T>
void strengthen(Pair<T>& a) {
  for (int i = 0; i < kLd; ++i) a.host[i + i * kLd] = Traits<T>::make(2, 0.5);
  a.upload();
}

// A whole matrix of a stored triangle.
enum Form { kSymmetric, kHermitian, kTriangular, kUnit };
std::vector<Wide> whole(const std::vector<Wide>& a, int n, cublasFillMode_t uplo, Form form) {
  std::vector<Wide> all(kLd * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const bool stored = i == j || (uplo == CUBLAS_FILL_MODE_LOWER ? i > j : i < j);
      Wide& x = all[i + j * kLd];
      if (stored) x = a[i + j * kLd];
      if (!stored && form == kSymmetric) x = a[j + i * kLd];
      if (!stored && form == kHermitian) x = std::conj(a[j + i * kLd]);
      if (i == j && form == kHermitian) x = x.real();
      if (i == j && form == kUnit) x = 1;
    }
  return all;
}

// `S`: the functions of one type.
struct S {
  typedef float T;
  typedef float R;
#define FUNCTION(name) \
  template <class... A> \
  static cublasStatus_t name(A... a) { return cublasS##name(a...); }
#define FUNCTIONS                                                                                                               \
  FUNCTION(axpy) FUNCTION(copy) FUNCTION(swap) FUNCTION(scal) FUNCTION(gemv) FUNCTION(gbmv) FUNCTION(trmv) FUNCTION(tbmv)      \
  FUNCTION(tpmv) FUNCTION(trsv) FUNCTION(tbsv) FUNCTION(tpsv) FUNCTION(symv) FUNCTION(syr) FUNCTION(syr2) FUNCTION(gemm)       \
  FUNCTION(symm) FUNCTION(syrk) FUNCTION(syr2k) FUNCTION(syrkx) FUNCTION(trmm) FUNCTION(trsm) FUNCTION(geam) FUNCTION(dgmm)    \
  FUNCTION(rot)
  FUNCTIONS
#undef FUNCTION
  template <class... A>
  static cublasStatus_t hemv(A... a) { return cublasSsymv(a...); }
  template <class... A>
  static cublasStatus_t dotu(A... a) { return cublasSdot(a...); }
  template <class... A>
  static cublasStatus_t dotc(A... a) { return cublasSdot(a...); }
  template <class... A>
  static cublasStatus_t geru(A... a) { return cublasSger(a...); }
  template <class... A>
  static cublasStatus_t gerc(A... a) { return cublasSger(a...); }
  template <class... A>
  static cublasStatus_t herk(A... a) { return cublasSsyrk(a...); }
  template <class... A>
  static cublasStatus_t her2k(A... a) { return cublasSsyr2k(a...); }
  static cublasStatus_t asum(cublasHandle_t h, int n, const T* x, int i, R* r) { return cublasSasum(h, n, x, i, r); }
  static cublasStatus_t nrm2(cublasHandle_t h, int n, const T* x, int i, R* r) { return cublasSnrm2(h, n, x, i, r); }
  static cublasStatus_t amax(cublasHandle_t h, int n, const T* x, int i, int* r) { return cublasIsamax(h, n, x, i, r); }
  static cublasStatus_t amin(cublasHandle_t h, int n, const T* x, int i, int* r) { return cublasIsamin(h, n, x, i, r); }
};
struct Z {
  typedef cuDoubleComplex T;
  typedef double R;
#define FUNCTION(name) \
  template <class... A> \
  static cublasStatus_t name(A... a) { return cublasZ##name(a...); }
  FUNCTIONS FUNCTION(hemv) FUNCTION(dotu) FUNCTION(dotc) FUNCTION(geru) FUNCTION(gerc) FUNCTION(herk) FUNCTION(her2k)
#undef FUNCTION
  static cublasStatus_t asum(cublasHandle_t h, int n, const T* x, int i, R* r) { return cublasDzasum(h, n, x, i, r); }
  static cublasStatus_t nrm2(cublasHandle_t h, int n, const T* x, int i, R* r) { return cublasDznrm2(h, n, x, i, r); }
  static cublasStatus_t amax(cublasHandle_t h, int n, const T* x, int i, int* r) { return cublasIzamax(h, n, x, i, r); }
  static cublasStatus_t amin(cublasHandle_t h, int n, const T* x, int i, int* r) { return cublasIzamin(h, n, x, i, r); }
};

template <class F>
void level_1(cublasHandle_t h) {
  typedef typename F::T T;
  const int n = 6;
  Pair<T> x(2 * n), y(3 * n);
  const T alpha = Traits<T>::make(2, -1);
  std::vector<Wide> right = wide_of(y);
  for (int i = 0; i < n; ++i) right[i * 3] += Traits<T>::wide(alpha) * x.at(2 * (n - 1 - i));
  OK(F::axpy(h, n, &alpha, x.device, -2, y.device, 3));
  compare(y, right, "axpy with steps");

  T dotu, dotc;
  OK(F::dotu(h, n, x.device, 2, y.device, 3, &dotu));
  OK(F::dotc(h, n, x.device, 2, y.device, 3, &dotc));
  Wide u = 0, c = 0;
  double sizes = 0, squares = 0;
  int most = 0, least = 0;
  const auto size = [&](int i) { return std::fabs(x.at(2 * i).real()) + std::fabs(x.at(2 * i).imag()); };
  for (int i = 0; i < n; ++i) {
    u += x.at(2 * i) * right[3 * i];
    c += std::conj(x.at(2 * i)) * right[3 * i];
    sizes += size(i);
    squares += std::norm(x.at(2 * i));
    if (size(i) > size(most)) most = i;
    if (size(i) < size(least)) least = i;
  }
  check(std::abs(Traits<T>::wide(dotu) - u) < 1e-3 && std::abs(Traits<T>::wide(dotc) - c) < 1e-3, "dot");
  typename F::R real;
  OK(F::asum(h, n, x.device, 2, &real));
  check(std::fabs(real - sizes) < 1e-3, "asum");
  OK(F::nrm2(h, n, x.device, 2, &real));
  check(std::fabs(real - std::sqrt(squares)) < 1e-3, "nrm2");
  int index;
  OK(F::amax(h, n, x.device, 2, &index));
  check(index == most + 1, "amax counts from 1");
  OK(F::amin(h, n, x.device, 2, &index));
  check(index == least + 1, "amin counts from 1");

  right = wide_of(x);
  std::vector<Wide> other = y.now();
  other.resize(2 * n);
  OK(F::swap(h, 2 * n, x.device, 1, y.device, 1));
  compare(x, other, "swap");
  OK(F::copy(h, 2 * n, y.device, 1, x.device, 1));
  compare(x, right, "copy");
  for (Wide& value : right) value *= Traits<T>::wide(alpha);
  OK(F::scal(h, 2 * n, &alpha, x.device, 1));
  compare(x, right, "scal");
  Pair<T> p(n), q(n);
  const typename F::R cosine = typename F::R(0.6);
  const T sine = Traits<T>::make(0.8, 0.25);
  std::vector<Wide> a = wide_of(p), b = wide_of(q);
  for (int i = 0; i < n; ++i) {
    const Wide old = a[i];
    a[i] = double(cosine) * old + Traits<T>::wide(sine) * b[i];
    b[i] = double(cosine) * b[i] - std::conj(Traits<T>::wide(sine)) * old;
  }
  OK(F::rot(h, n, p.device, 1, q.device, 1, &cosine, &sine));
  compare(p, a, "rot, x");
  compare(q, b, "rot, y");
}

template <class F>
void level_2(cublasHandle_t h) {
  typedef typename F::T T;
  const T alpha = Traits<T>::make(2, 1), beta = Traits<T>::make(-1, 3);
  const Wide al = Traits<T>::wide(alpha), be = Traits<T>::wide(beta);
  Pair<T> a(kLd * kLd);
  strengthen(a);
  std::vector<Wide> wa = wide_of(a);
  for (cublasOperation_t trans : kOps) {
    const int rows = trans == CUBLAS_OP_N ? kM : kN, columns = trans == CUBLAS_OP_N ? kN : kM;
    Pair<T> x(columns), y(rows);
    std::vector<Wide> right = wide_of(y), banded = right;
    for (int i = 0; i < rows; ++i) {
      Wide sum = 0;
      for (int j = 0; j < columns; ++j) sum += op(trans, wa, kLd, i, j) * x.at(j);
      right[i] = al * sum + be * right[i];
      // The same matrix's band: 1 below, 2 above.
      sum = 0;
      for (int j = 0; j < columns; ++j) {
        const int r = trans == CUBLAS_OP_N ? i : j, c = trans == CUBLAS_OP_N ? j : i;
        if (r - c > 1 || c - r > 2) continue;
        Wide value = wa[2 + r - c + c * kLd];
        sum += (trans == CUBLAS_OP_C ? std::conj(value) : value) * x.at(j);
      }
      banded[i] = al * sum + be * banded[i];
    }
    OK(F::gemv(h, trans, kM, kN, &alpha, a.device, kLd, x.device, 1, &beta, y.device, 1));
    compare(y, right, "gemv");
    y.upload();
    OK(F::gbmv(h, trans, kM, kN, 1, 2, &alpha, a.device, kLd, x.device, 1, &beta, y.device, 1));
    compare(y, banded, "gbmv");
  }
  for (cublasFillMode_t uplo : kFills) {
    Pair<T> x(kM), y(kM);
    for (Form form : {kSymmetric, kHermitian}) {
      const std::vector<Wide> full = whole(wa, kM, uplo, form);
      std::vector<Wide> right = wide_of(y);
      for (int i = 0; i < kM; ++i) {
        Wide sum = 0;
        for (int j = 0; j < kM; ++j) sum += full[i + j * kLd] * x.at(j);
        right[i] = al * sum + be * right[i];
      }
      y.upload();
      if (form == kSymmetric) OK(F::symv(h, uplo, kM, &alpha, a.device, kLd, x.device, 1, &beta, y.device, 1));
      if (form == kHermitian) OK(F::hemv(h, uplo, kM, &alpha, a.device, kLd, x.device, 1, &beta, y.device, 1));
      compare(y, right, form == kSymmetric ? "symv" : "hemv");
    }
    // A triangle, full, packed and as a band as wide as the matrix: what multiplies can be solved again.
    std::vector<T> packed, band(kLd * kM);
    for (int j = 0; j < kM; ++j)
      for (int i = uplo == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (uplo == CUBLAS_FILL_MODE_LOWER ? kM : j + 1); ++i) {
        packed.push_back(a.host[i + j * kLd]);
        band[(uplo == CUBLAS_FILL_MODE_LOWER ? 0 : kM - 1) + i - j + j * kLd] = a.host[i + j * kLd];
      }
    Pair<T> ap((int)packed.size()), ab((int)band.size());
    ap.host = packed;
    ab.host = band;
    ap.upload();
    ab.upload();
    for (cublasOperation_t trans : kOps)
      for (cublasDiagType_t diag : kDiags) {
        const std::vector<Wide> full = whole(wa, kM, uplo, diag == CUBLAS_DIAG_UNIT ? kUnit : kTriangular);
        std::vector<Wide> right(kM);
        for (int i = 0; i < kM; ++i)
          for (int j = 0; j < kM; ++j) right[i] += op(trans, full, kLd, i, j) * x.at(j);
        x.upload();
        OK(F::trmv(h, uplo, trans, diag, kM, a.device, kLd, x.device, 1));
        compare(x, right, "trmv");
        OK(F::trsv(h, uplo, trans, diag, kM, a.device, kLd, x.device, 1));
        OK(F::tpmv(h, uplo, trans, diag, kM, ap.device, x.device, 1));
        compare(x, right, "trsv, tpmv");
        OK(F::tpsv(h, uplo, trans, diag, kM, ap.device, x.device, 1));
        OK(F::tbmv(h, uplo, trans, diag, kM, kM - 1, ab.device, kLd, x.device, 1));
        compare(x, right, "tpsv, tbmv");
        OK(F::tbsv(h, uplo, trans, diag, kM, kM - 1, ab.device, kLd, x.device, 1));
        compare(x, wide_of(x), "tbsv");
      }
    // Updates: the other triangle stays.
    std::vector<Wide> right = wa;
    for (int j = 0; j < kM; ++j)
      for (int i = 0; i < kM; ++i)
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j) right[i + j * kLd] += al * (x.at(i) * x.at(j) + x.at(i) * y.at(j) + y.at(i) * x.at(j));
    x.upload();
    y.upload();
    OK(F::syr(h, uplo, kM, &alpha, x.device, 1, a.device, kLd));
    OK(F::syr2(h, uplo, kM, &alpha, x.device, 1, y.device, 1, a.device, kLd));
    compare(a, right, "syr, syr2");
    a.upload();
  }
  Pair<T> x(kM), y(kN);
  std::vector<Wide> right = wa;
  for (int j = 0; j < kN; ++j)
    for (int i = 0; i < kM; ++i) right[i + j * kLd] += al * x.at(i) * (y.at(j) + std::conj(y.at(j)));
  OK(F::geru(h, kM, kN, &alpha, x.device, 1, y.device, 1, a.device, kLd));
  OK(F::gerc(h, kM, kN, &alpha, x.device, 1, y.device, 1, a.device, kLd));
  compare(a, right, "ger");
}

template <class F>
void level_3(cublasHandle_t h) {
  typedef typename F::T T;
  typedef typename F::R R;
  const T alpha = Traits<T>::make(2, 1), beta = Traits<T>::make(-1, 3);
  const Wide al = Traits<T>::wide(alpha), be = Traits<T>::wide(beta);
  Pair<T> a(kLd * kLd), b(kLd * kLd), c(kLd * kLd);
  strengthen(a);
  const std::vector<Wide> wa = wide_of(a), wb = wide_of(b), wc = wide_of(c);
  for (cublasOperation_t ta : kOps)
    for (cublasOperation_t tb : kOps) {
      std::vector<Wide> right = wc;
      for (int j = 0; j < kN; ++j)
        for (int i = 0; i < kM; ++i) {
          Wide sum = 0;
          for (int p = 0; p < kK; ++p) sum += op(ta, wa, kLd, i, p) * op(tb, wb, kLd, p, j);
          right[i + j * kLd] = al * sum + be * right[i + j * kLd];
        }
      c.upload();
      OK(F::gemm(h, ta, tb, kM, kN, kK, &alpha, a.device, kLd, b.device, kLd, &beta, c.device, kLd));
      compare(c, right, "gemm");
      right = wc;
      for (int j = 0; j < kN; ++j)
        for (int i = 0; i < kM; ++i) right[i + j * kLd] = al * op(ta, wa, kLd, i, j) + be * op(tb, wb, kLd, i, j);
      c.upload();
      OK(F::geam(h, ta, tb, kM, kN, &alpha, a.device, kLd, &beta, b.device, kLd, c.device, kLd));
      compare(c, right, "geam");
    }
  for (cublasFillMode_t uplo : kFills) {
    for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
      const int size = side == CUBLAS_SIDE_LEFT ? kM : kN;
      const auto times = [&](const std::vector<Wide>& full, cublasOperation_t trans, int i, int j) {
        Wide sum = 0;
        for (int p = 0; p < size; ++p)
          sum += side == CUBLAS_SIDE_LEFT ? op(trans, full, kLd, i, p) * wb[p + j * kLd] : wb[i + p * kLd] * op(trans, full, kLd, p, j);
        return sum;
      };
      std::vector<Wide> right = wc, full = whole(wa, size, uplo, kSymmetric);
      for (int j = 0; j < kN; ++j)
        for (int i = 0; i < kM; ++i) right[i + j * kLd] = al * times(full, CUBLAS_OP_N, i, j) + be * right[i + j * kLd];
      c.upload();
      OK(F::symm(h, side, uplo, kM, kN, &alpha, a.device, kLd, b.device, kLd, &beta, c.device, kLd));
      compare(c, right, "symm");
      for (cublasOperation_t trans : kOps)
        for (cublasDiagType_t diag : kDiags) {
          full = whole(wa, size, uplo, diag == CUBLAS_DIAG_UNIT ? kUnit : kTriangular);
          right = wc;
          for (int j = 0; j < kN; ++j)
            for (int i = 0; i < kM; ++i) right[i + j * kLd] = al * times(full, trans, i, j);
          c.upload();
          OK(F::trmm(h, side, uplo, trans, diag, kM, kN, &alpha, a.device, kLd, b.device, kLd, c.device, kLd));
          compare(c, right, "trmm");
          // (alpha^-1 op(A)^-1) alpha op(A) B = B
          const Wide inverse = 1.0 / al;
          const T back = Traits<T>::make(inverse.real(), inverse.imag());
          OK(F::trsm(h, side, uplo, trans, diag, kM, kN, &back, a.device, kLd, c.device, kLd));
          right = wc;
          for (int j = 0; j < kN; ++j)
            for (int i = 0; i < kM; ++i) right[i + j * kLd] = wb[i + j * kLd];
          compare(c, right, "trsm");
        }
    }
    const R ra = R(1.5), rb = R(-0.5);
    for (cublasOperation_t trans : {CUBLAS_OP_N, Traits<T>::complex ? CUBLAS_OP_C : CUBLAS_OP_T})
      for (bool hermitian : {false, true}) {
        const cublasOperation_t given = trans != CUBLAS_OP_N && !hermitian ? CUBLAS_OP_T : trans;
        const auto product = [&](const std::vector<Wide>& p, const std::vector<Wide>& q, int i, int j) {
          Wide sum = 0;
          for (int k = 0; k < kK; ++k) {
            const Wide right = op(given, q, kLd, j, k);
            sum += op(given, p, kLd, i, k) * (hermitian ? std::conj(right) : right);
          }
          return sum;
        };
        std::vector<Wide> once = wc, twice = wc;
        for (int j = 0; j < kN; ++j)
          for (int i = 0; i < kN; ++i) {
            if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j) continue;
            const int at = i + j * kLd;
            once[at] = (hermitian ? Wide(ra) : al) * product(wa, wa, i, j) + (hermitian ? Wide(rb) : be) * wc[at];
            twice[at] = al * product(wa, wb, i, j) + (hermitian ? std::conj(al) : al) * product(wb, wa, i, j) + (hermitian ? Wide(rb) : be) * wc[at];
            if (hermitian && i == j && Traits<T>::complex) {
              once[at] = once[at].real();
              twice[at] = twice[at].real();
            }
          }
        c.upload();
        if (hermitian) OK(F::herk(h, uplo, given, kN, kK, &ra, a.device, kLd, &rb, c.device, kLd));
        if (!hermitian) OK(F::syrk(h, uplo, given, kN, kK, &alpha, a.device, kLd, &beta, c.device, kLd));
        compare(c, once, hermitian ? "herk" : "syrk");
        c.upload();
        if (hermitian) OK(F::her2k(h, uplo, given, kN, kK, &alpha, a.device, kLd, b.device, kLd, &rb, c.device, kLd));
        if (!hermitian) OK(F::syr2k(h, uplo, given, kN, kK, &alpha, a.device, kLd, b.device, kLd, &beta, c.device, kLd));
        compare(c, twice, hermitian ? "her2k" : "syr2k");
      }
  }
  Pair<T> x(kM);
  std::vector<Wide> right = wc;
  for (int j = 0; j < kN; ++j)
    for (int i = 0; i < kM; ++i) right[i + j * kLd] = x.at(i) * wa[i + j * kLd];
  c.upload();
  OK(F::dgmm(h, CUBLAS_SIDE_LEFT, kM, kN, a.device, kLd, x.device, 1, c.device, kLd));
  compare(c, right, "dgmm");
}

int main() {
  cublasHandle_t h;
  OK(cublasCreate(&h));
  level_1<S>(h);
  level_1<Z>(h);
  level_2<S>(h);
  level_2<Z>(h);
  level_3<S>(h);
  level_3<Z>(h);
  OK(cublasDestroy(h));
  std::puts(failures == 0 ? "passed" : "FAILED");
  return failures;
}
