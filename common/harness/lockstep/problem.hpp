/// @file
/// @brief What a lesson's problem.hpp is written with. Plain C++: the lesson program, the tests and the grader include it.
///
/// A problem is a struct P with
///
///     struct Inputs, Outputs;      // the host's arrays, std::vector members
///     struct Device;               // what a version's run() gets: sizes and raw pointers
///     struct Reference;            // the answer, in double, and what its error bound needs
///     static constexpr LessonInfo kInfo;
///     static Inputs make_inputs(Size, std::uint64_t seed, InputKind);
///     static Outputs make_outputs(Size);                              // right lengths, any values
///     static Device bind(Arrays&, const Inputs&, Outputs&, Size);     // the one list of the arrays
///     static Reference reference(const Inputs&);
///     static Verdict check(const Reference&, const Outputs&, InputKind);
///     static Cost cost(Size);
///
/// and problem.hpp ends with `using Lesson = P;`, which the shared main asks for. Beside these a lesson may have
///
/// - up to three dimensions: `kInfo.dimensions`;
/// - several element types: P is a template with `kInfo.type`, and problem.hpp ends with
///   `using Lesson = lockstep::Types<P<float>, P<double>>;`, among which `--type` chooses; the first is the default;
/// - versions whose blocks may have any shape: `kInfo.takes_tile`, for `--tile`;
/// - versions that share a row among blocks: `kInfo.takes_elements`, for `--elements`;
/// - files of its own form, which `kInfo.input_form` and `output_form` name, for `--input` and `--output`:
///
///     static Inputs read_inputs(const std::string& path);                       // throws UsageError: one line
///     static Size size_of(const Inputs&);
///     static void write_outputs(const std::string& path, const Outputs&, Size); // whole or not at all: write_file() of output_file.hpp
///
/// - numbers of its own, each an option: `kInfo.settings`. They become part of the inputs, so that bind, reference and check know them:
///
///     static void apply(Inputs&, std::span<const double> settings);             // one for each of kInfo.settings
///
/// - a measure of speed of its own, which `kInfo.rate` names ("GTEPS"), shown instead of GB/s: 10⁹ units of work per second:
///
///     static double work(const Inputs&, const Outputs&);
///
/// - a line for people that describes the outputs, printed below the ladder for each version:
///
///     static std::string summary(const Outputs&);
///
/// - how many iterations the outputs took, for the time of one:
///
///     static double iterations(const Outputs&);
///
/// - numbers that a version records as it goes, which `kInfo.history` names, for `--plot` of one version:
///
///     static Series history(const Outputs&);
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lockstep/arrays.hpp"
#include "lockstep/random.hpp"
#include "lockstep/size.hpp"
#include "lockstep/verdict.hpp"

namespace lockstep {

/// What the inputs are made of.
enum class InputKind {
  exact,  ///< small integers: every order of summation gives the same bits, so the check allows no error
  real,   ///< random reals: the check allows what rounding-error analysis allows
};

/// What a problem costs at least, in any version.
struct Cost {
  double bytes = 0;       ///< bytes that must move: each input read once, each output written once
  double operations = 0;  ///< floating-point operations that must be done; a fused multiply-add is two
};

/// What `--type` calls an element type.
template <class Element>
inline constexpr const char* kTypeName = nullptr;
template <>
inline constexpr const char* kTypeName<float> = "float";
template <>
inline constexpr const char* kTypeName<double> = "double";
template <>
inline constexpr const char* kTypeName<int> = "int";
template <>
inline constexpr const char* kTypeName<short> = "short";

/// One problem for several element types.
template <class... Problem>
struct Types {};

/// Sizes at which versions are always verified: around warps and blocks, and primes.
inline constexpr std::array kRaggedLengths{Size{1}, Size{31}, Size{32}, Size{33}, Size{1023}, Size{1025}, Size{10007}};
inline constexpr std::array kRaggedRectangles{Size{1, 1},   Size{31, 33}, Size{33, 31}, Size{32, 32},
                                              Size{1, 127}, Size{129, 1}, Size{67, 131}};

/// A number of the lesson's own that is part of its problem, such as how many iterations are allowed: an option of the command line.
struct Setting {
  const char* name;  ///< of the option, without its dashes: "iterations"
  const char* help;  ///< what it means, in a few words
  double preset;     ///< where none is asked for
  double least, most;
  bool whole = false;  ///< only whole numbers
};

/// Numbers in the order in which they came, to be drawn as a line.
struct Series {
  std::string steps, what;     ///< what the horizontal axis counts, from 0, and what the numbers are
  bool by_powers_of_ten;       ///< the axis of the numbers, which must be positive to be seen on it
  std::vector<double> values;  ///< one at least
};

/// What a lesson says of itself.
struct LessonInfo {
  const char* name;            ///< its folder: "04_dot_product"
  const char* title;           ///< for people: "Dot product: Σ aᵢbᵢ"
  const char* type = nullptr;  ///< of the elements ("float"), where the lesson has several: kTypeName<T>
  int dimensions = 1;          ///< 1: sizes are lengths; 2: widths and heights; 3: three extents
  /// How help and messages write a size; 3 extents may have better names.
  const char* size_form = dimensions == 3 ? "WxHxD" : dimensions == 2 ? "WxH" : "N";
  std::int64_t second_extent = 0;  ///< where a size is given as one number; 0: the same number, as of a square
  Size simulator_size;             ///< the size of a run on the simulator where none is asked for
  Size gpu_size;                   ///< the same on a GPU
  std::span<const Size> ragged_sizes = kRaggedLengths;
  bool takes_tile = false;                           ///< some versions take a block of any shape: --tile is for them
  bool takes_elements = false;                       ///< some versions share a row among blocks: --elements is for them
  const char* input_form = nullptr;                  ///< of the files that --input reads ("a PNG or PGM picture")
  const char* output_form = nullptr;                 ///< of those that --output writes
  const char* rate = nullptr;                        ///< of work(): "GTEPS"
  std::span<const char* const> output_endings = {};  ///< how their names must end; none: in any way
  std::span<const Setting> settings = {};            ///< the numbers of the lesson's own
  const char* history = nullptr;                     ///< what history() is of ("the residual by iteration")
};

/// A problem that has settings, one that can describe its outputs, one that measures work, one that counts iterations, and one whose
/// versions leave a history.
template <class Problem>
concept HasSettings = requires(typename Problem::Inputs& inputs, std::span<const double> settings) {
  Problem::apply(inputs, settings);
};
template <class Problem>
concept HasSummary = requires(const typename Problem::Outputs& outputs) {
  { Problem::summary(outputs) } -> std::same_as<std::string>;
};
template <class Problem>
concept HasWork = requires(const typename Problem::Inputs& inputs, const typename Problem::Outputs& outputs) {
  { Problem::work(inputs, outputs) } -> std::same_as<double>;
};
template <class Problem>
concept HasIterations = requires(const typename Problem::Outputs& outputs) {
  { Problem::iterations(outputs) } -> std::same_as<double>;
};
template <class Problem>
concept HasHistory = requires(const typename Problem::Outputs& outputs) {
  { Problem::history(outputs) } -> std::same_as<Series>;
};

/// Makes settings part of the inputs, where problem P has any.
/// @param settings  one for each of P::kInfo.settings; none at all: the presets
template <class Problem>
void apply_settings([[maybe_unused]] typename Problem::Inputs& inputs, [[maybe_unused]] std::span<const double> settings) {
  if constexpr (HasSettings<Problem>) {
    if (!settings.empty()) return Problem::apply(inputs, settings);
    std::vector<double> presets(Problem::kInfo.settings.size());
    std::ranges::transform(Problem::kInfo.settings, presets.begin(), &Setting::preset);
    Problem::apply(inputs, presets);
  }
}

}  // namespace lockstep
