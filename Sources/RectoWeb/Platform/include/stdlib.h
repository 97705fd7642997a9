// The parts that the engine's C files use.
#pragma once
#include <stddef.h>

char *getenv(const char *);
