/// @file
/// @brief An error on each of a million lines.
/// Expected: 0
/// Says: it does not compile: exercise.cu:
#define E0 int x = y;
#define E1 E0 E0 E0 E0
#define E2 E1 E1 E1 E1
#define E3 E2 E2 E2 E2
#define E4 E3 E3 E3 E3
#define E5 E4 E4 E4 E4
#define E6 E5 E5 E5 E5
#define E7 E6 E6 E6 E6
#define E8 E7 E7 E7 E7
E8
