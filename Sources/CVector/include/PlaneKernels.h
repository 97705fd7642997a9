// Kernels on small planes of floats: the detector's working frame.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"

RECTO_ISA_CLONES(recto_smooth_bytes,
                 (const uint8_t *source, intptr_t stride, intptr_t width, intptr_t height, float gain, float offset,
                  float *target, float *row),
                 (source, stride, width, height, gain, offset, target, row))
RECTO_ISA_CLONES(recto_smooth_plane,
                 (const float *source, intptr_t width, intptr_t height, float *target, float *row),
                 (source, width, height, target, row))
RECTO_ISA_CLONES(recto_structure_tensor,
                 (const float *first, const float *second, const float *third, float chroma_weight, intptr_t width,
                  intptr_t height, float *magnitude, float *double_cosine, float *double_sine),
                 (first, second, third, chroma_weight, width, height, magnitude, double_cosine, double_sine))
RECTO_ISA_CLONES(recto_suppress_surround,
                 (const float *magnitude, intptr_t width, intptr_t height, intptr_t radius, float weight, float floor,
                  float minimum, float *strength, float *scratch),
                 (magnitude, width, height, radius, weight, floor, minimum, strength, scratch))

RECTO_ISA_CLONES(recto_direction_bins,
                 (const float *double_cosine, const float *double_sine, intptr_t count, uint8_t *bins),
                 (double_cosine, double_sine, count, bins))
RECTO_ISA_CLONES(recto_mean_colours,
                 (const float *first, const float *second, const float *third, intptr_t width, intptr_t height,
                  float *target, float *scratch),
                 (first, second, third, width, height, target, scratch))
