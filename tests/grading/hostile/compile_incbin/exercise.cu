/// @file
/// @brief Embeds the solution by inline assembly.
/// Expected: 0
/// Says: inline assembly is not allowed in a submission
asm(".incbin \"@LOCKSTEP@/solutions/04_dot_product/exercise.cu\"");
// The solution stands here.
