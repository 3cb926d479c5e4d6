/// @file
/// @brief Sparse and dense matrices from Matrix Market files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One element of a matrix. Row and column are counted from 0.
struct MatrixEntry {
  std::int32_t row, column;
  double value;  ///< 1 where the file is a pattern
  friend bool operator==(const MatrixEntry&, const MatrixEntry&) = default;
};

/// A matrix as its file has it.
struct MatrixMarket {
  std::int64_t rows = 0, columns = 0;
  bool is_pattern = false;             ///< no values, only positions
  bool is_symmetric = false;           ///< the file has no entries above the diagonal: they equal those below it
  bool is_dense = false;               ///< of an array file: an entry for each element, column by column
  std::vector<MatrixEntry> entries{};  ///< in the order of the file; a coordinate file may name an element twice
};

/// Reads a Matrix Market file: `coordinate` or `array`, `pattern`, `real` (or `double`) or `integer`, `general` or `symmetric`. A value may
/// be nan or inf.
/// @throws UsageError, one line with the file's name and the number of the line, where there is no such file, it is of another kind or
/// damaged, or has too few or too many entries
MatrixMarket read_matrix_market(const std::string& path);

/// The same from a file's content. @throws UsageError, which does not name the file
MatrixMarket parse_matrix_market(std::string_view text);
/// Whether a file's content begins as such a file does.
bool is_matrix_market(std::string_view text);

/// The same matrix with all of its entries: those of a symmetric file are followed by their mirror images above the diagonal.
MatrixMarket with_both_triangles(MatrixMarket matrix);

}  // namespace lockstep
