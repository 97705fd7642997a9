#include "CMemory.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void recto_give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
