#include "foreign.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// `WebPData`.
typedef struct {
    const uint8_t *bytes;
    size_t size;
} webp_data;

/// `WebPAnimInfo`.
typedef struct {
    uint32_t canvas_width, canvas_height, loop_count, bgcolor, frame_count, pad[4];
} webp_animation_info;

/// `WEBP_DEMUX_ABI_VERSION` of libwebpdemux.so.2.
enum { demux_version = 0x0107 };

static struct {
    int (*WebPGetInfo)(const uint8_t *, size_t, int *width, int *height);
    uint8_t *(*WebPDecodeRGBAInto)(const uint8_t *, size_t, uint8_t *, size_t, int stride);
    void *(*WebPAnimDecoderNewInternal)(const webp_data *, const void *options, int version);
    int (*WebPAnimDecoderGetInfo)(const void *, webp_animation_info *);
    int (*WebPAnimDecoderGetNext)(void *, uint8_t **pixels, int *timestamp);
    void (*WebPAnimDecoderDelete)(void *);
} webp;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;
static codec_message reason;

static bool find(void *handle, void *demux) {
    CODEC_LIBRARY_FIND(&webp, handle, WebPGetInfo);
    CODEC_LIBRARY_FIND(&webp, handle, WebPDecodeRGBAInto);
    CODEC_LIBRARY_FIND(&webp, demux, WebPAnimDecoderNewInternal);
    CODEC_LIBRARY_FIND(&webp, demux, WebPAnimDecoderGetInfo);
    CODEC_LIBRARY_FIND(&webp, demux, WebPAnimDecoderGetNext);
    CODEC_LIBRARY_FIND(&webp, demux, WebPAnimDecoderDelete);
    return true;
}

static void open_library(void) {
    void *handle = codec_library_open("libwebp.so.7", &reason);
    void *demux = handle == NULL ? NULL : codec_library_open("libwebpdemux.so.2", &reason);
    is_there = demux != NULL && find(handle, demux);
}

static uint32_t little_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// Finds a chunk of the RIFF container; null if it is missing or truncated.
static const uint8_t *find_chunk(const codec_foreign_reader *reader, const char *name, size_t *size) {
    for (size_t place = 12; reader->count >= 8 && place <= reader->count - 8;) {
        size_t length = little_endian(reader->bytes + place + 4);
        const uint8_t *data = reader->bytes + place + 8;
        if (length > reader->count - place - 8) return NULL;
        if (memcmp(reader->bytes + place, name, 4) == 0) {
            *size = length;
            return data;
        }
        // Chunks have an even length.
        place += 8 + length + (length & 1);
    }
    return NULL;
}

/// Whether the file is an extended one with the animation flag.
static bool is_animated(const codec_foreign_reader *reader) {
    size_t size = 0;
    const uint8_t *header = find_chunk(reader, "VP8X", &size);
    return header != NULL && size >= 10 && (header[0] & 2) != 0;
}

codec_status codec_webp_open(codec_foreign_reader *reader, codec_foreign_header *header, codec_message *message) {
    pthread_once(&once, open_library);
    if (!is_there) {
        *message = reason;
        return CODEC_NO_LIBRARY;
    }
    int width = 0, height = 0;
    if (webp.WebPGetInfo(reader->bytes, reader->count, &width, &height) == 0 || width <= 0 || height <= 0) {
        codec_note(message, "no picture");
        return CODEC_CORRUPT;
    }
    header->width = (uint32_t)width;
    header->height = (uint32_t)height;
    header->profile = find_chunk(reader, "ICCP", &header->profile_count);
    header->exif = find_chunk(reader, "EXIF", &header->exif_count);
    if (header->exif_count >= 6 && memcmp(header->exif, "Exif\0", 6) == 0) {
        header->exif += 6;
        header->exif_count -= 6;
    }
    return CODEC_OK;
}

static codec_status read_first_frame(
    codec_foreign_reader *reader, codec_foreign_header *header, uint8_t *pixels, size_t stride, codec_message *message) {
    webp_data data = {reader->bytes, reader->count};
    void *decoder = webp.WebPAnimDecoderNewInternal(&data, NULL, demux_version);
    webp_animation_info info;
    uint8_t *canvas = NULL;
    int timestamp = 0;
    bool is_read = decoder != NULL && webp.WebPAnimDecoderGetInfo(decoder, &info) != 0
        && info.canvas_width == header->width && info.canvas_height == header->height
        && webp.WebPAnimDecoderGetNext(decoder, &canvas, &timestamp) != 0;
    for (uint32_t y = 0; is_read && y < header->height; ++y)
        memcpy(pixels + y * stride, canvas + (size_t)y * header->width * 4, (size_t)header->width * 4);
    if (decoder != NULL) webp.WebPAnimDecoderDelete(decoder);
    if (!is_read) codec_note(message, "no frame can be decoded");
    return is_read ? CODEC_OK : CODEC_CORRUPT;
}

codec_status codec_webp_read(
    codec_foreign_reader *reader, codec_foreign_header *header, uint8_t *pixels, size_t stride, codec_message *message) {
    if (is_animated(reader)) return read_first_frame(reader, header, pixels, stride, message);
    size_t size = stride * header->height;
    if (webp.WebPDecodeRGBAInto(reader->bytes, reader->count, pixels, size, (int)stride) != NULL) return CODEC_OK;
    codec_note(message, "the pixels cannot be decoded");
    // The container has the length of the file.
    bool is_cut = reader->count >= 12 && (size_t)little_endian(reader->bytes + 4) + 8 > reader->count;
    return is_cut ? CODEC_TRUNCATED : CODEC_CORRUPT;
}

void codec_webp_close(codec_foreign_reader *reader) { (void)reader; }
