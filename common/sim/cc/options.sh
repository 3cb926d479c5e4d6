# The command line of `./lockstep cc`: nvcc's options, and g++'s. `read_options` leaves what they mean in the variables below.
# shellcheck shell=sh disable=SC2034

action="link"    # or: compile preprocess depend library device_link
output=
folder=          # of objects
language=        # of all sources; by default each one's suffix says it
standard=gnu++17 # nvcc's default, and not the course's
c_standard=
rdc=             # whether other units see this one's variables
verbose=
dry=
runs=            # the program, once it is there
run_words=
forwards=        # unknown options go to g++
dependencies=    # written beside the object
dependency_file=
dependency_target=
# What g++ gets: for all sources, for all that is compiled, for what has no kernels, and for the program.
early_defines=
below_70=yes  # as if nvcc made code of its default architecture, where none is named
relaxed=
user_defines=
user_preprocess=
user_compile=
host_compile=
user_link=
sources=

# Words are kept in lists, one a line, so that names may have spaces.
newline='
'
add() { eval "$1=\${$1}\$2\$newline"; }

note() { printf 'lockstep cc: %s\n' "$1" >&2; }

# choose_standard NAME: the simulator's headers need C++14, which takes what is C++03 or C++11.
choose_standard() {
  case $1 in
    c++03 | c++11) standard=c++14 ;;
    gnu++03 | gnu++11) standard=gnu++14 ;;
    c++14 | c++17 | c++20 | c++23 | gnu++14 | gnu++17 | gnu++20 | gnu++23) standard=$1 ;;
    c89 | c90 | c99 | c11 | c18 | c2x | gnu89 | gnu90 | gnu99 | gnu11 | gnu18 | gnu2x) c_standard=-std=$1 ;;
    *) fail "unknown dialect -std=$1; the known ones are c++03, c++11, c++14, c++17, c++20, c++23, and the same with gnu++" ;;
  esac
}

# define -DNAME[=VALUE]: what CUDA's headers and the C library's ask for has to be there first.
define() {
  case $1 in
    -[DU]_* | -[DU]CUDA* | -[DU]NDEBUG*) add early_defines "$1" ;;
    *) add user_defines "$1" ;;
  esac
}

# In a toolkit's folder are NVIDIA's headers, which need its compiler.
include_folder() { [ -e "$1/cuda_runtime_api.h" ] || add user_preprocess "-I$1"; }

# host_option OPTION: one of g++'s. What chooses how fast code is leaves kernels alone: each access of the source is to stay one.
host_option() {
  case $1 in
    '' | -Wno-deprecated-gpu-targets | -Wdefault-stream-launch | -Wmissing-launch-bounds | -Wext-lambda-captures-this) ;;
    -std=*) choose_standard "${1#*=}" ;;
    -I?*) include_folder "${1#-I}" ;;
    -D?* | -U?*) define "$1" ;;
    -l?*) library "${1#-l}" ;;
    -L?* | -Wl,* | -rdynamic | -static* | -pie | -no-pie | -s) add user_link "$1" ;;
    -fopenmp*) add user_preprocess "$1" && add user_compile "$1" && add user_link "$1" ;;
    -pthread) add user_compile "$1" && add user_link "$1" ;;
    -fsanitize*) fail "$1 is not possible: the simulator watches all accesses itself (./lockstep check-program)" ;;
    # Where nothing is inlined, an access by a copy that is a call would be on the line where its class is.
    -O0) add user_compile "-O0$newline-felide-constructors" ;;
    -O* | -ffast-math | -funsafe-math* | -fassociative-math | -freciprocal-math | -funroll* | -flto* | -ftree-* | -fprofile*) add host_compile "$1" ;;
    *) add user_compile "$1" ;;
  esac
}

# host_options WORDS: as nvcc takes them, with commas, spaces or quotes between them.
host_options() {
  case $1 in -Wl,*) add user_link "$1" && return ;; esac
  IFS=$newline
  for word in $(printf %s "$1" | sed 's/\\,/\x01/g; s/["'\'']//g' | tr ', \001' "$newline$newline,"); do host_option "$word"; done
  unset IFS
}

# with_value: the option $name, whose value is $value.
with_value() {
  case $name in
    -o | -output-file) output=$value ;;
    -odir | -output-directory) folder=$value ;;
    -I | -include-path) include_folder "$value" ;;
    -D | -define-macro) define "-D$value" ;;
    -U | -undefine-macro) define "-U$value" ;;
    -isystem | -system-include) [ -e "$value/cuda_runtime_api.h" ] || add user_preprocess "-isystem$newline$value" ;;
    -include | -pre-include) add user_preprocess "-include$newline$value" ;;
    -L | -library-path) add user_link "-L$value" ;;
    -l | -library) library "$value" ;;
    -std) choose_standard "$value" ;;
    -x) language=$value ;;
    -Xcompiler | -compiler-options) host_options "$value" ;;
    -Xlinker | -linker-options) add user_link "-Wl,$value" ;;
    -MF | -dependency-output) dependency_file=$value ;;
    -MT | -MQ | -dependency-target-name) dependency_target=$value ;;
    -run-args) run_words=$run_words$(printf %s "$value" | tr , "$newline")$newline ;;
    -default-stream) per_thread "$value" ;;
    -rdc | -relocatable-device-code) case $value in true) rdc=yes ;; esac ;;
    -optf | -options-file) read_file "$value" ;;
    -arch | -gpu-architecture | -code | -gpu-code | -gencode | -generate-code) architecture "$value" ;;
    # Of no meaning here: how GPU code is made, and how nvcc works.
  esac
}

# Of architectures only two things make a difference: what is for this device alone, and what CUDA had before devices of 7.0.
architecture() {
  case $1 in
    *_[789]?* | *_1[0-9][0-9]* | native | all*) below_70= ;;
  esac
  case $1 in
    *_90a*) add early_defines "-D__CUDA_ARCH_FEAT_SM90_ALL$newline-D__CUDA_ARCH_SPECIFIC__=900$newline-D__CUDA_ARCH_FAMILY_SPECIFIC__=900" ;;
  esac
}

per_thread() {
  case $1 in
    per-thread) define -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 ;;
    legacy | null) ;;
    *) fail "-default-stream is legacy or per-thread, not '$1'" ;;
  esac
}

# kind_of_warning KIND: nvcc's kinds, most of them about what only nvcc says.
kind_of_warning() {
  case $1 in
    all-warnings) add user_compile -Werror ;;
    cross-execution-space-call | reorder | default-stream-launch | missing-launch-bounds | ext-lambda-captures-this | deprecated-declarations) ;;
    *) return 1 ;;
  esac
}

# takes_value NAME
takes_value() {
  case $1 in
    -o | -output-file | -odir | -output-directory | -I | -include-path | -D | -define-macro | -U | -undefine-macro) ;;
    -isystem | -system-include | -include | -pre-include | -L | -library-path | -l | -library | -std | -x) ;;
    -Xcompiler | -compiler-options | -Xlinker | -linker-options | -MF | -dependency-output | -MT | -MQ | -dependency-target-name) ;;
    -run-args | -default-stream | -rdc | -relocatable-device-code | -optf | -options-file) ;;
    -arch | -gpu-architecture | -code | -gpu-code | -gencode | -generate-code | -maxrregcount | -m | -machine) ;;
    -Xptxas | -ptxas-options | -Xnvlink | -nvlink-options | -Xarchive | -archive-options | -Xcudafe | -Xcicc | -Xfatbin) ;;
    -ftz | -prec-div | -prec-sqrt | -fmad | -opt-info | -optimization-info | -dopt | -Ofc | -Ofast-compile | -e | -entries) ;;
    -ccbin | -compiler-bindir | -arbin | -archiver-binary | -cudart | -cudadevrt | -ldir | -libdevice-directory | -target-dir | -target-directory) ;;
    -t | -threads | -split-compile | -split-compile-extended | -keep-dir | -time | -fdevice-time-trace | -idp | -ddp | -dp) ;;
    -diag-error | -diag-suppress | -diag-warn | -brief-diag | -brief-diagnostics | -frandom-seed | -jtd | -jump-table-density) ;;
    -static-global-template-stub | -device-entity-has-hidden-visibility | -device-stack-protector | -compress-mode | -hls | -host-linker-script) ;;
    *) return 1 ;;
  esac
}

# flag NAME
flag() {
  case $1 in
    -c | -compile | -dw | -device-w) action=compile ;;
    -dc | -device-c) action=compile && rdc=yes ;;
    -E | -preprocess) action=preprocess ;;
    -M | -generate-dependencies) action=depend && dependencies=-M ;;
    -MM | -generate-nonsystem-dependencies) action=depend && dependencies=-MM ;;
    -MD | -generate-dependencies-with-compile) dependencies=-MD ;;
    -MMD | -generate-nonsystem-dependencies-with-compile) dependencies=-MMD ;;
    -MP | -generate-dependency-targets) add user_preprocess -MP ;;
    -lib) action=library ;;
    -dlink | -device-link) action=device_link ;;
    -link | -r | -relocatable-link) ;;
    -run) runs=yes ;;
    -g | -debug) ;; # always on
    -G | -device-debug) add user_compile "$DEBUG" ;;
    -w | -disable-warnings) add user_compile -w ;;
    -extended-lambda | -expt-extended-lambda) define -D__CUDACC_EXTENDED_LAMBDA__ ;;
    -expt-relaxed-constexpr) relaxed=--relaxed-constexpr && define -D__CUDACC_RELAXED_CONSTEXPR__ ;;
    -v | -verbose) verbose=yes ;;
    -dryrun) dry=yes && verbose=yes ;;
    -V | -version) echo "lockstep cc, which stands in for nvcc: release 13.0, V13.0.0" && exit 0 ;;
    -h | -help) usage && exit 0 ;;
    -forward-unknown-to-host-compiler | -forward-unknown-to-host-linker | -forward-unknown-opts) forwards=yes ;;
    -shared) fail "-shared: kernels in a shared library are not supported; make a static one with -lib" ;;
    -ptx | -cubin | -fatbin | -cuda | -optix-ir | -ltoir) fail "$1 asks for code of a GPU, which the simulator does not make" ;;
    -clean | -clean-targets | -list-gpu-code | -code-ls | -list-gpu-arch | -arch-ls | -sanitize) fail "$1 is not supported" ;;
    # About GPU code only, or always on here.
    -lineinfo | -generate-line-info | -use_fast_math | -m64 | -restrict | -extra-device-vectorization | -src-in-ptx | -source-in-ptx) ;;
    -res-usage | -resource-usage | -ewp | -extensible-whole-program | -keep-device-functions | -no-compress | -dlto | -lto | -gen-opt-lto) ;;
    -allow-unsupported-compiler | -nohdinitlist | -no-host-device-initializer-list | -nohdmoveforward | -no-host-device-move-forward) ;;
    -nodlink | -no-device-link | -err-no | -display-error-number | -no-err-no | -no-display-error-number | -noprof | -dont-use-profile) ;;
    -use-local-env | -jobserver | -no-align-double | -reloc-ptx | -relocatable-ptx | -fdevice-syntax-only | -qpp-config | -Wreorder) ;;
    -objtemp | -objdir-as-tempdir | -aug-hls | -augment-host-linker-script | -astoolspatch | -compile-as-tools-patch) ;;
    -keep | -save-temps | -pg | -profile) note "$1 means nothing here" ;;
    -noeh | -no-exceptions) add user_compile -fno-exceptions ;;
    *) return 1 ;;
  esac
}

# source_file NAME
source_file() {
  case $1 in
    *.cu | *.cpp | *.cc | *.cxx | *.c++ | *.C | *.c | *.o | *.obj | *.a | *.so | *.so.[0-9]*) ;;
    *.ptx | *.cubin | *.fatbin) fail "$1 is code of a GPU, which the simulator does not run" ;;
    *) [ -n "$language" ] || fail "'$1' is neither an option nor a file that ends in .cu, .cpp, .c, .o, .a or .so" ;;
  esac
  [ -f "$1" ] || fail "there is no file $1"
  add sources "$1"
}

# read_file FILE: options in a file, which may go over lines.
read_file() {
  [ -f "$1" ] || fail "there is no file $1"
  eval "read_options $(tr '\n' ' ' <"$1" | sed 's/[`$;&|<>()]/\\&/g')"
}

read_options() {
  while [ $# -gt 0 ]; do
    word=$1
    shift
    name=$word
    case $word in
      @?*) read_file "${word#@}" && continue ;;
      --?*) name=${word#-} ;; # nvcc takes nearly all names with one dash or two
      -?*) ;;
      *) source_file "$word" && continue ;;
    esac
    if takes_value "${name%%=*}"; then
      case $name in
        *=*) value=${name#*=} && name=${name%%=*} ;;
        *) [ -n "${1:-}" ] || fail "$word needs a value" && value=$1 && shift ;;
      esac
      with_value
      continue
    fi
    ! flag "$name" || continue
    case $word in
      -Werror | --Werror) if kind_of_warning "${1:-}"; then shift; else add user_compile -Werror; fi ;;
      -Werror=* | --Werror=*) kind_of_warning "${word#*=}" || host_option "-${word#*-W}" ;;
      -O=* | --optimize=*) host_option "-O${word#*=}" ;;
      -O | --optimize) case ${1:-} in [0-3]) host_option "-O$1" && shift ;; *) host_option -O ;; esac ;;
      -o?*) output=${word#-o} ;;
      -[IDULl]?* | -[OWfm]* | -pthread | -rdynamic | -static* | -no-pie | -pie) host_option "$word" ;;
      --W*) host_option "${word#-}" ;;
      *) [ -n "$forwards" ] || fail "unknown option $word; docs/commands.md lists the known ones" && host_option "$word" ;;
    esac
  done
}
