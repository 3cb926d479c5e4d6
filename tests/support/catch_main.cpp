/// @file
/// @brief The tests' main, for a Catch2 2.13 that brings none.
#define CATCH_CONFIG_MAIN
#include "catch.hpp"
