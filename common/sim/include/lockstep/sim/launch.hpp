/// @file
/// @brief What the translator writes into a program: the calls behind `<<<…>>>`, `__global__` and `__shared__`.
///
///     k<T><<<g, b, s, st>>>(x);              (::lockstep::sim::configure(g, b, s, st), k<T>(x));
///     __global__ void k(P p) { BODY }        void k(P p) { ::lockstep::sim::enter<void(P p)>({…}, [=]() mutable { BODY }); }
///     __shared__ alignas(16) float a[8];     struct tag { alignas(16) float a[8]; }; auto& a = ::lockstep::sim::shared_variable<tag>().a;
///     return;                                return ::lockstep::sim::returns();
///     if (c) x = 1;                          if (c) { ::lockstep::sim::step(); x = 1; }
///     __shared__ int a;  (at file scope)     namespace { struct tag { int a; }; }, and each function that uses it begins with the
///     reference extern __shared__ float s[];           typedef float tag[]; auto& s = ::lockstep::sim::dynamic_shared<tag>();
///
/// Calling the kernel as an ordinary function lets C++ itself do overloads, templates and argument conversions; the
/// closure then holds one copy of the arguments, and each CUDA thread works on a copy of that.
#pragma once

#include <cstddef>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "lockstep/sim/engine.hpp"

namespace lockstep::sim {

/// What a kernel's definition says of itself.
struct KernelTraits {
  const char* name;          ///< as written, without template arguments
  const char* file = "";     ///< where it is defined
  unsigned line = 0;         ///<
  unsigned max_threads = 0;  ///< `__launch_bounds__`, first argument; 0 where not given
  unsigned min_blocks = 0;   ///< `__launch_bounds__`, second argument
  dim3 cluster = {0, 0, 0};  ///< `__cluster_dims__`; 0 where not given
  bool returns = false;      ///< its body has a `return;`
};

/// One kernel (one instantiation of a template): its traits, and what the host has set for it.
struct KernelEntry {
  KernelTraits traits;
  const char* type_name;  ///< mangled name of the closure, from which the shared variables of the kernel are found
  /// Calls the kernel function at `function` with `arguments[i]` pointing at the i-th argument (`cudaLaunchKernel`).
  void (*call)(const void* function, void** arguments);
  const std::size_t* parameter_bytes;  ///< of each parameter, then 0
  const void* function = nullptr;      ///< the kernel's address, once an API call named it

  // cudaFuncSetAttribute
  int max_dynamic_shared = 48 * 1024;
  int preferred_carveout = -1;
  bool non_portable_cluster = false;

  KernelEntry(const KernelTraits& traits_, const char* type_name_, void (*call_)(const void*, void**), const std::size_t* parameter_bytes_);
  KernelEntry(const KernelEntry&) = delete;
  KernelEntry& operator=(const KernelEntry&) = delete;

  /// Bytes of `__shared__` variables that are declared in the kernel's own body, or outside of functions and used there.
  std::size_t static_shared_bytes() const;
};

/// A kernel with its arguments bound: what runs once for each CUDA thread. The closure travels as bytes, whatever its members' copies do,
/// and nothing destroys them.
struct KernelBody {
  const void* closure;
  std::size_t bytes, alignment;  ///< of the closure
  void (*run)(const void* closure);
};

/// Remembers a launch's configuration for the kernel call that follows it.
void configure(dim3 grid, dim3 block, std::size_t dynamic_shared = 0, cudaStream_t stream = nullptr);

/// Checks the remembered configuration and queues the launch, with a copy of the closure, on its stream. (runtime/launching/launch.cpp)
void submit(KernelEntry& kernel, const KernelBody& body);

/// True while `entry_of` asks a kernel for its entry; `submit` is not reached then.
bool probing(KernelEntry& kernel);

template <class... P>
struct ArgumentCall {
  template <std::size_t... I>
  static void unpack(const void* function, void** arguments, std::index_sequence<I...>) {
    reinterpret_cast<void (*)(P...)>(const_cast<void*>(function))(*static_cast<std::remove_reference_t<P>*>(arguments[I])...);
  }
  static void call(const void* function, void** arguments) { unpack(function, arguments, std::index_sequence_for<P...>{}); }
  static const std::size_t* parameter_bytes() {
    static constexpr std::size_t kBytes[] = {sizeof(std::remove_reference_t<P>)..., 0};
    return kBytes;
  }
};
template <class Signature>
struct SignatureCall;
template <class... P>
struct SignatureCall<void(P...)> : ArgumentCall<P...> {};

/// A closure's bytes, without its destructor.
template <class Body>
struct ArgumentBytes {
  alignas(Body) unsigned char bytes[sizeof(Body)];
  explicit ArgumentBytes(const void* body) { __builtin_memcpy(bytes, body, sizeof bytes); }
};

// Kernels launch, too, and the entry is the host's. What builds a submission refuses the word, whoever writes it; its kernels launch none.
#ifdef __LOCKSTEP_SUBMISSION__
#define LOCKSTEP_WITHOUT_HOOKS
#else
#define LOCKSTEP_WITHOUT_HOOKS __attribute__((no_sanitize_thread))
#endif

/// A kernel function's body: binds the arguments and hands the launch over.
template <class Signature, class Body>
LOCKSTEP_WITHOUT_HOOKS void enter(const KernelTraits& traits, Body body) {
  static KernelEntry entry(traits, typeid(Body).name(), &SignatureCall<Signature>::call, SignatureCall<Signature>::parameter_bytes());
  if (probing(entry)) return;
  submit(entry, {&body, sizeof(Body), alignof(Body), [](const void* closure) {
                   ArgumentBytes<Body> mine(closure);  // each thread may change its own arguments
                   (*reinterpret_cast<Body*>(mine.bytes))();
                 }});
}
#undef LOCKSTEP_WITHOUT_HOOKS

/// Stands after `return` in device code, for observers that follow control flow; only a no-op while there are none.
void returns() noexcept;

/// Marks where a step of a warp begins, for observers that count: the address goes into a section of its own. No compiler drops it or
/// moves it into another branch. The instruction, which does nothing, is there to have a line in the debug information.
[[gnu::always_inline, gnu::artificial]] inline void step() noexcept {
  asm inline volatile(
      "661: nop\n"
      ".pushsection lockstep_steps, \"a?\", %%progbits\n"
      ".long 661b - .\n"
      ".popsection" ::);
}

/// The other lanes of the warp come to this point first, while nobody watches.
void keep_in_step();
/// A subscript of an element that lanes exchange (translate/rewrites/warp_synchrony.cpp).
template <class T>
[[gnu::always_inline, gnu::artificial]] inline T in_step(T index) {
  keep_in_step();
  return index;
}

/// The entry of the kernel at `function`: calls it once in probing mode with zeroed arguments, which only reaches `enter`.
KernelEntry& entry_of(const void* function);

/// A `__shared__` variable: where each block keeps its own, at an offset that is the same in all blocks of a launch.
struct SharedSlot {
  const char* tag_name;  ///< mangled name of the tag type, which holds the name of the enclosing function
  const char* name;      ///< mangled, or nullptr
  std::size_t bytes, alignment;
  unsigned index;
  SharedSlot(const char* tag_name_, std::size_t bytes_, std::size_t alignment_);
};

// Initialised at start-up: all variables are known before any launch.
template <class Tag, class T>
inline SharedSlot shared_slot{typeid(Tag).name(), sizeof(T), alignof(T)};

/// The running block's copy of a variable.
void* shared_address(const SharedSlot& slot);

template <class Tag, class T = Tag>
inline T& shared_variable() {
  static_assert(sizeof(T) != 0, "a zero-sized __shared__ variable is not allowed in device code");
  static_assert(sizeof(T) <= 48 * 1024,
                "a block has at most 48 KB of statically sized shared memory; use extern __shared__ and cudaFuncSetAttribute for more");
  return *static_cast<T*>(shared_address(shared_slot<Tag, T>));
}

/// A kernel that uses a variable which is declared outside of functions: its launch pays for the variable's bytes.
struct SharedUse {
  const char* user_name;  ///< mangled name of a type that is local to the kernel
  const SharedSlot* slot;
  SharedUse(const char* user_name_, const SharedSlot* slot_);
};
template <class User, class Tag>
inline SharedUse shared_use{typeid(User).name(), &shared_slot<Tag, Tag>};

template <class User, class Tag>
inline void uses_shared() {
  static_cast<void>(&shared_use<User, Tag>);
}

template <class T>
inline T& dynamic_shared() {
  return *reinterpret_cast<T*>(dynamic_shared_memory());
}

}  // namespace lockstep::sim
