// The planes of bytes that kernels read and write.
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
