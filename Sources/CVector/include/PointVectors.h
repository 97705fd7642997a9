// Vector operations on points of interest: corners, their orientation, binary descriptors and votes.
#pragma once
#include "Vectors.h"

#pragma clang system_header
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

// Minimum and maximum of bytes.
RECTO_PURE u8x32 vec_min_u8(u8x32 a, u8x32 b) { return __builtin_elementwise_min(a, b); }
RECTO_PURE u8x32 vec_max_u8(u8x32 a, u8x32 b) { return __builtin_elementwise_max(a, b); }
// a - b, or 0.
RECTO_PURE u8x32 vec_excess(u8x32 a, u8x32 b) { return __builtin_elementwise_sub_sat(a, b); }

// The largest excess that nine consecutive neighbors of a ring of sixteen all reach. Two arcs of nine overlap by eight
// neighbors, so only every other group of eight is examined.
RECTO_INLINE u8x32 vec_arc_of_nine(const u8x32 *d) {
  u8x32 two[8], best = {0};
#pragma unroll
  for (int i = 0; i < 8; i++) two[i] = vec_min_u8(d[2 * i], d[2 * i + 1]);
#pragma unroll
  for (int i = 0; i < 8; i++) {
    u8x32 eight = vec_min_u8(vec_min_u8(two[i], two[(i + 1) & 7]), vec_min_u8(two[(i + 2) & 7], two[(i + 3) & 7]));
    u8x32 end = vec_max_u8(d[(2 * i + 15) & 15], d[(2 * i + 8) & 15]);
    best = vec_max_u8(best, vec_min_u8(eight, end));
  }
  return best;
}
// FAST-9 scores of 32 pixels, 0 if not above the threshold: see Reference.cornerScores.
RECTO_INLINE u8x32 vec_corner_scores(const uint8_t *p, intptr_t stride, uint8_t threshold) {
  const intptr_t ring[16] = {-3 * stride,    -3 * stride + 1, -2 * stride + 2, -stride + 3, 3,  stride + 3,
                             2 * stride + 2, 3 * stride + 1,  3 * stride,      3 * stride - 1, 2 * stride - 2,
                             stride - 3,     -3,              -stride - 3,     -2 * stride - 2, -3 * stride - 1};
  const u8x32 zero = {0};
  u8x32 center = vec_load32(p), s[16], d[16];
#pragma unroll
  for (int i = 0; i < 16; i += 4) s[i] = vec_load32(p + ring[i]);
  // An arc of nine contains two adjacent compass points.
  u8x32 north = vec_excess(s[0], center), east = vec_excess(s[4], center);
  u8x32 south = vec_excess(s[8], center), west = vec_excess(s[12], center);
  u8x32 likely = vec_min_u8(vec_max_u8(north, south), vec_max_u8(east, west));
  north = vec_excess(center, s[0]), east = vec_excess(center, s[4]);
  south = vec_excess(center, s[8]), west = vec_excess(center, s[12]);
  likely = vec_max_u8(likely, vec_min_u8(vec_max_u8(north, south), vec_max_u8(east, west)));
  if (vec_byte_bits((u8x32)(likely > zero + threshold)) == 0) return zero;
#pragma unroll
  for (int i = 0; i < 16; i++) {
    if (i % 4) s[i] = vec_load32(p + ring[i]);
  }
#pragma unroll
  for (int i = 0; i < 16; i++) d[i] = vec_excess(s[i], center);
  u8x32 score = vec_arc_of_nine(d);
#pragma unroll
  for (int i = 0; i < 16; i++) d[i] = vec_excess(center, s[i]);
  score = vec_max_u8(score, vec_arc_of_nine(d));
  return score & (u8x32)(score > zero + threshold);
}
// One bit for each of 32 scores that is above 0 and above all its eight neighbors.
RECTO_INLINE uint32_t vec_score_peaks(const uint8_t *p, intptr_t stride) {
  u8x32 here = vec_load32(p);
  const uint8_t *up = p - stride, *down = p + stride;
  u8x32 above = vec_max_u8(vec_load32(up), vec_max_u8(vec_load32(up - 1), vec_load32(up + 1)));
  u8x32 below = vec_max_u8(vec_load32(down), vec_max_u8(vec_load32(down - 1), vec_load32(down + 1)));
  u8x32 beside = vec_max_u8(vec_load32(p - 1), vec_load32(p + 1));
  return vec_byte_bits((u8x32)(here > vec_max_u8(beside, vec_max_u8(above, below))));
}

// The sum of all lanes.
RECTO_PURE int32_t vec_sum_i32(i32x8 v) { return __builtin_reduce_add(v); }

// Sums of the squares and the product of Sobel derivatives over 7 x 7 pixels; `p` is 4 pixels left of and above their
// center.
RECTO_INLINE void vec_corner_tensor(const uint8_t *p, intptr_t stride, int32_t *sums) {
  const i16x8 seven = {-1, -1, -1, -1, -1, -1, -1, 0};
  i16x8 across[9], along[9];
#pragma unroll
  for (int i = 0; i < 9; i++) {
    const uint8_t *r = p + i * stride;
    i16x8 left = __builtin_convertvector(vec_load8(r), i16x8), middle = __builtin_convertvector(vec_load8(r + 1), i16x8);
    i16x8 right = __builtin_convertvector(vec_load8(r + 2), i16x8);
    across[i] = right - left;
    along[i] = left + middle + middle + right;
  }
  i32x8 xx = {0}, yy = {0}, xy = {0};
#pragma unroll
  for (int i = 1; i < 8; i++) {
    i16x8 gx = (across[i - 1] + across[i] + across[i] + across[i + 1]) & seven;
    i16x8 gy = (along[i + 1] - along[i - 1]) & seven;
    i32x8 x = __builtin_convertvector(gx, i32x8), y = __builtin_convertvector(gy, i32x8);
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  sums[0] = vec_sum_i32(xx);
  sums[1] = vec_sum_i32(yy);
  sums[2] = vec_sum_i32(xy);
}

// First moments of the levels of a disc of radius 15 around a pixel, whose 31 columns are bytes 0 to 30 of `p`'s rows.
// `reach` holds the disc's extent to either side for each row's distance.
RECTO_INLINE void vec_intensity_centroid(const uint8_t *p, intptr_t stride, const uint8_t *reach, int32_t *moments) {
  const u8x32 distance = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
                          1,  2,  3,  4,  5,  6,  7, 8, 9, 10, 11, 12, 13, 14, 15, 255};
  const i16x16 even = {-15, -13, -11, -9, -7, -5, -3, -1, 1, 3, 5, 7, 9, 11, 13, 15};
  const i16x16 odd = {-14, -12, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 14, 0};
  const u8x32 zero = {0};
  u8x32 inside = (u8x32)(distance <= zero + reach[0]), row = vec_load32(p) & inside;
  i32x8 x = vec_multiply_pairs((i16x16)vec_even(row), even) + vec_multiply_pairs((i16x16)vec_odd(row), odd), y = {0};
  for (int i = 1; i <= 15; i++) {
    inside = (u8x32)(distance <= zero + reach[i]);
    u8x32 above = vec_load32(p - i * stride) & inside, below = vec_load32(p + i * stride) & inside;
    i16x16 ae = (i16x16)vec_even(above), ao = (i16x16)vec_odd(above);
    i16x16 be = (i16x16)vec_even(below), bo = (i16x16)vec_odd(below);
    x += vec_multiply_pairs(ae + be, even) + vec_multiply_pairs(ao + bo, odd);
    y += vec_multiply_pairs((be - ae) + (bo - ao), (i16x16){0} + (int16_t)i);
  }
  moments[0] = vec_sum_i32(x);
  moments[1] = vec_sum_i32(y);
}

// Eight entries of an integral image's row, from the levels left of them and the row above; `before` holds the sum of
// the row's levels so far.
RECTO_INLINE u32x8 vec_integral_row(const uint8_t *levels, const uint32_t *above, uint32_t *t, u32x8 before) {
  u32x8 sums = vec_running_sum(__builtin_convertvector(vec_load8(levels), u32x8)) + before;
  vec_store_u32x8(t, vec_load_u32x8(above) + sums);
  return vec_last_lane(sums);
}

// Offsets in a table for eight places, rotated and rounded.
RECTO_INLINE void vec_turned_offsets(const float *x, const float *y, float cosine, float sine, int32_t stride, int32_t *t) {
#pragma clang fp contract(off)
  f32x8 u = vec_load_f32x8(x), v = vec_load_f32x8(y);
  i32x8 column = vec_nearest(u * cosine - v * sine, 1), row = vec_nearest(u * sine + v * cosine, 1);
  vec_store_i32x8(t, row * stride + column);
}

// Number of bits in which a word of 256 bits differs from sixteen others, stored in groups of four: the first quarters
// of four words, then the second quarters, and so on.
RECTO_INLINE void vec_hamming16(const uint64_t *query, const uint64_t *fours, uint16_t *distances) {
  typedef uint16_t u16x4 __attribute__((vector_size(8)));
#pragma unroll
  for (int i = 0; i < 4; i++) {
    u64x4 sum = {0};
#pragma unroll
    for (int k = 0; k < 4; k++) {
      u64x4 v;
      __builtin_memcpy(&v, fours + 16 * i + 4 * k, 32);
      sum += __builtin_elementwise_popcount(v ^ query[k]);
    }
    u16x4 narrow = __builtin_convertvector(sum, u16x4);
    __builtin_memcpy(distances + 4 * i, &narrow, 8);
  }
}
// Minimum and maximum over all lanes.
RECTO_PURE uint16_t vec_reduce_min_u16(u16x16 v) { return __builtin_reduce_min(v); }
RECTO_PURE uint16_t vec_reduce_max_u16(u16x16 v) { return __builtin_reduce_max(v); }
// One bit for each of 16 lanes that is true.
RECTO_PURE uint32_t vec_lane_bits(u16x16 lanes) {
  typedef _Bool b16 __attribute__((ext_vector_type(16)));
  union {
    b16 bits;
    uint16_t word;
  } u;
  u.bits = __builtin_convertvector(lanes != (u16x16){0}, b16);
  return u.word;
}
// One bit for each of 16 lanes equal to a value, or less than it.
RECTO_PURE uint32_t vec_equal_bits(u16x16 v, uint16_t value) { return vec_lane_bits((u16x16)(v == (u16x16){0} + value)); }
RECTO_PURE uint32_t vec_below_bits(u16x16 v, uint16_t value) { return vec_lane_bits((u16x16)(v < (u16x16){0} + value)); }
// Whether any lane is less than a value.
RECTO_PURE int32_t vec_any_below(u16x16 v, uint16_t value) {
  return vec_byte_bits((u8x32)(v < (u16x16){0} + value)) != 0;
}
// The lanes whose places are farther from (x, y) than the square root of a bound; the largest value in other lanes.
RECTO_INLINE u16x8 vec_where_far(const uint16_t *values, const float *xs, const float *ys, float x, float y, float bound) {
#pragma clang fp contract(off)
  f32x8 u = vec_load_f32x8(xs) - x, v = vec_load_f32x8(ys) - y;
  i32x8 near = (i32x8)((u * u + v * v) <= bound);
  return vec_load_u16x8(values) | (u16x8)__builtin_convertvector(near, i16x8);
}
// Minimum over all lanes.
RECTO_PURE uint16_t vec_reduce_min_u16x8(u16x8 v) { return __builtin_reduce_min(v); }

// One bit for each of eight matches that agree with the map of another: see Reference.affineVotes. `map` holds the
// linear part in row order, the translation, the source place, the scale, the reach, and the rotation's cosine and
// sine; `bounds` the share of the gap, its offset, the ratio of scales and the cosine of rotations.
RECTO_INLINE uint32_t vec_agreeing(const float *const *matches, intptr_t i, const float *map, const float *bounds) {
#pragma clang fp contract(off)
  f32x8 px = vec_load_f32x8(matches[0] + i), py = vec_load_f32x8(matches[1] + i);
  f32x8 ex = ((px * map[0] + py * map[1]) + map[4]) - vec_load_f32x8(matches[2] + i);
  f32x8 ey = ((px * map[2] + py * map[3]) + map[5]) - vec_load_f32x8(matches[3] + i);
  f32x8 gx = px - map[6], gy = py - map[7];
  f32x8 gap = vec_sqrt_f32(gx * gx + gy * gy) * map[8];
  f32x8 reach = vec_less(gap * bounds[0] + bounds[1], (f32x8){0} + map[9]);
  f32x8 scale = vec_load_f32x8(matches[4] + i);
  f32x8 turn = vec_load_f32x8(matches[5] + i) * map[10] + vec_load_f32x8(matches[6] + i) * map[11];
  i32x8 agrees = (i32x8)((ex * ex + ey * ey) < reach * reach) & (i32x8)(scale < map[8] * bounds[2]) &
                 (i32x8)(scale * bounds[2] > map[8]) & (i32x8)(turn > bounds[3]);
  return vec_sign_bits(agrees);
}

// A step of FNV-1a in eight lanes.
RECTO_INLINE u32x8 vec_hash_step(u32x8 sums, const uint32_t *words, u32x8 prime) {
  return (sums ^ vec_load_u32x8(words)) * prime;
}

// A plane's values at eight places, interpolated between elements; NaN beyond `right` and `bottom`, its last indices.
RECTO_INLINE f32x8 vec_sample_plane(const float *base, intptr_t stride, f32x8 x, f32x8 y, float right, float bottom) {
#pragma clang fp contract(off)
  i32x8 inside = (x >= 0) & (y >= 0) & (x < right) & (y < bottom);
  x = (f32x8)((i32x8)x & inside);
  y = (f32x8)((i32x8)y & inside);
  i32x8 column = __builtin_convertvector(x, i32x8), row = __builtin_convertvector(y, i32x8);
  f32x8 a, b, c, d;
  for (int i = 0; i < 8; i++) {
    const float *p = base + (row[i] * stride + column[i]);
    a[i] = p[0];
    b[i] = p[1];
    c[i] = p[stride];
    d[i] = p[stride + 1];
  }
  f32x8 u = x - __builtin_convertvector(column, f32x8), v = y - __builtin_convertvector(row, f32x8);
  f32x8 upper = a + (b - a) * u, lower = c + (d - c) * u;
  return (f32x8)((i32x8)(upper + (lower - upper) * v) | ~inside);
}

#pragma clang diagnostic pop
