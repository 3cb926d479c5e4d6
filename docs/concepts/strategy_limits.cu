/// @file
/// @brief What cannot be surpassed, as CSV: the roofline of an H100, or with any word behind the name Amdahl's law. It needs no GPU.
#include <algorithm>
#include <cstdio>

constexpr double kBandwidth = 2995;     // GB/s of a copy, measured on an NVIDIA H100 80GB HBM3
constexpr double kMultiplyAdds = 63e3;  // GFLOP/s of floats, likewise
constexpr double kDoubles = 32.7e3;     // of doubles

static void print_roofline() {
  std::printf("# title: Roofline of an H100\n# x: operations a byte\n# y: GFLOP/s\n# log: xy\n");
  std::printf("operations a byte,float,double\n");
  for (const double x :
       {0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, kDoubles / kBandwidth, 16.0, kMultiplyAdds / kBandwidth, 32.0, 64.0, 128.0})
    std::printf("%.3g,%.0f,%.0f\n", x, std::min(kBandwidth * x, kMultiplyAdds), std::min(kBandwidth * x, kDoubles));
}

/// A part of the work cannot be spread over n workers: 1 / (part + (1 − part) / n) times as fast.
static void print_amdahl() {
  std::printf("# title: Speed-up, if a part stays serial\n# x: workers\n# y: times as fast\n# log: xy\n");
  std::printf("workers,nothing serial,0.1 %%,1 %%,10 %%\n");
  for (int n = 1; n <= 1 << 16; n *= 2) {
    std::printf("%d", n);
    for (const double part : {0.0, 0.001, 0.01, 0.1}) std::printf(",%.4g", 1 / (part + (1 - part) / n));
    std::printf("\n");
  }
}

int main(int argc, char**) {
  if (argc == 1)
    print_roofline();
  else
    print_amdahl();
  return 0;
}
