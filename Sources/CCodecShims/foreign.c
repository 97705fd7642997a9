#include "foreign.h"

#include <stdlib.h>
#include <string.h>

codec_status codec_foreign_open(
    codec_foreign_format format, const uint8_t *bytes, size_t count, uint64_t pixel_limit, codec_foreign_reader **result,
    codec_foreign_header *header, codec_message *message) {
    codec_foreign_reader *reader = calloc(1, sizeof *reader);
    *result = reader;
    memset(header, 0, sizeof *header);
    if (reader == NULL) return CODEC_NO_MEMORY;
    reader->format = format;
    reader->bytes = bytes;
    reader->count = count;
    reader->pixel_limit = pixel_limit;
    switch (format) {
    case CODEC_WEBP: return codec_webp_open(reader, header, message);
    case CODEC_HEIF: return codec_heif_open(reader, header, message);
    case CODEC_JPEG_XL: return codec_jxl_open(reader, header, message);
    }
    return CODEC_UNSUPPORTED;
}

codec_status codec_foreign_read(
    codec_foreign_reader *reader, codec_foreign_header *header, uint8_t *pixels, size_t stride, codec_message *message) {
    switch (reader->format) {
    case CODEC_WEBP: return codec_webp_read(reader, header, pixels, stride, message);
    case CODEC_HEIF: return codec_heif_read(reader, header, pixels, stride, message);
    case CODEC_JPEG_XL: return codec_jxl_read(reader, header, pixels, stride, message);
    }
    return CODEC_UNSUPPORTED;
}

void codec_foreign_close(codec_foreign_reader *reader) {
    switch (reader->format) {
    case CODEC_WEBP: codec_webp_close(reader); break;
    case CODEC_HEIF: codec_heif_close(reader); break;
    case CODEC_JPEG_XL: codec_jxl_close(reader); break;
    }
    free(reader->profile);
    free(reader->exif);
    free(reader);
}
