/// @file
/// @brief cuBLAS, level 1: what changes two vectors at once, swaps and Givens rotations.
#include <cmath>
#include <utility>

#include "sim/libraries/cublas/storage.hpp"

namespace lockstep::sim::blas {

namespace {

/// Both vectors are read and written: `change(x[i], y[i])`.
template <class T, class Change>
cublasStatus_t change_both(cublasContext& context, Call call, Index n, T* px, Index incx, T* py, Index incy,
                           const std::function<Operands()>& more, Change change) {
  const Vector<T> x{px, n, incx}, y{py, n, incy};
  const auto operands = [=] {
    Operands all = more();
    add_written(all, "x", x, true);
    add_written(all, "y", y, true);
    return all;
  };
  return submit(context, call, operands, [=] {
    for (Index i = 0; i < n; ++i) change(x[i], y[i]);
  });
}

template <class T, class S>
cublasStatus_t rot(cublasHandle_t handle, Call call, Index n, T* x, Index incx, T* y, Index incy, const Real<T>* c, const S* s) {
  return with(handle, [&](cublasContext& context) {
    if (c == nullptr || s == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const Scalar<Real<T>> cosine(context, c);
    const Scalar<S> sine(context, s);
    const auto more = [=] {
      Operands all;
      cosine.add_to(all, "c");
      sine.add_to(all, "s");
      return all;
    };
    return change_both(context, call, n, x, incx, y, incy, more, [=](T& a, T& b) {
      const T old = a;
      a = *cosine * old + *sine * b;
      b = *cosine * b - conjugate(*sine) * old;
    });
  });
}

// The rotation that makes (a, b) into (r, 0), as the reference BLAS has it.
template <class T>
void make_rotation(T& a, T& b, T& c, T& s) {
  const T larger = std::abs(a) > std::abs(b) ? a : b, scale = std::abs(a) + std::abs(b);
  if (scale == 0) {
    c = 1;
    s = a = b = 0;
    return;
  }
  const T r = std::copysign(scale * std::hypot(a / scale, b / scale), larger);
  c = a / r;
  s = b / r;
  const T z = std::abs(a) > std::abs(b) ? s : c != 0 ? 1 / c : T{1};
  a = r;
  b = z;
}
template <class R>
void make_rotation(std::complex<R>& a, std::complex<R>& b, R& c, std::complex<R>& s) {
  const R size = std::abs(a);
  if (size == 0) {
    c = 0;
    s = 1;
    a = b;
    return;
  }
  const R length = std::hypot(size, std::abs(b));
  const std::complex<R> direction = a / size;
  c = size / length;
  s = direction * std::conj(b) / length;
  a = direction * length;
}

/// Runs `change(numbers…)`: of the device, or at once of the host.
template <class... N, class Change>
cublasStatus_t change_scalars(cublasHandle_t handle, Call call, Change change, std::pair<const char*, N*>... arguments) {
  return with(handle, [&](cublasContext& context) {
    if (((arguments.second == nullptr) || ...)) return CUBLAS_STATUS_INVALID_VALUE;
    if (context.pointers == CUBLAS_POINTER_MODE_HOST) {
      change(arguments.second...);
      return CUBLAS_STATUS_SUCCESS;
    }
    const auto operands = [=] {
      return Operands{Operand{arguments.first, {{bytes_at(arguments.second), sizeof(N)}}, true, !std::is_const_v<N>}...};
    };
    return submit(context, call, operands, [=] { change(arguments.second...); });
  });
}

/// The parameters of a modified Givens rotation: a flag, and h11, h21, h12, h22, of which the flag says which are to be taken as 1, -1 or
/// 0.
template <class T>
struct Modified {
  T flag, h11, h21, h12, h22;

  Modified whole() const {
    if (flag == -2) return {flag, 1, 0, 0, 1};
    if (flag == 0) return {flag, 1, h21, h12, 1};
    return flag == 1 ? Modified{flag, h11, -1, 1, h22} : *this;
  }
};

template <class T>
cublasStatus_t rotm(cublasHandle_t handle, Call call, Index n, T* x, Index incx, T* y, Index incy, const T* param) {
  return with(handle, [&](cublasContext& context) {
    if (param == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const Scalar<Modified<T>> parameters(context, reinterpret_cast<const Modified<T>*>(param));
    const auto more = [=] {
      Operands all;
      parameters.add_to(all, "param");
      return all;
    };
    return change_both(context, call, n, x, incx, y, incy, more, [=](T& a, T& b) {
      const Modified<T> h = (*parameters).whole();
      const T old = a;
      a = h.h11 * old + h.h12 * b;
      b = h.h21 * old + h.h22 * b;
    });
  });
}

// Keeps d1, d2 and x1 between 2^-24 and 2^24 (Lawson et al., "Basic Linear Algebra Subprograms for Fortran Usage", 1979).
template <class T>
void make_modified(T& d1, T& d2, T& x1, T y1, Modified<T>& out) {
  constexpr T kGamma = 4096, kLarge = kGamma * kGamma, kSmall = 1 / kLarge;
  const auto give_up = [&] {
    out = {-1, 0, 0, 0, 0};
    d1 = d2 = x1 = 0;
  };
  if (d1 < 0) return give_up();
  const T p2 = d2 * y1;
  if (p2 == 0) {
    out.flag = -2;
    return;
  }
  const T p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1;
  Modified<T> h{0, 1, 0, 0, 1};
  if (std::abs(q1) > std::abs(q2)) {
    h.h21 = -y1 / x1;
    h.h12 = p2 / p1;
    const T u = 1 - h.h12 * h.h21;
    if (!(u > 0)) return give_up();
    d1 /= u;
    d2 /= u;
    x1 *= u;
  } else {
    if (q2 < 0) return give_up();
    h = {1, p1 / p2, -1, 1, x1 / y1};
    const T u = 1 + h.h11 * h.h22;
    std::swap(d1, d2);
    d1 /= u;
    d2 /= u;
    x1 = y1 * u;
  }
  const auto scale = [&](T& d, T& a, T& b, T* x) {
    while (d != 0 && (std::abs(d) <= kSmall || std::abs(d) >= kLarge)) {
      h.flag = -1;
      const T factor = std::abs(d) <= kSmall ? kGamma : 1 / kGamma;
      d *= factor * factor;
      a /= factor;
      b /= factor;
      if (x != nullptr) *x /= factor;
    }
  };
  scale(d1, h.h11, h.h12, &x1);
  scale(d2, h.h21, h.h22, nullptr);
  const T flag = h.flag;
  if (flag == -1) out = h;
  if (flag == 0) out = {flag, out.h11, h.h21, h.h12, out.h22};
  if (flag == 1) out = {flag, h.h11, out.h21, out.h12, h.h22};
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                           \
  LOCKSTEP_CUBLAS_SWAP(X, x_, XR, T, R, suffix, Int) {                                                                                 \
    return with(handle, [&, call = Call::here()](cublasContext& context) {                                                             \
      return change_both(                                                                                                              \
          context, call, n, numbers(x), incx, numbers(y), incy, [] { return Operands{}; }, [](auto& a, auto& b) { std::swap(a, b); }); \
    });                                                                                                                                \
  }                                                                                                                                    \
  LOCKSTEP_CUBLAS_ROT(X, x_, XR, T, R, suffix, Int) {                                                                                  \
    return rot(handle, Call::here(), n, numbers(x), incx, numbers(y), incy, c, numbers(s));                                            \
  }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_ROTM(X, x_, XR, T, R, suffix, Int) { return rotm(handle, Call::here(), n, x, incx, y, incy, param); }
LOCKSTEP_CUBLAS_REAL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(XX, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_REAL_ROT(XX, T, R, suffix, Int) { return rot(handle, Call::here(), n, numbers(x), incx, numbers(y), incy, c, s); }
LOCKSTEP_CUBLAS_REAL_FACTOR(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                     \
  LOCKSTEP_CUBLAS_ROTG(X, x_, XR, T, R, suffix, Int) {                                                                           \
    const auto make = [](auto* pa, auto* pb, auto* pc, auto* ps) { make_rotation(*pa, *pb, *pc, *ps); };                         \
    return change_scalars(handle, Call::here(), make, std::pair{"a", numbers(a)}, std::pair{"b", numbers(b)}, std::pair{"c", c}, \
                          std::pair{"s", numbers(s)});                                                                           \
  }
LOCKSTEP_CUBLAS_SMALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, T)                                                                                                      \
  LOCKSTEP_CUBLAS_ROTMG(X, T) {                                                                                                           \
    const auto make = [](T* a, T* b, T* c, const T* d, Modified<T>* h) { make_modified(*a, *b, *c, *d, *h); };                            \
    return change_scalars(handle, Call::here(), make, std::pair{"d1", d1}, std::pair{"d2", d2}, std::pair{"x1", x1}, std::pair{"y1", y1}, \
                          std::pair{"param", reinterpret_cast<Modified<T>*>(param)});                                                     \
  }
LOCKSTEP_CUBLAS_DEFINE(cublasS, float)
LOCKSTEP_CUBLAS_DEFINE(cublasD, double)
#undef LOCKSTEP_CUBLAS_DEFINE
