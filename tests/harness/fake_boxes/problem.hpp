/// @file
/// @brief A lesson made for the harness's tests: add the layers of a box. It has all that a lesson may have: types, three dimensions,
/// tiles, files, settings, a summary and a history.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/usage_error.hpp"
#include "lockstep/version.hpp"
#include "support/output_file.hpp"

/// What a version works on: `depth` layers of `height` rows of `width` elements; the sums are a layer.
template <class T>
struct Boxes {
  std::int64_t width, height, depth;
  T factor;
  const T* box;
  T* sums;
};

/// Given a box, find the sum of its layers, element by element, times a factor.
template <class T>
struct LayerSum {
  struct Inputs {
    lockstep::Size size;
    std::vector<T> box;
    T factor{};
  };
  struct Outputs {
    std::vector<T> sums;
  };
  using Device = Boxes<T>;
  using Reference = std::vector<double>;

  static constexpr std::array kRagged{lockstep::Size{1, 1, 1}, lockstep::Size{5, 3, 2}, lockstep::Size{3, 33, 5}};

  static constexpr std::array kEndings{".txt", ".text"};

  static constexpr std::array kSettings{
      lockstep::Setting{.name = "factor", .help = "What the sums are multiplied by", .preset = 1, .least = 1, .most = 3, .whole = true}};

  static constexpr lockstep::LessonInfo kInfo{.name = "fake_boxes",
                                              .title = "Layers: Σ of a box",
                                              .type = lockstep::kTypeName<T>,
                                              .dimensions = 3,
                                              .size_form = "AxBxC",
                                              .simulator_size = {40, 30, 4},
                                              .gpu_size = {400, 300, 40},
                                              .ragged_sizes = kRagged,
                                              .takes_tile = true,
                                              .input_form = "text: AxBxC and the elements",
                                              .output_form = "text: the sums",
                                              .output_endings = kEndings,
                                              .settings = kSettings,
                                              .history = "the sums, one after the other"};

  /// All inputs are integers.
  static Inputs make_inputs(lockstep::Size size, std::uint64_t seed, lockstep::InputKind /*kind*/) {
    Inputs in{.size = size, .box = std::vector<T>(static_cast<std::size_t>(size.count()))};
    lockstep::fill_integers<T>(in.box, seed, 8);
    return in;
  }
  static void apply(Inputs& in, std::span<const double> settings) { in.factor = static_cast<T>(settings[0]); }
  static Outputs make_outputs(lockstep::Size size) { return {std::vector<T>(layer(size))}; }
  static Device bind(lockstep::Arrays& arrays, const Inputs& in, Outputs& out, lockstep::Size size) {
    const auto [a, b, c] = size;
    return {.width = a,
            .height = b,
            .depth = c,
            .factor = in.factor,
            .box = arrays.input("box", in.box),
            .sums = arrays.output("sums", out.sums)};
  }
  static Reference reference(const Inputs& in) {
    Reference sums(layer(in.size));
    for (std::size_t i = 0; i < in.box.size(); ++i) sums[i % sums.size()] += static_cast<double>(in.factor * in.box[i]);
    return sums;
  }
  static lockstep::Verdict check(const Reference& want, const Outputs& got, lockstep::InputKind /*kind*/) {
    return lockstep::compare(got.sums, want, 0.0, "sums", "integers add without error");
  }
  static lockstep::Cost cost(lockstep::Size size) {
    return {.bytes = static_cast<double>(sizeof(T)) * static_cast<double>(size.count() + size.width * size.height),
            .operations = static_cast<double>(size.count())};
  }

  static std::string summary(const Outputs& out) { return "begins with " + std::to_string(static_cast<int>(out.sums[0])); }
  static lockstep::Series history(const Outputs& out) {
    return {.steps = "element", .what = "its sum", .by_powers_of_ten = false, .values = {out.sums.begin(), out.sums.end()}};
  }

  static Inputs read_inputs(const std::string& path) {
    std::ifstream file(path);
    std::string size;
    file >> size;
    Inputs in{.size = lockstep::parse_size(size, 3, kInfo.size_form), .box = {}};
    for (T x = 0; file >> x;) in.box.push_back(x);
    if (in.box.size() != static_cast<std::size_t>(in.size.count())) throw lockstep::UsageError(path + ": not " + size + " elements");
    return in;
  }
  static lockstep::Size size_of(const Inputs& in) { return in.size; }
  static void write_outputs(const std::string& path, const Outputs& out, lockstep::Size size) {
    std::ostringstream text;
    for (std::size_t i = 0; i < out.sums.size(); ++i)
      text << out.sums[i] << ((i + 1) % static_cast<std::size_t>(size.width) == 0 ? '\n' : ' ');
    lockstep::write_file(path, text.str());
  }

 private:
  static std::size_t layer(lockstep::Size size) { return static_cast<std::size_t>(size.width * size.height); }
};

using Lesson = lockstep::Types<LayerSum<float>, LayerSum<short>>;
using Version = lockstep::Version<Lesson>;
using lockstep::Launch;
