#include "internal.h"

#include <stdlib.h>
#include <string.h>

void codec_note(codec_message *message, const char *text) {
    if (message->text[0] != 0) return;
    size_t length = 0;
    for (; text[length] != 0 && length + 1 < sizeof message->text; ++length) {
        unsigned char c = (unsigned char)text[length];
        // The names of chunks and tags in a message may come from a malicious file.
        message->text[length] = c >= 32 && c < 127 ? (char)c : (c == '\n' || c == '\t') ? ' ' : '?';
    }
    message->text[length] = 0;
}

bool codec_buffer_reserve(codec_buffer *buffer, size_t capacity) {
    if (capacity <= buffer->capacity) return true;
    size_t larger = buffer->capacity + buffer->capacity / 2;
    if (larger < capacity) larger = capacity;
    uint8_t *bytes = realloc(buffer->bytes, larger);
    if (bytes == NULL) return false;
    buffer->bytes = bytes;
    buffer->capacity = larger;
    return true;
}

void codec_free(void *pointer) { free(pointer); }
