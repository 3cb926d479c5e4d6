/// @file
/// @brief Hides a word from the reading of the text in a line that begins like one of the preprocessor's marks.
/// Expected: 0
/// Says: no_sanitize is not allowed in a submission
const char* const nothing = R"(
# 1 )";
__attribute__((no_sanitize("thread"))) void unseen() {}
// The solution stands here.
