/// @file
/// @brief Tells the kinds of failures apart by the words that the tests, the simulator and the process runner use.
#include "grading/verdict/failure_kind.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "grading/verdict/condemned.hpp"

namespace lockstep::grading {
namespace {

using enum FailureKind;

constexpr std::array kNames{std::pair{"answer", answer},   std::pair{"counter", counter}, std::pair{"hazard", hazard},
                            std::pair{"barrier", barrier}, std::pair{"crash", crash},     std::pair{"abort", abort},
                            std::pair{"refusal", refusal}, std::pair{"loop", loop},       std::pair{"work", work},
                            std::pair{"start", start}};

/// The first that is found decides.
constexpr std::array kSigns{
    std::pair{"was still running after", loop},
    std::pair{"an earlier run did not end", loop},
    std::pair{"took longer than allowed", loop},
    std::pair{"cudaErrorLaunchTimeout", loop},
    std::pair{": deadlock", loop},
    std::pair{": divergent-barrier", barrier},
    std::pair{": divergent-warp", barrier},
    std::pair{": early-return", barrier},
    std::pair{"cudaErrorIllegalAddress", crash},
    std::pair{"cudaErrorMisalignedAddress", crash},
    std::pair{"cudaErrorAssert", crash},
    std::pair{"cudaErrorLaunchFailure", crash},
    std::pair{": out-of-bounds", crash},
    std::pair{": misaligned", crash},
    std::pair{": division-by-zero", crash},
    std::pair{": stack-overflow", crash},
    std::pair{": launch-failure", crash},
    std::pair{"host code touched device memory", abort},
    std::pair{"was ended by signal", abort},
    std::pair{kCondemned.data(), work},
    std::pair{"bytes from device memory during run()", work},
    std::pair{"does not start as an exercise does", start},
    std::pair{": cudaError", refusal},
    std::pair{"lockstep: error: ", hazard},
    std::pair{"lockstep: warning: ", hazard},
    std::pair{"lockstep: error in kernel ", hazard},
    std::pair{": the program exited with status", abort},
    std::pair{"in another order of threads and blocks", hazard},
    std::pair{"Give the threads of each block elements of their own", counter},
    std::pair{"With --size ", answer},
};

}  // namespace

std::optional<FailureKind> failure_kind(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name, [](const auto& entry) { return std::string_view(entry.first); });
  return found != kNames.end() ? std::optional(found->second) : std::nullopt;
}

FailureKind failure_kind(const std::vector<std::string>& diagnostics) {
  const auto says = [&](const char* sign) {
    return std::ranges::any_of(diagnostics, [sign](const std::string& line) { return line.find(sign) != line.npos; });
  };
  const auto* const found = std::ranges::find_if(kSigns, says, [](const auto& entry) { return entry.first; });
  return found != kSigns.end() ? found->second : counter;
}

}  // namespace lockstep::grading
