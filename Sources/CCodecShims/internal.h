#ifndef RECTO_CODEC_SHIMS_INTERNAL_H
#define RECTO_CODEC_SHIMS_INTERNAL_H

#include "CCodecShims.h"

/// Stores a library's text as one line; the first one is kept.
void codec_note(codec_message *message, const char *text);

/// Memory that grows while an encoder writes to it.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} codec_buffer;

/// Ensures a total capacity; false without enough memory.
bool codec_buffer_reserve(codec_buffer *buffer, size_t capacity);

#endif
