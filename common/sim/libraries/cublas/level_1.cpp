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
  LOCKSTEP_CUBLAS_SCAL(X, x_, XR, T, R, suffix, Int) { return scal(handle, Call::here(), n, numbers(alpha), numbers(x), incx); }
LOCKSTEP_CUBLAS_ALL(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE

#define LOCKSTEP_CUBLAS_DEFINE(X, x_, XR, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_DOT(X, x_, XR, T, R, suffix, Int) { return dot(handle, Call::here(), n, x, incx, y, incy, result, false); }
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

#define LOCKSTEP_CUBLAS_DEFINE(XX, T, R, suffix, Int) \
  LOCKSTEP_CUBLAS_REAL_SCAL(XX, T, R, suffix, Int) { return scal(handle, Call::here(), n, alpha, numbers(x), incx); }
LOCKSTEP_CUBLAS_REAL_FACTOR(LOCKSTEP_CUBLAS_DEFINE)
#undef LOCKSTEP_CUBLAS_DEFINE
