/// @file
/// @brief Tables that a spreadsheet can open without harm.
#pragma once

#include <string>
#include <vector>

namespace lockstep::grading {

/// Text as a field of CSV (RFC 4180), on one line. A spreadsheet takes it for no formula.
std::string csv_field(const std::string& untrusted);

/// A number as a field.
std::string csv_field(double number);

/// A line of the table.
std::string csv_row(const std::vector<std::string>& fields);

}  // namespace lockstep::grading
