// The planes that kernels read and write, and other arguments that bodies receive as one value.
#pragma once
#include <stdint.h>

// Readable rows of `width` pixels, `stride` bytes apart.
typedef struct {
  const uint8_t *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_plane;

// Writable rows of `width` pixels, `stride` bytes apart.
typedef struct {
  uint8_t *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_target;

// Readable rows of `width` floats, `stride` elements apart.
typedef struct {
  const float *_Nonnull base;
  intptr_t stride;
  intptr_t width;
  intptr_t height;
} recto_float_plane;

// Writable rows of `width` floats, `stride` elements apart.
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

// Four weights for rows and four for columns, for each of `phases` places within a pixel.
typedef struct {
  const float *_Nonnull down;
  const float *_Nonnull across;
  intptr_t phases;
} recto_gather_taps;

// Coordinates of points, the expected values of a plane there and their slopes: `count` of each, a multiple of 8.
typedef struct {
  const float *_Nonnull x;
  const float *_Nonnull y;
  const float *_Nonnull target;
  const float *_Nonnull dx;
  const float *_Nonnull dy;
  intptr_t count;
} recto_points;

// A symmetric filter of `radius` pairs of taps, and how far its result may exceed the range of the elements within
// `reach`.
typedef struct {
  const float *_Nonnull taps;
  intptr_t radius;
  intptr_t step;
  intptr_t reach;
  float print;
  float paper;
} recto_deblur;

// One number for each cell of a row.
typedef struct {
  const float *_Nonnull gain;
  const float *_Nonnull offset;
  const float *_Nonnull weight;
} recto_cell_light;

// Numbers for the cell at the start of a tile, `stride` elements between rows of cells.
typedef struct {
  const float *_Nonnull gain;
  const float *_Nonnull offset;
  const float *_Nonnull weight;
  intptr_t stride;
} recto_tile_light;

// Sums of a tile's pixels, `stride` elements between rows and `apart` between phases.
typedef struct {
  float *_Nonnull values;
  float *_Nonnull weights;
  intptr_t width;
  intptr_t height;
  intptr_t stride;
  intptr_t apart;
} recto_tile_sums;
