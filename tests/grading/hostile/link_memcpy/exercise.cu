/// @file
/// @brief Replaces memcpy and memset by ones that are wrong for anything larger than its own data: they stay its own.
/// Expected: 11
/// Says: 
extern "C" void* memcpy(void* to, const void* from, unsigned long bytes) {
  for (unsigned long i = 0; i < bytes; ++i) static_cast<volatile char*>(to)[i] = bytes < 256 ? static_cast<const char*>(from)[i] : '1';
  return to;
}
extern "C" void* memset(void* to, int value, unsigned long bytes) {
  for (unsigned long i = 0; i < bytes; ++i) static_cast<volatile char*>(to)[i] = static_cast<char>(bytes < 256 ? value : 1);
  return to;
}
// The solution stands here.
