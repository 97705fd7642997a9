#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

/// The size of a losslessly compressed strip in bytes: readers keep one strip in memory.
enum { deflate_strip_bytes = 256 * 1024 };

struct codec_tiff_writer {
    TIFF *tiff;
    int descriptor;
    /// Used instead of the descriptor if that is negative.
    codec_buffer memory;
    size_t position;
    /// The system's error of a failed write.
    int write_error;
    codec_message message;
};

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)module;
    codec_tiff_writer *writer = context;
    char text[CODEC_MESSAGE_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    codec_note(&writer->message, text);
    return 1;
}

static int on_warning(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)context;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

static tmsize_t read_file(thandle_t handle, void *target, tmsize_t count) {
    codec_tiff_writer *writer = handle;
    tmsize_t done = 0;
    while (done < count) {
        ssize_t got = read(writer->descriptor, (char *)target + done, (size_t)(count - done));
        if (got > 0) done += got;
        else if (got == 0 || errno != EINTR) break;
    }
    return done;
}

static tmsize_t write_file(thandle_t handle, void *source, tmsize_t count) {
    codec_tiff_writer *writer = handle;
    tmsize_t done = 0;
    while (done < count) {
        ssize_t written = write(writer->descriptor, (const char *)source + done, (size_t)(count - done));
        if (written >= 0) {
            done += written;
        } else if (errno != EINTR) {
            if (writer->write_error == 0) writer->write_error = errno;
            break;
        }
    }
    return done;
}

static toff_t seek_file(thandle_t handle, toff_t offset, int whence) {
    codec_tiff_writer *writer = handle;
    return (toff_t)lseek(writer->descriptor, (off_t)offset, whence);
}

static toff_t file_size(thandle_t handle) {
    codec_tiff_writer *writer = handle;
    off_t here = lseek(writer->descriptor, 0, SEEK_CUR);
    off_t end = lseek(writer->descriptor, 0, SEEK_END);
    lseek(writer->descriptor, here, SEEK_SET);
    return (toff_t)end;
}

static tmsize_t read_memory(thandle_t handle, void *target, tmsize_t count) {
    codec_tiff_writer *writer = handle;
    size_t left = writer->position < writer->memory.count ? writer->memory.count - writer->position : 0;
    size_t got = (size_t)count < left ? (size_t)count : left;
    if (got > 0) memcpy(target, writer->memory.bytes + writer->position, got);
    writer->position += got;
    return (tmsize_t)got;
}

static tmsize_t write_memory(thandle_t handle, void *source, tmsize_t count) {
    codec_tiff_writer *writer = handle;
    size_t end = writer->position + (size_t)count;
    if (!codec_buffer_reserve(&writer->memory, end)) {
        writer->write_error = ENOMEM;
        return 0;
    }
    // A position beyond the end leaves a gap of zeros, as in a file.
    if (writer->position > writer->memory.count)
        memset(writer->memory.bytes + writer->memory.count, 0, writer->position - writer->memory.count);
    memcpy(writer->memory.bytes + writer->position, source, (size_t)count);
    writer->position = end;
    if (end > writer->memory.count) writer->memory.count = end;
    return count;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
    codec_tiff_writer *writer = handle;
    size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? writer->position : writer->memory.count;
    writer->position = base + (size_t)offset;
    return writer->position;
}

static toff_t memory_size(thandle_t handle) {
    codec_tiff_writer *writer = handle;
    return writer->memory.count;
}

static int keep_open(thandle_t handle) {
    (void)handle;
    return 0;
}

static codec_status fail(codec_tiff_writer *writer, codec_message *message) {
    *message = writer->message;
    codec_note(message, "the TIFF library failed without a word");
    if (writer->write_error == 0) return CODEC_UNSUPPORTED;
    if (writer->write_error == ENOMEM) return CODEC_NO_MEMORY;
    errno = writer->write_error;
    return CODEC_WRITE_FAILED;
}

static codec_status open_writer(int descriptor, codec_tiff_writer **result, codec_message *message) {
    codec_tiff_writer *writer = calloc(1, sizeof *writer);
    *result = writer;
    if (writer == NULL) return CODEC_NO_MEMORY;
    writer->descriptor = descriptor;
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return CODEC_NO_MEMORY;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, writer);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, writer);
    bool is_file = descriptor >= 0;
    writer->tiff = TIFFClientOpenExt(
        "TIFF", "w", writer, is_file ? read_file : read_memory, is_file ? write_file : write_memory,
        is_file ? seek_file : seek_memory, keep_open, is_file ? file_size : memory_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return writer->tiff == NULL ? fail(writer, message) : CODEC_OK;
}

codec_status codec_tiff_open(int descriptor, codec_tiff_writer **writer, codec_message *message) {
    return open_writer(descriptor, writer, message);
}

static void set_compression(TIFF *tiff, const codec_tiff_page *page) {
    uint16_t channels = page->kind == CODEC_RGB ? 3 : 1;
    bool is_bilevel = page->compression == CODEC_TIFF_GROUP4;
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, is_bilevel ? 1 : 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    uint32_t rows = page->height;
    uint16_t photometric = channels == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    switch (page->compression) {
    case CODEC_TIFF_GROUP4:
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
        photometric = PHOTOMETRIC_MINISWHITE;
        break;
    case CODEC_TIFF_DEFLATE:
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
        rows = deflate_strip_bytes / (page->width * channels);
        if (rows == 0) rows = 1;
        break;
    case CODEC_TIFF_JPEG:
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_JPEG);
        TIFFSetField(tiff, TIFFTAG_JPEGQUALITY, page->quality);
        if (channels == 3) {
            int subsampling = page->halves_chroma ? 2 : 1;
            photometric = PHOTOMETRIC_YCBCR;
            TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, subsampling, subsampling);
            TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        }
        break;
    }
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, photometric);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows);
}

static void set_page(TIFF *tiff, const codec_tiff_page *page) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, page->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, page->height);
    set_compression(tiff, page);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, page->resolution_x);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, page->resolution_y);
    TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
    // The total is unknown while more pages may follow, which 0 indicates.
    TIFFSetField(tiff, TIFFTAG_PAGENUMBER, page->page, 0);
    TIFFSetField(tiff, TIFFTAG_SOFTWARE, "Recto");
    if (page->title != NULL) TIFFSetField(tiff, TIFFTAG_DOCUMENTNAME, page->title);
    if (page->date != NULL) TIFFSetField(tiff, TIFFTAG_DATETIME, page->date);
}

static bool write_rows(TIFF *tiff, uint32_t height, const uint8_t *pixels, size_t stride) {
    size_t row_bytes = (size_t)TIFFScanlineSize(tiff);
    // The predictor works in place: libtiff gets a copy of each row.
    uint8_t *row = malloc(row_bytes);
    bool is_written = row != NULL;
    for (uint32_t y = 0; is_written && y < height; ++y) {
        memcpy(row, pixels + y * stride, row_bytes);
        is_written = TIFFWriteScanline(tiff, row, y, 0) == 1;
    }
    free(row);
    return is_written;
}

codec_status codec_tiff_add(
    codec_tiff_writer *writer, const codec_tiff_page *page, const uint8_t *pixels, size_t stride,
    codec_message *message) {
    set_page(writer->tiff, page);
    bool is_written = write_rows(writer->tiff, page->height, pixels, stride) && TIFFWriteDirectory(writer->tiff) == 1;
    return is_written && writer->write_error == 0 ? CODEC_OK : fail(writer, message);
}

codec_status codec_tiff_close(codec_tiff_writer *writer, codec_message *message) {
    if (writer->tiff != NULL) TIFFClose(writer->tiff);
    bool has_failed = writer->write_error != 0 || writer->message.text[0] != 0;
    free(writer->memory.bytes);
    codec_status status = has_failed ? fail(writer, message) : CODEC_OK;
    free(writer);
    return status;
}

/// Moves the data of the only strip out of the file in memory.
static bool take_strip(codec_tiff_writer *writer, uint8_t **bytes, size_t *count) {
    if (TIFFFlushData(writer->tiff) != 1) return false;
    uint64_t *offsets = NULL, *counts = NULL;
    if (TIFFGetField(writer->tiff, TIFFTAG_STRIPOFFSETS, &offsets) != 1
        || TIFFGetField(writer->tiff, TIFFTAG_STRIPBYTECOUNTS, &counts) != 1)
        return false;
    if (counts[0] == 0 || offsets[0] > writer->memory.count || counts[0] > writer->memory.count - offsets[0])
        return false;
    *bytes = malloc(counts[0]);
    if (*bytes == NULL) return false;
    memcpy(*bytes, writer->memory.bytes + offsets[0], counts[0]);
    *count = counts[0];
    return true;
}

codec_status codec_group4_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count,
    codec_message *message) {
    *bytes = NULL;
    *count = 0;
    codec_tiff_writer *writer;
    codec_status status = open_writer(-1, &writer, message);
    if (status == CODEC_OK) {
        codec_tiff_page page = {
            .width = width, .height = height, .compression = CODEC_TIFF_GROUP4, .kind = CODEC_GRAY,
            .resolution_x = 1, .resolution_y = 1};
        set_page(writer->tiff, &page);
        bool is_done = write_rows(writer->tiff, height, pixels, stride) && take_strip(writer, bytes, count);
        if (!is_done) status = fail(writer, message);
    }
    // The strip has been moved, so the rest of the file does not matter.
    codec_message ignored;
    if (writer != NULL) codec_tiff_close(writer, &ignored);
    return status;
}
