/// @file
/// @brief Writes nothing, so the poison stays.
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device&, const Launch&) {}

const Version version{__FILE__, "hopes that memory is right by chance", run};

}  // namespace
