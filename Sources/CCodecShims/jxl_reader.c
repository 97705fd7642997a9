#include "foreign.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// `JxlPixelFormat`.
typedef struct {
    uint32_t num_channels;
    int data_type, endianness;
    size_t align;
} jxl_format;

/// The start of `JxlBasicInfo`, with space for the rest.
typedef struct {
    int have_container;
    uint32_t xsize, ysize;
    uint32_t rest[256];
} jxl_info;

/// Values of `JxlDecoderStatus`: steps and events for `JxlDecoderSubscribeEvents`.
enum { jxl_success = 0, jxl_need_more_input = 2, jxl_basic_info = 0x40, jxl_color_encoding = 0x100, jxl_full_image = 0x1000 };
enum { jxl_need_output = 5, target_data = 1, type_uint8 = 2 };
enum { maximum_profile_bytes = 8 << 20 };

static struct {
    void *(*JxlDecoderCreate)(const void *);
    void (*JxlDecoderDestroy)(void *);
    int (*JxlDecoderSubscribeEvents)(void *, int);
    int (*JxlDecoderSetInput)(void *, const uint8_t *, size_t);
    void (*JxlDecoderCloseInput)(void *);
    int (*JxlDecoderProcessInput)(void *);
    int (*JxlDecoderGetBasicInfo)(const void *, jxl_info *);
    int (*JxlDecoderGetICCProfileSize)(const void *, const jxl_format *, int, size_t *);
    int (*JxlDecoderGetColorAsICCProfile)(const void *, const jxl_format *, int, uint8_t *, size_t);
    int (*JxlDecoderImageOutBufferSize)(const void *, const jxl_format *, size_t *);
    int (*JxlDecoderSetImageOutBuffer)(void *, const jxl_format *, void *, size_t);
} jxl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;
static codec_message reason;

static bool find(void *handle) {
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderCreate);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderDestroy);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderSubscribeEvents);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderSetInput);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderCloseInput);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderProcessInput);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderGetBasicInfo);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderGetICCProfileSize);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderGetColorAsICCProfile);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderImageOutBufferSize);
    CODEC_LIBRARY_FIND(&jxl, handle, JxlDecoderSetImageOutBuffer);
    return true;
}

static void open_library(void) {
    // The signatures are those of this version.
    void *handle = codec_library_open("libjxl.so.0.7", &reason);
    is_there = handle != NULL && find(handle);
}

static codec_status fail(int status, codec_message *message) {
    codec_note(message, "the data cannot be decoded");
    return status == jxl_need_more_input ? CODEC_TRUNCATED : CODEC_CORRUPT;
}

codec_status codec_jxl_open(codec_foreign_reader *reader, codec_foreign_header *header, codec_message *message) {
    pthread_once(&once, open_library);
    if (!is_there) {
        *message = reason;
        return CODEC_NO_LIBRARY;
    }
    void *decoder = jxl.JxlDecoderCreate(NULL);
    reader->state = decoder;
    if (decoder == NULL) return CODEC_NO_MEMORY;
    if (jxl.JxlDecoderSubscribeEvents(decoder, jxl_basic_info | jxl_color_encoding | jxl_full_image) != jxl_success
        || jxl.JxlDecoderSetInput(decoder, reader->bytes, reader->count) != jxl_success)
        return fail(jxl_success, message);
    jxl.JxlDecoderCloseInput(decoder);
    int status = jxl.JxlDecoderProcessInput(decoder);
    jxl_info info = {0};
    if (status != jxl_basic_info || jxl.JxlDecoderGetBasicInfo(decoder, &info) != jxl_success)
        return fail(status, message);
    header->width = info.xsize;
    header->height = info.ysize;
    // The library applies the picture's own orientation.
    header->is_upright = true;
    return CODEC_OK;
}

static const jxl_format rgba = {4, type_uint8, 0, 0};

/// Reads the profile of the decoded pixels; pixels without one are sRGB.
static void read_profile(codec_foreign_reader *reader, codec_foreign_header *header) {
    size_t size = 0;
    if (jxl.JxlDecoderGetICCProfileSize(reader->state, &rgba, target_data, &size) != jxl_success || size == 0
        || size > maximum_profile_bytes || reader->profile != NULL)
        return;
    reader->profile = malloc(size);
    if (reader->profile == NULL
        || jxl.JxlDecoderGetColorAsICCProfile(reader->state, &rgba, target_data, reader->profile, size) != jxl_success)
        return;
    header->profile = reader->profile;
    header->profile_count = size;
}

codec_status codec_jxl_read(
    codec_foreign_reader *reader, codec_foreign_header *header, uint8_t *pixels, size_t stride, codec_message *message) {
    size_t expected = (size_t)header->width * header->height * 4, size = 0;
    if (stride != (size_t)header->width * 4) return fail(jxl_success, message);
    while (true) {
        int status = jxl.JxlDecoderProcessInput(reader->state);
        switch (status) {
        case jxl_color_encoding: read_profile(reader, header); break;
        case jxl_need_output:
            if (jxl.JxlDecoderImageOutBufferSize(reader->state, &rgba, &size) != jxl_success || size != expected
                || jxl.JxlDecoderSetImageOutBuffer(reader->state, &rgba, pixels, size) != jxl_success)
                return fail(status, message);
            break;
        // The first frame of an animation is the picture.
        case jxl_full_image: return CODEC_OK;
        default: return fail(status, message);
        }
    }
}

void codec_jxl_close(codec_foreign_reader *reader) {
    if (reader->state != NULL) jxl.JxlDecoderDestroy(reader->state);
}
