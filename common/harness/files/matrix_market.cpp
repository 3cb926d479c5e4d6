/// @file
/// @brief Reads Matrix Market files, as https://math.nist.gov/MatrixMarket/formats.html describes them.
#include "lockstep/matrix_market.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "harness/files/text_lines.hpp"
#include "lockstep/usage_error.hpp"
#include "support/input_file.hpp"

namespace lockstep {
namespace {

constexpr std::int64_t kMostRows = std::numeric_limits<std::int32_t>::max();

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// @throws UsageError where `word` is not one of `known`
void require_known(const std::string& what, const std::string& word, std::initializer_list<const char*> known) {
  if (std::ranges::find(known, word) == known.end())
    throw UsageError(fmt::format("line 1: its {} is \"{}\"; it may be {}", what, shown(word), fmt::join(known, ", ")));
}

/// Reads the content of one file.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), lines_(text, '%') {}

  MatrixMarket read() {
    read_banner();
    read_extents();
    if (matrix_.is_dense)
      read_elements();
    else
      read_entries();
    if (lines_.next()) fail("it goes on after its {} {}", matrix_.entries.size(), unit());
    return std::move(matrix_);
  }

 private:
  /// The first line, which looks like a comment.
  void read_banner() {
    Words words(text_.substr(0, text_.find('\n')));
    if (!is_matrix_market(words.next())) throw UsageError("it is not a Matrix Market file: it does not begin with %%MatrixMarket");
    const std::string object = lower_case(words.next()), format = lower_case(words.next());
    const std::string field = lower_case(words.next()), symmetry = lower_case(words.next());
    require_known("object", object, {"matrix"});
    require_known("format", format, {"coordinate", "array"});
    require_known("field", field, {"real", "double", "integer", "pattern"});
    require_known("symmetry", symmetry, {"general", "symmetric"});
    if (!words.at_end()) throw UsageError(fmt::format("line 1: \"{}\" is one word too many", shown(words.next())));
    matrix_.is_dense = format == "array";
    matrix_.is_pattern = field == "pattern";
    matrix_.is_symmetric = symmetry == "symmetric";
    is_integer_ = field == "integer";
    if (matrix_.is_dense && matrix_.is_pattern) throw UsageError("line 1: an array has values; it cannot be a pattern");
  }

  void read_extents() {
    const char* const form = matrix_.is_dense ? "rows and columns" : "rows, columns and entries";
    if (!lines_.next()) throw UsageError(fmt::format("it is cut off: there is no line with its numbers of {}", form));
    Words words(lines_.line());
    bool good = words.number(matrix_.rows) && words.number(matrix_.columns);
    if (!matrix_.is_dense) good = good && words.number(count_);
    if (!good || !words.at_end() || matrix_.rows < 0 || matrix_.columns < 0 || count_ < 0) fail("it must be the numbers of {}", form);
    if (std::max(matrix_.rows, matrix_.columns) > kMostRows) fail("more rows or columns than {}", kMostRows);
    if (matrix_.is_symmetric && matrix_.rows != matrix_.columns)
      fail("a symmetric matrix must be square, not {} x {}", matrix_.rows, matrix_.columns);
    if (matrix_.is_dense) count_ = matrix_.is_symmetric ? matrix_.rows * (matrix_.rows + 1) / 2 : matrix_.rows * matrix_.columns;
    reserve();
  }

  /// Memory for the promised size is allocated only if the rest of the file can hold it: each entry takes a digit and a line end.
  void reserve() {
    const std::size_t bytes = lines_.bytes_left() + 1, least = matrix_.is_dense ? 2 : matrix_.is_pattern ? 4 : 6;
    if (static_cast<std::size_t>(count_) > bytes / least)
      fail("it is cut off: {} {} need at least {} bytes, but it has {}", count_, unit(), static_cast<std::size_t>(count_) * least - 1,
           lines_.bytes_left());
    matrix_.entries.reserve(static_cast<std::size_t>(count_));
  }

  void read_entries() {
    for (std::int64_t i = 0; i < count_; ++i) {
      Words words = next_line(i);
      std::int64_t row = 0, column = 0;
      if (!words.number(row) || !words.number(column)) fail("entry {} is not a row and a column", i + 1);
      if (row < 1 || row > matrix_.rows || column < 1 || column > matrix_.columns)
        fail("entry {} is at ({}, {}), outside the {} x {} matrix; rows and columns count from 1", i + 1, row, column, matrix_.rows,
             matrix_.columns);
      if (matrix_.is_symmetric && row < column)
        fail("entry {} is at ({}, {}), above the diagonal: a symmetric file has only what is below", i + 1, row, column);
      add(row - 1, column - 1, matrix_.is_pattern ? 1.0 : read_value(words, i));
      require_end(words, i);
    }
  }

  /// An array has no indices: it goes down column after column, from the diagonal where the matrix is symmetric.
  void read_elements() {
    std::int64_t i = 0;
    for (std::int64_t column = 0; column < matrix_.columns; ++column)
      for (std::int64_t row = matrix_.is_symmetric ? column : 0; row < matrix_.rows; ++row, ++i) {
        Words words = next_line(i);
        add(row, column, read_value(words, i));
        require_end(words, i);
      }
  }

  Words next_line(std::int64_t i) {
    if (!lines_.next()) throw UsageError(fmt::format("it is cut off: it has {} of its {} {}", i, count_, unit()));
    return Words(lines_.line());
  }

  double read_value(Words& words, std::int64_t i) const {
    double value = 0;
    std::int64_t whole = 0;
    const bool good = is_integer_ ? words.number(whole) : words.number(value);
    if (!good)
      fail("the value of {} {} is missing, or not a {}", matrix_.is_dense ? "element" : "entry", i + 1,
           is_integer_ ? "whole number" : "number");
    return is_integer_ ? static_cast<double>(whole) : value;
  }

  void require_end(const Words& words, std::int64_t i) const {
    if (!words.at_end()) fail("unexpected text after {} {}", matrix_.is_dense ? "element" : "entry", i + 1);
  }

  void add(std::int64_t row, std::int64_t column, double value) {
    matrix_.entries.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), value});
  }

  const char* unit() const { return matrix_.is_dense ? "elements" : "entries"; }

  /// @throws UsageError with the number of the line
  template <class... T>
  [[noreturn]] void fail(fmt::format_string<T...> format, T&&... arguments) const {
    throw UsageError(fmt::format("line {}: {}", lines_.number(), fmt::format(format, std::forward<T>(arguments)...)));
  }

  std::string_view text_;
  Lines lines_;
  MatrixMarket matrix_{};
  std::int64_t count_ = 0;  // of entries that must follow
  bool is_integer_ = false;
};

}  // namespace

bool is_matrix_market(std::string_view text) {
  constexpr std::string_view kBanner = "%%matrixmarket";
  return lower_case(text.substr(0, kBanner.size())) == kBanner;
}

MatrixMarket parse_matrix_market(std::string_view text) { return Reader(text).read(); }

MatrixMarket read_matrix_market(const std::string& path) {
  return reading(path, [&] { return parse_matrix_market(read_text(path)); });
}

MatrixMarket with_both_triangles(MatrixMarket matrix) {
  if (!matrix.is_symmetric) return matrix;
  const std::size_t count = matrix.entries.size();
  for (std::size_t i = 0; i < count; ++i) {
    const MatrixEntry entry = matrix.entries[i];
    if (entry.row != entry.column) matrix.entries.push_back({entry.column, entry.row, entry.value});
  }
  matrix.is_symmetric = false;
  return matrix;
}

}  // namespace lockstep
