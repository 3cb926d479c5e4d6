/// @file
/// @brief cuBLAS's functions of vectors whose types are arguments.
#include <cmath>
#include <memory>

#include "sim/libraries/cublas/data_types.hpp"

namespace lockstep::sim::blas {

namespace {

/// A vector as a matrix of one row.
TypedMatrix row(const void* p, cudaDataType type, Index n, Index step) {
  const Index first = step < 0 ? (1 - n) * step : 0;
  return {bytes_at(p) + first * static_cast<Index>(bytes_of(type)), type, 1, n, step};
}
std::vector<Box> boxes_of(const TypedMatrix& row) {
  if (row.leading >= 0) return row.boxes();
  TypedMatrix turned = row;
  turned.p = row.at(0, row.n - 1);
  turned.leading = -row.leading;
  return turned.boxes();
}

/// Complex, and wide: all types fit.
using Any = std::complex<double>;

bool is_known(std::initializer_list<cudaDataType> types) {
  return std::ranges::all_of(types, [](cudaDataType type) { return bytes_of(type) != 0; });
}

cublasStatus_t submit_typed(cublasContext& context, Call call, const std::vector<Operand>& read, const std::function<Any()>& compute,
                            void* result, cudaDataType type) {
  const bool to_host = context.pointers == CUBLAS_POINTER_MODE_HOST;
  if (to_host) check_result(call, result);
  const auto made = std::make_shared<Any>();
  const auto operands = [=] {
    Operands all = read;
    if (!to_host) all.push_back({"result", {{bytes_at(result), bytes_of(type)}}, false, true});
    return all;
  };
  const auto put = [=] { store(type, bytes_at(result), *made); };
  const auto work = [=] {
    *made = compute();
    if (!to_host) put();
  };
  return to_host ? submit(context, call, operands, work, put) : submit(context, call, operands, work);
}

cublasStatus_t dot(cublasHandle_t handle, Call call, const TypedMatrix& x, const TypedMatrix& y, void* result, cudaDataType type,
                   bool conjugated) {
  return with(handle, [&](cublasContext& context) {
    if (!is_known({x.type, y.type, type})) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const auto compute = [=] {
      Any sum{};
      for (Index i = 0; i < x.n; ++i) sum += conjugate_if(conjugated, x.get<Any>(0, i)) * y.get<Any>(0, i);
      return sum;
    };
    return submit_typed(context, call, {{"x", boxes_of(x)}, {"y", boxes_of(y)}}, compute, result, type);
  });
}

cublasStatus_t nrm2(cublasHandle_t handle, Call call, const TypedMatrix& x, void* result, cudaDataType type) {
  return with(handle, [&](cublasContext& context) {
    if (!is_known({x.type, type})) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const auto compute = [=] {
      double norm = 0;
      for (Index i = 0; i < x.n; ++i) norm = std::hypot(norm, std::abs(x.get<Any>(0, i)));
      return Any{norm};
    };
    return submit_typed(context, call, {{"x", boxes_of(x)}}, compute, result, type);
  });
}

cublasStatus_t scal(cublasHandle_t handle, Call call, const void* alpha, cudaDataType alpha_type, const TypedMatrix& x) {
  return with(handle, [&](cublasContext& context) {
    if (!is_known({x.type, alpha_type})) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const TypedScalar factor(context, alpha, alpha_type);
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      all.push_back({"x", boxes_of(x), true, true});
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < x.n; ++i) store(x.type, x.at(0, i), factor.get<Any>() * x.get<Any>(0, i));
    });
  });
}

cublasStatus_t axpy(cublasHandle_t handle, Call call, const void* alpha, cudaDataType alpha_type, const TypedMatrix& x,
                    const TypedMatrix& y) {
  return with(handle, [&](cublasContext& context) {
    if (!is_known({x.type, y.type, alpha_type})) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (alpha == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const TypedScalar factor(context, alpha, alpha_type);
    const auto operands = [=] {
      Operands all;
      factor.add_to(all, "alpha");
      all.push_back({"x", boxes_of(x)});
      all.push_back({"y", boxes_of(y), true, true});
      return all;
    };
    return submit(context, call, operands, [=] {
      for (Index i = 0; i < x.n; ++i) store(y.type, y.at(0, i), factor.get<Any>() * x.get<Any>(0, i) + y.get<Any>(0, i));
    });
  });
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_CUBLAS_DEFINE(suffix, Int)                                                                      \
  LOCKSTEP_CUBLAS_DOT_EX(DotEx, suffix, Int) {                                                                   \
    static_cast<void>(executionType);                                                                            \
    return dot(handle, Call::here(), row(x, xType, n, incx), row(y, yType, n, incy), result, resultType, false); \
  }                                                                                                              \
  LOCKSTEP_CUBLAS_DOT_EX(DotcEx, suffix, Int) {                                                                  \
    static_cast<void>(executionType);                                                                            \
    return dot(handle, Call::here(), row(x, xType, n, incx), row(y, yType, n, incy), result, resultType, true);  \
  }                                                                                                              \
  LOCKSTEP_CUBLAS_NRM2_EX(suffix, Int) {                                                                         \
    static_cast<void>(executionType);                                                                            \
    return nrm2(handle, Call::here(), row(x, xType, incx > 0 ? n : 0, incx), result, resultType);                \
  }                                                                                                              \
  LOCKSTEP_CUBLAS_SCAL_EX(suffix, Int) {                                                                         \
    static_cast<void>(executionType);                                                                            \
    return scal(handle, Call::here(), alpha, alphaType, row(x, xType, incx > 0 ? n : 0, incx));                  \
  }                                                                                                              \
  LOCKSTEP_CUBLAS_AXPY_EX(suffix, Int) {                                                                         \
    static_cast<void>(executionType);                                                                            \
    return axpy(handle, Call::here(), alpha, alphaType, row(x, xType, n, incx), row(y, yType, n, incy));         \
  }
LOCKSTEP_CUBLAS_DEFINE(, int)
LOCKSTEP_CUBLAS_DEFINE(_64, int64_t)
#undef LOCKSTEP_CUBLAS_DEFINE
