/// @file
/// @brief Names a variable that is not there.
/// Expected: 0
/// Says: it does not compile: exercise.cu:8:5: error:
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
void f() {
    lenght = 1;
}
