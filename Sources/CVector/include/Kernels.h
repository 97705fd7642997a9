// The kernels of RectoKernels: the functions to call, which Swift implements as `…_body`.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"
#include "Planes.h"

// Convert.swift

RECTO_ISA_CLONES(recto_luma_from_yuyv, (recto_plane s, recto_target t), (s, t))
RECTO_ISA_CLONES(recto_planes_from_yuyv,
                 (recto_plane s, recto_target luma, recto_target blue, recto_target red), (s, luma, blue, red))
RECTO_ISA_CLONES(recto_planes_from_nv12,
                 (recto_plane s, recto_target blue, recto_target red), (s, blue, red))
RECTO_ISA_CLONES(recto_luma_from_rgb, (recto_plane s, recto_target t), (s, t))
RECTO_ISA_CLONES(recto_luma_from_rgba, (recto_plane s, recto_target t), (s, t))
RECTO_ISA_CLONES(recto_planes_from_rgb,
                 (recto_plane s, recto_target luma, recto_target blue, recto_target red), (s, luma, blue, red))
RECTO_ISA_CLONES(recto_planes_from_rgba,
                 (recto_plane s, recto_target luma, recto_target blue, recto_target red), (s, luma, blue, red))
RECTO_ISA_CLONES(recto_rgb_from_rgba, (recto_plane s, recto_target t), (s, t))

// Halve.swift

RECTO_ISA_CLONES(recto_halve_gray, (recto_plane s, recto_target t), (s, t))
RECTO_ISA_CLONES(recto_halve_rgb, (recto_plane s, recto_target t), (s, t))

// SearchPatch.swift

// A score for each of columns × rows places of a 13 × 13 patch, whose rows are 16 bytes apart, in rows of 32; `best`
// receives the index of the best.
RECTO_ISA_CLONES(recto_search_patch,
                 (const uint8_t *patch, const uint8_t *window, intptr_t stride, intptr_t columns, intptr_t rows,
                  float flat, float *scores, int32_t *scratch, intptr_t *best),
                 (patch, window, stride, columns, rows, flat, scores, scratch, best))

// Enlarge.swift

// A quarter of the way from b to c; `t` has room for 16 bytes more.
RECTO_ISA_CLONES(recto_enlarge_phase,
                 (const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, intptr_t n, uint8_t *t),
                 (a, b, c, d, n, t))
// Doubles n bytes of a row, using two rows of n with room for 16 more.
RECTO_ISA_CLONES(recto_enlarge_row,
                 (const uint8_t *s, intptr_t n, intptr_t channels, uint8_t *left, uint8_t *right, uint8_t *t),
                 (s, n, channels, left, right, t))

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

RECTO_ISA_CLONES(recto_binomial3x3, (recto_plane s, recto_target t), (s, t))
RECTO_ISA_CLONES(recto_binomial5x5, (recto_plane s, recto_target t), (s, t))

// Gradient.swift

RECTO_ISA_CLONES(recto_scharr3x3,
                 (recto_plane s, int16_t *dx, int16_t *dy, intptr_t t_stride), (s, dx, dy, t_stride))
RECTO_ISA_CLONES(recto_sobel3x3,
                 (recto_plane s, int16_t *dx, int16_t *dy, intptr_t t_stride), (s, dx, dy, t_stride))

// Warp.swift

// One row: `row` holds x0, y0, w0, dx, dy, dw and its shape. `fast` may be 1 from level v3 on and does not change the
// result.
RECTO_ISA_CLONES(recto_warp_row_gray,
                 (recto_plane s, const float *row, uint8_t *t, intptr_t n, void *scratch, intptr_t fast),
                 (s, row, t, n, scratch, fast))
RECTO_ISA_CLONE_V3(recto_warp_row_rgb,
                   (recto_plane s, const float *row, uint8_t *t, intptr_t n, void *scratch, intptr_t fast),
                   (s, row, t, n, scratch, fast))

// WarpTiles.swift

// Rows of four tiles: `rows` holds dx, dy and dw, then x0, y0 and w0 by row, as vectors.
RECTO_ISA_CLONES(recto_warp_tiles_gray,
                 (recto_plane s, const float *rows, uint8_t *t, void *scratch, intptr_t fast),
                 (s, rows, t, scratch, fast))
RECTO_ISA_CLONE_V3(recto_warp_tiles_rgb,
                   (recto_plane s, const float *rows, uint8_t *t, void *scratch, intptr_t fast),
                   (s, rows, t, scratch, fast))

// Surface.swift

RECTO_ISA_CLONES(recto_surface_expand, (const uint16_t *cells, intptr_t n, uint16_t *t), (cells, n, t))
RECTO_ISA_CLONES(recto_surface_expand_rgb, (const uint16_t *cells, intptr_t n, uint16_t *t), (cells, n, t))
RECTO_ISA_CLONES(recto_surface_threshold,
                 (const uint8_t *s, intptr_t stride, intptr_t n, intptr_t rows, const uint16_t *upper,
                  const uint16_t *lower, intptr_t weight, uint8_t *bits, intptr_t bits_stride),
                 (s, stride, n, rows, upper, lower, weight, bits, bits_stride))
RECTO_ISA_CLONES(recto_surface_flatten,
                 (const uint8_t *s, intptr_t stride, intptr_t n, intptr_t rows, const uint16_t *upper,
                  const uint16_t *lower, intptr_t weight, uint8_t *t, intptr_t t_stride),
                 (s, stride, n, rows, upper, lower, weight, t, t_stride))

// BoxMean.swift and Threshold.swift

RECTO_ISA_CLONES(recto_box_add, (uint16_t *columns, const uint8_t *s, intptr_t n, intptr_t times),
                 (columns, s, n, times))
RECTO_ISA_CLONES(recto_box_move, (uint16_t *columns, const uint8_t *entering, const uint8_t *leaving, intptr_t n),
                 (columns, entering, leaving, n))
RECTO_ISA_CLONES(recto_box_sum, (const uint16_t *columns, intptr_t n, intptr_t radius, uint32_t *sums),
                 (columns, n, radius, sums))
RECTO_ISA_CLONES(recto_box_mean, (const uint32_t *sums, intptr_t n, intptr_t radius, uint8_t *t),
                 (sums, n, radius, t))
RECTO_ISA_CLONES(recto_box_threshold,
                 (const uint32_t *sums, const uint8_t *s, intptr_t n, intptr_t radius, intptr_t offset, uint8_t *bits),
                 (sums, s, n, radius, offset, bits))

// MomentThreshold.swift

// Sums and squares of columns.
RECTO_ISA_CLONES(recto_moment_move,
                 (int16_t *sums, int32_t *squares, const uint8_t *entering, const uint8_t *leaving, intptr_t n),
                 (sums, squares, entering, leaving, n))
RECTO_ISA_CLONES(recto_moment_threshold,
                 (const int16_t *sums, const int32_t *squares, const uint8_t *s, intptr_t n, intptr_t radius,
                  const float *coefficients, uint8_t *bits),
                 (sums, squares, s, n, radius, coefficients, bits))
RECTO_ISA_CLONES(recto_maximum_variance,
                 (const int16_t *sums, const int32_t *squares, intptr_t n, intptr_t radius, float *greatest),
                 (sums, squares, n, radius, greatest))

// Rotate.swift

RECTO_ISA_CLONES(recto_transpose, (recto_plane s, recto_target t), (s, t))
RECTO_ISA_CLONES(recto_reverse_gray, (const uint8_t *s, intptr_t n, uint8_t *t), (s, n, t))
RECTO_ISA_CLONES(recto_reverse_rgb, (const uint8_t *s, intptr_t n, uint8_t *t), (s, n, t))

// SampleGrid.swift

// `map` holds eight floats; x, y and t have room for n rounded up to 8.
RECTO_ISA_CLONES(recto_sample_grid,
                 (recto_plane s, float outside, const float *map, const float *x, const float *y, intptr_t n,
                  float *t),
                 (s, outside, map, x, y, n, t))

// SampleCells.swift

// `row` holds twelve floats; sums have room for n rounded up to 8. Pixels are `step` bytes apart; `reach` is 0 or 1.
RECTO_ISA_CLONES(recto_sample_cells,
                 (recto_plane s, intptr_t step, const float *row, int reach, intptr_t n, float *sums),
                 (s, step, row, reach, n, sums))

// BlockLevels.swift

// A row of n blocks of 8 × 8; all `rows` of 8 lines of 8 n bytes can be read.
RECTO_ISA_CLONES(recto_block_levels,
                 (const uint8_t *const *rows, intptr_t n, uint8_t *least, uint8_t *greatest, uint8_t *mean),
                 (rows, n, least, greatest, mean))

// A row of n thresholds of blocks from sums and counts of five rows, both with two more on either side.
RECTO_ISA_CLONES(recto_block_thresholds,
                 (const uint16_t *sums, const uint16_t *counts, const uint8_t *least, intptr_t n, uint8_t *t),
                 (sums, counts, least, n, t))
// Adds one row of blocks to the sums and counts, and subtracts another.
RECTO_ISA_CLONES(recto_block_sums,
                 (const uint8_t *least, const uint8_t *greatest, const uint8_t *mean, intptr_t n, intptr_t contrast,
                  intptr_t sign, uint16_t *sums, uint16_t *counts),
                 (least, greatest, mean, n, contrast, sign, sums, counts))
// Levels of n + 1 intervals between neighboring blocks, 8 per interval, in 1/16; the levels have one more on either
// side.
RECTO_ISA_CLONES(recto_block_expand, (const uint8_t *levels, intptr_t n, uint16_t *t), (levels, n, t))
// Up to 8 rows between two rows of expanded levels; `weight` is that of the lower row at the first pixel row, in 1/16.
RECTO_ISA_CLONES(recto_block_compare,
                 (const uint8_t *s, intptr_t stride, intptr_t n, intptr_t rows, const uint16_t *upper,
                  const uint16_t *lower, intptr_t weight, uint8_t *bits, intptr_t bits_stride),
                 (s, stride, n, rows, upper, lower, weight, bits, bits_stride))

// BitRuns.swift

// Starts and ends of the runs of ones in n words; both lists have room for 8 more. `count` receives the number of ends.
RECTO_ISA_CLONES(recto_bit_runs,
                 (const uint64_t *words, intptr_t n, int32_t *starts, int32_t *ends, intptr_t *count),
                 (words, n, starts, ends, count))

// FinderRuns.swift

// Positions of n runs of ink; lists those that begin five runs like a finder pattern's. The first element of the list
// is their number.
RECTO_ISA_CLONES(recto_finder_runs,
                 (const int32_t *starts, const int32_t *ends, intptr_t n, int32_t *list), (starts, ends, n, list))

// GatherTile.swift

// Adds a tile of pixels of a frame to sums; `scratch` has room for `gatherScratchCount` elements.
RECTO_ISA_CLONES(recto_gather_tile,
                 (recto_plane s, recto_gather_taps taps, recto_tile_light light, float *scratch, recto_tile_sums sums),
                 (s, taps, light, scratch, sums))

// BandPass.swift

RECTO_ISA_CLONES(recto_band_pass, (recto_plane s, float *scratch, recto_float_target t), (s, scratch, t))

// DeblurRow.swift

RECTO_ISA_CLONES(recto_deblur_row,
                 (const float *s, intptr_t stride, intptr_t n, recto_deblur deblur, const float *columns, float *scratch,
                  float *t),
                 (s, stride, n, deblur, columns, scratch, t))

// RegisterPoints.swift

// Values of a plane at mapped points, NaN outside, and their sums with the points' targets.
RECTO_ISA_CLONES(recto_sample_points,
                 (recto_float_plane s, recto_points points, const float *map, float *seen, float *sums),
                 (s, points, map, seen, sums))
// Sum of absolute differences between visible values and targets, and the number of visible points.
RECTO_ISA_CLONES(recto_sum_differences, (recto_points points, const float *seen, float gain, float *sums),
                 (points, seen, gain, sums))
// 44 sums of 8 elements each: the upper triangle of a system of eight unknowns, by rows, and its right side, followed
// by room for 8 vectors.
RECTO_ISA_CLONES(recto_sum_system,
                 (recto_points points, const float *seen, float gain, float bound, float *sums),
                 (points, seen, gain, bound, sums))

// CellAgreement.swift

// Adds a row of cells of 8 columns, each with its light, to the sums.
RECTO_ISA_CLONES(recto_add_cells, (recto_plane s, recto_cell_light light, recto_float_target sums), (s, light, sums))
// Seven sums for each cell that describe its difference from a mean.
RECTO_ISA_CLONES(recto_compare_cells,
                 (recto_plane s, recto_cell_light light, recto_float_plane mean, float *sums), (s, light, mean, sums))

// FilterSymmetric.swift

RECTO_ISA_CLONES(recto_filter_symmetric,
                 (const float *s, intptr_t step, intptr_t n, const float *taps, intptr_t radius, float *t),
                 (s, step, n, taps, radius, t))
