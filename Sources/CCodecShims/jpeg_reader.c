#include "jpeg_guard.h"

#include <stdlib.h>
#include <string.h>

struct codec_jpeg_reader {
    struct jpeg_decompress_struct decompress;
    jpeg_guard guard;
    bool is_created;
};

static codec_status fail(codec_jpeg_reader *reader, codec_message *message) {
    *message = reader->guard.message;
    return reader->guard.status;
}

static void find_exif(codec_jpeg_reader *reader, codec_jpeg_header *header) {
    for (jpeg_saved_marker_ptr marker = reader->decompress.marker_list; marker != NULL; marker = marker->next) {
        if (marker->marker != JPEG_APP0 + 1 || marker->data_length < 6 || memcmp(marker->data, "Exif\0", 6) != 0) continue;
        header->exif = marker->data;
        header->exif_count = marker->data_length;
        return;
    }
}

codec_status codec_jpeg_open(
    const uint8_t *bytes, size_t count, codec_jpeg_reader **result, codec_jpeg_header *header,
    codec_message *message) {
    codec_jpeg_reader *reader = calloc(1, sizeof *reader);
    *result = reader;
    if (reader == NULL) return CODEC_NO_MEMORY;
    struct jpeg_decompress_struct *decompress = &reader->decompress;
    jpeg_guard_install(&reader->guard, decompress);
    if (setjmp(reader->guard.on_error)) return fail(reader, message);

    jpeg_create_decompress(decompress);
    reader->is_created = true;
    jpeg_mem_src(decompress, bytes, count);
    jpeg_save_markers(decompress, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(decompress, JPEG_APP0 + 2, 0xFFFF);
    jpeg_read_header(decompress, TRUE);

    memset(header, 0, sizeof *header);
    header->width = decompress->image_width;
    header->height = decompress->image_height;
    header->components = decompress->num_components;
    header->is_buffered = jpeg_has_multiple_scans(decompress);
    header->coefficient_bytes = jpeg_coefficient_bytes(decompress);
    if (decompress->saw_JFIF_marker) {
        header->density_unit = decompress->density_unit;
        header->density_x = decompress->X_density;
        header->density_y = decompress->Y_density;
    }
    header->is_inverted = decompress->saw_Adobe_marker;
    find_exif(reader, header);
    return CODEC_OK;
}

uint8_t *codec_jpeg_profile(codec_jpeg_reader *reader, size_t *count) {
    JOCTET *profile = NULL;
    unsigned length = 0;
    if (setjmp(reader->guard.on_error)) return NULL;
    if (!jpeg_read_icc_profile(&reader->decompress, &profile, &length)) return NULL;
    *count = length;
    return profile;
}

codec_status codec_jpeg_set_scale(
    codec_jpeg_reader *reader, unsigned denominator, uint32_t *width, uint32_t *height, codec_message *message) {
    if (setjmp(reader->guard.on_error)) return fail(reader, message);
    reader->decompress.scale_num = 1;
    reader->decompress.scale_denom = denominator;
    jpeg_calc_output_dimensions(&reader->decompress);
    *width = reader->decompress.output_width;
    *height = reader->decompress.output_height;
    return CODEC_OK;
}

static inline uint8_t times(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

void codec_rgb_from_cmyk(const uint8_t *cmyk, bool is_inverted, size_t count, uint8_t *rgb) {
    uint8_t flip = is_inverted ? 0 : 0xFF;
    for (size_t x = 0; x < count; ++x, cmyk += 4, rgb += 3) {
        uint8_t black = cmyk[3] ^ flip;
        for (int i = 0; i < 3; ++i) rgb[i] = times(cmyk[i] ^ flip, black);
    }
}

static void read_cmyk(struct jpeg_decompress_struct *decompress, uint8_t *pixels, size_t stride) {
    // From libjpeg's own pool, which is freed with the reader even after a jump.
    JSAMPARRAY cmyk =
        decompress->mem->alloc_sarray((j_common_ptr)decompress, JPOOL_IMAGE, decompress->output_width * 4, 1);
    while (decompress->output_scanline < decompress->output_height) {
        uint8_t *row = pixels + decompress->output_scanline * stride;
        jpeg_read_scanlines(decompress, cmyk, 1);
        codec_rgb_from_cmyk(cmyk[0], decompress->saw_Adobe_marker, decompress->output_width, row);
    }
}

codec_status codec_jpeg_read(
    codec_jpeg_reader *reader, codec_pixels kind, unsigned maximum_scans, uint64_t memory_limit, uint8_t *pixels,
    size_t stride, codec_message *message) {
    struct jpeg_decompress_struct *decompress = &reader->decompress;
    if (setjmp(reader->guard.on_error)) return fail(reader, message);
    jpeg_guard_limit_scans(&reader->guard, decompress, maximum_scans);
    decompress->mem->max_memory_to_use = (long)memory_limit;
    bool is_cmyk = decompress->num_components == 4;
    decompress->out_color_space = is_cmyk ? JCS_CMYK : kind == CODEC_GRAY ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(decompress);
    if (is_cmyk && kind != CODEC_RGBA) read_cmyk(decompress, pixels, stride);
    else jpeg_read_rows(decompress, pixels, stride);
    // Reads up to the end marker, to detect a file truncated there.
    jpeg_finish_decompress(decompress);
    return CODEC_OK;
}

void codec_jpeg_close(codec_jpeg_reader *reader) {
    if (reader->is_created) jpeg_destroy_decompress(&reader->decompress);
    free(reader);
}
