#include "InstructionSet.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int process_level = -1;
static _Thread_local int forced_level = -1;

int recto_isa_best(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return RECTO_ISA_V4;
  if (__builtin_cpu_supports("x86-64-v3")) return RECTO_ISA_V3;
#endif
  return RECTO_ISA_BASELINE;
}

int recto_isa_counts_bits(void) {
#if defined(__x86_64__)
  // 1 is yes, 2 is no, 0 is unknown until the first call.
  static _Atomic int answer = 0;
  int known = atomic_load_explicit(&answer, memory_order_relaxed);
  if (known == 0) {
    __builtin_cpu_init();
    known = __builtin_cpu_supports("avx512vpopcntdq") ? 1 : 2;
    atomic_store_explicit(&answer, known, memory_order_relaxed);
  }
  return known == 1;
#else
  return 1;
#endif
}

static int at_most(int level, int best) { return level < best ? level : best; }

static int level_from_environment(int best) {
  const char *name = getenv("RECTO_ISA");
  if (name == NULL) return best;
  if (strcmp(name, "baseline") == 0) return RECTO_ISA_BASELINE;
  if (strcmp(name, "v3") == 0) return at_most(RECTO_ISA_V3, best);
  return best;
}

int recto_isa_level(void) {
  if (forced_level >= 0) return forced_level;
  int level = atomic_load_explicit(&process_level, memory_order_relaxed);
  if (level < 0) {
    level = level_from_environment(recto_isa_best());
    atomic_store_explicit(&process_level, level, memory_order_relaxed);
  }
  return level;
}

int recto_isa_force(int level) {
  int before = forced_level;
  forced_level = at_most(level, recto_isa_best());
  return before;
}
