/// @file
/// @brief Where CUDA asks which host compiler it has to do with: here it is always the course's own.
#pragma once
