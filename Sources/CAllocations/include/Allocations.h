#pragma once
#include <stdint.h>

// Whether allocations are counted: not beside a sanitizer's own, nor without glibc.
_Bool recto_counts_allocations(void);

// How often the calling thread has asked for memory.
int64_t recto_allocations(void);
