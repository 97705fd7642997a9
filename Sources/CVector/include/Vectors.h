// Portable vector operations, which clang lowers to SSE2, AVX2, AVX-512 and NEON. Swift sees SIMDn<T>.
#pragma once
#include <stdint.h>
