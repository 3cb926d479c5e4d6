# What `-lNAME` links in `./lockstep cc`: CUDA's libraries that the simulator has, and a word on those that it has not.
# shellcheck shell=sh

# library NAME
library() {
  case $1 in
    cudart | cudart_static | cudadevrt | cuda | culibos | nvToolsExt) ;; # the simulator is all of these
    cublas | cublas_static | curand | curand_static) ;;                  # linked with every program
    cublas* | curand* | cufft* | cusolver* | cusparse* | npp* | nvrtc* | nvJitLink* | nvjpeg* | nvidia-ml | nccl* | cudnn* | cutensor* | cupti* | nvgraph)
      fail "-l$1: the simulator has no lib$1: it has CUDA's runtime API, but not this library"
      ;;
    *) add user_link "-l$1" ;;
  esac
}
