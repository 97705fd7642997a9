#pragma once
#include <stdint.h>

// Whether allocations are counted. They are not together with a sanitizer, nor without glibc.
_Bool recto_counts_allocations(void);

// The number of allocations by the calling thread.
int64_t recto_allocations(void);
