/// @file
/// @brief The product as its formula is written: for each row, for each column, the sum.
///
/// Beside v0: the inner loop runs along l. So it goes down a column of B, and each element that it
/// reads lies a whole row after the one before; v0's goes along rows alone.
/// Look at: `./lockstep run 06 --kernel cpu_ijl,v0_cpu --type short,float`: the times of the two.
#include "problem.hpp"

namespace {

template <class T>
void run(const Matrices<T>& p) {
  for (std::int64_t i = 0; i < p.m; ++i)
    for (std::int64_t j = 0; j < p.n; ++j) {
      Sum<T> sum = 0;
      for (std::int64_t l = 0; l < p.k; ++l)
        sum += static_cast<Sum<T>>(p.a[i * p.k + l]) * static_cast<Sum<T>>(p.b[l * p.n + j]);
      p.c[i * p.n + j] = static_cast<T>(sum);
    }
}

const Version version{__FILE__, "one core: row, column, and then the sum, down B's columns",
                      [](const auto& p, const Launch&) { run(p); }};

}  // namespace
