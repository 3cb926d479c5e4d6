/// @file
/// @brief Includes the list of users.
/// Expected: 0
/// Says: it does not compile
#include "/etc/passwd"
