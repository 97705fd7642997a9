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
