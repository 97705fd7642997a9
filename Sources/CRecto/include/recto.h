/*
 * Recto: finds the page in pictures and camera frames, takes it out, and makes it fit to be read.
 *
 * OWNERSHIP. There is one rule. What a function hands out through a pointer to a pointer (`recto_thing **`) is the
 * caller's, who gives it to `recto_thing_free` in the end. Everything else stays with whoever had it: what is passed in
 * need last only until the call returns, and pointers in a struct that Recto fills are good until the object that they
 * came from is next used or freed.
 *
 * ERRORS. Functions that may fail return a status. On any but RECTO_OK, recto_last_error() says in words what was found and
 * what was required, nothing is handed out, and the object can be used on. Arguments are checked; pointers can only be
 * checked for NULL. All `..._free` functions take NULL.
 *
 * STRUCTS start with their size, so that later versions can add fields at their end: set `struct_size` to the struct's
 * sizeof, or use the `..._init` function, which also sets all fields to what is best where nothing else is known.
 *
 * THREADS. An object is used by one thread at a time. Different objects know nothing of each other.
 *
 * COORDINATES. The origin is the top-left corner of the picture, x grows to the right and y down, the centre of the first
 * pixel is at (0.5, 0.5). Corners of a page run clockwise from the page's own top-left.
 */
#ifndef RECTO_H
#define RECTO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RECTO_API __attribute__((visibility("default")))
#else
#define RECTO_API
#endif

/* ---- What went wrong ---- */

typedef enum recto_status {
  RECTO_OK = 0,
  /* An argument is NULL, or outside the range that is stated here. */
  RECTO_INVALID_ARGUMENT = 1,
  /* A picture or frame cannot be decoded, or a file cannot be read. */
  RECTO_UNREADABLE = 2,
  /* A file cannot be written. */
  RECTO_UNWRITABLE = 3,
  /* The page cannot be straightened: its corners are not those of a page, or it would be too large. */
  RECTO_NOT_A_PAGE = 4
} recto_status;

/* The version of the library, as "1.2.3". */
RECTO_API const char *recto_version(void);

/* What went wrong in the last call on this thread that did not return RECTO_OK; "" if none has. Good until the next call. */
RECTO_API const char *recto_last_error(void);

/* ---- Geometry and frames ---- */

typedef struct recto_point {
  double x, y;
} recto_point;

/* Top-left, top-right, bottom-right and bottom-left corner of the page. */
typedef struct recto_quad {
  recto_point corners[4];
} recto_quad;

typedef enum recto_format {
  /* One byte a pixel, 0 is black. */
  RECTO_FORMAT_GRAY = 0,
  /* Red, green, blue, a byte each. */
  RECTO_FORMAT_RGB = 1,
  /* Y0 Cb Y1 Cr for each two pixels of a row. */
  RECTO_FORMAT_YUYV = 2,
  /* Cb Y0 Cr Y1 for each two pixels of a row. */
  RECTO_FORMAT_UYVY = 3,
  /* A plane of Y, and one of Cb Cr pairs at half the size. */
  RECTO_FORMAT_NV12 = 4,
  /* A JPEG picture; its own size counts. */
  RECTO_FORMAT_JPEG = 5,
  /* One bit a pixel, highest bit first, 1 is ink: only of images that Recto makes. */
  RECTO_FORMAT_BILEVEL = 6
} recto_format;

/* Which values Y, Cb and Cr take. */
typedef enum recto_range {
  /* Y 16 to 235, as cameras and video have it. */
  RECTO_RANGE_LIMITED = 0,
  /* 0 to 255, as JPEG has it. */
  RECTO_RANGE_FULL = 1
} recto_range;

/* Pixels of the caller's. They are read during the call only, and never written. */
typedef struct recto_frame {
  size_t struct_size;
  recto_format format;
  /* In pixels, 1 to 65535; not looked at for JPEG. */
  uint32_t width, height;
  /* The first byte of each plane. NV12 has two; if the second is NULL it follows the rows of the first. */
  const uint8_t *planes[2];
  /* How many bytes may be read from there on. */
  size_t plane_bytes[2];
  /* Bytes from one row to the next; 0 if rows follow each other without padding; not looked at for JPEG. */
  size_t row_strides[2];
  recto_range range;
} recto_frame;

RECTO_API void recto_frame_init(recto_frame *frame);

/* ---- Pages ---- */

typedef enum recto_filter {
  /* The document's own colours on white, evenly lit paper. */
  RECTO_FILTER_COLOR = 0,
  RECTO_FILTER_GRAYSCALE = 1,
  RECTO_FILTER_BLACK_AND_WHITE = 2,
  /* A photograph: natural tones. */
  RECTO_FILTER_PHOTO = 3,
  /* The one of the others that suits the page. */
  RECTO_FILTER_AUTOMATIC = 4
} recto_filter;

/* How pages are to look. */
typedef struct recto_look {
  size_t struct_size;
  recto_filter filter;
  /* Clockwise turn after the page has been straightened: 0, 90, 180 or 270 degrees. */
  int32_t rotation_degrees;
  /* Pixels per inch of paper; 0 to keep the picture's own. */
  double dots_per_inch;
} recto_look;

RECTO_API void recto_look_init(recto_look *look);

/* A page: the whole picture that it was taken from, and notes on where it is and how it is to look. Nothing is lost by
 * changing them. */
typedef struct recto_page recto_page;

typedef struct recto_page_info {
  size_t struct_size;
  /* Of the picture that the page was taken from. */
  uint32_t picture_width, picture_height;
  /* 0 if the picture is the page. */
  int32_t has_corners;
  recto_quad corners;
  recto_filter filter;
  int32_t rotation_degrees;
  double dots_per_inch;
} recto_page_info;

RECTO_API recto_status recto_page_get_info(const recto_page *page, recto_page_info *info);
/* A page of its own; the picture's memory is shared. */
RECTO_API recto_status recto_page_copy(const recto_page *page, recto_page **copy);
/* Corners in pixels of the picture, convex and clockwise; NULL if the picture is the page. */
RECTO_API recto_status recto_page_set_corners(recto_page *page, const recto_quad *corners);
RECTO_API recto_status recto_page_set_look(recto_page *page, const recto_look *look);
RECTO_API void recto_page_free(recto_page *page);

/* A finished page. */
typedef struct recto_image recto_image;

typedef struct recto_pixels {
  size_t struct_size;
  /* RECTO_FORMAT_GRAY, _RGB or _BILEVEL, as the page's filter has it. */
  recto_format format;
  uint32_t width, height;
  /* The first row; `stride` bytes on is the next one. */
  const uint8_t *data;
  size_t row_bytes, stride;
  /* Pixels per inch of paper. */
  double dots_per_inch;
} recto_pixels;

/* Straightens and enhances the page. */
RECTO_API recto_status recto_page_render(const recto_page *page, recto_image **image);
RECTO_API recto_status recto_image_get_pixels(const recto_image *image, recto_pixels *pixels);
/* Copies the pixels to memory of the caller's, rows `stride` bytes apart. */
RECTO_API recto_status recto_image_copy_pixels(const recto_image *image, uint8_t *buffer, size_t buffer_bytes,
                                               size_t stride);
RECTO_API void recto_image_free(recto_image *image);

/* Renders pages and writes them to a file: .pdf, .tif and .tiff hold any number, .png, .jpg and .jpeg one. The file is
 * complete or is not there. */
RECTO_API recto_status recto_pages_write(const recto_page *const *pages, size_t count, const char *path);

/* ---- Still pictures ---- */

/* Finds pages in pictures. */
typedef struct recto_detector recto_detector;

typedef struct recto_detection {
  size_t struct_size;
  /* 0 if nothing like a page is in the picture; then the other fields mean nothing. */
  int32_t found;
  recto_quad corners;
  /* How sure it is, 0 to 1: from .35 on worth showing, from .8 on worth taking without asking. */
  double confidence;
} recto_detection;

RECTO_API recto_status recto_detector_new(recto_detector **detector);
RECTO_API recto_status recto_detector_detect(recto_detector *detector, const recto_frame *frame,
                                             recto_detection *detection);
/* The page of a picture. If none is found with a confidence of .35 the picture is the page, so that nothing is lost.
 * `detection` may be NULL. */
RECTO_API recto_status recto_detector_scan(recto_detector *detector, const recto_frame *frame, recto_page **page,
                                           recto_detection *detection);
/* The same of a PNG or JPEG file, turned upright as its EXIF block says. `path` is UTF-8. */
RECTO_API recto_status recto_detector_scan_file(recto_detector *detector, const char *path, recto_page **page,
                                                recto_detection *detection);
RECTO_API void recto_detector_free(recto_detector *detector);

/* ---- Live capture ---- */

/* Follows the page over the frames of one camera, guides the person at it, and takes each page once. */
typedef struct recto_scanner recto_scanner;

typedef enum recto_mode {
  /* The engine takes a page when it is new, still and shows well. */
  RECTO_MODE_AUTOMATIC = 0,
  /* Pages are taken by recto_scanner_request_shot alone. */
  RECTO_MODE_MANUAL = 1
} recto_mode;

/* What the person at the camera, or the machine that moves it, should know or do next. */
typedef enum recto_guidance {
  RECTO_GUIDANCE_NO_DOCUMENT = 0,
  RECTO_GUIDANCE_PARTLY_OUTSIDE = 1,
  RECTO_GUIDANCE_TOO_FAR = 2,
  RECTO_GUIDANCE_TOO_CLOSE = 3,
  RECTO_GUIDANCE_TILTED = 4,
  RECTO_GUIDANCE_TOO_DARK = 5,
  RECTO_GUIDANCE_GLARE = 6,
  RECTO_GUIDANCE_MOVING = 7,
  RECTO_GUIDANCE_HOLD_STEADY = 8,
  RECTO_GUIDANCE_CAPTURING = 9,
  RECTO_GUIDANCE_CAPTURED = 10,
  RECTO_GUIDANCE_SAME_PAGE = 11
} recto_guidance;

/* A stable name for logs: "noDocument", "holdSteady" …; "" for what is no guidance. */
RECTO_API const char *recto_guidance_name(recto_guidance guidance);

typedef struct recto_scanner_options {
  size_t struct_size;
  recto_mode mode;
  /* For how long a page must be still, 0 to 10 seconds. */
  double dwell_seconds;
  /* So many pages are remembered, to take none twice, 0 to 1000. */
  uint32_t remembered_pages;
  /* Copies of frames that are kept at most, 1 to 32: a shot is the sharpest of the last moments. */
  uint32_t kept_frames;
  /* How pages are to look; NULL for the usual. */
  const recto_look *look;
} recto_scanner_options;

RECTO_API void recto_scanner_options_init(recto_scanner_options *options);

/* Sides of the page that are hidden or outside the frame. */
enum { RECTO_SIDE_TOP = 1, RECTO_SIDE_RIGHT = 2, RECTO_SIDE_BOTTOM = 4, RECTO_SIDE_LEFT = 8 };

/* What a frame shows. */
typedef struct recto_observation {
  size_t struct_size;
  /* Of the frame, in pixels. */
  uint32_t width, height;
  /* 0 if no page is in view; then the fields on the page mean nothing. */
  int32_t has_page;
  recto_quad corners;
  /* How sure it is that it is a page, 0 to 1. */
  double confidence;
  uint32_t occluded_sides;
  /* Changes when another page comes. */
  uint64_t page_identity;
  /* Only comparable between frames of one page: more is sharper. */
  double sharpness;
  /* Of the page's paper, 0 to 255. */
  double brightness;
  /* Share of the page that mirrors a lamp, 0 to 1. */
  double glare_share;
  recto_guidance guidance;
  /* With RECTO_GUIDANCE_HOLD_STEADY, how much of the time has passed, 0 to 1. */
  double progress;
  /* Whether a page was taken with this frame. */
  int32_t has_capture;
} recto_observation;

/* A page that was taken. */
typedef struct recto_capture {
  size_t struct_size;
  /* The caller's time and number of the frame that it was taken from. */
  int64_t time_nanoseconds;
  int64_t frame_number;
  /* 1 if it was taken for want of a better one: tilted, dark or with reflections. */
  int32_t is_low_quality;
} recto_capture;

/* Called when a page has been taken, by the thread that passed the frame. The page and what is known of it stay Recto's:
 * recto_page_copy keeps the page. The scanner must not be used in the call. */
typedef void (*recto_capture_function)(const recto_page *page, const recto_capture *capture, void *context);

/* `options` may be NULL. */
RECTO_API recto_status recto_scanner_new(const recto_scanner_options *options, recto_scanner **scanner);
/* NULL to be told of no captures any more. */
RECTO_API recto_status recto_scanner_on_capture(recto_scanner *scanner, recto_capture_function function,
                                                void *context);
/* Looks at the next frame. A JPEG frame that is damaged gives RECTO_UNREADABLE and counts as if it had not come.
 *
 * time_nanoseconds: when it was taken, by a clock that goes on steadily.
 * frame_number: the caller's count, told again with the capture.
 * observation: may be NULL. */
RECTO_API recto_status recto_scanner_process(recto_scanner *scanner, const recto_frame *frame,
                                             int64_t time_nanoseconds, int64_t frame_number,
                                             recto_observation *observation);
/* Takes the picture with the next frames, whatever they show. */
RECTO_API recto_status recto_scanner_request_shot(recto_scanner *scanner);
/* Lets the page in view be taken again. */
RECTO_API recto_status recto_scanner_rearm(recto_scanner *scanner);
/* Forgets all pages, as for a new document. */
RECTO_API recto_status recto_scanner_reset(recto_scanner *scanner);
/* Ends the stream: a page that was being taken is taken from the frames that there were. */
RECTO_API recto_status recto_scanner_finish(recto_scanner *scanner);
RECTO_API void recto_scanner_free(recto_scanner *scanner);

/* ---- Codes ---- */

/* Reads QR codes, and other codes where asked to. */
typedef struct recto_code_reader recto_code_reader;

typedef struct recto_code_reader_options {
  size_t struct_size;
  /* 1 for frames of a stream: less is tried in each. */
  int32_t is_live;
  /* 1 to look for bars too, which takes many times as long. */
  int32_t reads_bars;
  /* At most so many codes, 1 or more. */
  uint32_t limit;
} recto_code_reader_options;

RECTO_API void recto_code_reader_options_init(recto_code_reader_options *options);

typedef struct recto_code {
  size_t struct_size;
  /* In pixels of the frame, clockwise from the code's own top-left. */
  recto_quad corners;
  /* The payload as it stands in the code. */
  const uint8_t *bytes;
  size_t byte_count;
  /* The payload as UTF-8; it ends with a zero byte, and may hold others. */
  const char *text;
  size_t text_bytes;
  /* "QR Code", "EAN-13" … */
  const char *symbology;
} recto_code;

/* `options` may be NULL. */
RECTO_API recto_status recto_code_reader_new(const recto_code_reader_options *options, recto_code_reader **reader);
/* Reads the codes of a picture or frame, and tells how many there are. */
RECTO_API recto_status recto_code_reader_read(recto_code_reader *reader, const recto_frame *frame, size_t *count);
/* One of the codes that were read last, from 0 on. */
RECTO_API recto_status recto_code_reader_get_code(const recto_code_reader *reader, size_t index, recto_code *code);
RECTO_API void recto_code_reader_free(recto_code_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
