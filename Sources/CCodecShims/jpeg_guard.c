#include "jpeg_guard.h"

#include <jerror.h>

static _Noreturn void stop(j_common_ptr common, codec_status status) {
    jpeg_guard *guard = common->client_data;
    char text[JMSG_LENGTH_MAX];
    common->err->format_message(common, text);
    codec_note(&guard->message, text);
    guard->status = status;
    longjmp(guard->on_error, 1);
}

static void on_error_exit(j_common_ptr common) {
    switch (common->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: stop(common, CODEC_NO_MEMORY);
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF: stop(common, CODEC_TRUNCATED);
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL: stop(common, CODEC_UNSUPPORTED);
    default: stop(common, CODEC_CORRUPT);
    }
}

/// Returns the status of a picture with a segment that ends early at a marker.
///
/// In the last row of blocks it is accepted, as in other decoders: some encoders omit their last bits. Above it, the
/// end of the file means a truncated picture, as if the end marker were missing as well, and any other marker a
/// damaged one, unless only details are missing: those of a progressive picture, whose first scan has the means of
/// all blocks.
static codec_status status_of_early_end(const struct jpeg_decompress_struct *decompress) {
    bool is_last_row = decompress->input_iMCU_row + 1 >= decompress->total_iMCU_rows;
    bool has_means = decompress->Ss == 0 && decompress->Ah == 0;
    if (is_last_row) return CODEC_OK;
    if (decompress->unread_marker == JPEG_EOI) return CODEC_TRUNCATED;
    return has_means ? CODEC_CORRUPT : CODEC_OK;
}

/// Treats warnings about undecodable data as errors; libjpeg would fill in gray.
static void on_message(j_common_ptr common, int level) {
    if (level >= 0) return;
    bool may_end_early = ((jpeg_guard *)common->client_data)->may_end_early;
    switch (common->err->msg_code) {
    case JWRN_JPEG_EOF:
        if (!may_end_early) stop(common, CODEC_TRUNCATED);
        break;
    case JWRN_HIT_MARKER: {
        codec_status status = may_end_early ? CODEC_TRUNCATED : status_of_early_end((j_decompress_ptr)common);
        if (status != CODEC_OK) stop(common, status);
        break;
    }
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: stop(common, CODEC_CORRUPT);
    default: break;
    }
}

static void on_progress(j_common_ptr common) {
    jpeg_guard *guard = common->client_data;
    if (((j_decompress_ptr)common)->input_scan_number > (int)guard->maximum_scans) {
        codec_note(&guard->message, "too many scans");
        guard->status = CODEC_CORRUPT;
        longjmp(guard->on_error, 1);
    }
}

void jpeg_guard_install(jpeg_guard *guard, struct jpeg_decompress_struct *decompress) {
    decompress->err = jpeg_std_error(&guard->errors);
    guard->errors.error_exit = on_error_exit;
    guard->errors.emit_message = on_message;
    decompress->client_data = guard;
}

void jpeg_guard_limit_scans(jpeg_guard *guard, struct jpeg_decompress_struct *decompress, unsigned maximum_scans) {
    guard->maximum_scans = maximum_scans;
    guard->progress.progress_monitor = on_progress;
    decompress->progress = &guard->progress;
}

uint64_t jpeg_coefficient_bytes(const struct jpeg_decompress_struct *decompress) {
    uint64_t blocks = 0;
    for (int i = 0; i < decompress->num_components; ++i) {
        const jpeg_component_info *component = &decompress->comp_info[i];
        // The blocks are padded to whole sampling groups.
        uint64_t across = component->width_in_blocks + (uint64_t)component->h_samp_factor;
        uint64_t down = component->height_in_blocks + (uint64_t)component->v_samp_factor;
        blocks += across * down;
    }
    return blocks * sizeof(JBLOCK);
}

void jpeg_read_rows(struct jpeg_decompress_struct *decompress, uint8_t *pixels, size_t stride) {
    while (decompress->output_scanline < decompress->output_height) {
        JSAMPROW rows[8];
        unsigned left = decompress->output_height - decompress->output_scanline;
        unsigned count = left < 8 ? left : 8;
        for (unsigned i = 0; i < count; ++i) rows[i] = pixels + (decompress->output_scanline + i) * stride;
        jpeg_read_scanlines(decompress, rows, count);
    }
}
