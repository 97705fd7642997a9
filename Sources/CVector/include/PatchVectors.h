// Vector operations for the search of a patch in a picture.
//
// Pixels are stored as pairs of neighbors, 16 bits each, with one pair starting at every pixel. A load at any pixel
// gives eight neighboring places at once, and a product with one pair of the patch adds two of its pixels to each.
#pragma once
#include "Vectors.h"

#pragma clang system_header
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

// The side of a patch, the stride of rows of pairs, and the number of pairs in a row of a patch; the last pair has one
// pixel.
enum { RECTO_PATCH_SIDE = 13, RECTO_PATCH_STRIDE = 48, RECTO_PATCH_PAIRS = 7 };

// Pairs that begin at eight neighboring pixels; nine pixels are read.
RECTO_INLINE void vec_store_byte_pairs(const uint8_t *s, int32_t *t) {
  i32x8 first = __builtin_convertvector(vec_load8(s), i32x8), second = __builtin_convertvector(vec_load8(s + 1), i32x8);
  vec_store_i32x8(t, first | second << 16);
}
// Adds the first pixels of eight pairs, and their squares, to sums (sign 1), or subtracts them (-1).
RECTO_INLINE void vec_sum_pixels(const int32_t *pairs, int32_t sign, int32_t *sums, int32_t *squares) {
  i32x8 v = vec_load_i32x8(pairs) & 0xffff, signed_v = v * sign;
  vec_store_i32x8(sums, vec_load_i32x8(sums) + signed_v);
  vec_store_i32x8(squares, vec_load_i32x8(squares) + signed_v * v);
}
// Sums of as many neighbors as a patch is wide.
RECTO_INLINE i32x8 vec_sum_across(const int32_t *sums) {
  i32x8 v = vec_load_i32x8(sums);
#pragma unroll
  for (int i = 1; i < RECTO_PATCH_SIDE; i++) v += vec_load_i32x8(sums + i);
  return v;
}
// Sums of products of a patch with the pixels under it, at 8 × `groups` neighboring places.
RECTO_INLINE void vec_patch_products(const int32_t *pairs, const int32_t *patch, int groups, int32_t *sums) {
  i32x8 sum[4] = {{0}, {0}, {0}, {0}};
  for (int y = 0; y < RECTO_PATCH_SIDE; y++) {
    const int32_t *row = pairs + y * RECTO_PATCH_STRIDE;
#pragma unroll
    for (int k = 0; k < RECTO_PATCH_PAIRS; k++) {
      i16x16 two = (i16x16)((i32x8){0} + patch[y * RECTO_PATCH_PAIRS + k]);
#pragma unroll
      for (int g = 0; g < groups; g++) sum[g] += vec_multiply_pairs((i16x16)vec_load_i32x8(row + 8 * g + 2 * k), two);
    }
  }
#pragma unroll
  for (int g = 0; g < groups; g++) vec_store_i32x8(sums + 8 * g, sum[g]);
}
// Covariance divided by the pixels' deviation, from sums of products, pixels and squares; 0 where the squared deviation
// is at most `flat`. All values are scaled by the number of pixels of a patch.
RECTO_PURE f32x8 vec_patch_scores(i32x8 products, i32x8 pixels, i32x8 squares, int32_t patch_sum, float flat) {
#pragma clang fp contract(off)
  const int32_t n = RECTO_PATCH_SIDE * RECTO_PATCH_SIDE;
  f32x8 covariance = vec_float(products * n - pixels * patch_sum);
  f32x8 variance = vec_float(squares * n - pixels * pixels);
  return (f32x8)((i32x8)(variance > flat) & (i32x8)(covariance / vec_sqrt_f32(variance)));
}
// Lanes of a where `sign` is negative, otherwise of b.
RECTO_PURE f32x8 vec_where_negative(i32x8 sign, f32x8 a, f32x8 b) {
  i32x8 mask = sign < 0;
  return (f32x8)((mask & (i32x8)a) | (~mask & (i32x8)b));
}
RECTO_PURE i32x8 vec_where_negative_i32(i32x8 sign, i32x8 a, i32x8 b) {
  i32x8 mask = sign < 0;
  return (mask & a) | (~mask & b);
}

#pragma clang diagnostic pop
