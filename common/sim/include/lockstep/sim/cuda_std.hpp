/// @file
/// @brief `cuda::std`: the standard library of device code is the host's, as device code is host code here.
///
/// What is declared in `cuda::std` itself (`atomic`, `barrier`, `span` in older dialects …) comes before what is of that name there.
#pragma once

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
