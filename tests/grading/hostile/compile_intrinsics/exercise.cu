/// @file
/// @brief Reads with an instruction of the processor's own, which no hook sees.
/// Expected: 0
/// Says: __builtin_ia32_lddqu is not allowed in a submission
__attribute__((target("sse3"))) void attack() {
  static const char from[16] = {};
  [[maybe_unused]] volatile auto read = __builtin_ia32_lddqu(from);
}
// The solution stands here.
