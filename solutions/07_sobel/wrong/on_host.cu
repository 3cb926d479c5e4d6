/// @file
/// @brief Copies the picture to the host and runs the reference there.
///
/// Rejected by: part1
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

void run(const Blur::Device& p, const Launch& launch) {
  Blur::Inputs in{{p.width, p.height}, std::vector<std::uint8_t>(static_cast<std::size_t>(p.height * p.pitch)), std::vector<int>(25)};
  lockstep::check(cudaMemcpyAsync(in.image.data(), p.image, in.image.size(), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaMemcpyAsync(in.mask.data(), p.mask, in.mask.size() * sizeof(int), cudaMemcpyDefault, launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
  const std::vector<std::uint8_t> blurred = Blur::reference(in).blurred;
  const auto width = static_cast<std::size_t>(p.width), height = static_cast<std::size_t>(p.height);
  lockstep::check(cudaMemcpy2DAsync(p.blurred, static_cast<std::size_t>(p.pitch), blurred.data(), width, width, height, cudaMemcpyDefault,
                                    launch.stream));
  lockstep::check(cudaStreamSynchronize(launch.stream));
}

const Version version{__FILE__, "a blurred picture", run};

}  // namespace
