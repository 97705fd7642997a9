#define _DEFAULT_SOURCE
#include "CMemory.h"

#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

void recto_give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void recto_return_large_blocks(void) {
#ifdef __GLIBC__
  // Set by hand it stays as it is: otherwise it grows to the size of each block that is freed, up to 32 MB.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

void recto_give_pages_back(void *start, void *end) {
#ifdef __linux__
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = ((uintptr_t)start + page - 1) / page * page;
  uintptr_t last = (uintptr_t)end / page * page;
  if (first < last) madvise((void *)first, last - first, MADV_DONTNEED);
#else
  (void)start;
  (void)end;
#endif
}
