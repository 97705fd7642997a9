#include "internal.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_compress_struct compress;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf on_error;
    codec_buffer buffer;
    codec_status status;
    codec_message *message;
} jpeg_writer;

static void stop(jpeg_writer *writer, codec_status status, const char *text) {
    codec_note(writer->message, text);
    writer->status = status;
    longjmp(writer->on_error, 1);
}

static void on_error_exit(j_common_ptr common) {
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    stop(common->client_data, CODEC_UNSUPPORTED, text);
}

static void on_message(j_common_ptr common, int level) {
    (void)common;
    (void)level;
}

static void give_room(j_compress_ptr compress) {
    jpeg_writer *writer = compress->client_data;
    codec_buffer *buffer = &writer->buffer;
    if (!codec_buffer_reserve(buffer, buffer->count + (1 << 16))) stop(writer, CODEC_NO_MEMORY, "out of memory");
    writer->destination.next_output_byte = buffer->bytes + buffer->count;
    writer->destination.free_in_buffer = buffer->capacity - buffer->count;
}

static boolean on_full(j_compress_ptr compress) {
    jpeg_writer *writer = compress->client_data;
    // libjpeg's contract: at this call the whole buffer is full, whatever the pointers say.
    writer->buffer.count = writer->buffer.capacity;
    give_room(compress);
    return TRUE;
}

static void on_end(j_compress_ptr compress) {
    jpeg_writer *writer = compress->client_data;
    writer->buffer.count = writer->buffer.capacity - writer->destination.free_in_buffer;
}

static void set_options(jpeg_writer *writer, codec_pixels kind, const codec_jpeg_options *options) {
    struct jpeg_compress_struct *compress = &writer->compress;
    compress->in_color_space = kind == CODEC_RGB ? JCS_RGB : JCS_GRAYSCALE;
    compress->input_components = kind == CODEC_RGB ? 3 : 1;
    jpeg_set_defaults(compress);
    jpeg_set_quality(compress, options->quality, TRUE);
    if (kind == CODEC_RGB) {
        compress->comp_info[0].h_samp_factor = compress->comp_info[0].v_samp_factor = options->halves_chroma ? 2 : 1;
    }
    if (options->is_small) {
        compress->optimize_coding = TRUE;
        jpeg_simple_progression(compress);
    }
    if (options->density_x != 0 && options->density_y != 0) {
        compress->density_unit = 1;
        compress->X_density = options->density_x;
        compress->Y_density = options->density_y;
    }
}

codec_status codec_jpeg_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, codec_pixels kind,
    const codec_jpeg_options *options, uint8_t **bytes, size_t *count, codec_message *message) {
    *bytes = NULL;
    *count = 0;
    jpeg_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return CODEC_NO_MEMORY;
    struct jpeg_compress_struct *compress = &writer->compress;
    compress->err = jpeg_std_error(&writer->errors);
    writer->errors.error_exit = on_error_exit;
    writer->errors.emit_message = on_message;
    writer->message = message;
    compress->client_data = writer;
    if (setjmp(writer->on_error) == 0) {
        jpeg_create_compress(compress);
        writer->destination.init_destination = give_room;
        writer->destination.empty_output_buffer = on_full;
        writer->destination.term_destination = on_end;
        compress->dest = &writer->destination;
        compress->image_width = width;
        compress->image_height = height;
        set_options(writer, kind, options);
        jpeg_start_compress(compress, TRUE);
        while (compress->next_scanline < height) {
            // libjpeg only reads the rows of a compressor.
            JSAMPROW row = (JSAMPROW)(pixels + compress->next_scanline * stride);
            jpeg_write_scanlines(compress, &row, 1);
        }
        jpeg_finish_compress(compress);
        *bytes = writer->buffer.bytes;
        *count = writer->buffer.count;
        writer->buffer.bytes = NULL;
    }
    codec_status status = writer->status;
    jpeg_destroy_compress(compress);
    free(writer->buffer.bytes);
    free(writer);
    return status;
}
