// Plain functions for libraries that report errors by setjmp (libpng, libjpeg) or take variadic arguments (libtiff):
// every jump starts and ends inside one C function, and Swift gets a status and a message.

#ifndef RECTO_CODEC_SHIMS_H
#define RECTO_CODEC_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODEC_MESSAGE_SIZE 200

/// The result of a call. Everything except `CODEC_OK` comes with a one-line message.
typedef enum {
    CODEC_OK = 0,
    /// The data are invalid.
    CODEC_CORRUPT,
    /// The data ends too early.
    CODEC_TRUNCATED,
    /// The data are valid but of an unsupported kind.
    CODEC_UNSUPPORTED,
    /// The memory needed exceeds the limit or the available memory.
    CODEC_NO_MEMORY,
    /// Writing failed; `errno` has the error.
    CODEC_WRITE_FAILED,
    /// The library for the format is not installed; the message names it.
    CODEC_NO_LIBRARY,
    /// The time limit was exceeded.
    CODEC_TIMED_OUT,
} codec_status;

/// A zero-terminated text; empty without an error.
typedef struct {
    char text[CODEC_MESSAGE_SIZE];
} codec_message;

/// The pixels written by a reader: one, three or four bytes each.
typedef enum { CODEC_GRAY = 1, CODEC_RGB = 3, CODEC_RGBA = 4 } codec_pixels;

// MARK: PNG

typedef struct codec_png_reader codec_png_reader;

typedef struct {
    uint32_t width, height;
    /// Whether the picture is stored as RGB or with a palette.
    bool is_color;
    /// Pixels per meter; 0 if the file does not specify them.
    uint32_t pixels_per_metre_x, pixels_per_metre_y;
} codec_png_header;

/// Reads everything before the pixels. Allocates no more than the ancillary chunks need, each below 8 MB.
///
/// `bytes` must stay valid until the reader is closed. `*reader` must be closed whatever the status, unless null.
codec_status codec_png_open(
    const uint8_t *bytes, size_t count, codec_png_reader **reader, codec_png_header *header, codec_message *message);

/// Reads the pixels with 8 bits per channel, and everything after them. `CODEC_GRAY` is for pictures without color.
///
/// Alpha is kept for `CODEC_RGBA` and blended over white for the others. 16-bit channels lose their low byte.
/// `pixels` holds `height` rows, `stride` bytes apart.
codec_status codec_png_read(
    codec_png_reader *reader, codec_pixels kind, uint8_t *pixels, size_t stride, codec_message *message);

/// The EXIF block, without the "Exif" prefix, or null; complete after `codec_png_read`.
const uint8_t *codec_png_exif(codec_png_reader *reader, size_t *count);

void codec_png_close(codec_png_reader *reader);

// MARK: JPEG

typedef struct codec_jpeg_reader codec_jpeg_reader;

typedef struct {
    uint32_t width, height;
    /// The number of components: 1 gray, 3 color, 4 CMYK or YCCK.
    int components;
    /// Whether the coefficients of the whole picture are kept in memory during reading.
    bool is_buffered;
    /// The size of those coefficients in bytes.
    uint64_t coefficient_bytes;
    /// The density as in the JFIF header; unit 0 none, 1 inch, 2 centimeter.
    uint16_t density_x, density_y;
    uint8_t density_unit;
    /// The first EXIF block with its "Exif" prefix, or null. Valid while the reader is open.
    const uint8_t *exif;
    size_t exif_count;
    /// Whether CMYK values are stored inverted, as by Adobe's programs.
    bool is_inverted;
} codec_jpeg_header;

/// Reads everything before the first scan.
///
/// `bytes` must stay valid until the reader is closed. `*reader` must be closed whatever the status, unless null.
codec_status codec_jpeg_open(
    const uint8_t *bytes, size_t count, codec_jpeg_reader **reader, codec_jpeg_header *header,
    codec_message *message);

/// Sets the scale 1/1, 1/2, 1/4 or 1/8, implemented by the inverse DCT, and returns the resulting size.
codec_status codec_jpeg_set_scale(
    codec_jpeg_reader *reader, unsigned denominator, uint32_t *width, uint32_t *height, codec_message *message);

/// The ICC profile, to be freed by `codec_free`, or null.
uint8_t *codec_jpeg_profile(codec_jpeg_reader *reader, size_t *count);

/// Reads the pixels. Damaged data are an error, and so are more than `maximum_scans` scans. CMYK needs `CODEC_RGB`,
/// or `CODEC_RGBA` for the four inks as stored.
codec_status codec_jpeg_read(
    codec_jpeg_reader *reader, codec_pixels kind, unsigned maximum_scans, uint64_t memory_limit, uint8_t *pixels,
    size_t stride, codec_message *message);

void codec_jpeg_close(codec_jpeg_reader *reader);

/// Decodes individual pictures of a stream in memory that is reused.
typedef struct codec_jpeg_frames codec_jpeg_frames;

/// Null if there is not enough memory.
codec_jpeg_frames *codec_jpeg_frames_new(void);

/// Reads everything before the first scan; `header` has the size at the scale 1 / `denominator` (1, 2, 4 or 8).
///
/// Frames without Huffman tables, as in motion JPEG, get the standard ones. `bytes` must stay valid until the pixels
/// are read.
codec_status codec_jpeg_frames_open(
    codec_jpeg_frames *frames, const uint8_t *bytes, size_t count, unsigned denominator, codec_pixels kind,
    codec_jpeg_header *header, codec_message *message);

/// Reads the pixels as `CODEC_GRAY` or `CODEC_RGB`. Damaged data are an error, a missing end marker is not.
codec_status codec_jpeg_frames_read(
    codec_jpeg_frames *frames, unsigned maximum_scans, uint8_t *pixels, size_t stride, codec_message *message);

void codec_jpeg_frames_free(codec_jpeg_frames *frames);

typedef struct {
    /// The quality, 1...100.
    int quality;
    /// Whether the color planes have half the width and height.
    bool halves_chroma;
    /// Whether to use progressive scans with optimized codes: smaller, in several times the time.
    bool is_small;
    /// The density in dots per inch; 0 for none.
    uint16_t density_x, density_y;
} codec_jpeg_options;

/// Encodes `CODEC_GRAY` or `CODEC_RGB` pixels. `*bytes` must be freed by `codec_free` if not null.
codec_status codec_jpeg_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, codec_pixels kind,
    const codec_jpeg_options *options, uint8_t **bytes, size_t *count, codec_message *message);

void codec_free(void *pointer);

// MARK: TIFF

typedef struct codec_tiff_writer codec_tiff_writer;

typedef enum { CODEC_TIFF_GROUP4, CODEC_TIFF_DEFLATE, CODEC_TIFF_JPEG } codec_tiff_compression;

typedef struct {
    uint32_t width, height;
    codec_tiff_compression compression;
    /// The pixels for `CODEC_TIFF_DEFLATE` and `CODEC_TIFF_JPEG`. `CODEC_TIFF_GROUP4` takes one bit per pixel, with 1
    /// for black.
    codec_pixels kind;
    /// The quality, 1...100, and whether the color planes have half the width and height; for `CODEC_TIFF_JPEG`.
    int quality;
    bool halves_chroma;
    /// The resolution in dots per inch.
    double resolution_x, resolution_y;
    /// The index of this page, from 0.
    uint16_t page;
    /// UTF-8 and "YYYY:MM:DD HH:MM:SS", or null.
    const char *title, *date;
} codec_tiff_page;

/// Starts a file at the beginning of `descriptor`, which stays open when the writer is closed.
codec_status codec_tiff_open(int descriptor, codec_tiff_writer **writer, codec_message *message);

/// Appends a page, and writes it to the file.
codec_status codec_tiff_add(
    codec_tiff_writer *writer, const codec_tiff_page *page, const uint8_t *pixels, size_t stride,
    codec_message *message);

/// Writes the remaining data, and frees the writer whatever the status, which covers everything since it was opened.
codec_status codec_tiff_close(codec_tiff_writer *writer, codec_message *message);

/// Encodes one bit per pixel, with 1 for black, by ITU-T T.6. `*bytes` must be freed by `codec_free` if not null.
codec_status codec_group4_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count,
    codec_message *message);

typedef struct codec_tiff_reader codec_tiff_reader;

/// One page of a file.
typedef struct {
    uint32_t width, height;
    /// The values that `codec_tiff_read` writes: `CODEC_GRAY`, `CODEC_RGB`, or `CODEC_RGBA` for the four inks of
    /// CMYK.
    codec_pixels kind;
    /// TIFF's orientation, 1...8.
    uint16_t orientation;
    /// The resolution in dots per inch; 0 if the file does not specify it.
    double resolution_x, resolution_y;
    /// The memory for reading in addition to the pixels, in bytes.
    uint64_t scratch_bytes;
    /// The ICC profile, valid until another page is opened, or null.
    const uint8_t *profile;
    size_t profile_count;
} codec_tiff_info;

/// Opens a file in memory. `bytes` must stay valid until the reader is closed. `*reader` must be closed unless null.
codec_status codec_tiff_reader_open(
    const uint8_t *bytes, size_t count, uint64_t memory_limit, codec_tiff_reader **reader, codec_message *message);

/// Counts the pages up to `limit`, without thumbnails and masks.
uint32_t codec_tiff_page_count(codec_tiff_reader *reader, uint32_t limit);

/// Reads the header of a page, counted from 0.
codec_status codec_tiff_open_page(
    codec_tiff_reader *reader, uint32_t page, codec_tiff_info *info, codec_message *message);

/// Reads the pixels of the last opened page in the format of `codec_tiff_info.kind`, with eight bits per channel.
/// Alpha is blended over white.
codec_status codec_tiff_read(codec_tiff_reader *reader, uint8_t *pixels, size_t stride, codec_message *message);

void codec_tiff_reader_close(codec_tiff_reader *reader);

// MARK: Formats of libraries that are opened at run time

// Programs start without libwebp, libheif and libjxl; reading their formats then fails with `CODEC_NO_LIBRARY`.

typedef enum { CODEC_WEBP, CODEC_HEIF, CODEC_JPEG_XL } codec_foreign_format;

typedef struct codec_foreign_reader codec_foreign_reader;

typedef struct {
    uint32_t width, height;
    /// The ICC profile of the values, or null. Valid while the reader is open; with `CODEC_JPEG_XL` it is complete
    /// after `codec_foreign_read`.
    const uint8_t *profile;
    size_t profile_count;
    /// The EXIF block from its TIFF header on, or null.
    const uint8_t *exif;
    size_t exif_count;
    /// Whether rotations have already been applied, so that the EXIF orientation must be ignored.
    bool is_upright;
} codec_foreign_header;

/// Reads the header of a file's main picture: the first frame of an animation, the primary picture of a collection.
///
/// `bytes` must stay valid until the reader is closed. `*reader` must be closed whatever the status, unless null.
codec_status codec_foreign_open(
    codec_foreign_format format, const uint8_t *bytes, size_t count, uint64_t pixel_limit, codec_foreign_reader **reader,
    codec_foreign_header *header, codec_message *message);

/// Reads the pixels as RGBA; alpha is not premultiplied. `header` is completed.
codec_status codec_foreign_read(
    codec_foreign_reader *reader, codec_foreign_header *header, uint8_t *pixels, size_t stride, codec_message *message);

void codec_foreign_close(codec_foreign_reader *reader);

// MARK: Color

/// Converts colors of a profile to sRGB with LittleCMS, which is loaded at run time.
typedef struct codec_color_transform codec_color_transform;

/// The kind of values to convert: gray stays gray, color and inks become RGB.
typedef enum { CODEC_COLOR_GRAY, CODEC_COLOR_RGB, CODEC_COLOR_CMYK, CODEC_COLOR_INVERTED_CMYK } codec_color_kind;

/// `*transform` stays null with `CODEC_OK` if no conversion is needed: the profile is for other values, or is sRGB.
codec_status codec_color_open(
    const uint8_t *profile, size_t count, codec_color_kind kind, codec_color_transform **transform,
    codec_message *message);

/// Converts `count` pixels; source and target may be the same if they have the same number of channels.
void codec_color_convert(codec_color_transform *transform, const uint8_t *source, uint8_t *target, size_t count);

void codec_color_close(codec_color_transform *transform);

/// Converts inks to RGB without a profile: each ink absorbs its share of the light left by black.
void codec_rgb_from_cmyk(const uint8_t *cmyk, bool is_inverted, size_t count, uint8_t *rgb);

// MARK: Programs

/// The limits of a program.
typedef struct {
    uint64_t output_bytes, memory_bytes;
    double seconds;
} codec_program_limits;

/// Returns an unnamed file in memory with these bytes, which the caller must close; -1 without enough memory.
int codec_memory_file(const uint8_t *bytes, size_t count);

/// Runs a program from the search path, with the file `input` as its descriptor 3, and reads its output.
///
/// `arguments` ends with null and begins with the program's name. `CODEC_CORRUPT` means that the program failed; the
/// message has the start of its error stream. `*output` must be freed by `codec_free` if not null.
codec_status codec_program_run(
    const char *const *arguments, int input, const codec_program_limits *limits, uint8_t **output, size_t *count,
    codec_message *message);

// MARK: Files

/// Opens an unnamed file in a folder for reading and writing (`O_TMPFILE`, which Swift's Glibc lacks). Returns -1 and
/// sets `errno` on failure.
int codec_open_nameless(const char *folder);

// Opens a file in memory. Returns -1 and sets errno on failure.
int codec_open_memory(void);

#endif
