// For memfd_create.
#define _GNU_SOURCE
#include "memory_file.h"

#include <sys/mman.h>

int open_memory_file(void) { return memfd_create("fuzz", MFD_CLOEXEC); }
