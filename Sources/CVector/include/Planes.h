// The planes that kernels read and write, and what else bodies get as one value.
#pragma once
#include <stdint.h>

// Rows of `width` pixels, `stride` bytes apart, to be read.
typedef struct {
  const uint8_t *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_plane;

// The same to be written.
typedef struct {
  uint8_t *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_target;

// Rows of `width` floats, `stride` elements apart, to be read.
typedef struct {
  const float *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_float_plane;

// The same to be written.
typedef struct {
  float *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_float_target;

// A sparse filter: `count` offsets, in elements, and as many weights.
typedef struct {
  const intptr_t *_Nonnull offsets;
  const float *_Nonnull weights;
  intptr_t count;
} recto_taps;

// Four weights of rows, and four of columns for each of `phases` places within a pixel.
typedef struct {
  const float *_Nonnull down;
  const float *_Nonnull across;
  intptr_t phases;
} recto_gather_taps;

// A number for each pixel of a row.
typedef struct {
  const float *_Nonnull gain;
  const float *_Nonnull offset;
  const float *_Nonnull weight;
} recto_gather_light;

// Sums of a row's pixels, `apart` elements from one phase's to the next.
typedef struct {
  float *_Nonnull values;
  float *_Nonnull weights;
  intptr_t apart;
} recto_gather_sums;
