# What `./lockstep cc` says of a header or a name that is not there: the compiler's own message would leave open whether a path is
# wrong, or the simulator without it.
# shellcheck shell=sh disable=SC2154  # cc.sh sets the folder `here`

# explain_missing: the compiler's messages, from standard input.
explain_missing() {
  messages=$(cat)
  header=$(printf %s "$messages" | sed -n 's/.*fatal error: \([^ :]*\):.*/\1/p')
  place=$(printf %s "$messages" | sed -n 's/:[0-9]*: fatal error: .*//p')
  # What one of the simulator's headers refuses, where the program includes it.
  refused=$(printf '%s' "$messages" | sed -n "s|^$here/include/.*: error: #error ||p")
  includer=$(printf '%s' "$messages" | sed -n 's/.*from \(.*:[0-9]*\):$/\1/p')
  [ -z "$refused" ] || { printf '%s: error: %s\n' "$includer" "$refused" && return; }
  # What stands in for one of Thrust's headers asks for the original.
  case $place in "$here"/libraries/*) place=$includer ;; esac
  case $header in
    thrust/thrust/* | cub/cub/*) printf '%s: error: there is no %s in the folders to include from; add -I FOLDER\n' "$place" "$header" ;;
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

# explain_unknown: the compiler's messages, from standard input. A name of CUDA's that is not declared gets one line, where it is first
# used; what else the compiler says would mostly follow from that.
explain_unknown() {
  messages=$(cat)
  undeclared="^(.+:[0-9]+):[0-9]+: error: .*'([^']*[ :])?(cu(da|blas|rand)?[A-Z]\w*)[^']*' (was not declared|has not been declared|does not name a type|has incomplete type|must be available)"
  named='\3 \1: error: the simulator has no \3'
  unknown=$(printf '%s\n' "$messages" | sed -E "s/\x1b\[[0-9;]*[mK]//g; s/‘|’/'/g" |
    sed -nE "s/$undeclared.*did you mean '(\w+)'.*/$named; the nearest name it has is \6/p; t; s/$undeclared.*/$named/p" |
    awk '!seen[$1]++ { sub(/^[^ ]+ /, ""); print }')
  printf '%s\n' "${unknown:-$messages}"
}

# explain_link: the linker's messages, from standard input.
explain_link() {
  messages=$(cat)
  printf '%s\n' "$messages"
  # A function's name is followed by its parameters, but for main.
  printf '%s\n' "$messages" | grep -E 'undefined reference to .[A-Za-z0-9_:]+.$' | grep -qv '.main.$' || return 0
  [ -n "$rdc" ] || note "does one file use another's __device__ variable? then both need -rdc=true"
}
