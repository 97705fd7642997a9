#include "foreign.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// `heif_error`.
typedef struct {
    int code, subcode;
    const char *message;
} heif_status;

/// The start of `heif_decoding_options`, which grows at its end.
typedef struct {
    uint8_t version, ignore_transformations;
    void *start_progress, *on_progress, *end_progress, *progress_user_data;
    uint8_t convert_hdr_to_8bit;
} heif_options;

/// Values of libheif's enumerations.
enum { colorspace_rgb = 1, chroma_interleaved_rgba = 11, channel_interleaved = 10 };
enum { error_unsupported_filetype = 3, error_unsupported_feature = 4, error_memory = 6 };

static struct {
    void *(*heif_context_alloc)(void);
    void (*heif_context_free)(void *);
    void (*heif_context_set_maximum_image_size_limit)(void *, int);
    heif_status (*heif_context_read_from_memory_without_copy)(void *, const void *, size_t, const void *);
    heif_status (*heif_context_get_primary_image_handle)(void *, void **);
    void (*heif_image_handle_release)(const void *);
    int (*heif_image_handle_get_width)(const void *);
    int (*heif_image_handle_get_height)(const void *);
    size_t (*heif_image_handle_get_raw_color_profile_size)(const void *);
    heif_status (*heif_image_handle_get_raw_color_profile)(const void *, void *);
    int (*heif_image_handle_get_list_of_metadata_block_IDs)(const void *, const char *, uint32_t *, int);
    size_t (*heif_image_handle_get_metadata_size)(const void *, uint32_t);
    heif_status (*heif_image_handle_get_metadata)(const void *, uint32_t, void *);
    heif_options *(*heif_decoding_options_alloc)(void);
    void (*heif_decoding_options_free)(heif_options *);
    heif_status (*heif_decode_image)(const void *, void **, int colorspace, int chroma, const heif_options *);
    int (*heif_image_get_width)(const void *, int channel);
    int (*heif_image_get_height)(const void *, int channel);
    const uint8_t *(*heif_image_get_plane_readonly)(const void *, int channel, int *stride);
    void (*heif_image_release)(const void *);
} heif;

/// The maximum size of a metadata block.
enum { maximum_block_bytes = 8 << 20 };

typedef struct {
    void *context, *handle;
} heif_state;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;
static codec_message reason;

static bool find(void *handle) {
    CODEC_LIBRARY_FIND(&heif, handle, heif_context_alloc);
    CODEC_LIBRARY_FIND(&heif, handle, heif_context_free);
    CODEC_LIBRARY_FIND(&heif, handle, heif_context_set_maximum_image_size_limit);
    CODEC_LIBRARY_FIND(&heif, handle, heif_context_read_from_memory_without_copy);
    CODEC_LIBRARY_FIND(&heif, handle, heif_context_get_primary_image_handle);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_release);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_width);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_height);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_raw_color_profile_size);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_raw_color_profile);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_list_of_metadata_block_IDs);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_metadata_size);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_handle_get_metadata);
    CODEC_LIBRARY_FIND(&heif, handle, heif_decoding_options_alloc);
    CODEC_LIBRARY_FIND(&heif, handle, heif_decoding_options_free);
    CODEC_LIBRARY_FIND(&heif, handle, heif_decode_image);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_get_width);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_get_height);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_get_plane_readonly);
    CODEC_LIBRARY_FIND(&heif, handle, heif_image_release);
    return true;
}

static void open_library(void) {
    void *handle = codec_library_open("libheif.so.1", &reason);
    is_there = handle != NULL && find(handle);
}

static codec_status fail(heif_status status, codec_message *message) {
    codec_note(message, status.message != NULL ? status.message : "no picture");
    switch (status.code) {
    case error_memory: return CODEC_NO_MEMORY;
    case error_unsupported_filetype:
    case error_unsupported_feature: return CODEC_UNSUPPORTED;
    default: return CODEC_CORRUPT;
    }
}

static void read_profile(codec_foreign_reader *reader, void *handle, codec_foreign_header *header) {
    size_t size = heif.heif_image_handle_get_raw_color_profile_size(handle);
    if (size == 0 || size > maximum_block_bytes) return;
    reader->profile = malloc(size);
    if (reader->profile == NULL || heif.heif_image_handle_get_raw_color_profile(handle, reader->profile).code != 0) return;
    header->profile = reader->profile;
    header->profile_count = size;
}

static void read_exif(codec_foreign_reader *reader, void *handle, codec_foreign_header *header) {
    uint32_t block = 0;
    if (heif.heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &block, 1) != 1) return;
    size_t size = heif.heif_image_handle_get_metadata_size(handle, block);
    if (size < 4 || size > maximum_block_bytes) return;
    reader->exif = malloc(size);
    if (reader->exif == NULL || heif.heif_image_handle_get_metadata(handle, block, reader->exif).code != 0) return;
    // The first four bytes are the offset of the TIFF header after them.
    const uint8_t *start = reader->exif;
    size_t skipped = (size_t)start[0] << 24 | (size_t)start[1] << 16 | (size_t)start[2] << 8 | start[3];
    if (skipped > size - 4) return;
    header->exif = start + 4 + skipped;
    header->exif_count = size - 4 - skipped;
}

codec_status codec_heif_open(codec_foreign_reader *reader, codec_foreign_header *header, codec_message *message) {
    pthread_once(&once, open_library);
    if (!is_there) {
        *message = reason;
        return CODEC_NO_LIBRARY;
    }
    heif_state *state = calloc(1, sizeof *state);
    reader->state = state;
    if (state == NULL || (state->context = heif.heif_context_alloc()) == NULL) return CODEC_NO_MEMORY;
    // The library limits a side; the caller checks the number of pixels before any are decoded.
    heif.heif_context_set_maximum_image_size_limit(state->context, 65535);
    heif_status status =
        heif.heif_context_read_from_memory_without_copy(state->context, reader->bytes, reader->count, NULL);
    if (status.code == 0) status = heif.heif_context_get_primary_image_handle(state->context, &state->handle);
    if (status.code != 0 || state->handle == NULL) return fail(status, message);
    int width = heif.heif_image_handle_get_width(state->handle);
    int height = heif.heif_image_handle_get_height(state->handle);
    if (width <= 0 || height <= 0) return fail((heif_status){0, 0, "no size"}, message);
    header->width = (uint32_t)width;
    header->height = (uint32_t)height;
    header->is_upright = true;
    read_profile(reader, state->handle, header);
    read_exif(reader, state->handle, header);
    return CODEC_OK;
}

codec_status codec_heif_read(
    codec_foreign_reader *reader, codec_foreign_header *header, uint8_t *pixels, size_t stride, codec_message *message) {
    heif_state *state = reader->state;
    heif_options *options = heif.heif_decoding_options_alloc();
    if (options != NULL) options->convert_hdr_to_8bit = 1;
    void *image = NULL;
    heif_status status =
        heif.heif_decode_image(state->handle, &image, colorspace_rgb, chroma_interleaved_rgba, options);
    if (options != NULL) heif.heif_decoding_options_free(options);
    if (status.code != 0 || image == NULL) return fail(status, message);
    int image_stride = 0;
    const uint8_t *plane = heif.heif_image_get_plane_readonly(image, channel_interleaved, &image_stride);
    bool is_sound = plane != NULL && heif.heif_image_get_width(image, channel_interleaved) == (int)header->width
        && heif.heif_image_get_height(image, channel_interleaved) == (int)header->height
        && image_stride >= (int)header->width * 4;
    for (uint32_t y = 0; is_sound && y < header->height; ++y)
        memcpy(pixels + y * stride, plane + (size_t)y * (size_t)image_stride, (size_t)header->width * 4);
    heif.heif_image_release(image);
    if (!is_sound) codec_note(message, "the pixels are not of the size that is stated");
    return is_sound ? CODEC_OK : CODEC_CORRUPT;
}

void codec_heif_close(codec_foreign_reader *reader) {
    heif_state *state = reader->state;
    if (state == NULL) return;
    if (state->handle != NULL) heif.heif_image_handle_release(state->handle);
    if (state->context != NULL) heif.heif_context_free(state->context);
    free(state);
}
