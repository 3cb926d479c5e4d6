/// @file
/// @brief The tests' main, for Catch2 2.13; 3.x brings its own.
#define CATCH_CONFIG_MAIN
#include "catch.hpp"
