/// @file
/// @brief Needs what no machine has.
#include "lockstep/machine_error.hpp"
#include "problem.hpp"

namespace {

void run(const CopyArray::Device&, const Launch&) { throw lockstep::MachineError("it takes a quantum computer"); }

const Version version{__FILE__, "asks for too much", run};

}  // namespace
