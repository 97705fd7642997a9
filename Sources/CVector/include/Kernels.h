// The kernels of RectoKernels: what is called, and what Swift implements as `…_body`.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"

// Convert.swift

RECTO_ISA_CLONES(recto_luma_from_yuyv,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))
RECTO_ISA_CLONES(recto_planes_from_yuyv,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *luma, intptr_t luma_stride,
                  uint8_t *blue, uint8_t *red, intptr_t chroma_stride),
                 (s, stride, w, h, luma, luma_stride, blue, red, chroma_stride))
RECTO_ISA_CLONES(recto_planes_from_nv12,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *blue, uint8_t *red,
                  intptr_t t_stride),
                 (s, stride, w, h, blue, red, t_stride))
RECTO_ISA_CLONES(recto_luma_from_rgb,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))
RECTO_ISA_CLONES(recto_luma_from_rgba,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))
RECTO_ISA_CLONES(recto_planes_from_rgb,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *luma, uint8_t *blue,
                  uint8_t *red, intptr_t t_stride),
                 (s, stride, w, h, luma, blue, red, t_stride))
RECTO_ISA_CLONES(recto_planes_from_rgba,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *luma, uint8_t *blue,
                  uint8_t *red, intptr_t t_stride),
                 (s, stride, w, h, luma, blue, red, t_stride))
RECTO_ISA_CLONES(recto_rgb_from_rgba,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))

// Halve.swift

RECTO_ISA_CLONES(recto_halve_gray,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))
RECTO_ISA_CLONES(recto_halve_rgb,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))

// AreaDownscale.swift

// Weighted sums of `rows` rows of `n` bytes; `t` has room for n rounded up to 32.
RECTO_ISA_CLONES(recto_area_columns,
                 (const uint8_t *s, intptr_t stride, intptr_t n, const uint16_t *weights, intptr_t rows, int16_t *t),
                 (s, stride, n, weights, rows, t))
RECTO_ISA_CLONES(recto_area_row_gray,
                 (const int16_t *t, const int32_t *starts, const uint16_t *weights, intptr_t taps, intptr_t n,
                  uint8_t *out),
                 (t, starts, weights, taps, n, out))
RECTO_ISA_CLONES(recto_area_row_rgb,
                 (const int16_t *t, const int32_t *starts, const uint16_t *weights, intptr_t taps, intptr_t n,
                  uint8_t *out),
                 (t, starts, weights, taps, n, out))

// Blur.swift

RECTO_ISA_CLONES(recto_binomial3x3,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))
RECTO_ISA_CLONES(recto_binomial5x5,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, uint8_t *t, intptr_t t_stride),
                 (s, stride, w, h, t, t_stride))

// Gradient.swift

RECTO_ISA_CLONES(recto_scharr3x3,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, int16_t *dx, int16_t *dy,
                  intptr_t t_stride),
                 (s, stride, w, h, dx, dy, t_stride))
RECTO_ISA_CLONES(recto_sobel3x3,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, int16_t *dx, int16_t *dy,
                  intptr_t t_stride),
                 (s, stride, w, h, dx, dy, t_stride))

// Warp.swift

// One row: `row` holds x0, y0, w0, dx, dy, dw.
RECTO_ISA_CLONES(recto_warp_row_gray,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, const float *row, uint8_t *t, intptr_t n),
                 (s, stride, w, h, row, t, n))
RECTO_ISA_CLONES(recto_warp_row_rgb,
                 (const uint8_t *s, intptr_t stride, intptr_t w, intptr_t h, const float *row, uint8_t *t, intptr_t n),
                 (s, stride, w, h, row, t, n))
