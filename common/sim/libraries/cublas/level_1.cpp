/// @file
/// @brief cuBLAS, level 1.
#include <cmath>
#include <memory>

#include "sim/libraries/cublas/storage.hpp"

namespace lockstep::sim::blas {

namespace {

/// Where a result goes: to the device when the call runs, or to the host after it.
template <class R>
cublasStatus_t submit_result(cublasContext& context, Call call, std::function<Operands()> operands, std::function<R()> compute, R* result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (context.pointers == CUBLAS_POINTER_MODE_HOST) {
    check_result(call, result);
    const auto made = std::make_shared<R>();
    return submit(
        context, call, std::move(operands), [made, compute] { *made = compute(); }, [made, result] { *result = *made; });
  }
  const auto with_result = [operands, result] {
    Operands all = operands();
    all.push_back({"result", {{bytes_at(result), sizeof(R)}}, false, true});
    return all;
  };
  return submit(context, call, with_result, [compute, result] { *result = compute(); });
}

template <class T>
Operands reads_of(const Vector<T>& x) {
  Operands operands;
  add_read(operands, "x", x);
  return operands;
}

/// A vector that reductions of one vector take: nothing where its length or step is not positive.
template <class T>
Vector<const T> counted(Index n, const T* x, Index step) {
  return {x, step > 0 ? std::max<Index>(0, n) : 0, step};
}

template <class T, class R, class Compute>
cublasStatus_t reduce(cublasHandle_t handle, Call call, Index n, const T* p, Index step, R* result, Compute compute) {
  return with(handle, [&](cublasContext& context) {
    const auto x = counted(n, p, step);
    return submit_result<R>(
        context, call, [x] { return reads_of(x); }, [x, compute] { return static_cast<R>(compute(x)); }, result);
  });
}

// Counted from 1, as in Fortran; 0: there is none.
template <class T, class Better>
Index index_of(const Vector<const T>& x, Better better) {
  Index best = 0;
  for (Index i = 1; i < x.n; ++i)
    if (better(size_of(x[i]), size_of(x[best]))) best = i;
  return x.n == 0 ? 0 : best + 1;
}

template <class T>
double sum_of_sizes(const Vector<const T>& x) {
  double sum = 0;
  for (Index i = 0; i < x.n; ++i) sum += size_of(narrow<Wide<T>>(x[i]));
  return sum;
}

// Scaled, so that squares of large and of small numbers are not lost.
template <class T>
double norm(const Vector<const T>& x) {
  double largest = 0, sum = 0;
  for (Index i = 0; i < x.n; ++i) {
    const double size = std::abs(narrow<Wide<T>>(x[i]));
    if (std::isnan(size)) return size;
    largest = std::max(largest, size);
  }
  if (largest == 0 || std::isinf(largest)) return largest;
  for (Index i = 0; i < x.n; ++i) sum += std::norm(narrow<Wide<T>>(x[i]) / largest);
  return largest * std::sqrt(sum);
}

template <class T>
cublasStatus_t dot(cublasHandle_t handle, Call call, Index n, const T* px, Index incx, const T* py, Index incy, T* result,
                   bool conjugated) {
  return with(handle, [&](cublasContext& context) {
    const Vector<const T> x{px, n, incx}, y{py, n, incy};
    const auto operands = [=] {
      Operands all = reads_of(x);
      add_read(all, "y", y);
      return all;
    };
    const auto compute = [=] {
      Wide<T> sum{};
      for (Index i = 0; i < n; ++i) sum += narrow<Wide<T>>(conjugate_if(conjugated, x[i])) * narrow<Wide<T>>(y[i]);
      return narrow<T>(sum);
    };
    return submit_result<T>(context, call, operands, compute, result);
  });
}

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

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, Call call, Index n, const T* alpha, const T* px, Index incx, T* py, Index incy) {
  return with(handle, [&](cublasContext& context) {
    if (alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const Scalar<T> factor(context, alpha);
    const Vector<const T> x{px, n, incx};
    const Vector<T> y{py, n, incy};
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      add_read(all, "x", x);
      add_written(all, "y", y, true);
      return all;
    };
    return submit(context, call, operands, [=] {
      const T a = *factor;
      for (Index i = 0; i < n; ++i) y[i] += a * x[i];
    });
  });
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, Call call, Index n, const T* px, Index incx, T* py, Index incy) {
  return with(handle, [&](cublasContext& context) {
    const Vector<const T> x{px, n, incx};
    const Vector<T> y{py, n, incy};
    const auto operands = [=] {
      Operands all = reads_of(x);
      add_written(all, "y", y, false);
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < n; ++i) y[i] = x[i];
    });
  });
}

template <class T, class A>
cublasStatus_t scal(cublasHandle_t handle, Call call, Index n, const A* alpha, T* px, Index incx) {
  return with(handle, [&](cublasContext& context) {
    if (alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const Scalar<A> factor(context, alpha);
    const Vector<T> x{px, incx > 0 ? n : 0, incx};
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      add_written(all, "x", x, true);
      return all;
    };
    return submit(context, call, operands, [=] {
      const A a = *factor;
      for (Index i = 0; i < x.n; ++i) x[i] *= a;
    });
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

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                             \
  LOCKSTEP_CUBLAS_AMAX(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return reduce(handle, Call::here(), n, numbers(x), incx, result, [](const auto& v) { return index_of(v, std::greater<>()); });       \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_AMIN(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return reduce(handle, Call::here(), n, numbers(x), incx, result, [](const auto& v) { return index_of(v, std::less<>()); });          \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_ASUM(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return reduce(handle, Call::here(), n, numbers(x), incx, result, [](const auto& v) { return sum_of_sizes(v); });                     \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_NRM2(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return reduce(handle, Call::here(), n, numbers(x), incx, result, [](const auto& v) { return norm(v); });                             \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_AXPY(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return axpy(handle, Call::here(), n, numbers(alpha), numbers(x), incx, numbers(y), incy);                                            \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_COPY(X, x_, XR, T, R, suffix, Int) { return blas::copy(handle, Call::here(), n, numbers(x), incx, numbers(y), incy); } \
  LOCKSTEP_CUBLAS_SWAP(X, x_, XR, T, R, suffix, Int) {                                                                                   \
    return with(handle, [&, call = Call::here()](cublasContext& context) {                                                               \
      return change_both(                                                                                                                \
          context, call, n, numbers(x), incx, numbers(y), incy, [] { return Operands{}; }, [](auto& a, auto& b) { std::swap(a, b); });   \
    });                                                                                                                                  \
  }                                                                                                                                      \
  LOCKSTEP_CUBLAS_SCAL(X, x_, XR, T, R, suffix, Int) { return scal(handle, Call::here(), n, numbers(alpha), numbers(x), incx); }         \
  LOCKSTEP_CUBLAS_ROT(X, x_, XR, T, R, suffix, Int) {                                                                                    \
    return rot(handle, Call::here(), n, numbers(x), incx, numbers(y), incy, c, numbers(s));                                              \
  }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                                                  \
  LOCKSTEP_CUBLAS_DOT(X, x_, XR, T, R, suffix, Int) { return dot(handle, Call::here(), n, x, incx, y, incy, result, false); } \
  LOCKSTEP_CUBLAS_ROTM(X, x_, XR, T, R, suffix, Int) { return rotm(handle, Call::here(), n, x, incx, y, incy, param); }
LOCKSTEP_CUBLAS_REAL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int)                                         \
  LOCKSTEP_CUBLAS_DOTU(X, x_, XR, T, R, suffix, Int) {                                               \
    return dot(handle, Call::here(), n, numbers(x), incx, numbers(y), incy, numbers(result), false); \
  }                                                                                                  \
  LOCKSTEP_CUBLAS_DOTC(X, x_, XR, T, R, suffix, Int) {                                               \
    return dot(handle, Call::here(), n, numbers(x), incx, numbers(y), incy, numbers(result), true);  \
  }
LOCKSTEP_CUBLAS_COMPLEX(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(XX, T, R, suffix, Int)                                                                 \
  LOCKSTEP_CUBLAS_REAL_SCAL(XX, T, R, suffix, Int) { return scal(handle, Call::here(), n, alpha, numbers(x), incx); } \
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
LOCKSTEP_CUBLAS_DEFINE(S, float)
LOCKSTEP_CUBLAS_DEFINE(D, double)
#undef LOCKSTEP_CUBLAS_DEFINE
