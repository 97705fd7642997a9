// What the engine's C files use of it.
#pragma once
#include <stddef.h>

char *getenv(const char *);
