// Portable vector operations, which clang lowers to SSE2, AVX2, AVX-512 and NEON. Swift sees the types as SIMDn<T>.
//
// Swift's own SIMD operators lower well for + - *, compares and loads; what is here is what they are bad at.
// Everything is forced inline: the code takes on the instruction set of the clone that it lands in.
#pragma once
#include <stdint.h>

// No vector crosses a call: the functions are all inlined.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef uint8_t u8x64 __attribute__((vector_size(64)));
typedef int8_t i8x32 __attribute__((vector_size(32)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint16_t u16x32 __attribute__((vector_size(64)));
typedef int16_t i16x8 __attribute__((vector_size(16)));
typedef int16_t i16x16 __attribute__((vector_size(32)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef _Bool b32 __attribute__((ext_vector_type(32)));

#define RECTO_PURE static inline __attribute__((always_inline, const))
#define RECTO_INLINE static inline __attribute__((always_inline))

// Memory, at any alignment. The `_part` forms touch `n` bytes only; what is not loaded is 0.

RECTO_INLINE u8x8 vec_load8(const void *p) { u8x8 v; __builtin_memcpy(&v, p, 8); return v; }
RECTO_INLINE u8x16 vec_load16(const void *p) { u8x16 v; __builtin_memcpy(&v, p, 16); return v; }
RECTO_INLINE u8x32 vec_load32(const void *p) { u8x32 v; __builtin_memcpy(&v, p, 32); return v; }
RECTO_INLINE void vec_store8(void *p, u8x8 v) { __builtin_memcpy(p, &v, 8); }
RECTO_INLINE void vec_store16(void *p, u8x16 v) { __builtin_memcpy(p, &v, 16); }
RECTO_INLINE void vec_store32(void *p, u8x32 v) { __builtin_memcpy(p, &v, 32); }

RECTO_INLINE u8x32 vec_load32_part(const void *p, intptr_t n) {
  u8x32 v = {0};
  if (n > 0) __builtin_memcpy(&v, p, n < 32 ? n : 32);
  return v;
}
RECTO_INLINE void vec_store32_part(void *p, u8x32 v, intptr_t n) {
  if (n > 0) __builtin_memcpy(p, &v, n < 32 ? n : 32);
}

RECTO_INLINE u16x16 vec_load_u16x16(const uint16_t *p) { u16x16 v; __builtin_memcpy(&v, p, 32); return v; }
RECTO_INLINE void vec_store_u16x16(uint16_t *p, u16x16 v) { __builtin_memcpy(p, &v, 32); }

// Bytes to 16 bits and back. Even and odd bytes as 16-bit lanes are cheaper than widening in order.

RECTO_PURE u16x16 vec_even(u8x32 v) { return (u16x16)v & 0xff; }
RECTO_PURE u16x16 vec_odd(u8x32 v) { return (u16x16)v >> 8; }
RECTO_PURE u16x16 vec_widen(u8x16 v) { return __builtin_convertvector(v, u16x16); }
// Lanes of at most 255.
RECTO_PURE u8x32 vec_weave(u16x16 even, u16x16 odd) { return (u8x32)(even | (odd << 8)); }
// The high bytes of both.
RECTO_PURE u8x32 vec_weave_high(u16x16 even, u16x16 odd) { return (u8x32)((even >> 8) | (odd & 0xff00)); }
// The low bytes of a's lanes, then of b's.
RECTO_PURE u8x32 vec_narrow(u16x16 a, u16x16 b) {
  u16x32 both = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
                                        20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  return __builtin_convertvector(both & 0xff, u8x32);
}
RECTO_PURE u8x16 vec_narrow16(u16x16 v) { return __builtin_convertvector(v, u8x16); }

// Arithmetic.

RECTO_PURE u16x16 vec_shift_right(u16x16 v, int n) { return v >> (uint16_t)n; }
RECTO_PURE u16x16 vec_shift_left(u16x16 v, int n) { return v << (uint16_t)n; }
RECTO_PURE u16x16 vec_add_saturating(u16x16 a, u16x16 b) { return __builtin_elementwise_add_sat(a, b); }
// (a + b + c + d + 2) >> 2 of bytes, without widening: the mean of rounded-up means, less 1 where rounding up twice
// went too far.
RECTO_PURE u8x32 vec_average(u8x32 a, u8x32 b) {
  typedef uint16_t wide __attribute__((vector_size(64)));
  return __builtin_convertvector(
      (__builtin_convertvector(a, wide) + __builtin_convertvector(b, wide) + 1) >> 1, u8x32);
}
RECTO_PURE u8x32 vec_mean4(u8x32 a, u8x32 b, u8x32 c, u8x32 d) {
  u8x32 ab = vec_average(a, b), cd = vec_average(c, d);
  return vec_average(ab, cd) - (((a ^ b) | (c ^ d)) & (ab ^ cd) & 1);
}

// Three interleaved channels.

// One channel of 32 pixels of 3 bytes. The 48 bytes of 16 pixels are loaded into the matching halves of three
// registers, where the bytes of a channel lie at different places: two blends, then a permutation within halves.
#define RECTO_HALF(M, half, c)                                                                                   \
  M(half, 0, c), M(half, 1, c), M(half, 2, c), M(half, 3, c), M(half, 4, c), M(half, 5, c), M(half, 6, c),         \
      M(half, 7, c), M(half, 8, c), M(half, 9, c), M(half, 10, c), M(half, 11, c), M(half, 12, c), M(half, 13, c), \
      M(half, 14, c), M(half, 15, c)
#define RECTO_BOTH(M, c) RECTO_HALF(M, 0, c), RECTO_HALF(M, 16, c)
#define RECTO_FIRST_OR_SECOND(half, i, c) ((half) + (i) + ((i) % 3 == (c) ? 0 : 32))
#define RECTO_THOSE_OR_THIRD(half, i, c) ((half) + (i) + (((i) + 32) % 3 == (c) ? 32 : 0))
#define RECTO_IN_ORDER(half, i, c) ((half) + (3 * (i) + (c)) % 16)
#define RECTO_HALVES(p, i, j)                                                                                    \
  __builtin_shufflevector(vec_load16((p) + 16 * (i)), vec_load16((p) + 16 * (j)), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, \
                          11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)
#define RECTO_LOAD_CHANNEL(name, c)                                                              \
  RECTO_INLINE u8x32 name(const uint8_t *p) {                                                    \
    u8x32 first = RECTO_HALVES(p, 0, 3), second = RECTO_HALVES(p, 1, 4), third = RECTO_HALVES(p, 2, 5); \
    u8x32 two = __builtin_shufflevector(first, second, RECTO_BOTH(RECTO_FIRST_OR_SECOND, c));    \
    u8x32 all = __builtin_shufflevector(two, third, RECTO_BOTH(RECTO_THOSE_OR_THIRD, c));        \
    return __builtin_shufflevector(all, all, RECTO_BOTH(RECTO_IN_ORDER, c));                     \
  }
RECTO_LOAD_CHANNEL(vec_load_red, 0)
RECTO_LOAD_CHANNEL(vec_load_green, 1)
RECTO_LOAD_CHANNEL(vec_load_blue, 2)

// 32-bit lanes.

// Products of neighbouring lanes, added.
RECTO_PURE i32x8 vec_multiply_pairs(i16x16 a, i16x16 b) {
  i32x16 p = __builtin_convertvector(a, i32x16) * __builtin_convertvector(b, i32x16);
  return __builtin_shufflevector(p, p, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(p, p, 1, 3, 5, 7, 9, 11, 13, 15);
}
// 16-bit lanes of 32-bit ones that fit.
RECTO_PURE u16x16 vec_narrow32(u32x8 a, u32x8 b) {
  u32x16 both = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_convertvector(both & 0xffff, u16x16);
}
// One byte of each 32-bit lane.
RECTO_PURE u16x16 vec_byte_of_lanes(u8x32 a, u8x32 b, int i) {
  return vec_narrow32(((u32x8)a >> (uint32_t)(8 * i)) & 0xff, ((u32x8)b >> (uint32_t)(8 * i)) & 0xff);
}
// (77 R + 150 G + 29 B + 128) >> 8 of 8 pixels of 4 bytes.
RECTO_PURE u32x8 vec_luma_of_rgba(u8x32 v) {
  const u16x16 red_blue = {77, 29, 77, 29, 77, 29, 77, 29, 77, 29, 77, 29, 77, 29, 77, 29};
  const u16x16 green = {150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0};
  u32x8 sums = (u32x8)(vec_even(v) * red_blue + vec_odd(v) * green);
  return ((sums + (sums >> 16) + 128) >> 8) & 0xff;
}
// Three bytes each of 8 pixels of 4 bytes: 24 bytes, written as 28.
RECTO_INLINE void vec_store_rgb_of_rgbx(uint8_t *p, u8x32 v) {
  u8x16 lo = __builtin_shufflevector(v, v, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  u8x16 hi = __builtin_shufflevector(v, v, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, -1, -1, -1, -1);
  vec_store16(p, lo);
  vec_store16(p + 12, hi);
}
// The 1st, 3rd, 5th and 7th of 8 pixels of 3 bytes: 12 bytes.
RECTO_PURE u8x16 vec_every_other_rgb(u8x32 v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20, -1, -1, -1, -1);
}

#pragma clang diagnostic pop
