// Vector operations for interpolation between four pixels, and for enlargement.
//
// Neighbors in a row are pairs of bytes. They are summed with signed weights, the fraction minus 128 and the negated
// fraction, in 1/128: the negated sums are exact in 16 bits. Two such sums, for the row above and the row below, are
// then mixed in 16 bits, and the result is rounded.
#pragma once
#include "Vectors.h"

#pragma clang system_header
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

// On x86-64 `fast` enables instructions of level v3, so it must be false at lower levels. WebAssembly has all but one
// of them.
//
// They take no vector arguments: where they are not inlined, caller and callee would pass them differently.
#if defined(__x86_64__)
typedef char recto_c32 __attribute__((vector_size(32), aligned(1)));
typedef short recto_s16 __attribute__((vector_size(32), aligned(1)));
static inline __attribute__((target("avx2"))) void recto_permute_halves(u8x32 *v, const u8x32 *i) {
  *(recto_c32 *)v = __builtin_ia32_pshufb256(*(const recto_c32 *)v, *(const recto_c32 *)i);
}
static inline __attribute__((target("avx2"))) void recto_multiply_bytes(const u8x32 *v, u16x16 *w) {
  *(recto_s16 *)w = __builtin_ia32_pmaddubsw256(*(const recto_c32 *)v, *(const recto_c32 *)w);
}
static inline __attribute__((target("avx2"))) void recto_multiply_rounded(i16x16 *v, const i16x16 *w) {
  *(recto_s16 *)v = __builtin_ia32_pmulhrsw256(*(const recto_s16 *)v, *(const recto_s16 *)w);
}
#elif defined(__wasm__)
RECTO_INLINE void recto_permute_halves(u8x32 *v, const u8x32 *i) {
  RECTO_EACH_HALF(__builtin_wasm_swizzle_i8x16, recto_i8x16, *v, *i, *v);
}
RECTO_INLINE void recto_multiply_rounded(i16x16 *v, const i16x16 *w) {
  RECTO_EACH_HALF(__builtin_wasm_q15mulr_sat_s_i16x8, recto_i16x8, *v, *w, *v);
}
#else
static inline void recto_permute_halves(u8x32 *v, const u8x32 *i) {
  for (int k = 0; k < 2; k++) {
    u8x16 half = vec_load16((const char *)v + 16 * k), places = vec_load16((const char *)i + 16 * k);
    vec_store16((char *)v + 16 * k, __builtin_shufflevector(half, places));
  }
}
#endif

// Replaces each half of v by the bytes of v that the same half of i selects by 0-15. On x86-64 only if fast.
RECTO_INLINE u8x32 vec_permute_halves(u8x32 v, u8x32 i) {
  recto_permute_halves(&v, &i);
  return v;
}
// Sums of two neighboring bytes times two signed bytes; they must fit 16 bits.
RECTO_INLINE i16x16 vec_multiply_bytes(u8x32 v, u16x16 w, _Bool fast) {
#if defined(__x86_64__)
  if (fast) {
    recto_multiply_bytes(&v, &w);
    return (i16x16)w;
  }
#endif
  u16x16 pairs = (u16x16)v;
  return (i16x16)(pairs & 255) * ((i16x16)(w << 8) >> 8) + (i16x16)(pairs >> 8) * ((i16x16)w >> 8);
}
// v w / 2^15, rounded; v and w are not both -2^15.
RECTO_INLINE i16x16 vec_multiply_rounded(i16x16 v, i16x16 w, _Bool fast) {
#if defined(__x86_64__) || defined(__wasm__)
  if (fast) {
    recto_multiply_rounded(&v, &w);
    return v;
  }
#endif
  u16x16 low = (u16x16)(v * w);
  return (vec_multiply_high_signed(v, w) << 1) + (i16x16)(((low >> 1) + (1 << 13)) >> 14);
}
// Weights of pairs, from fractions in the low 7 bits.
RECTO_PURE u16x16 vec_pair_weights(u16x16 v) { return 128 - (v & 127) * 255; }
// Interpolates between the sums above and below: 0-255 in each lane.
RECTO_INLINE u16x16 vec_mix_sums(i16x16 above, i16x16 below, u16x16 down, _Bool fast) {
  i16x16 mixed = above + vec_multiply_rounded(below - above, (i16x16)down, fast);
  return (u16x16)(fast ? vec_multiply_rounded(mixed, (i16x16){0} - 256, fast) : (64 - mixed) >> 7);
}
RECTO_INLINE u16x16 vec_mix_pairs(u8x32 above, u8x32 below, u16x16 across, u16x16 down, _Bool fast) {
  return vec_mix_sums(vec_multiply_bytes(above, across, fast), vec_multiply_bytes(below, across, fast), down, fast);
}

// The low halves of 16 lanes of 32 bits.
RECTO_PURE u16x16 vec_join_halves(i32x8 a, i32x8 b) { return vec_narrow32((u32x8)(a & 0xffff), (u32x8)(b & 0xffff)); }
// The low 16 bits of two lanes, each repeated through one half.
RECTO_INLINE u16x16 vec_spread_halves(const int32_t *p) {
  typedef uint16_t u16x4 __attribute__((vector_size(8)));
  u16x4 v;
  __builtin_memcpy(&v, p, 8);
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2);
}
// 16 bytes at p, then 16 at q.
RECTO_INLINE u8x32 vec_load_halves(const uint8_t *p, const uint8_t *q) {
  return __builtin_shufflevector(vec_load16(p), vec_load16(q), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
                                 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
}

// 16 gray pixels by permutation, where that is fast: their sources lie in two small windows, one for each half.
// `first`, `second` and `third` hold, for three rows, the 15 pairs of neighbors that x counts; x and y are in 1/4096
// pixels, and y is less than two pixels.
RECTO_INLINE u8x16 vec_bilinear_windows(u8x32 first, u8x32 second, u8x32 third, u16x16 x, u16x16 y) {
  u8x32 places = (u8x32)((x >> 12) * 257 + 256);
  u16x16 one = (u16x16)vec_permute_halves(first, places), two = (u16x16)vec_permute_halves(second, places);
  u16x16 three = (u16x16)vec_permute_halves(third, places);
  u16x16 lower = (u16x16)((i16x16)y > 4095);
  u16x16 above = one ^ ((one ^ two) & lower), below = two ^ ((two ^ three) & lower);
  u16x16 v = vec_mix_pairs((u8x32)above, (u8x32)below, vec_pair_weights(x >> 5), (y << 3) & 0x7f00, 1);
  return __builtin_convertvector(v, u8x16);
}
// 16 gray pixels from the pairs around them.
RECTO_INLINE u8x16 vec_bilinear_gray(const uint16_t *above, const uint16_t *below, const uint16_t *across,
                                     const uint16_t *down, _Bool fast) {
  u16x16 v = vec_mix_pairs(vec_load32(above), vec_load32(below), vec_load_u16x16(across), vec_load_u16x16(down), fast);
  return __builtin_convertvector(v, u8x16);
}

// Loads 8 bytes as a word.
RECTO_INLINE uint64_t vec_load_word(const uint8_t *p) { uint64_t v; __builtin_memcpy(&v, p, 8); return v; }
// 8 bytes at each of four offsets from s.
RECTO_INLINE u64x4 vec_load_words(const uint8_t *s, int32_t i, int32_t j, int32_t k, int32_t l) {
  return (u64x4){vec_load_word(s + i), vec_load_word(s + j), vec_load_word(s + k), vec_load_word(s + l)};
}
// For four pixels of 3 bytes and their right neighbors, loaded as above: weighted sums of bytes of the same color. The
// last of the four lanes for each pixel is undefined.
RECTO_INLINE i16x16 vec_sum_rgb(u64x4 v, u16x16 w, _Bool fast) {
  if (fast) {
    u8x32 b = (u8x32)v;
    u8x32 pairs = __builtin_shufflevector(b, b, 0, 3, 1, 4, 2, 5, 6, 7, 8, 11, 9, 12, 10, 13, 14, 15, 16, 19, 17, 20, 18,
                                          21, 22, 23, 24, 27, 25, 28, 26, 29, 30, 31);
    return vec_multiply_bytes(pairs, w, fast);
  }
  u32x8 left = (u32x8)v, right = (u32x8)(v >> 24);
  i16x16 p = __builtin_convertvector((u8x16)__builtin_shufflevector(left, left, 0, 2, 4, 6), i16x16);
  i16x16 q = __builtin_convertvector((u8x16)__builtin_shufflevector(right, right, 0, 2, 4, 6), i16x16);
  return p * ((i16x16)(w << 8) >> 8) + q * ((i16x16)w >> 8);
}
// 8 pixels of 3 bytes, at offsets from s; two bytes beyond a pixel's two neighbors are read. Writes 28 bytes, of which
// the last four are undefined.
RECTO_INLINE void vec_bilinear_rgb8(const uint8_t *s, intptr_t stride, const int32_t *o, const uint16_t *across,
                                    const uint16_t *down, uint8_t *t, _Bool fast) {
  u16x8 x8 = vec_load_u16x8(across), y8 = vec_load_u16x8(down);
#define RECTO_TWICE(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7)
#define RECTO_SPREAD(v, i)                                                                                             \
  __builtin_shufflevector(v, v, i, i, i, i, i + 1, i + 1, i + 1, i + 1, i + 12, i + 12, i + 12, i + 12, i + 13, i + 13, \
                          i + 13, i + 13)
#define RECTO_MIX(i)                                                                                    \
  (u8x32) vec_mix_sums(                                                                                 \
      vec_sum_rgb(vec_load_words(s, o[i], o[i + 1], o[i + 4], o[i + 5]), RECTO_SPREAD(x, i), fast),      \
      vec_sum_rgb(vec_load_words(s + stride, o[i], o[i + 1], o[i + 4], o[i + 5]), RECTO_SPREAD(x, i), fast), \
      RECTO_SPREAD(y, i), fast)
  u16x16 x = RECTO_TWICE(x8), y = RECTO_TWICE(y8);
  u8x32 a = RECTO_MIX(0), b = RECTO_MIX(2);
#undef RECTO_MIX
#undef RECTO_SPREAD
#undef RECTO_TWICE
  u8x32 rgb = __builtin_shufflevector(a, b, 0, 2, 4, 8, 10, 12, 32, 34, 36, 40, 42, 44, -1, -1, -1, -1, 16, 18, 20, 24,
                                      26, 28, 48, 50, 52, 56, 58, 60, -1, -1, -1, -1);
  vec_store16(t, __builtin_shufflevector(rgb, rgb, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  vec_store16(t + 12, __builtin_shufflevector(rgb, rgb, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31));
}

// a - b, or 0.
RECTO_PURE u16x16 vec_subtract_saturating(u16x16 a, u16x16 b) { return __builtin_elementwise_sub_sat(a, b); }

#pragma clang diagnostic pop
