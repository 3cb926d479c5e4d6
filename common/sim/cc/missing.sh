# What `./lockstep cc` says of a header or a symbol that is not there: the compiler's own message would leave open whether a path is
# wrong, or the simulator without it.
# shellcheck shell=sh

# explain_missing: the compiler's messages, from standard input.
explain_missing() {
  messages=$(cat)
  header=$(printf %s "$messages" | sed -n 's/.*fatal error: \([^ :]*\):.*/\1/p')
  place=$(printf %s "$messages" | sed -n 's/:[0-9]*: fatal error: .*//p')
  case $header in
    thrust/* | cub/*)
      printf '%s: error: %s is not installed: it is in Debian'"'"'s packages libthrust-dev and libcub-dev\n' "$place" "$header"
      ;;
    cuda/* | cublas* | cusolver* | cusparse* | cufft* | curand* | nccl* | nvml.h | npp* | cudnn* | nvrtc* | nvJitLink* | nvjpeg* | cupti* | cutensor* | cutlass/* | cute/*)
      printf '%s: error: the simulator has no %s: it has CUDA'"'"'s runtime API, but not this library\n' "$place" "$header"
      ;;
    helper_*.h | exception.h)
      printf '%s: error: there is no %s in the folders to include from: it comes with the CUDA samples, in their folder Common; add -I FOLDER\n' "$place" "$header"
      ;;
    cuda_*.h | cooperative_groups/* | device_*.h | sm_*.h | texture_*.h)
      printf '%s: error: the simulator has no %s\n' "$place" "$header"
      ;;
    ?*) printf '%s: error: there is no %s in the folders to include from; add -I FOLDER\n' "$place" "$header" ;;
    *) printf '%s\n' "$messages" ;;
  esac
}

# explain_link: the linker's messages, from standard input.
explain_link() {
  messages=$(cat)
  printf '%s\n' "$messages"
  case $messages in
    *"undefined reference to"*) [ -n "$rdc" ] || note "does one file use another's __device__ variable? then both need -rdc=true" ;;
  esac
}
