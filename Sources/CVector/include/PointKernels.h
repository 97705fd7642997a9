// Kernels on points of interest.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"

// CornerScores.swift

// Scores of n pixels, 32 or more, all of whose rings can be read.
RECTO_ISA_CLONES(recto_corner_scores, (const uint8_t *s, intptr_t stride, intptr_t n, intptr_t threshold, uint8_t *t),
                 (s, stride, n, threshold, t))
// Appends to a list the peaks in a row, in the columns first ..< end (32 or more); all their neighbors are readable.
RECTO_ISA_CLONES(recto_score_peaks,
                 (const uint8_t *s, intptr_t stride, intptr_t row, intptr_t first, intptr_t end, uint32_t *list,
                  intptr_t *count),
                 (s, stride, row, first, end, list, count))

// CornerTensors.swift

// Three sums for each of n places.
RECTO_ISA_CLONES(recto_corner_tensors,
                 (const uint8_t *s, intptr_t stride, const uint32_t *places, intptr_t n, int32_t *sums),
                 (s, stride, places, n, sums))

// IntensityCentroid.swift

// Two moments for each of n places; `reach` holds 16 bytes.
RECTO_ISA_CLONES(recto_intensity_centroid,
                 (const uint8_t *s, intptr_t stride, const uint32_t *places, intptr_t n, const uint8_t *reach,
                  int32_t *moments),
                 (s, stride, places, n, reach, moments))

// IntegralImage.swift

RECTO_ISA_CLONES(recto_integral_row, (const uint8_t *s, intptr_t n, const uint32_t *above, uint32_t *t), (s, n, above, t))

// BinaryDescriptor.swift

// Offsets of n places, a multiple of 8.
RECTO_ISA_CLONES(recto_turned_offsets,
                 (const float *x, const float *y, intptr_t n, float cosine, float sine, intptr_t stride, int32_t *t),
                 (x, y, n, cosine, sine, stride, t))

// HammingDistances.swift

// n is a multiple of 16. Not every CPU of level v4 counts the bits of 64-bit lanes.
RECTO_ISA_CLONES_POPCOUNT(recto_hamming_distances,
                          (const uint64_t *query, const uint64_t *fours, intptr_t n, uint16_t *distances),
                          (query, fours, n, distances))
// The minimum of n values, a multiple of 16, and its first index.
RECTO_ISA_CLONES(recto_minimum_distance, (const uint16_t *values, intptr_t n, intptr_t *place), (values, n, place))
// Indices of those of n values, a multiple of 16, that are below a limit and at most each lane's minimum.
RECTO_ISA_CLONES(recto_near_places,
                 (const uint16_t *values, intptr_t n, intptr_t limit, uint32_t *places, intptr_t *count),
                 (values, n, limit, places, count))
// The minimum of n values, a multiple of 8, whose places are far from a given place.
RECTO_ISA_CLONES(recto_minimum_far_distance,
                 (const uint16_t *values, const float *x, const float *y, intptr_t n, float from_x, float from_y,
                  float bound, intptr_t *least),
                 (values, x, y, n, from_x, from_y, bound, least))

// AffineVotes.swift

// One bit for each of n matches, a multiple of 8, in words of 64.
RECTO_ISA_CLONES(recto_agreeing,
                 (const float *const *matches, intptr_t n, const float *map, const float *bounds, uint64_t *bits),
                 (matches, n, map, bounds, bits))

// StreamChecksum.swift

// Adds n blocks of 128 bytes to 32 sums.
RECTO_ISA_CLONES(recto_stream_sums, (const uint8_t *s, intptr_t n, uint32_t *sums), (s, n, sums))
