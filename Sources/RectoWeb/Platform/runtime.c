// System functions that the engine, Swift's runtime and the compiler call.
#include <stddef.h>
#include <stdint.h>

#include "recto_web.h"

// No environment.
char *getenv(const char *name) { return NULL; }

// No console.
int putchar(int character) { return character; }

// Seeds for hashing: the same in each run.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 7, count); }

// The guard value after arrays on the stack, and the function called if it was overwritten.
uintptr_t __stack_chk_guard = 0x2b1e5a0d;
void __stack_chk_fail(void) { __builtin_trap(); }

double fabs(double x) { return __builtin_fabs(x); }
float fminf(float a, float b) { return a != a ? b : b != b ? a : a < b ? a : b; }
float fmaxf(float a, float b) { return a != a ? b : b != b ? a : a > b ? a : b; }
double fmin(double a, double b) { return a != a ? b : b != b ? a : a < b ? a : b; }
double fmax(double a, double b) { return a != a ? b : b != b ? a : a > b ? a : b; }

// Rounds to nearest, halves away from 0.
float roundf(float x) {
  float whole = __builtin_truncf(x), rest = x - whole;
  return rest >= .5f ? whole + 1 : rest <= -.5f ? whole - 1 : whole;
}
double round(double x) {
  double whole = __builtin_trunc(x), rest = x - whole;
  return rest >= .5 ? whole + 1 : rest <= -.5 ? whole - 1 : whole;
}

// The product of 128-bit numbers, passed by the compiler in halves.
typedef struct {
  uint64_t low, high;
} wide;
void __multi3(wide *product, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, one = a0 * b1, two = a1 * b0;
  uint64_t middle = (low >> 32) + (uint32_t)one + (uint32_t)two;
  product->low = middle << 32 | (uint32_t)low;
  product->high = a1 * b1 + (one >> 32) + (two >> 32) + (middle >> 32) + a * b_high + a_high * b;
}

typedef uint8_t u8x16 __attribute__((vector_size(16)));

// Four pixels at a time; bytes written beyond their twelve have been read before.
void recto_web_drop_alpha(uint8_t *pixels, size_t count) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u8x16 four;
    __builtin_memcpy(&four, pixels + 4 * i, 16);
    four = __builtin_shufflevector(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
    __builtin_memcpy(pixels + 3 * i, &four, 16);
  }
  for (; i < count; i++)
    for (int channel = 0; channel < 3; channel++) pixels[3 * i + channel] = pixels[4 * i + channel];
}
