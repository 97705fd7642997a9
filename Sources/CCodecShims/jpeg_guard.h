#ifndef RECTO_JPEG_GUARD_H
#define RECTO_JPEG_GUARD_H

#include "internal.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

/// Turns libjpeg's errors into a status: each call that may fail follows a `setjmp` to `on_error`.
typedef struct {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf on_error;
    unsigned maximum_scans;
    /// Whether the end marker may be missing, as long as the data are complete.
    bool may_end_early;
    codec_status status;
    codec_message message;
} jpeg_guard;

/// Installs the error handlers and `client_data`; call it before creating the decompressor.
void jpeg_guard_install(jpeg_guard *guard, struct jpeg_decompress_struct *decompress);

/// Makes more scans than the limit an error.
void jpeg_guard_limit_scans(jpeg_guard *guard, struct jpeg_decompress_struct *decompress, unsigned maximum_scans);

/// Reads all rows of a started picture; an error jumps to `on_error`.
void jpeg_read_rows(struct jpeg_decompress_struct *decompress, uint8_t *pixels, size_t stride);

/// Returns the size of all coefficients in bytes, in whole blocks of 64 two-byte numbers.
uint64_t jpeg_coefficient_bytes(const struct jpeg_decompress_struct *decompress);

#endif
