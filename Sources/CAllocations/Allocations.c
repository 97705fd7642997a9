// Counts allocations: replaces the C library's malloc for the program and all libraries it uses.
#include "Allocations.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RECTO_SANITIZED 1
#endif
#endif

static __thread int64_t count;

int64_t recto_allocations(void) { return count; }

#if defined(__GLIBC__) && !defined(RECTO_SANITIZED)

_Bool recto_counts_allocations(void) { return 1; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

#else

_Bool recto_counts_allocations(void) { return 0; }

#endif
