// Vector operations on the module grids of two-dimensional codes.
#pragma once
#include "Vectors.h"

#pragma clang system_header
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

// Levels at 8 grid points, which `map` maps to the picture: see Reference.sampleGrid. `w` and `h` are at least 1.
RECTO_INLINE void vec_sample_grid(const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, float outside,
                                  const float *map, const float *x, const float *y, float *t) {
#pragma clang fp contract(off)
  f32x8 gx = vec_load_f32x8(x), gy = vec_load_f32x8(y);
  f32x8 share = 1 / ((gx * map[6] + gy * map[7]) + 1);
  // Positions minus half a pixel plus one, clamped between 0 and the far side of the border. NaN becomes 0.
  f32x8 u = ((gx * map[0] + gy * map[1]) + map[2]) * share + 0.5f;
  f32x8 v = ((gx * map[3] + gy * map[4]) + map[5]) * share + 0.5f;
  const f32x8 zero = {0};
  u = vec_less(vec_greater(u, zero), zero + (float)(w + 1));
  v = vec_less(vec_greater(v, zero), zero + (float)(h + 1));
  i32x8 column = vec_int_small(u), row = vec_int_small(v);
  f32x8 across = u - vec_float_small(column), down = v - vec_float_small(row);
  column -= 1;
  row -= 1;
  i32x8 beyond = column | row | ((int32_t)w - 2 - column) | ((int32_t)h - 2 - row);
  i32x8 four;
  f32x8 upper_left, upper_right, lower_left, lower_right;
  if (vec_none_negative(beyond) && stride * h <= INT32_MAX) {
    // Two offsets at a time are extracted from the vector; four pixels become the bytes of a lane.
    u64x4 places = (u64x4)(row * (int32_t)stride + column);
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const uint8_t *p = s + (uint32_t)places[i], *q = s + (places[i] >> 32);
      uint16_t a, b, c, d;
      __builtin_memcpy(&a, p, 2);
      __builtin_memcpy(&b, p + stride, 2);
      __builtin_memcpy(&c, q, 2);
      __builtin_memcpy(&d, q + stride, 2);
      four[2 * i] = (int32_t)(a | (uint32_t)b << 16);
      four[2 * i + 1] = (int32_t)(c | (uint32_t)d << 16);
    }
    upper_left = vec_float_small(four & 255);
    upper_right = vec_float_small((four >> 8) & 255);
    lower_left = vec_float_small((four >> 16) & 255);
    lower_right = vec_float_small((i32x8)((u32x8)four >> 24));
  } else {
    for (int i = 0; i < 8; i++) {
      int32_t c = column[i], r = row[i];
      _Bool left = c >= 0 && c < w, right = c + 1 >= 0 && c + 1 < w, top = r >= 0 && r < h, bottom = r + 1 >= 0 && r + 1 < h;
      const uint8_t *p = s + r * stride + c;
      upper_left[i] = left && top ? p[0] : outside;
      upper_right[i] = right && top ? p[1] : outside;
      lower_left[i] = left && bottom ? p[stride] : outside;
      lower_right[i] = right && bottom ? p[stride + 1] : outside;
    }
  }
  f32x8 top = vec_lerp(upper_left, upper_right, across), bottom = vec_lerp(lower_left, lower_right, across);
  vec_store_f32x8(t, vec_lerp(top, bottom, down));
}

// For four blocks of 8 × 8: minimum, maximum and mean level, (sum + 32) >> 6.
RECTO_INLINE void vec_block_levels(const uint8_t *const *rows, intptr_t x, uint8_t *least, uint8_t *greatest,
                                   uint8_t *mean) {
  u8x32 v = vec_load32(rows[0] + x), low = v, high = v;
  u16x16 sum = vec_even(v) + vec_odd(v);
#pragma unroll
  for (int i = 1; i < 8; i++) {
    v = vec_load32(rows[i] + x);
    low = __builtin_elementwise_min(low, v);
    high = __builtin_elementwise_max(high, v);
    sum += vec_even(v) + vec_odd(v);
  }
  // Reduces each block's 64 bits to its lowest lane.
#pragma unroll
  for (int shift = 32; shift >= 8; shift /= 2) {
    low = __builtin_elementwise_min(low, (u8x32)((u64x4)low >> (uint64_t)shift));
    high = __builtin_elementwise_max(high, (u8x32)((u64x4)high >> (uint64_t)shift));
    if (shift > 8) sum += (u16x16)((u64x4)sum >> (uint64_t)shift);
  }
  u64x4 level = (((u64x4)sum & 0xffff) + 32) >> 6;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    least[i] = low[8 * i];
    greatest[i] = high[8 * i];
    mean[i] = (uint8_t)level[i];
  }
}

// Adds to sums (sign 1), or subtracts from them (−1), the means of blocks whose extremes differ by `contrast` or more,
// and counts those blocks.
RECTO_INLINE void vec_block_sums(const uint8_t *least, const uint8_t *greatest, const uint8_t *mean, intptr_t contrast,
                                 intptr_t sign, uint16_t *sums, uint16_t *counts) {
  u16x16 spread = vec_widen(vec_load16(greatest)) - vec_widen(vec_load16(least));
  u16x16 busy = (u16x16)((i16x16)spread >= (int16_t)contrast);
  u16x16 level = vec_widen(vec_load16(mean)) & busy;
  u16x16 sum = vec_load_u16x16(sums), count = vec_load_u16x16(counts);
  vec_store_u16x16(sums, sign > 0 ? sum + level : sum - level);
  vec_store_u16x16(counts, sign > 0 ? count - busy : count + busy);
}
// Thresholds of 8 blocks: the rounded mean of the sums of five neighbors, or half the minimum level if nothing counts.
RECTO_INLINE void vec_block_thresholds(const uint16_t *sums, const uint16_t *counts, const uint8_t *least, uint8_t *t) {
  u16x8 sum = vec_load_u16x8(sums), count = vec_load_u16x8(counts);
#pragma unroll
  for (int i = 1; i < 5; i++) {
    sum += vec_load_u16x8(sums + i);
    count += vec_load_u16x8(counts + i);
  }
  f32x8 number = vec_float_small(__builtin_convertvector(count, i32x8));
  f32x8 divisor = vec_greater(number, (f32x8){0} + 1);
  i32x8 level = vec_int_small(vec_float_small(__builtin_convertvector(sum, i32x8)) / divisor + 0.5f);
  i32x8 dark = __builtin_convertvector(vec_load8(least), i32x8) >> 1;
  i32x8 none = number == 0;
  vec_store8(t, __builtin_convertvector((level & ~none) | (dark & none), u8x8));
}
// Eight levels from a to b, 16 a + (b - a) (2 k + 1), then eight from b to c.
RECTO_INLINE void vec_block_expand(uint8_t a, uint8_t b, uint8_t c, uint16_t *t) {
  const u16x16 odd = {1, 3, 5, 7, 9, 11, 13, 15, 1, 3, 5, 7, 9, 11, 13, 15};
  const u16x16 second = {0, 0, 0, 0, 0, 0, 0, 0, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff};
  const u16x16 zero = {0};
  u16x16 from = ((zero + a) & ~second) | ((zero + b) & second), to = ((zero + b) & ~second) | ((zero + c) & second);
  vec_store_u16x16(t, odd * (to - from) + from * 16);
}
// One bit for each of 32 pixels of up to 8 rows: whether the pixel is at most its threshold, interpolated between
// `upper` and `lower`. The first pixel has the lowest bit.
RECTO_INLINE void vec_block_compare(const uint8_t *s, intptr_t stride, intptr_t rows, const uint16_t *upper,
                                    const uint16_t *lower, intptr_t weight, uint8_t *bits, intptr_t bits_stride) {
  u16x16 a = vec_load_u16x16(upper), b = vec_load_u16x16(upper + 16);
  u16x16 da = vec_load_u16x16(lower) - a, db = vec_load_u16x16(lower + 16) - b;
  a = a * 16 + da * (uint16_t)weight;
  b = b * 16 + db * (uint16_t)weight;
  da += da;
  db += db;
  for (intptr_t i = 0; i < rows; i++) {
    u8x32 v = vec_load32(s + i * stride), t = vec_narrow(a >> 8, b >> 8);
    uint32_t word = vec_byte_bits((u8x32)(v <= t));
    __builtin_memcpy(bits + i * bits_stride, &word, 4);
    a += da;
    b += db;
  }
}

// One bit for each of 8 windows of five runs that resembles a finder pattern, lane 0 lowest: see Reference.isFinder.
RECTO_INLINE uint32_t vec_finder_runs(const int32_t *starts, const int32_t *ends) {
  i32x8 s0 = vec_load_i32x8(starts), s1 = vec_load_i32x8(starts + 1), s2 = vec_load_i32x8(starts + 2);
  i32x8 e0 = vec_load_i32x8(ends), e1 = vec_load_i32x8(ends + 1), e2 = vec_load_i32x8(ends + 2);
  i32x8 a = e0 - s0, b = s1 - e0, c = e1 - s1, d = s2 - e1, e = e2 - s2;
  i32x8 m = (a + e) + (b + c + d) * 2, slack = vec_max_i32(m, (i32x8){0} + 24);
  i32x8 first = (a + b) * 120 - m * 20, last = (d + e) * 120 - m * 20;
  i32x8 left = (b + c) * 12 - m * 4, right = (c + d) * 12 - m * 4;
  i32x8 outer = slack * 9;
  i32x8 good = (first < outer) & (-first < outer) & (last < outer) & (-last < outer) & (left < slack) & (-left < slack) &
               (right < slack) & (-right < slack) & (c * 60 > m * 7) & (c * 12 < m * 5) &
               (vec_max_i32(a, e) * 24 < m * 5) & (vec_max_i32(b, d) * 60 < m * 11) & (m * 5 > 42);
  return vec_sign_bits(good);
}

// Adds the bytes at 8 points of a plane; points beyond the border have the border's value. Offsets fit 32 bits if
// `narrow`.
RECTO_INLINE i32x8 vec_add_bytes_at(i32x8 sum, const uint8_t *s, intptr_t stride, intptr_t step, intptr_t w, intptr_t h,
                                    _Bool narrow, f32x8 x, f32x8 y) {
  const f32x8 zero = {0};
  // NaN becomes 0.
  i32x8 column = vec_int_small(vec_less(vec_greater(x, zero), zero + (float)(w - 1)));
  i32x8 row = vec_int_small(vec_less(vec_greater(y, zero), zero + (float)(h - 1)));
  u8x8 v;
  if (narrow) {
    // Two offsets at a time are extracted from the vector.
    u64x4 places = (u64x4)(row * (int32_t)stride + column * (int32_t)step);
#pragma unroll
    for (int i = 0; i < 4; i++) {
      v[2 * i] = s[(uint32_t)places[i]];
      v[2 * i + 1] = s[places[i] >> 32];
    }
  } else {
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = s[row[i] * stride + column[i] * step];
  }
  return sum + __builtin_convertvector(v, i32x8);
}

// Sums of the samples of 8 cells, starting at cell `first`: see Reference.sampleCells. `row` holds a map and four more
// numbers; `reach` is the number of samples to each side.
RECTO_INLINE void vec_sample_cells(const uint8_t *s, intptr_t stride, intptr_t step, intptr_t w, intptr_t h,
                                   const float *row, int reach, intptr_t first, float *sums) {
#pragma clang fp contract(off)
  const float *m = row;
  float v = row[8];
  f32x8 number = (f32x8){0, 1, 2, 3, 4, 5, 6, 7} + (float)first;
  f32x8 u = (number + 0.5f) * row[10] + row[9];
  f32x8 share = 1 / ((u * m[6] + m[7] * v) + 1);
  f32x8 x = ((u * m[0] + m[1] * v) + m[2]) * share, y = ((u * m[3] + m[4] * v) + m[5]) * share;
  _Bool narrow = stride * h <= INT32_MAX;
  i32x8 sum = {0};
  if (reach == 0) {
    sum = vec_add_bytes_at(sum, s, stride, step, w, h, narrow, x, y);
  } else {
    f32x8 scale = share * row[11];
    f32x8 across_x = (m[0] - x * m[6]) * scale, across_y = (m[3] - y * m[6]) * scale;
    f32x8 down_x = (m[1] - x * m[7]) * scale, down_y = (m[4] - y * m[7]) * scale;
    f32x8 xs[3] = {x - across_x, x, x + across_x}, ys[3] = {y - across_y, y, y + across_y};
#pragma unroll
    for (int i = 0; i < 3; i++) {
      sum = vec_add_bytes_at(sum, s, stride, step, w, h, narrow, xs[i] - down_x, ys[i] - down_y);
      sum = vec_add_bytes_at(sum, s, stride, step, w, h, narrow, xs[i], ys[i]);
      sum = vec_add_bytes_at(sum, s, stride, step, w, h, narrow, xs[i] + down_x, ys[i] + down_y);
    }
  }
  vec_store_f32x8(sums, vec_float_small(sum));
}

#pragma clang diagnostic pop
