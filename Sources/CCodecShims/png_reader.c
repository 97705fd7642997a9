#include "internal.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// The maximum memory for one ancillary chunk, as in libpng's later default.
static const png_alloc_size_t maximum_chunk_bytes = 8000000;
/// The maximum number of stored ancillary chunks.
static const png_uint_32 maximum_stored_chunks = 128;
/// Chunks that do not affect the pixels as read here: skipped, so that errors in them do not matter and no memory is
/// used. Without the gamma, alpha is blended in the stored values, as in other programs. Four letters and a zero
/// each.
static const char skipped_chunks[] =
    "bKGD\0cHRM\0gAMA\0hIST\0iCCP\0iTXt\0pCAL\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";

struct codec_png_reader {
    png_structp png;
    png_infop info;
    const uint8_t *next;
    size_t left;
    codec_status status;
    codec_message message;
};

static void on_error(png_structp png, png_const_charp text) {
    codec_png_reader *reader = png_get_error_ptr(png);
    if (reader->status == CODEC_OK) reader->status = CODEC_CORRUPT;
    codec_note(&reader->message, text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void on_read(png_structp png, png_bytep target, size_t count) {
    codec_png_reader *reader = png_get_io_ptr(png);
    if (count > reader->left) {
        reader->status = CODEC_TRUNCATED;
        png_error(png, "the file ends early");
    }
    memcpy(target, reader->next, count);
    reader->next += count;
    reader->left -= count;
}

static codec_status fail(codec_png_reader *reader, codec_message *message) {
    *message = reader->message;
    return reader->status;
}

codec_status codec_png_open(
    const uint8_t *bytes, size_t count, codec_png_reader **result, codec_png_header *header, codec_message *message) {
    codec_png_reader *reader = calloc(1, sizeof *reader);
    *result = reader;
    if (reader == NULL) return CODEC_NO_MEMORY;
    reader->next = bytes;
    reader->left = count;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
    if (reader->png == NULL) return CODEC_NO_MEMORY;
    reader->info = png_create_info_struct(reader->png);
    if (reader->info == NULL) return CODEC_NO_MEMORY;
    if (setjmp(png_jmpbuf(reader->png))) return fail(reader, message);

    png_set_read_fn(reader->png, reader, on_read);
    // Every size that the format allows passes here: the caller checks it before allocating the pixels.
    png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(reader->png, maximum_chunk_bytes);
    png_set_chunk_cache_max(reader->png, maximum_stored_chunks);
    png_set_keep_unknown_chunks(
        reader->png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep)skipped_chunks, sizeof skipped_chunks / 5);
    // Malformed chunks before the pixels indicate a damaged file; after them, libpng's leniency applies.
    png_set_benign_errors(reader->png, false);
    png_read_info(reader->png, reader->info);
    png_set_benign_errors(reader->png, true);

    header->width = png_get_image_width(reader->png, reader->info);
    header->height = png_get_image_height(reader->png, reader->info);
    header->is_color = (png_get_color_type(reader->png, reader->info) & PNG_COLOR_MASK_COLOR) != 0;
    png_uint_32 x = 0, y = 0;
    int unit = PNG_RESOLUTION_UNKNOWN;
    if (png_get_pHYs(reader->png, reader->info, &x, &y, &unit) == 0 || unit != PNG_RESOLUTION_METER) x = y = 0;
    header->pixels_per_metre_x = x;
    header->pixels_per_metre_y = y;
    return CODEC_OK;
}

codec_status codec_png_read(
    codec_png_reader *reader, codec_pixels kind, uint8_t *pixels, size_t stride, codec_message *message) {
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png))) return fail(reader, message);

    bool has_alpha = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_ALPHA) != 0
        || png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
    int depth = png_get_bit_depth(png, reader->info);
    png_set_expand(png);
    if (depth == 16) png_set_strip_16(png);
    if (kind != CODEC_GRAY) png_set_gray_to_rgb(png);
    if (kind == CODEC_RGBA) {
        png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    } else if (has_alpha) {
        // 8 bits even for 16-bit pictures: libpng strips their low bytes first.
        png_color_16 white = {.red = 0xFF, .green = 0xFF, .blue = 0xFF, .gray = 0xFF};
        png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    }
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, reader->info);

    uint32_t width = png_get_image_width(png, reader->info);
    if (png_get_rowbytes(png, reader->info) != (size_t)width * (size_t)kind) png_error(png, "unexpected pixel layout");
    uint32_t height = png_get_image_height(png, reader->info);
    for (int pass = 0; pass < passes; ++pass)
        for (uint32_t y = 0; y < height; ++y) png_read_row(png, pixels + y * stride, NULL);
    png_read_end(png, reader->info);
    return CODEC_OK;
}

const uint8_t *codec_png_exif(codec_png_reader *reader, size_t *count) {
    png_bytep exif = NULL;
    png_uint_32 exif_count = 0;
    if (png_get_eXIf_1(reader->png, reader->info, &exif_count, &exif) == 0) return NULL;
    *count = exif_count;
    return exif;
}

void codec_png_close(codec_png_reader *reader) {
    if (reader->png != NULL) png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}
