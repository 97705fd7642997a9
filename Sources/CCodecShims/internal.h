#ifndef RECTO_CODEC_SHIMS_INTERNAL_H
#define RECTO_CODEC_SHIMS_INTERNAL_H

#include "CCodecShims.h"

/// Stores a text of a library as one line; the first one stays.
void codec_note(codec_message *message, const char *text);

/// Memory that grows while an encoder writes to it.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} codec_buffer;

/// Makes room for `capacity` bytes in all; false if there is no memory.
bool codec_buffer_reserve(codec_buffer *buffer, size_t capacity);

#endif
