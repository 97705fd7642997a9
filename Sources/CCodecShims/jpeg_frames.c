#include "jpeg_guard.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// libjpeg allocates memory for each picture. Here everything except what only progressive pictures need comes from
/// one block that is reused for the next frame: after the first frames of a stream, nothing is allocated.
struct codec_jpeg_frames {
    struct jpeg_decompress_struct decompress;
    jpeg_guard guard;
    bool is_created;
    uint8_t *block;
    size_t block_size, block_used;
    /// The number of bytes requested by the current frame, inside or outside the block.
    size_t wanted;
    void *(*allocate_small)(j_common_ptr, int, size_t);
};

enum { alignment = 64 };

static size_t rounded_up(size_t size) { return (size + alignment - 1) / alignment * alignment; }

static codec_jpeg_frames *frames_of(j_common_ptr common) {
    return (codec_jpeg_frames *)((uint8_t *)common - offsetof(codec_jpeg_frames, decompress));
}

/// Allocates from the block, or from libjpeg if the block is too small; it is enlarged for the next frame.
static void *allocate(j_common_ptr common, int pool, size_t size) {
    (void)pool;
    codec_jpeg_frames *frames = frames_of(common);
    size = rounded_up(size);
    frames->wanted += size;
    if (size <= frames->block_size - frames->block_used) {
        void *memory = frames->block + frames->block_used;
        frames->block_used += size;
        return memory;
    }
    // Use the picture's pool even for what libjpeg would keep: nothing is kept, see `start`.
    uint8_t *memory = frames->allocate_small(common, JPOOL_IMAGE, size + alignment);
    return memory + (alignment - (uintptr_t)memory % alignment) % alignment;
}

static void *allocate_rows(j_common_ptr common, int pool, size_t row_bytes, JDIMENSION rows) {
    // Vector code may write past the end of a row.
    row_bytes = rounded_up(row_bytes);
    void **starts = allocate(common, pool, rows * sizeof(void *));
    uint8_t *memory = allocate(common, pool, rows * row_bytes + alignment);
    for (JDIMENSION row = 0; row < rows; ++row) starts[row] = memory + row * row_bytes;
    return starts;
}

static JSAMPARRAY allocate_samples(j_common_ptr common, int pool, JDIMENSION count, JDIMENSION rows) {
    return allocate_rows(common, pool, (size_t)count * sizeof(JSAMPLE), rows);
}

static JBLOCKARRAY allocate_blocks(j_common_ptr common, int pool, JDIMENSION count, JDIMENSION rows) {
    return allocate_rows(common, pool, (size_t)count * sizeof(JBLOCK), rows);
}

codec_jpeg_frames *codec_jpeg_frames_new(void) { return calloc(1, sizeof(codec_jpeg_frames)); }

static codec_status fail(codec_jpeg_frames *frames, codec_message *message) {
    *message = frames->guard.message;
    if (frames->is_created) jpeg_abort_decompress(&frames->decompress);
    return frames->guard.status;
}

static void create(codec_jpeg_frames *frames) {
    struct jpeg_decompress_struct *decompress = &frames->decompress;
    jpeg_create_decompress(decompress);
    frames->is_created = true;
    frames->allocate_small = decompress->mem->alloc_small;
    decompress->mem->alloc_small = allocate;
    decompress->mem->alloc_large = allocate;
    decompress->mem->alloc_sarray = allocate_samples;
    decompress->mem->alloc_barray = allocate_blocks;
}

/// Forgets the last frame including its tables: a frame must not depend on earlier ones.
static void start(codec_jpeg_frames *frames) {
    struct jpeg_decompress_struct *decompress = &frames->decompress;
    decompress->src = NULL;
    for (int i = 0; i < NUM_QUANT_TBLS; ++i) decompress->quant_tbl_ptrs[i] = NULL;
    for (int i = 0; i < NUM_HUFF_TBLS; ++i) {
        decompress->dc_huff_tbl_ptrs[i] = NULL;
        decompress->ac_huff_tbl_ptrs[i] = NULL;
    }
    if (frames->wanted > frames->block_size) {
        free(frames->block);
        frames->block_size = rounded_up(frames->wanted + frames->wanted / 4);
        frames->block = aligned_alloc(alignment, frames->block_size);
        if (frames->block == NULL) frames->block_size = 0;
    }
    frames->wanted = 0;
    frames->block_used = 0;
}

codec_status codec_jpeg_frames_open(
    codec_jpeg_frames *frames, const uint8_t *bytes, size_t count, unsigned denominator, codec_pixels kind,
    codec_jpeg_header *header, codec_message *message) {
    struct jpeg_decompress_struct *decompress = &frames->decompress;
    memset(&frames->guard.message, 0, sizeof frames->guard.message);
    memset(header, 0, sizeof *header);
    jpeg_guard_install(&frames->guard, decompress);
    // Some cameras omit the end marker.
    frames->guard.may_end_early = true;
    if (setjmp(frames->guard.on_error)) return fail(frames, message);
    if (!frames->is_created) create(frames);
    jpeg_abort_decompress(decompress);
    start(frames);
    jpeg_mem_src(decompress, bytes, count);
    jpeg_read_header(decompress, TRUE);
    decompress->scale_num = 1;
    decompress->scale_denom = denominator;
    decompress->out_color_space = kind == CODEC_GRAY ? JCS_GRAYSCALE : JCS_RGB;
    // At a reduced size, the method of chroma upsampling is not visible.
    decompress->do_fancy_upsampling = denominator == 1;
    decompress->do_block_smoothing = FALSE;
    jpeg_calc_output_dimensions(decompress);
    header->width = decompress->output_width;
    header->height = decompress->output_height;
    header->components = decompress->num_components;
    header->is_buffered = jpeg_has_multiple_scans(decompress);
    header->coefficient_bytes = jpeg_coefficient_bytes(decompress);
    return CODEC_OK;
}

codec_status codec_jpeg_frames_read(
    codec_jpeg_frames *frames, unsigned maximum_scans, uint8_t *pixels, size_t stride, codec_message *message) {
    struct jpeg_decompress_struct *decompress = &frames->decompress;
    if (setjmp(frames->guard.on_error)) return fail(frames, message);
    jpeg_guard_limit_scans(&frames->guard, decompress, maximum_scans);
    jpeg_start_decompress(decompress);
    jpeg_read_rows(decompress, pixels, stride);
    // Not finished: all rows have been read, and the end is not needed.
    jpeg_abort_decompress(decompress);
    return CODEC_OK;
}

void codec_jpeg_frames_free(codec_jpeg_frames *frames) {
    if (frames->is_created) jpeg_destroy_decompress(&frames->decompress);
    free(frames->block);
    free(frames);
}
