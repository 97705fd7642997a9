// Vector operations on the module grids of two-dimensional codes.
#pragma once
#include "Vectors.h"

#pragma clang system_header
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

// Levels at 8 points of a grid that `map` takes to the picture: see Reference.sampleGrid. `w` and `h` are at least 1.
RECTO_INLINE void vec_sample_grid(const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, float outside,
                                  const float *map, const float *x, const float *y, float *t) {
#pragma clang fp contract(off)
  f32x8 gx = vec_load_f32x8(x), gy = vec_load_f32x8(y);
  f32x8 share = 1 / ((gx * map[6] + gy * map[7]) + 1);
  // Places less half a pixel, plus one: at least 0, at most the border's far side. What is not a number becomes 0.
  f32x8 u = ((gx * map[0] + gy * map[1]) + map[2]) * share + 0.5f;
  f32x8 v = ((gx * map[3] + gy * map[4]) + map[5]) * share + 0.5f;
  const f32x8 zero = {0};
  u = vec_less(vec_greater(u, zero), zero + (float)(w + 1));
  v = vec_less(vec_greater(v, zero), zero + (float)(h + 1));
  i32x8 column = vec_int(u), row = vec_int(v);
  f32x8 across = u - vec_float(column), down = v - vec_float(row);
  column -= 1;
  row -= 1;
  i32x8 beyond = column | row | ((int32_t)w - 2 - column) | ((int32_t)h - 2 - row);
  i32x8 four;
  f32x8 upper_left, upper_right, lower_left, lower_right;
  if (vec_none_negative(beyond)) {
    int32_t columns[8], rows[8];
    vec_store_i32x8(columns, column);
    vec_store_i32x8(rows, row);
    // Four pixels as the bytes of a lane.
#pragma unroll
    for (int i = 0; i < 8; i++) {
      const uint8_t *p = s + rows[i] * stride + columns[i];
      uint16_t a, b;
      __builtin_memcpy(&a, p, 2);
      __builtin_memcpy(&b, p + stride, 2);
      four[i] = (int32_t)(a | (uint32_t)b << 16);
    }
    upper_left = vec_float(four & 255);
    upper_right = vec_float((four >> 8) & 255);
    lower_left = vec_float((four >> 16) & 255);
    lower_right = vec_float((i32x8)((u32x8)four >> 24));
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

// Of four blocks of 8 × 8: least, greatest and mean level, (sum + 32) >> 6.
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
  // Across each block's 64 bits, down to its lowest lane.
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

#pragma clang diagnostic pop
