// Kernels on small planes of floats: the detector's working frame.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"
#include "Planes.h"

RECTO_ISA_CLONES(recto_smooth_bytes,
                 (recto_plane source, float gain, float offset, float *target, float *row),
                 (source, gain, offset, target, row))
RECTO_ISA_CLONES(recto_smooth_plane,
                 (const float *source, intptr_t width, intptr_t height, float *target, float *row),
                 (source, width, height, target, row))
RECTO_ISA_CLONES(recto_sum_taps,
                 (const float *source, intptr_t stride, recto_taps taps, recto_float_target t), (source, stride, taps, t))
RECTO_ISA_CLONES(recto_structure_tensor,
                 (const float *first, const float *second, const float *third, float chroma_weight, intptr_t width,
                  intptr_t height, float *magnitude, uint8_t *direction),
                 (first, second, third, chroma_weight, width, height, magnitude, direction))
RECTO_ISA_CLONES(recto_suppress_surround,
                 (const float *magnitude, intptr_t width, intptr_t height, intptr_t radius, float weight, float floor,
                  float minimum, const uint8_t *direction, uint32_t *edges, float *scratch),
                 (magnitude, width, height, radius, weight, floor, minimum, direction, edges, scratch))
// Converts words of strength and direction to words of strength, row and column, and to bins; `count` receives their
// number.
RECTO_ISA_CLONES(recto_collect_voters,
                 (const uint32_t *edges, intptr_t width, intptr_t height, float minimum, uint32_t *voters,
                  uint8_t *bins, intptr_t *count),
                 (edges, width, height, minimum, voters, bins, count))
// Each row has a cosine, a sine, the offset of the origin and a weight.
RECTO_ISA_CLONES(recto_cast_votes,
                 (const uint32_t *voters, intptr_t count, const float *rows, intptr_t n, float *votes, intptr_t stride),
                 (voters, count, rows, n, votes, stride))
// `line` holds cosine, sine, offset and squared distance; the 7 sums are added to.
RECTO_ISA_CLONES(recto_sum_voters,
                 (const uint32_t *voters, intptr_t count, const float *line, float center_x, float center_y, float *sums),
                 (voters, count, line, center_x, center_y, sums))
RECTO_ISA_CLONES(recto_row_peaks, (const float *row, intptr_t n, float minimum, int32_t *found, intptr_t *count),
                 (row, n, minimum, found, count))
// `direction` holds cosine, sine and the bound.
RECTO_ISA_CLONES(recto_pick_pairs,
                 (const uint64_t *members, const float *cosines, const float *sines, intptr_t n, uint64_t barred,
                  const float *direction, int32_t *found, intptr_t *count),
                 (members, cosines, sines, n, barred, direction, found, count))
// `spans` holds four numbers: see vec_cut_sides.
RECTO_ISA_CLONES(recto_cut_sides,
                 (const uint32_t *pairs, const uint64_t *members, intptr_t n, uint64_t reachable,
                  const float *positions, const float *sums, const int32_t *spans, float least, float *sides),
                 (pairs, members, n, reachable, positions, sums, spans, least, sides))
// Words of four lines each, and scores; `terms` holds the three bounds, the frame's area and the four weights.
RECTO_ISA_CLONES(recto_enumerate_quads,
                 (const int32_t *picked, intptr_t n, const uint32_t *pairs, uint32_t pair, const float *ends,
                  const float *first_sides, const float *second_sides, const float *terms, uint32_t *quads,
                  float *scores, intptr_t *count),
                 (picked, n, pairs, pair, ends, first_sides, second_sides, terms, quads, scores, count))
// Lower bound of the bins that hold the `keep` largest of `n` values.
RECTO_ISA_CLONES(recto_largest_bound,
                 (const float *values, intptr_t n, intptr_t keep, int32_t *histogram, intptr_t bins, float *bound),
                 (values, n, keep, histogram, bins, bound))
// `line` holds the line's normal, the foot of the frame's center, that center, and the step across to the outer rows;
// the five result rows have room for whole vectors.
RECTO_ISA_CLONES(recto_line_places,
                 (const float *line, intptr_t first, intptr_t count, intptr_t width, intptr_t height, int32_t *places,
                  intptr_t stride),
                 (line, first, count, width, height, places, stride))
// `line` holds x, y, the step between samples, and the step to the side; each result row, one per channel, has room for
// whole vectors.
RECTO_ISA_CLONES(recto_sample_line,
                 (const uint8_t *base, intptr_t stride, intptr_t step, intptr_t x_shift, intptr_t y_shift,
                  intptr_t channels, intptr_t spacing, intptr_t width, intptr_t height, const float *line,
                  intptr_t count, intptr_t interpolates, float *result, intptr_t r_stride),
                 (base, stride, step, x_shift, y_shift, channels, spacing, width, height, line, count, interpolates,
                  result, r_stride))
RECTO_ISA_CLONES(recto_mean_colors,
                 (const float *first, const float *second, const float *third, intptr_t width, intptr_t height,
                  float *target, float *scratch),
                 (first, second, third, width, height, target, scratch))
