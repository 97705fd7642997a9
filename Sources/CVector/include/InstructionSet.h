// Run-time dispatch between builds of a kernel for different instruction sets.
#pragma once
#include <stdint.h>

// Levels in ascending order.
enum {
  RECTO_ISA_BASELINE = 0,  // SSE2 on x86-64, NEON on aarch64
  RECTO_ISA_V3 = 3,        // x86-64-v3: AVX2
  RECTO_ISA_V4 = 4,        // x86-64-v4: AVX-512, in 256-bit registers
};

// The level of kernels called by this thread: the thread's forced level, otherwise the process's.
//
// The process's level is the best one of the CPU, or a lower one named by the environment variable RECTO_ISA (baseline,
// v3, v4). It is determined at the first call.
int recto_isa_level(void);

// The best level of the CPU.
int recto_isa_best(void);

// Whether the CPU counts the bits of 64-bit lanes (VPOPCNTDQ), which not all CPUs of level v4 can.
int recto_isa_counts_bits(void);

// Forces a level on the calling thread, at most the CPU's best; -1 removes it. Returns the previous value.
int recto_isa_force(int level);

// Declares a kernel `name`, implemented by the Swift function `name_body`, and its clones for higher levels.
//
// The clones are compiled within the Swift module that calls `name`. The body must be defined in the same source file
// there (one LLVM module), so that it can be inlined and recompiled for the clone's instruction set. The clones are
// never inlined: the check of the release binary finds them by name.
#if defined(__x86_64__)
#define RECTO_ISA_CLONES(name, parameters, arguments)                                                    \
  void name##_body parameters;                                                                           \
  static __attribute__((noinline, target("arch=x86-64-v3"))) void name##_v3 parameters {                 \
    [[clang::always_inline]] name##_body arguments;                                                      \
  }                                                                                                      \
  static __attribute__((noinline, target("arch=x86-64-v4,prefer-256-bit"))) void name##_v4 parameters {  \
    [[clang::always_inline]] name##_body arguments;                                                      \
  }                                                                                                      \
  static inline void name parameters {                                                                   \
    switch (recto_isa_level()) {                                                                         \
      case RECTO_ISA_V4: name##_v4 arguments; return;                                                    \
      case RECTO_ISA_V3: name##_v3 arguments; return;                                                    \
      default: name##_body arguments;                                                                    \
    }                                                                                                    \
  }
// The same for a kernel that was measured to be slower with the registers and permutations of level v4.
#define RECTO_ISA_CLONE_V3(name, parameters, arguments)                                                  \
  void name##_body parameters;                                                                           \
  static __attribute__((noinline, target("arch=x86-64-v3"))) void name##_v3 parameters {                 \
    [[clang::always_inline]] name##_body arguments;                                                      \
  }                                                                                                      \
  static inline void name parameters {                                                                   \
    if (recto_isa_level() >= RECTO_ISA_V3) {                                                             \
      name##_v3 arguments;                                                                               \
    } else {                                                                                             \
      name##_body arguments;                                                                             \
    }                                                                                                    \
  }
// The same for a kernel that counts bits: at level v4 it needs a CPU that counts bits in vectors.
#define RECTO_ISA_CLONES_POPCOUNT(name, parameters, arguments)                                          \
  void name##_body parameters;                                                                           \
  static __attribute__((noinline, target("arch=x86-64-v3"))) void name##_v3 parameters {                 \
    [[clang::always_inline]] name##_body arguments;                                                      \
  }                                                                                                      \
  static __attribute__((noinline, target("arch=x86-64-v4,prefer-256-bit,avx512vpopcntdq"))) void         \
  name##_v4 parameters {                                                                                 \
    [[clang::always_inline]] name##_body arguments;                                                      \
  }                                                                                                      \
  static inline void name parameters {                                                                   \
    int level = recto_isa_level();                                                                       \
    if (level >= RECTO_ISA_V4 && recto_isa_counts_bits()) {                                              \
      name##_v4 arguments;                                                                               \
    } else if (level >= RECTO_ISA_V3) {                                                                  \
      name##_v3 arguments;                                                                               \
    } else {                                                                                             \
      name##_body arguments;                                                                             \
    }                                                                                                    \
  }
#else
#define RECTO_ISA_CLONES(name, parameters, arguments) \
  void name##_body parameters;                        \
  static inline void name parameters { name##_body arguments; }
#define RECTO_ISA_CLONE_V3(name, parameters, arguments) RECTO_ISA_CLONES(name, parameters, arguments)
#define RECTO_ISA_CLONES_POPCOUNT(name, parameters, arguments) RECTO_ISA_CLONES(name, parameters, arguments)
#endif
