/// @file
/// @brief A lesson as the harness sees it: its problem's types are erased here, so that everything else is compiled only once.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lockstep/problem.hpp"
#include "lockstep/version.hpp"

namespace lockstep {

/// One instance of a problem: inputs of one size, seed and kind, room for the outputs, and the answer.
class Case {
 public:
  Case() = default;
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;
  virtual ~Case() = default;

  /// Has `arrays` place the arrays; run() works on what was bound last.
  virtual void bind(Arrays& arrays) = 0;
  /// Calls a version: `version` is an index into Lesson::versions().
  virtual void run(std::size_t version, const Launch& launch) = 0;
  /// Checks the host's outputs. Computes the reference at the first call.
  virtual Verdict check() = 0;
  /// Writes the host's outputs in the lesson's own form: where LessonInfo::output_form names one. @throws UsageError where that fails
  virtual void write_outputs(const std::string& /*path*/) const { throw std::logic_error("this lesson writes no files"); }
  /// How much was done for the host's outputs, in units of LessonInfo::rate; 0 where the lesson has none.
  virtual double work() const { return 0; }
  /// How many iterations the host's outputs took; 0 where the lesson has none.
  virtual double iterations() const { return 0; }
  /// What the host's outputs are, for people; empty if the lesson does not describe them.
  virtual std::string summary() const { return {}; }
  /// The history among the host's outputs: where LessonInfo::history names one.
  virtual Series history() const { throw std::logic_error("this lesson's versions leave no history"); }
};

/// Inputs that were read from a file.
class FileInputs {
 public:
  FileInputs() = default;
  FileInputs(const FileInputs&) = delete;
  FileInputs& operator=(const FileInputs&) = delete;
  virtual ~FileInputs() = default;

  virtual Size size() const = 0;
  /// @param settings  as Lesson::make_case
  virtual std::unique_ptr<Case> make_case(std::span<const double> settings) const = 0;
};

template <class P>
[[gnu::noinline]] const std::vector<typename Version<P>::Entry>& Version<P>::list_with(const Entry* added) {  // versions' objects need it
  static std::vector<Entry> entries;  // in a function: versions register while the program's static objects are still being made
  if (added != nullptr) entries.push_back(*added);
  return entries;
}

/// A lesson: its problem and its versions.
class Lesson {
 public:
  Lesson() = default;
  Lesson(const Lesson&) = delete;
  Lesson& operator=(const Lesson&) = delete;
  virtual ~Lesson() = default;

  virtual const LessonInfo& info() const = 0;
  /// In the order of the ladder.
  virtual const std::vector<VersionInfo>& versions() const = 0;
  virtual Cost cost(Size size) const = 0;
  /// @param settings  one for each of LessonInfo::settings; none at all: the presets
  virtual std::unique_ptr<Case> make_case(Size size, std::uint64_t seed, InputKind kind, std::span<const double> settings) const = 0;
  /// Reads a file in the lesson's own form: where LessonInfo::input_form names one. @throws UsageError where it is not of that form
  virtual std::unique_ptr<FileInputs> read_inputs(const std::string& /*path*/) const {
    throw std::logic_error("this lesson reads no files");
  }
};

/// A problem whose inputs may come from a file, and one whose outputs may go to one.
template <class P>
concept ReadsFiles = requires(const std::string& path, const typename P::Inputs& inputs) {
  { P::read_inputs(path) } -> std::same_as<typename P::Inputs>;
  { P::size_of(inputs) } -> std::same_as<Size>;
};
template <class P>
concept WritesFiles = requires(const std::string& path, const typename P::Outputs& outputs, Size size) {
  P::write_outputs(path, outputs, size);
};

/// The case of problem P.
template <class P>
class CaseOf final : public Case {
 public:
  CaseOf(const std::vector<typename Version<P>::Run>& runs, Size size, InputKind kind, typename P::Inputs inputs,
         std::span<const double> settings)
      : runs_(runs), size_(size), kind_(kind), inputs_(std::move(inputs)), outputs_(P::make_outputs(size)) {
    apply_settings<P>(inputs_, settings);
  }

  void bind(Arrays& arrays) override { device_ = P::bind(arrays, inputs_, outputs_, size_); }
  void run(std::size_t version, const Launch& launch) override { runs_.at(version)(device_, launch); }
  Verdict check() override {
    if (!reference_) reference_.emplace(P::reference(inputs_));
    return P::check(*reference_, outputs_, kind_);
  }
  void write_outputs(const std::string& path) const override {
    if constexpr (WritesFiles<P>)
      P::write_outputs(path, outputs_, size_);
    else
      Case::write_outputs(path);
  }
  std::string summary() const override {
    if constexpr (HasSummary<P>)
      return P::summary(outputs_);
    else
      return Case::summary();
  }
  double work() const override {
    if constexpr (HasWork<P>)
      return P::work(inputs_, outputs_);
    else
      return Case::work();
  }
  double iterations() const override {
    if constexpr (HasIterations<P>)
      return P::iterations(outputs_);
    else
      return Case::iterations();
  }
  Series history() const override {
    if constexpr (HasHistory<P>)
      return P::history(outputs_);
    else
      return Case::history();
  }

 private:
  const std::vector<typename Version<P>::Run>& runs_;
  Size size_;
  InputKind kind_;
  typename P::Inputs inputs_;
  typename P::Outputs outputs_;
  typename P::Device device_{};
  std::optional<typename P::Reference> reference_;
};

/// The inputs of problem P from a file, which are real ones.
template <class P>
class FileInputsOf final : public FileInputs {
 public:
  FileInputsOf(const std::vector<typename Version<P>::Run>& runs, typename P::Inputs inputs) : runs_(runs), inputs_(std::move(inputs)) {}

  Size size() const override { return P::size_of(inputs_); }
  std::unique_ptr<Case> make_case(std::span<const double> settings) const override {
    return std::make_unique<CaseOf<P>>(runs_, size(), InputKind::real, inputs_, settings);
  }

 private:
  const std::vector<typename Version<P>::Run>& runs_;
  typename P::Inputs inputs_;
};

/// The lesson of problem P, with all versions that its program registered.
template <class P>
class LessonOf final : public Lesson {
  static_assert(ReadsFiles<P> == (P::kInfo.input_form != nullptr), "input_form goes with read_inputs() and size_of()");
  static_assert(WritesFiles<P> == (P::kInfo.output_form != nullptr), "output_form goes with write_outputs()");
  static_assert(HasSettings<P> == !P::kInfo.settings.empty(), "settings go with apply()");
  static_assert(HasWork<P> == (P::kInfo.rate != nullptr), "kInfo.rate goes with work()");
  static_assert(HasHistory<P> == (P::kInfo.history != nullptr), "kInfo.history goes with history()");

 public:
  /// @throws std::logic_error where two versions have one name
  LessonOf() {
    auto entries = Version<P>::entries();
    std::ranges::sort(entries, comes_before, &Version<P>::Entry::info);
    for (auto& entry : entries) {
      if (!infos_.empty() && infos_.back().name == entry.info.name)
        throw std::logic_error("two versions are named " + entry.info.name + "; give the second a suffix");
      infos_.push_back(std::move(entry.info));
      runs_.push_back(entry.run);
    }
  }

  const LessonInfo& info() const override { return P::kInfo; }
  const std::vector<VersionInfo>& versions() const override { return infos_; }
  Cost cost(Size size) const override { return P::cost(size); }
  std::unique_ptr<Case> make_case(Size size, std::uint64_t seed, InputKind kind, std::span<const double> settings) const override {
    return std::make_unique<CaseOf<P>>(runs_, size, kind, P::make_inputs(size, seed, kind), settings);
  }
  std::unique_ptr<FileInputs> read_inputs(const std::string& path) const override {
    if constexpr (ReadsFiles<P>)
      return std::make_unique<FileInputsOf<P>>(runs_, P::read_inputs(path));
    else
      return Lesson::read_inputs(path);
  }

 private:
  std::vector<VersionInfo> infos_;
  std::vector<typename Version<P>::Run> runs_;
};

/// A program's lessons: one for each of its element types, the default first, or one lesson without types.
using Lessons = std::vector<std::unique_ptr<const Lesson>>;

template <class P>
void add_lessons(Lessons& lessons, std::type_identity<P> /*problem*/) {
  lessons.push_back(std::make_unique<LessonOf<P>>());
}
template <class... P>
void add_lessons(Lessons& lessons, std::type_identity<Types<P...>> /*problems*/) {
  static_assert(((P::kInfo.type != nullptr) && ...), "--type knows them by kInfo.type");
  (add_lessons(lessons, std::type_identity<P>{}), ...);
}

/// The lesson of problem P, or those of all problems where P is Types. @throws as LessonOf
template <class P>
Lessons lessons_of() {
  Lessons lessons;
  add_lessons(lessons, std::type_identity<P>{});
  return lessons;
}

}  // namespace lockstep
