// Kernels on small planes of floats: the detector's working frame.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"

RECTO_ISA_CLONES(recto_smooth_bytes,
                 (const uint8_t *source, intptr_t stride, intptr_t width, intptr_t height, float *target, float *row),
                 (source, stride, width, height, target, row))
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

typedef float recto_f32x8 __attribute__((vector_size(32)));
typedef uint8_t recto_u8x8 __attribute__((vector_size(8)));

static inline __attribute__((always_inline, const)) recto_f32x8 recto_sqrt_f32x8(recto_f32x8 a) {
  return __builtin_elementwise_sqrt(a);
}
static inline __attribute__((always_inline, const)) recto_f32x8 recto_max_f32x8(recto_f32x8 a, recto_f32x8 b) {
  return __builtin_elementwise_max(a, b);
}
static inline __attribute__((always_inline, const)) recto_f32x8 recto_widen_f32x8(recto_u8x8 a) {
  return __builtin_convertvector(a, recto_f32x8);
}
