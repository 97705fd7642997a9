// What went wrong in the last call on this thread: Swift has no thread-local memory of its own.
#pragma once
#include <stddef.h>

// Keeps as much of the text as there is room for.
void recto_last_error_set(const char *text, size_t bytes);
