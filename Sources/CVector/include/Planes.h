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

// Points by coordinates, what a plane is expected to have there and its slopes, `count` of each, a multiple of 8.
typedef struct {
  const float *_Nonnull x;
  const float *_Nonnull y;
  const float *_Nonnull target;
  const float *_Nonnull dx;
  const float *_Nonnull dy;
  intptr_t count;
} recto_points;

// A symmetric filter of `radius` pairs of taps, and how far beyond the range of the elements within `reach` it may lead.
typedef struct {
  const float *_Nonnull taps;
  intptr_t radius;
  intptr_t step;
  intptr_t reach;
  float print;
  float paper;
} recto_deblur;

// A number for each cell of a row.
typedef struct {
  const float *_Nonnull gain;
  const float *_Nonnull offset;
  const float *_Nonnull weight;
} recto_cell_light;

// Numbers of the cell that a tile begins with, `stride` elements from one row of cells to the next.
typedef struct {
  const float *_Nonnull gain;
  const float *_Nonnull offset;
  const float *_Nonnull weight;
  intptr_t stride;
} recto_tile_light;

// Sums of a tile's pixels, `stride` elements from row to row and `apart` from one phase's to the next.
typedef struct {
  float *_Nonnull values;
  float *_Nonnull weights;
  intptr_t width;
  intptr_t height;
  intptr_t stride;
  intptr_t apart;
} recto_tile_sums;
