// Portable vector operations, which clang compiles to SSE2, AVX2, AVX-512 and NEON. Swift sees the types as SIMDn<T>.
//
// Swift's SIMD operators compile well for + - *, comparisons and loads; these functions cover the rest. All are forced
// inline, so the code uses the instruction set of the clone that contains it.
#pragma once
#include <stdint.h>

// No vector crosses a call, since all functions are inlined. This is a system header because unoptimized builds warn
// about vectors that cross calls even where a pragma disables the warning.
#pragma clang system_header
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
typedef int64_t i64x8 __attribute__((vector_size(64)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef float f32x16 __attribute__((vector_size(64)));
typedef _Bool b32 __attribute__((ext_vector_type(32)));

#define RECTO_PURE static inline __attribute__((always_inline, const))
#define RECTO_INLINE static inline __attribute__((always_inline))

// A WebAssembly instruction that the compiler does not find on its own: r combines the halves of a and b.
#ifdef __wasm__
#define RECTO_EACH_HALF(instruction, lanes, a, b, r)                                   \
  do {                                                                                 \
    lanes recto_a[2], recto_b[2];                                                      \
    __builtin_memcpy(recto_a, &(a), 32);                                               \
    __builtin_memcpy(recto_b, &(b), 32);                                               \
    recto_a[0] = (lanes)instruction(recto_a[0], recto_b[0]);                           \
    recto_a[1] = (lanes)instruction(recto_a[1], recto_b[1]);                           \
    __builtin_memcpy(&(r), recto_a, 32);                                               \
  } while (0)
typedef int8_t recto_i8x16 __attribute__((vector_size(16)));
typedef int16_t recto_i16x8 __attribute__((vector_size(16)));
typedef int32_t recto_i32x4 __attribute__((vector_size(16)));
#endif

// Memory, at any alignment. The `_part` forms access only `n` bytes; lanes that are not loaded are 0.

// Loads 8, 16 or 32 bytes.
RECTO_INLINE u8x8 vec_load8(const void *p) { u8x8 v; __builtin_memcpy(&v, p, 8); return v; }
RECTO_INLINE u8x16 vec_load16(const void *p) { u8x16 v; __builtin_memcpy(&v, p, 16); return v; }
RECTO_INLINE u8x32 vec_load32(const void *p) { u8x32 v; __builtin_memcpy(&v, p, 32); return v; }
// Prefetches a cache line; the address may be outside of mapped memory.
RECTO_INLINE void vec_prefetch(const void *p) { __builtin_prefetch(p); }
// Stores 8, 16 or 32 bytes.
RECTO_INLINE void vec_store8(void *p, u8x8 v) { __builtin_memcpy(p, &v, 8); }
RECTO_INLINE void vec_store16(void *p, u8x16 v) { __builtin_memcpy(p, &v, 16); }
RECTO_INLINE void vec_store32(void *p, u8x32 v) { __builtin_memcpy(p, &v, 32); }

// Loads the first `n` of 32 bytes; stores the first `n` of 32 or of 8.
RECTO_INLINE u8x32 vec_load32_part(const void *p, intptr_t n) {
  u8x32 v = {0};
  if (n > 0) __builtin_memcpy(&v, p, n < 32 ? n : 32);
  return v;
}
RECTO_INLINE void vec_store32_part(void *p, u8x32 v, intptr_t n) {
  if (n > 0) __builtin_memcpy(p, &v, n < 32 ? n : 32);
}

RECTO_INLINE void vec_store8_part(void *p, u8x8 v, intptr_t n) { __builtin_memcpy(p, &v, n < 8 ? n : 8); }

// Loads and stores sixteen 16-bit lanes.
RECTO_INLINE u16x16 vec_load_u16x16(const uint16_t *p) { u16x16 v; __builtin_memcpy(&v, p, 32); return v; }
RECTO_INLINE void vec_store_u16x16(uint16_t *p, u16x16 v) { __builtin_memcpy(p, &v, 32); }

// Bytes to 16 bits and back.

// The even or the odd bytes as 16-bit lanes: cheaper than widening in order.
RECTO_PURE u16x16 vec_even(u8x32 v) { return (u16x16)v & 0xff; }
RECTO_PURE u16x16 vec_odd(u8x32 v) { return (u16x16)v >> 8; }
// Bytes as 16-bit lanes, in order.
RECTO_PURE u16x16 vec_widen(u8x16 v) { return __builtin_convertvector(v, u16x16); }
// Even and odd bytes from 16-bit lanes of at most 255.
RECTO_PURE u8x32 vec_weave(u16x16 even, u16x16 odd) { return (u8x32)(even | (odd << 8)); }
// Even and odd bytes from the high bytes of 16-bit lanes.
RECTO_PURE u8x32 vec_weave_high(u16x16 even, u16x16 odd) { return (u8x32)((even >> 8) | (odd & 0xff00)); }
// The low bytes of a's lanes, then of b's.
RECTO_PURE u8x32 vec_narrow(u16x16 a, u16x16 b) {
  u16x32 both = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
                                        20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
  return __builtin_convertvector(both & 0xff, u8x32);
}
// The low bytes of 16 lanes.
RECTO_PURE u8x16 vec_narrow16(u16x16 v) { return __builtin_convertvector(v, u8x16); }

// Arithmetic.

// Shifts 16-bit lanes by a number of bits.
RECTO_PURE u16x16 vec_shift_right(u16x16 v, int n) { return v >> (uint16_t)n; }
RECTO_PURE u16x16 vec_shift_left(u16x16 v, int n) { return v << (uint16_t)n; }
// a + b, at most 65535.
RECTO_PURE u16x16 vec_add_saturating(u16x16 a, u16x16 b) { return __builtin_elementwise_add_sat(a, b); }
// (a * b) >> 16, unsigned and signed.
RECTO_PURE u16x16 vec_multiply_high(u16x16 a, u16x16 b) {
  return __builtin_convertvector(
      (__builtin_convertvector(a, u32x16) * __builtin_convertvector(b, u32x16)) >> 16, u16x16);
}
RECTO_PURE i16x16 vec_multiply_high_signed(i16x16 a, i16x16 b) {
  return __builtin_convertvector(
      (__builtin_convertvector(a, i32x16) * __builtin_convertvector(b, i32x16)) >> 16, i16x16);
}
// (byte * weight) >> 8 of 16-bit lanes. WebAssembly has no high half of a product, so the weights are applied byte by
// byte.
RECTO_PURE u16x16 vec_weigh(u16x16 bytes, u16x16 weights) {
#ifdef __wasm__
  return bytes * (weights >> 8) + ((bytes * (weights & 0xff)) >> 8);
#else
  return vec_multiply_high(bytes << 8, weights);
#endif
}
// The same for the even or the odd bytes.
RECTO_PURE u16x16 vec_weigh_even(u8x32 v, u16x16 weights) { return vec_weigh(vec_even(v), weights); }
RECTO_PURE u16x16 vec_weigh_odd(u8x32 v, u16x16 weights) { return vec_weigh(vec_odd(v), weights); }
// Interleaved lanes of a and b: the first sixteen, or the last sixteen.
RECTO_PURE u16x16 vec_interleave_low(u16x16 a, u16x16 b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
RECTO_PURE u16x16 vec_interleave_high(u16x16 a, u16x16 b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
// (a + b + 1) >> 1 of bytes.
RECTO_PURE u8x32 vec_average(u8x32 a, u8x32 b) {
#ifdef __wasm__
  RECTO_EACH_HALF(__builtin_wasm_avgr_u_i8x16, u8x16, a, b, a);
  return a;
#else
  typedef uint16_t wide __attribute__((vector_size(64)));
  return __builtin_convertvector(
      (__builtin_convertvector(a, wide) + __builtin_convertvector(b, wide) + 1) >> 1, u8x32);
#endif
}
// (a + b + c + d + 2) >> 2 of bytes, without widening: the mean of rounded-up means, minus 1 where rounding up twice
// was too much.
RECTO_PURE u8x32 vec_mean4(u8x32 a, u8x32 b, u8x32 c, u8x32 d) {
  u8x32 ab = vec_average(a, b), cd = vec_average(c, d);
  return vec_average(ab, cd) - (((a ^ b) | (c ^ d)) & (ab ^ cd) & 1);
}

// Three interleaved channels.

// The 48 bytes of 16 pixels are loaded into the matching halves of three registers, where the bytes of a channel have
// different positions: two blends, then a permutation within halves.
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
// One channel of 32 pixels of 3 bytes.
RECTO_LOAD_CHANNEL(vec_load_red, 0)
RECTO_LOAD_CHANNEL(vec_load_green, 1)
RECTO_LOAD_CHANNEL(vec_load_blue, 2)

// 32-bit lanes.

// Sums of products of neighboring lanes.
RECTO_PURE i32x8 vec_multiply_pairs(i16x16 a, i16x16 b) {
#ifdef __wasm__
  i32x8 r;
  RECTO_EACH_HALF(__builtin_wasm_dot_s_i32x4_i16x8, recto_i16x8, a, b, r);
  return r;
#else
  i32x16 p = __builtin_convertvector(a, i32x16) * __builtin_convertvector(b, i32x16);
  return __builtin_shufflevector(p, p, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(p, p, 1, 3, 5, 7, 9, 11, 13, 15);
#endif
}
// The low 16 bits of 32-bit lanes whose values fit.
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
// The three color bytes of 8 pixels of 4 bytes: 24 bytes, written as 28.
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

// The weighted means of the area downscale. Values are 8.8 fixed point minus 32768; weights sum to 32768.

// Four groups of four lanes from four places.
RECTO_INLINE i16x16 vec_load_fours(const int16_t *a, const int16_t *b, const int16_t *c, const int16_t *d) {
  uint64_t p, q, r, s;
  __builtin_memcpy(&p, a, 8);
  __builtin_memcpy(&q, b, 8);
  __builtin_memcpy(&r, c, 8);
  __builtin_memcpy(&s, d, 8);
  return (i16x16)(u64x4){p, q, r, s};
}
// Loads sixteen signed 16-bit lanes.
RECTO_INLINE i16x16 vec_load_i16x16(const int16_t *p) { i16x16 v; __builtin_memcpy(&v, p, 32); return v; }
// Sums of neighboring lanes of a, then of b.
RECTO_PURE i32x8 vec_add_pairs(i32x8 a, i32x8 b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}
// Converts sums of value times weight to bytes. Values are 8.8 fixed point minus 32768; the weights sum to 32768.
RECTO_PURE u8x8 vec_area_mean(i32x8 sums) {
  u32x8 mean = ((u32x8)sums + (1u << 30) + (1u << 22)) >> 23;
  return __builtin_convertvector(__builtin_elementwise_min(mean, (u32x8){0} + 255), u8x8);
}
// For two target pixels, sums of R, G, B and an unused lane over three neighbors. `p` and `q` have four pixels of three
// lanes, of which 14 lanes are read; `weights` has four taps for each.
RECTO_INLINE i32x8 vec_area_rgb(i32x8 sums, const int16_t *p, const int16_t *q, const uint16_t *weights) {
#define RECTO_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define RECTO_PAIRS(v) __builtin_shufflevector(v, v, 0, 3, 1, 4, 2, 5, 6, 7, 8, 11, 9, 12, 10, 13, 14, 15)
#define RECTO_SPREAD(v, i) (i16x16) __builtin_shufflevector(v, v, i, i, i, i, i + 2, i + 2, i + 2, i + 2)
  i16x8 a, b, c, d;
  u32x4 w;
  __builtin_memcpy(&a, p, 16);
  __builtin_memcpy(&b, q, 16);
  __builtin_memcpy(&c, p + 6, 16);
  __builtin_memcpy(&d, q + 6, 16);
  __builtin_memcpy(&w, weights, 16);
  i16x16 first = RECTO_JOIN(a, b), second = RECTO_JOIN(c, d);
  return sums + vec_multiply_pairs(RECTO_PAIRS(first), RECTO_SPREAD(w, 0)) +
         vec_multiply_pairs(RECTO_PAIRS(second), RECTO_SPREAD(w, 1));
#undef RECTO_JOIN
#undef RECTO_PAIRS
#undef RECTO_SPREAD
}

// The warp.

// Integers as floats.
RECTO_PURE f32x8 vec_float(i32x8 v) { return __builtin_convertvector(v, f32x8); }
// Floats as integers, truncated towards 0.
RECTO_PURE i32x8 vec_int(f32x8 v) { return __builtin_convertvector(v, i32x8); }
// Integers from 0 to 2^23 - 1 as floats. For WebAssembly the compiler would convert lane by lane, or as unsigned;
// adding to 2^23 puts the integer into the low bits of the mantissa.
RECTO_PURE f32x8 vec_float_small(i32x8 v) {
#ifdef __wasm__
  return (f32x8)(v | 0x4B000000) - 8388608.0f;
#else
  return __builtin_convertvector(v, f32x8);
#endif
}
// Floats of magnitude below 2^22 as integers, truncated towards 0. WebAssembly would add range checks.
RECTO_PURE i32x8 vec_int_small(f32x8 v) {
#ifdef __wasm__
  return (i32x8)(__builtin_elementwise_trunc(v) + 12582912.0f) - 0x4B400000;
#else
  return __builtin_convertvector(v, i32x8);
#endif
}
// Maximum and minimum of a and b; b if a is NaN.
RECTO_PURE f32x8 vec_greater(f32x8 a, f32x8 b) {
  typedef float f __attribute__((ext_vector_type(8)));
  typedef int32_t i __attribute__((ext_vector_type(8)));
  return (f32x8)((i)(a > b) ? (f)a : (f)b);
}
RECTO_PURE f32x8 vec_less(f32x8 a, f32x8 b) {
  typedef float f __attribute__((ext_vector_type(8)));
  typedef int32_t i __attribute__((ext_vector_type(8)));
  return (f32x8)((i)(a < b) ? (f)a : (f)b);
}
#if INTPTR_MAX > INT32_MAX
typedef int64_t recto_place;
typedef i64x8 recto_places;
#else
typedef int32_t recto_place;
typedef i32x8 recto_places;
#endif
// Positions of eight samples of a frame, in bytes from its first.
RECTO_PURE recto_places vec_places(i32x8 row, int y_shift, intptr_t stride, i32x8 column, int x_shift, intptr_t step) {
  return __builtin_convertvector(row >> y_shift, recto_places) * (recto_place)stride +
         __builtin_convertvector((column >> x_shift) * (int32_t)step, recto_places);
}
// Bytes as floats.
RECTO_PURE f32x8 vec_f32_from_bytes(u8x8 v) { return vec_float_small(__builtin_convertvector(v, i32x8)); }
// The bytes at eight places, as floats.
RECTO_INLINE f32x8 vec_gather_bytes(const uint8_t *base, recto_places places) {
  u8x8 v = {base[places[0]], base[places[1]], base[places[2]], base[places[3]],
            base[places[4]], base[places[5]], base[places[6]], base[places[7]]};
  return vec_f32_from_bytes(v);
}
// The lanes of a, then of b.
RECTO_PURE f32x16 vec_join(f32x8 a, f32x8 b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
// The bytes at eight places, then those at a distance from them. Bytes at distance one or two are loaded at once: two
// bytes, or four that begin `lead` bytes before the first.
RECTO_INLINE f32x16 vec_gather_byte_pairs(const uint8_t *base, recto_places places, intptr_t distance, intptr_t lead) {
  if (distance == 1) {
    uint16_t p[8];
#pragma unroll
    for (int i = 0; i < 8; i++) __builtin_memcpy(&p[i], base + places[i], 2);
    i32x8 v = __builtin_convertvector((u16x8){p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]}, i32x8);
    return vec_join(vec_float_small(v & 255), vec_float_small(v >> 8));
  }
  if (distance == 2) {
    uint32_t p[8];
#pragma unroll
    for (int i = 0; i < 8; i++) __builtin_memcpy(&p[i], base + places[i] - lead, 4);
    u32x8 v = (u32x8){p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]} >> (uint32_t)(8 * lead);
    return vec_join(vec_float_small((i32x8)(v & 255)), vec_float_small((i32x8)(v >> 16 & 255)));
  }
  return vec_join(vec_gather_bytes(base, places), vec_gather_bytes(base + distance, places));
}
// Minimum and maximum of 32-bit lanes.
RECTO_PURE i32x8 vec_min_i32(i32x8 a, i32x8 b) { return __builtin_elementwise_min(a, b); }
RECTO_PURE i32x8 vec_max_i32(i32x8 a, i32x8 b) { return __builtin_elementwise_max(a, b); }
// Shifts 32-bit lanes by a number of bits.
RECTO_PURE i32x8 vec_shift_right_i32(i32x8 v, int n) { return v >> n; }
// Stores eight 32-bit lanes.
RECTO_INLINE void vec_store_i32x8(int32_t *p, i32x8 v) { __builtin_memcpy(p, &v, 32); }

// Thresholds and gains.

// Minimum of 16-bit lanes.
RECTO_PURE u16x16 vec_min_u16(u16x16 a, u16x16 b) { return __builtin_elementwise_min(a, b); }
// Bytes of all ones where a < b, otherwise 0; the lanes of even and odd bytes must fit 15 bits.
RECTO_PURE u8x32 vec_weave_less(u16x16 even_a, u16x16 odd_a, u16x16 even_b, u16x16 odd_b) {
  u16x16 even = (u16x16)((i16x16)even_a < (i16x16)even_b), odd = (u16x16)((i16x16)odd_a < (i16x16)odd_b);
  return (u8x32)((even & 0xff) | (odd & 0xff00));
}
// 64 times the odd bytes.
RECTO_PURE u16x16 vec_odd_times64(u8x32 v) { return ((u16x16)v >> 2) & 0x3fc0; }
// The highest bit of each byte, the first byte in the lowest bit.
RECTO_PURE uint32_t vec_byte_bits(u8x32 v) {
#ifdef __wasm__
  recto_i8x16 half[2];
  __builtin_memcpy(half, &v, 32);
  return __builtin_wasm_bitmask_i8x16(half[0]) | (uint32_t)__builtin_wasm_bitmask_i8x16(half[1]) << 16;
#else
  union {
    b32 bits;
    uint32_t word;
  } u;
  u.bits = __builtin_convertvector((i8x32)v < 0, b32);
  return u.word;
#endif
}
// The same bits, with the first byte in the highest bit of the first byte of the result in memory.
RECTO_PURE uint32_t vec_pack_bits(u8x32 v) {
  return vec_byte_bits(__builtin_shufflevector(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 23, 22, 21, 20,
                                               19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24));
}
// The even or the odd lanes of a, then of b.
RECTO_PURE u16x16 vec_even_lanes(u16x16 a, u16x16 b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
RECTO_PURE u16x16 vec_odd_lanes(u16x16 a, u16x16 b) {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

// Box sums.

// Loads and stores eight 32-bit lanes.
RECTO_INLINE u32x8 vec_load_u32x8(const uint32_t *p) { u32x8 v; __builtin_memcpy(&v, p, 32); return v; }
RECTO_INLINE void vec_store_u32x8(uint32_t *p, u32x8 v) { __builtin_memcpy(p, &v, 32); }
// Loads eight 16-bit lanes.
RECTO_INLINE u16x8 vec_load_u16x8(const uint16_t *p) { u16x8 v; __builtin_memcpy(&v, p, 16); return v; }
// 16-bit lanes as 32-bit ones.
RECTO_PURE u32x8 vec_widen_u16(u16x8 v) { return __builtin_convertvector(v, u32x8); }
// In each lane, the sum of that lane and all before it.
RECTO_PURE u32x8 vec_running_sum(u32x8 v) {
  const u32x8 zero = {0};
  v += __builtin_shufflevector(v, zero, 8, 0, 1, 2, 8, 4, 5, 6);
  v += __builtin_shufflevector(v, zero, 8, 8, 0, 1, 8, 8, 4, 5);
  return v + __builtin_shufflevector(v, zero, 8, 8, 8, 8, 3, 3, 3, 3);
}
// The last lane in every lane.
RECTO_PURE u32x8 vec_last_lane(u32x8 v) { return __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7); }
// Sums below 2^31 times a factor, plus a half, truncated to integers.
RECTO_PURE u32x8 vec_scale(u32x8 sums, float factor) {
  f32x8 product = __builtin_convertvector((i32x8)sums, f32x8) * factor;
  return (u32x8)__builtin_convertvector(product + 0.5f, i32x8);
}
// All ones where a < b, otherwise 0.
RECTO_PURE u32x8 vec_less_i32(i32x8 a, i32x8 b) { return (u32x8)(a < b); }
// Bytes as 32-bit lanes.
RECTO_PURE i32x8 vec_widen_bytes(u8x8 v) { return __builtin_convertvector(v, i32x8); }
// The lowest bytes of 32 lanes.
RECTO_PURE u8x32 vec_low_bytes(u32x8 a, u32x8 b, u32x8 c, u32x8 d) {
  return vec_narrow(vec_narrow32(a & 0xff, b & 0xff), vec_narrow32(c & 0xff, d & 0xff));
}

// Rotations.

// Within the 16 bytes of each half, interleaved bytes of a and b, from their first or last eight.
RECTO_PURE u8x32 vec_zip_low(u8x32 a, u8x32 b) {
  return __builtin_shufflevector(a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50,
                                 19, 51, 20, 52, 21, 53, 22, 54, 23, 55);
}
RECTO_PURE u8x32 vec_zip_high(u8x32 a, u8x32 b) {
  return __builtin_shufflevector(a, b, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57,
                                 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
}
// Transposes 32 rows of 16 bytes into 16 rows of 32. Strides may be negative.
RECTO_INLINE void vec_transpose(const uint8_t *s, intptr_t stride, uint8_t *t, intptr_t t_stride) {
  u8x32 a[16], b[16];
#pragma unroll
  for (int i = 0; i < 16; i++) {
    a[i] = __builtin_shufflevector(vec_load16(s + i * stride), vec_load16(s + (i + 16) * stride), 0, 1, 2, 3, 4, 5, 6,
                                   7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                   29, 30, 31);
  }
  // Four perfect shuffles of rows transpose 16 × 16 in both halves.
#define RECTO_ROUND(from, to)                          \
  _Pragma("unroll") for (int i = 0; i < 8; i++) {      \
    to[2 * i] = vec_zip_low(from[i], from[i + 8]);     \
    to[2 * i + 1] = vec_zip_high(from[i], from[i + 8]); \
  }
  RECTO_ROUND(a, b)
  RECTO_ROUND(b, a)
  RECTO_ROUND(a, b)
  RECTO_ROUND(b, a)
#undef RECTO_ROUND
#pragma unroll
  for (int i = 0; i < 16; i++) vec_store32(t + i * t_stride, a[i]);
}
// 32 bytes in reverse.
RECTO_PURE u8x32 vec_reverse(u8x32 v) {
  return __builtin_shufflevector(v, v, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12,
                                 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
// Ten pixels of 3 bytes, starting after the first two bytes, in reverse; the last two bytes are undefined.
RECTO_PURE u8x32 vec_reverse_rgb(u8x32 v) {
  return __builtin_shufflevector(v, v, 29, 30, 31, 26, 27, 28, 23, 24, 25, 20, 21, 22, 17, 18, 19, 14, 15, 16, 11, 12,
                                 13, 8, 9, 10, 5, 6, 7, 2, 3, 4, -1, -1);
}

// Floats.

// Loads and stores eight floats.
RECTO_INLINE f32x8 vec_load_f32x8(const float *p) { f32x8 v; __builtin_memcpy(&v, p, 32); return v; }
RECTO_INLINE void vec_store_f32x8(float *p, f32x8 v) { __builtin_memcpy(p, &v, 32); }
// Square roots.
RECTO_PURE f32x8 vec_sqrt_f32(f32x8 v) { return __builtin_elementwise_sqrt(v); }

// The smoothed working frame. Swift's operators split the results of overlapping loads lane by lane, so these
// operations are whole here. Products are never fused with sums at any level.

// a + 4 b + 6 c + 4 d + e.
RECTO_PURE f32x8 vec_binomial5(f32x8 a, f32x8 b, f32x8 c, f32x8 d, f32x8 e) {
#pragma clang fp contract(off)
  return ((a + e) + (b + d) * 4) + c * 6;
}
// The sum of five.
RECTO_PURE f32x8 vec_sum5(f32x8 a, f32x8 b, f32x8 c, f32x8 d, f32x8 e) { return ((a + e) + (b + d)) + c; }
// v * gain + offset, rounded after each.
RECTO_PURE f32x8 vec_scale_add(f32x8 v, float gain, float offset) {
#pragma clang fp contract(off)
  return v * gain + offset;
}
// Half the angles of vectors of any length in whole degrees, 0 to 179: see Reference.halfAngle. Products are separate
// statements, so that none is fused with a sum at levels that could.
RECTO_PURE i32x8 vec_half_angles(f32x8 cosine, f32x8 sine) {
  typedef float f __attribute__((ext_vector_type(8)));
  typedef int32_t i __attribute__((ext_vector_type(8)));
  f x = __builtin_elementwise_abs((f)cosine), y = __builtin_elementwise_abs((f)sine);
  f ratio = (f)vec_less((f32x8)x, (f32x8)y) / ((f)vec_greater((f32x8)x, (f32x8)y) + 1e-12f);
  f bend = ratio * 15.641748f;
  f octant = ratio * (60.641748f - bend);
  f quadrant = (i)(y > x) ? 90 - octant : octant;
  f half = (i)((f)cosine < 0) ? 180 - quadrant : quadrant;
  f full = (i)((f)sine < 0) ? 360 - half : half;
  f direction = full * 0.5f;
  f wrapped = (i)(direction >= 179.5f) ? (f)0 : direction;
  // Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the mantissa.
  f shifted = wrapped + 12582912.0f;
  return (i32x8)shifted - 0x4B400000;
}
// Interpolates from a to b: a + (b - a) * share.
RECTO_PURE f32x8 vec_lerp(f32x8 a, f32x8 b, f32x8 share) {
#pragma clang fp contract(off)
  return a + (b - a) * share;
}
// The integers nearest to scaled floats of magnitude below 2^22.
RECTO_PURE i32x8 vec_nearest(f32x8 v, float gain) {
#pragma clang fp contract(off)
  return (i32x8)(v * gain + 12582912.0f) - 0x4B400000;
}

// One bit for each negative lane, lane 0 lowest.
RECTO_PURE uint32_t vec_sign_bits(i32x8 v) {
#ifdef __wasm__
  recto_i32x4 half[2];
  __builtin_memcpy(half, &v, 32);
  return (uint32_t)__builtin_wasm_bitmask_i16x8(__builtin_wasm_narrow_s_i16x8_i32x4(half[0], half[1]));
#else
  typedef _Bool b8 __attribute__((ext_vector_type(8)));
  union {
    b8 bits;
    uint8_t byte;
  } u;
  u.bits = __builtin_convertvector(v < 0, b8);
  return u.byte;
#endif
}
// One bit for each of eight sets that has no excluded member and whose direction's dot product with a given one is
// below a bound. `direction` holds cosine, sine and the bound.
RECTO_INLINE uint32_t vec_pick_pairs(const uint64_t *members, const float *cosines, const float *sines, uint64_t barred,
                                     const float *direction) {
#pragma clang fp contract(off)
  i64x8 sets;
  __builtin_memcpy(&sets, members, 64);
  i32x16 halves = (i32x16)((sets & (int64_t)barred) == 0);
  i32x8 free = __builtin_shufflevector(halves, halves, 0, 2, 4, 6, 8, 10, 12, 14);
  f32x8 product = vec_load_f32x8(cosines) * direction[0] + vec_load_f32x8(sines) * direction[1];
  return vec_sign_bits(free & (i32x8)(product < direction[2]));
}
// Eight times four floats, transposed to four vectors.
typedef struct {
  f32x8 v[4];
} recto_fours;
// Four floats from each of eight places, transposed to four vectors of eight: the first floats, the second floats, and
// so on.
RECTO_INLINE recto_fours vec_load_turned(const float *const p[8]) {
  typedef float f32x4 __attribute__((vector_size(16)));
  f32x8 r[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    f32x4 low, high;
    __builtin_memcpy(&low, p[i], 16);
    __builtin_memcpy(&high, p[i + 4], 16);
    r[i] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  f32x8 a = __builtin_shufflevector(r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13);
  f32x8 b = __builtin_shufflevector(r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15);
  f32x8 c = __builtin_shufflevector(r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13);
  f32x8 d = __builtin_shufflevector(r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15);
  return (recto_fours){{__builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13),
                        __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15),
                        __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13),
                        __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15)}};
}
// Eight pairs of floats, transposed to two vectors.
typedef struct {
  f32x8 first, second;
} recto_twos;
// Pairs of floats from eight places of a row, as two vectors of eight: the first floats and the second floats.
RECTO_INLINE recto_twos vec_load_twos(const float *row, const int32_t *places) {
  double p[8];
#pragma unroll
  for (int i = 0; i < 8; i++) __builtin_memcpy(&p[i], row + 2 * (intptr_t)places[i], 8);
  typedef double f64x4 __attribute__((vector_size(32)));
  f32x8 a = (f32x8)(f64x4){p[0], p[1], p[4], p[5]}, b = (f32x8)(f64x4){p[2], p[3], p[6], p[7]};
  return (recto_twos){__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
                      __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)};
}
// The sides of a line between the lines of eight pairs, as alternating lengths and coverages: see cutSides. `sums` has
// twelve floats per sample, of which the first two are used; `spans` holds the first and the last of them, the first
// sample's distance from the line's middle, and the last index that has samples; `least` holds the length of the
// shortest side.
RECTO_INLINE void vec_cut_sides(const uint32_t *pairs, const float *positions, const float *sums, const int32_t *spans,
                                float least, float *sides) {
#pragma clang fp contract(off)
  float p[8], q[8];
#pragma unroll
  for (int i = 0; i < 8; i++) {
    p[i] = positions[pairs[i] >> 8 & 255];
    q[i] = positions[pairs[i] >> 24];
  }
  f32x8 start = vec_load_f32x8(p), end = vec_load_f32x8(q), length = end - start;
  f32x8 low = vec_less(start, end), high = vec_greater(start, end), extent = high - low;
  f32x8 inset = vec_less(extent * 0.05f, (f32x8){0} + 3);
  const i32x8 zero = {0};
  i32x8 first = vec_nearest(low + inset, 1) + spans[2], last = vec_nearest(high - inset, 1) + spans[2];
  first = vec_min_i32(vec_max_i32(first, zero), zero + (spans[3] - 1));
  last = vec_max_i32(vec_min_i32(vec_max_i32(last, zero + 1), zero + spans[3]), first + 1);
  first = vec_min_i32(vec_max_i32(first, zero + spans[0]), zero + spans[1]);
  last = vec_min_i32(vec_max_i32(last, zero + spans[0]), zero + spans[1]);
  int32_t a[8], b[8];
  vec_store_i32x8(a, first * 6);
  vec_store_i32x8(b, last * 6);
  recto_twos before = vec_load_twos(sums, a), after = vec_load_twos(sums, b);
  f32x8 support = after.first - before.first, visible = after.second - before.second;
  i32x8 isSeen = (i32x8)(visible > 3.0f);
  f32x8 coverage = (f32x8)((isSeen & (i32x8)(support / visible)) | (~isSeen & (i32x8)((f32x8){0} + 0.35f)));
  f32x8 size = (f32x8)((i32x8)length & 0x7fffffff);
  coverage = (f32x8)((i32x8)(size > least) & (i32x8)coverage);
  vec_store_f32x8(sides, __builtin_shufflevector(length, coverage, 0, 8, 1, 9, 2, 10, 3, 11));
  vec_store_f32x8(sides + 8, __builtin_shufflevector(length, coverage, 4, 12, 5, 13, 6, 14, 7, 15));
}
// Scores of eight quads, and one bit for each that satisfies the bounds: see enumerateQuads.
RECTO_INLINE uint32_t vec_enumerate_quads(const int32_t *picked, const uint32_t *pairs, const float *ends,
                                      const float *first_sides, const float *second_sides, const float *terms,
                                      float *scores) {
#pragma clang fp contract(off)
  const float *p[8], *q[8];
#pragma unroll
  for (int i = 0; i < 8; i++) {
    uint32_t lines = pairs[picked[i]];
    p[i] = ends + 4 * (lines >> 8 & 255);
    q[i] = ends + 4 * (lines >> 24);
  }
  recto_fours one = vec_load_turned(p), three = vec_load_turned(q);
  recto_twos two = vec_load_twos(second_sides, picked), four = vec_load_twos(first_sides, picked);
  // Signed lengths of the sides in order; a corner's sine times the lengths of its sides is its turn.
  f32x8 a = one.v[0], b = two.first, c = -three.v[0], d = -four.first;
  f32x8 ab = a * b * -one.v[3], bc = b * c * three.v[3], cd = c * d * -three.v[2], da = d * a * one.v[2];
  f32x8 least = vec_less(vec_less(ab, bc), vec_less(cd, da));
  f32x8 most = vec_greater(vec_greater(ab, bc), vec_greater(cd, da));
  f32x8 twice_area = (f32x8)((i32x8)ab & 0x7fffffff) + (f32x8)((i32x8)cd & 0x7fffffff);
  a *= a, b *= b, c *= c, d *= d;
  f32x8 shorter = vec_less(a, c), longer = vec_greater(a, c);
  f32x8 shorter_too = vec_less(b, d), longer_too = vec_greater(b, d);
  i32x8 keeps = ((i32x8)(least > 0) | (i32x8)(most < 0)) & (i32x8)(twice_area > terms[0]) &
                (i32x8)(vec_less(shorter, shorter_too) > terms[1]) & (i32x8)(shorter > terms[2] * longer) &
                (i32x8)(shorter_too > terms[2] * longer_too);
  f32x8 coverage = ((one.v[1] + two.second) + (three.v[1] + four.second)) * 0.25f;
  f32x8 area = (twice_area * 0.5f) / terms[3];
  f32x8 size = terms[6] * vec_sqrt_f32(area) + terms[7] * area;
  vec_store_f32x8(scores, terms[4] * coverage + terms[5] * size);
  return vec_sign_bits(keeps);
}
// All ones in the first n lanes, otherwise 0.
RECTO_PURE i32x8 vec_first_lanes(int32_t n) {
  const i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
#ifdef __wasm__
  // The compiler would split a comparison lane by lane.
  return (lanes - n) >> 31;
#else
  return lanes < n;
#endif
}
// Adds count, weight, and weighted moments about a center, for those of the first `left` of 8 voters that are near a
// line, lane by lane, to 7 times 8 sums. `line` holds cosine, sine, offset and squared distance.
RECTO_INLINE void vec_sum_voters(const uint32_t *voters, intptr_t left, const float *line, float center_x,
                                 float center_y, float *sums) {
#pragma clang fp contract(off)
  u32x8 packed;
  __builtin_memcpy(&packed, voters, 32);
  f32x8 x = vec_float_small((i32x8)(packed & 1023)), y = vec_float_small((i32x8)(packed >> 10 & 1023));
  f32x8 apart = (x * line[0] + y * line[1]) - line[2];
  i32x8 near = (i32x8)(apart * apart < line[3]) & vec_first_lanes((int32_t)(left < 8 ? left : 8));
  // Most lines are far from most voters.
  if (vec_sign_bits(near) == 0) return;
  f32x8 strength = vec_float_small((i32x8)(packed >> 20)) * (1 / 4095.0f);
  f32x8 weight = (f32x8)(near & (i32x8)strength);
  x -= center_x;
  y -= center_y;
  f32x8 wx = weight * x, wy = weight * y;
  const f32x8 terms[7] = {(f32x8)(near & (i32x8)((f32x8){0} + 1)), weight, wx, wy, wx * x, wx * y, wy * y};
#pragma unroll
  for (int i = 0; i < 7; i++) vec_store_f32x8(sums + 8 * i, vec_load_f32x8(sums + 8 * i) + terms[i]);
}

// Sums of squares and products of derivatives.
typedef struct {
  f32x8 xx, yy, xy;
} recto_tensor;
// Adds the weighted squares and product of the Scharr derivatives of 8 pixels to a tensor.
RECTO_INLINE recto_tensor vec_add_tensor(recto_tensor t, const float *up, const float *here, const float *down,
                                         float weight) {
#pragma clang fp contract(off)
  f32x8 rising = vec_load_f32x8(down + 1) - vec_load_f32x8(up - 1);
  f32x8 falling = vec_load_f32x8(up + 1) - vec_load_f32x8(down - 1);
  f32x8 across = vec_load_f32x8(here + 1) - vec_load_f32x8(here - 1);
  f32x8 along = vec_load_f32x8(down) - vec_load_f32x8(up);
  f32x8 gx = (rising + falling) * 3 + across * 10, gy = (rising - falling) * 3 + along * 10;
  t.xx += gx * gx * weight;
  t.yy += gy * gy * weight;
  t.xy += gx * gy * weight;
  return t;
}
// The square root of a tensor's larger eigenvalue.
RECTO_PURE f32x8 vec_tensor_magnitude(recto_tensor t) {
#pragma clang fp contract(off)
  f32x8 difference = t.xx - t.yy, cross = t.xy * 2;
  f32x8 spread = vec_sqrt_f32(difference * difference + cross * cross);
  return vec_sqrt_f32(((t.xx + t.yy) + spread) * 0.5f) * (1 / 32.0f);
}
// Magnitude and direction (whole degrees, 0 to 179) of the gradient of one or three planes at 8 pixels; `up` and `down`
// are offsets to the rows above and below.
RECTO_INLINE void vec_structure_tensor(const float *first, const float *second, const float *third, intptr_t up,
                                       intptr_t down, float weight, float *magnitude, uint8_t *direction) {
  recto_tensor t = vec_add_tensor((recto_tensor){{0}, {0}, {0}}, first + up, first, first + down, 1);
  if (second) {
    t = vec_add_tensor(t, second + up, second, second + down, weight);
    t = vec_add_tensor(t, third + up, third, third + down, weight);
  }
  vec_store_f32x8(magnitude, vec_tensor_magnitude(t));
  vec_store8(direction, __builtin_convertvector(vec_half_angles(t.xx - t.yy, t.xy * 2), u8x8));
}
// m / (m + (end - start) * share + floor), or 0 where m < minimum.
RECTO_PURE f32x8 vec_suppress(f32x8 m, i32x8 end, i32x8 start, float share, float floor, float minimum) {
#pragma clang fp contract(off)
  f32x8 strength = m / ((m + __builtin_convertvector(end - start, f32x8) * share) + floor);
  return (f32x8)((i32x8)(m >= minimum) & (i32x8)strength);
}

// All ones where a is greater or less than b, otherwise 0.
RECTO_PURE i32x8 vec_is_greater(f32x8 a, f32x8 b) { return (i32x8)(a > b); }
RECTO_PURE i32x8 vec_is_less(f32x8 a, f32x8 b) { return (i32x8)(a < b); }
// The lanes of v where a < b, otherwise 0.
RECTO_PURE f32x8 vec_where_less(f32x8 a, f32x8 b, f32x8 v) { return (f32x8)((i32x8)(a < b) & (i32x8)v); }
// Interleaved lanes of a, b, c and 0: 8 times four floats.
RECTO_INLINE void vec_store_fours(float *p, f32x8 a, f32x8 b, f32x8 c) {
  const f32x8 zero = {0};
  f32x8 ac = __builtin_shufflevector(a, c, 0, 8, 1, 9, 4, 12, 5, 13), ac2 = __builtin_shufflevector(a, c, 2, 10, 3, 11, 6, 14, 7, 15);
  f32x8 b0 = __builtin_shufflevector(b, zero, 0, 8, 1, 9, 4, 12, 5, 13), b2 = __builtin_shufflevector(b, zero, 2, 10, 3, 11, 6, 14, 7, 15);
  f32x8 v0 = __builtin_shufflevector(ac, b0, 0, 8, 1, 9, 4, 12, 5, 13), v1 = __builtin_shufflevector(ac, b0, 2, 10, 3, 11, 6, 14, 7, 15);
  f32x8 v2 = __builtin_shufflevector(ac2, b2, 0, 8, 1, 9, 4, 12, 5, 13), v3 = __builtin_shufflevector(ac2, b2, 2, 10, 3, 11, 6, 14, 7, 15);
  f32x8 w0 = __builtin_shufflevector(v0, v1, 0, 1, 2, 3, 8, 9, 10, 11), w1 = __builtin_shufflevector(v2, v3, 0, 1, 2, 3, 8, 9, 10, 11);
  f32x8 w2 = __builtin_shufflevector(v0, v1, 4, 5, 6, 7, 12, 13, 14, 15), w3 = __builtin_shufflevector(v2, v3, 4, 5, 6, 7, 12, 13, 14, 15);
  __builtin_memcpy(p, &w0, 32);
  __builtin_memcpy(p + 8, &w1, 32);
  __builtin_memcpy(p + 16, &w2, 32);
  __builtin_memcpy(p + 24, &w3, 32);
}
// Bytes as 32-bit lanes.
RECTO_PURE u32x8 vec_u32_from_bytes(u8x8 v) { return __builtin_convertvector(v, u32x8); }
// Bytes from 32-bit lanes of at most 255.
RECTO_PURE u8x8 vec_bytes_from_i32(i32x8 v) { return __builtin_convertvector(v, u8x8); }

// Means and variances of windows, from sums of values minus 128 and of their squares.

// Loads eight signed 16-bit values as 32-bit lanes.
RECTO_INLINE i32x8 vec_widen_i16(const int16_t *p) {
  i16x8 v;
  __builtin_memcpy(&v, p, 16);
  return __builtin_convertvector(v, i32x8);
}
// `vec_running_sum` and `vec_last_lane` for signed lanes.
RECTO_PURE i32x8 vec_running_sum_i32(i32x8 v) { return (i32x8)vec_running_sum((u32x8)v); }
RECTO_PURE i32x8 vec_last_lane_i32(i32x8 v) { return (i32x8)vec_last_lane((u32x8)v); }
// Adds 16 entering values and their squares to columns and subtracts 16 leaving ones.
RECTO_INLINE void vec_move_moments(int16_t *sums, int32_t *squares, const uint8_t *entering, const uint8_t *leaving) {
  typedef int32_t i32x16 __attribute__((vector_size(64)));
  i16x16 a = __builtin_convertvector(vec_load16(entering), i16x16) - 128;
  i16x16 b = __builtin_convertvector(vec_load16(leaving), i16x16) - 128;
  i16x16 s;
  i32x16 q;
  __builtin_memcpy(&s, sums, 32);
  __builtin_memcpy(&q, squares, 64);
  // Squares of at most 128 * 128, so that their difference fits.
  s += a - b;
  q += __builtin_convertvector(a * a - b * b, i32x16);
  __builtin_memcpy(sums, &s, 32);
  __builtin_memcpy(squares, &q, 64);
}
// Variances of windows from the sums of their values and squares; `share` is 1 / count.
RECTO_PURE f32x8 vec_variance(i32x8 sum, i32x8 square, float share) {
#pragma clang fp contract(off)
  f32x8 mean = __builtin_convertvector(sum, f32x8) * share;
  return vec_greater(__builtin_convertvector(square, f32x8) * share - mean * mean, (f32x8){0});
}
// All ones where value <= (a m + b) + (c m + d) sqrt(variance + e m m), with m = sum * share + 128.
RECTO_INLINE u32x8 vec_moment_ink(u8x8 value, i32x8 sum, i32x8 square, float share, const float *coefficients) {
#pragma clang fp contract(off)
  f32x8 mean = __builtin_convertvector(sum, f32x8) * share + 128;
  f32x8 spread = vec_sqrt_f32(vec_variance(sum, square, share) + (mean * mean) * coefficients[4]);
  f32x8 level = (mean * coefficients[0] + coefficients[1]) + (mean * coefficients[2] + coefficients[3]) * spread;
  return (u32x8)(vec_f32_from_bytes(value) <= level);
}

// Windows of a source.

// Loads eight 32-bit lanes.
RECTO_INLINE i32x8 vec_load_i32x8(const int32_t *p) { i32x8 v; __builtin_memcpy(&v, p, 32); return v; }
// The last lane of a, then the others of b.
RECTO_PURE i32x8 vec_shift_in(i32x8 a, i32x8 b) { return __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14); }
// Whether no lane is negative.
RECTO_PURE _Bool vec_none_negative(i32x8 v) {
#ifdef __wasm__
  return vec_sign_bits(v) == 0;
#else
  u64x4 signs = (u64x4)(v < 0);
  return (signs[0] | signs[1] | signs[2] | signs[3]) == 0;
#endif
}

#pragma clang diagnostic pop
