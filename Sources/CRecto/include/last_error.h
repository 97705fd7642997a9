// The error text of the last failed call on this thread, because Swift has no thread-local storage.
#pragma once
#include <stddef.h>

// Stores as much of the text as fits.
void recto_last_error_set(const char *text, size_t bytes);
