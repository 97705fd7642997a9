#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/// The maximum number of directories to examine for pages: a longer chain is an attack, or not a scan.
enum { maximum_directories = 65000 };

struct codec_tiff_reader {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count, position;
    codec_message message;
    /// How to read the page's rows: with `TIFFReadScanline`, or all at once with `TIFFReadRGBAImage`.
    bool has_plain_rows;
    codec_tiff_info info;
    uint16_t bits, samples, photometric;
    /// The directories of the pages counted so far.
    uint32_t *pages;
    uint32_t page_count, page_capacity;
    bool is_counted;
};

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
    (void)tiff;
    (void)module;
    codec_tiff_reader *reader = context;
    char text[CODEC_MESSAGE_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    codec_note(&reader->message, text);
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

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
    codec_tiff_reader *reader = handle;
    size_t left = reader->position < reader->count ? reader->count - reader->position : 0;
    size_t got = count > 0 && (size_t)count < left ? (size_t)count : left;
    if (count <= 0) return 0;
    if (got > 0) memcpy(target, reader->bytes + reader->position, got);
    reader->position += got;
    return (tmsize_t)got;
}

static tmsize_t write_nothing(thandle_t handle, void *source, tmsize_t count) {
    (void)handle;
    (void)source;
    (void)count;
    return -1;
}

static toff_t seek_bytes(thandle_t handle, toff_t offset, int whence) {
    codec_tiff_reader *reader = handle;
    toff_t base = whence == SEEK_CUR ? reader->position : whence == SEEK_END ? reader->count : 0;
    toff_t place = base + offset;
    if (place > SIZE_MAX) return (toff_t)-1;
    reader->position = (size_t)place;
    return place;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_bytes(thandle_t handle) { return ((codec_tiff_reader *)handle)->count; }

static codec_status fail(codec_tiff_reader *reader, codec_status status, const char *text, codec_message *message) {
    codec_note(&reader->message, text);
    *message = reader->message;
    return status;
}

codec_status codec_tiff_reader_open(
    const uint8_t *bytes, size_t count, uint64_t memory_limit, codec_tiff_reader **result, codec_message *message) {
    codec_tiff_reader *reader = calloc(1, sizeof *reader);
    *result = reader;
    if (reader == NULL) return CODEC_NO_MEMORY;
    reader->bytes = bytes;
    reader->count = count;
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) return CODEC_NO_MEMORY;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reader);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, reader);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(memory_limit < INT64_MAX ? memory_limit : INT64_MAX));
    // "m": no memory mapping, because the bytes are already in memory.
    reader->tiff = TIFFClientOpenExt(
        "memory", "rm", reader, read_bytes, write_nothing, seek_bytes, close_nothing, size_of_bytes, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return reader->tiff == NULL ? fail(reader, CODEC_CORRUPT, "no directory", message) : CODEC_OK;
}

/// Whether the current directory is a page rather than a thumbnail or mask.
static bool is_page(TIFF *tiff) {
    uint32_t kind = 0;
    return TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind) != 1 || (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

static bool add_page(codec_tiff_reader *reader, uint32_t directory) {
    if (reader->page_count == reader->page_capacity) {
        uint32_t capacity = reader->page_capacity == 0 ? 16 : 2 * reader->page_capacity;
        uint32_t *pages = realloc(reader->pages, capacity * sizeof *pages);
        if (pages == NULL) return false;
        reader->pages = pages;
        reader->page_capacity = capacity;
    }
    reader->pages[reader->page_count++] = directory;
    return true;
}

uint32_t codec_tiff_page_count(codec_tiff_reader *reader, uint32_t limit) {
    if (reader->is_counted) return reader->page_count;
    reader->is_counted = true;
    uint32_t directory = 0;
    do {
        if (is_page(reader->tiff) && !add_page(reader, directory)) break;
        ++directory;
    } while (directory < maximum_directories && reader->page_count < limit && TIFFReadDirectory(reader->tiff) == 1);
    // In a file with only thumbnails, the first one counts as the page.
    if (reader->page_count == 0) add_page(reader, 0);
    return reader->page_count;
}

/// Whether rows only need a plain conversion.
static bool has_plain_rows(TIFF *tiff, codec_tiff_reader *reader) {
    uint16_t planar = PLANARCONFIG_CONTIG, extra = 0, format = SAMPLEFORMAT_UINT, compression = COMPRESSION_NONE;
    uint16_t *extras = NULL;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra, &extras);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    if (TIFFIsTiled(tiff) || planar != PLANARCONFIG_CONTIG || extra != 0 || format != SAMPLEFORMAT_UINT) return false;
    bool is_deep = reader->bits == 8 || reader->bits == 16;
    switch (reader->photometric) {
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE: return reader->samples == 1 && (reader->bits == 1 || is_deep);
    case PHOTOMETRIC_RGB: return reader->samples == 3 && is_deep;
    case PHOTOMETRIC_SEPARATED: return reader->samples == 4 && is_deep;
    case PHOTOMETRIC_YCBCR:
        if (compression != COMPRESSION_JPEG || reader->samples != 3 || reader->bits != 8) return false;
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        return true;
    default: return false;
    }
}

static double per_inch(float value, uint16_t unit) {
    double dots = unit == RESUNIT_CENTIMETER ? value * 2.54 : value;
    return unit == RESUNIT_NONE || !(dots > 0) || dots > 1e6 ? 0 : dots;
}

codec_status codec_tiff_open_page(
    codec_tiff_reader *reader, uint32_t page, codec_tiff_info *info, codec_message *message) {
    TIFF *tiff = reader->tiff;
    memset(&reader->message, 0, sizeof reader->message);
    memset(&reader->info, 0, sizeof reader->info);
    if (!reader->is_counted) codec_tiff_page_count(reader, maximum_directories);
    if (page >= reader->page_count || TIFFSetDirectory(tiff, reader->pages[page]) != 1)
        return fail(reader, CODEC_CORRUPT, "no such page", message);
    codec_tiff_info *found = &reader->info;
    if (TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &found->width) != 1
        || TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &found->height) != 1 || found->width == 0 || found->height == 0)
        return fail(reader, CODEC_CORRUPT, "a page without a size", message);
    reader->bits = 1;
    reader->samples = 1;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &reader->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &reader->samples);
    if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &reader->photometric) != 1)
        // Faxes often omit it.
        reader->photometric = reader->samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISWHITE;
    reader->has_plain_rows = has_plain_rows(tiff, reader);
    bool is_gray = reader->photometric == PHOTOMETRIC_MINISBLACK || reader->photometric == PHOTOMETRIC_MINISWHITE;
    bool is_cmyk = reader->photometric == PHOTOMETRIC_SEPARATED;
    found->kind = is_gray ? CODEC_GRAY : is_cmyk && reader->has_plain_rows ? CODEC_RGBA : CODEC_RGB;
    uint64_t pixels = (uint64_t)found->width * found->height;
    found->scratch_bytes = reader->has_plain_rows ? (uint64_t)TIFFScanlineSize(tiff) : pixels * sizeof(uint32_t);
    found->orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &found->orientation);
    float x = 0, y = 0;
    uint16_t unit = RESUNIT_INCH;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    if (TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &x) == 1) found->resolution_x = per_inch(x, unit);
    if (TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &y) == 1) found->resolution_y = per_inch(y, unit);
    uint32_t profile_count = 0;
    void *profile = NULL;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_count, &profile) == 1) {
        found->profile = profile;
        found->profile_count = profile_count;
    }
    *info = *found;
    return CODEC_OK;
}

/// Converts a row to eight bits per channel; 16 bits lose their low byte.
static void convert_row(const codec_tiff_reader *reader, const uint8_t *row, uint8_t *target) {
    uint32_t count = reader->info.width * reader->samples;
    bool is_inverted = reader->photometric == PHOTOMETRIC_MINISWHITE;
    uint8_t flip = is_inverted ? 0xFF : 0;
    switch (reader->bits) {
    case 1:
        for (uint32_t x = 0; x < count; ++x) target[x] = (uint8_t)(row[x >> 3] >> (7 - (x & 7)) & 1 ? ~flip : flip);
        break;
    case 8:
        for (uint32_t x = 0; x < count; ++x) target[x] = row[x] ^ flip;
        break;
    default:
        for (uint32_t x = 0; x < count; ++x) target[x] = (uint8_t)(((const uint16_t *)(const void *)row)[x] >> 8) ^ flip;
    }
}

static codec_status read_rows(codec_tiff_reader *reader, uint8_t *pixels, size_t stride, codec_message *message) {
    tmsize_t size = TIFFScanlineSize(reader->tiff);
    uint64_t needed = ((uint64_t)reader->info.width * reader->samples * reader->bits + 7) / 8;
    if (size <= 0 || (uint64_t)size < needed) return fail(reader, CODEC_CORRUPT, "a row of an impossible size", message);
    uint8_t *row = calloc(1, (size_t)size);
    if (row == NULL) return fail(reader, CODEC_NO_MEMORY, "no memory", message);
    codec_status status = CODEC_OK;
    for (uint32_t y = 0; y < reader->info.height && status == CODEC_OK; ++y) {
        if (TIFFReadScanline(reader->tiff, row, y, 0) != 1) status = fail(reader, CODEC_CORRUPT, "no data", message);
        else convert_row(reader, row, pixels + y * stride);
    }
    free(row);
    return status;
}

/// Uses libtiff's conversion for everything without plain rows: palettes, tiles, planes, alpha, YCbCr, L*a*b*.
static codec_status read_whole(codec_tiff_reader *reader, uint8_t *pixels, size_t stride, codec_message *message) {
    char text[1024] = "";
    if (!TIFFRGBAImageOK(reader->tiff, text)) return fail(reader, CODEC_UNSUPPORTED, text, message);
    uint32_t width = reader->info.width, height = reader->info.height;
    uint32_t *raster = calloc((size_t)width * height, sizeof *raster);
    if (raster == NULL) return fail(reader, CODEC_NO_MEMORY, "no memory", message);
    TIFFRGBAImage image;
    bool is_open = TIFFRGBAImageBegin(&image, reader->tiff, 1, text) == 1;
    bool is_read = false;
    if (is_open) {
        // Read rows from top to bottom as stored: the caller applies the orientation.
        image.orientation = ORIENTATION_TOPLEFT;
        image.req_orientation = ORIENTATION_TOPLEFT;
        is_read = TIFFRGBAImageGet(&image, raster, width, height) == 1;
        TIFFRGBAImageEnd(&image);
    }
    if (!is_read) {
        free(raster);
        return fail(reader, is_open ? CODEC_CORRUPT : CODEC_UNSUPPORTED, text[0] != 0 ? text : "no data", message);
    }
    for (uint32_t y = 0; y < height; ++y) {
        uint8_t *target = pixels + y * stride;
        for (uint32_t x = 0; x < width; ++x) {
            uint32_t value = raster[(size_t)y * width + x];
            // libtiff multiplies colors by alpha: the white below is missing.
            uint32_t white = 255 - TIFFGetA(value);
            uint32_t channels[] = {TIFFGetR(value) + white, TIFFGetG(value) + white, TIFFGetB(value) + white};
            for (int c = 0; c < (int)reader->info.kind; ++c)
                target[x * (uint32_t)reader->info.kind + (uint32_t)c] = (uint8_t)(channels[c] > 255 ? 255 : channels[c]);
        }
    }
    free(raster);
    return CODEC_OK;
}

codec_status codec_tiff_read(codec_tiff_reader *reader, uint8_t *pixels, size_t stride, codec_message *message) {
    return reader->has_plain_rows ? read_rows(reader, pixels, stride, message)
                                  : read_whole(reader, pixels, stride, message);
}

void codec_tiff_reader_close(codec_tiff_reader *reader) {
    if (reader->tiff != NULL) TIFFClose(reader->tiff);
    free(reader->pages);
    free(reader);
}
