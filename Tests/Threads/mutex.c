// Makes Swift's Mutex visible to ThreadSanitizer. The fast path of Mutex is compiled into the program and is
// instrumented; on contention the standard library, which is not, waits in the kernel. These functions are loaded first
// and replace the library's: they retry until the mutex is free.
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __tsan_acquire(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(UInt32) -> ()
SWIFT void lock_slow(uint32_t thread, SELF _Atomic uint32_t *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

SWIFT void lock_slow(uint32_t thread, SELF _Atomic uint32_t *word) {
  uint32_t nobody = 0;
  while (!atomic_compare_exchange_weak(word, &nobody, thread)) {
    nobody = 0;
    sched_yield();
  }
  __tsan_acquire(word);
}

// Synchronization._MutexHandle._unlockSlow() -> (), for mutexes that have waiters in the kernel: there are none.
SWIFT void unlock_slow(SELF void *word)
    __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void unlock_slow(SELF void *word) {
  fprintf(stderr, "a mutex that this thread does not hold was unlocked: %p\n", word);
  abort();
}
