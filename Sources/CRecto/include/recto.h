/*
 * Recto: finds the page in pictures and camera frames, crops, straightens and cleans it.
 *
 * OWNERSHIP. There is one rule. An object returned through a pointer to a pointer (`recto_thing **`) belongs to the
 * caller, who frees it with `recto_thing_free`. Ownership of other pointers does not change: arguments only need to
 * be valid until the call returns, and pointers in a struct that Recto fills are valid until the object that they
 * came from is next used or freed.
 *
 * ERRORS. Functions that may fail return a status. If it is not RECTO_OK, recto_last_error() describes what was found
 * and what was required, nothing is returned, and the object remains usable. Arguments are checked; pointers can only
 * be checked for NULL. All `..._free` functions accept NULL.
 *
 * STRUCTS start with their size, so that later versions can add fields at the end: set `struct_size` to the struct's
 * sizeof, or use the `..._init` function, which also sets all fields to their defaults.
 *
 * THREADS. An object is used by one thread at a time. Different objects are independent. A call that uses an object
 * while another one changes it returns RECTO_BUSY and changes nothing; calls that take the object as a const pointer
 * may run at the same time. An object must not be freed while a call uses it.
 *
 * COORDINATES. The origin is the top left corner of the picture; x grows to the right and y downward; the center of
 * the first pixel is at (0.5, 0.5). Four corners are ordered clockwise: top left, top right, bottom right, bottom
 * left. Which one is the top left depends on their source:
 * - For a detected page, it is the corner with the smallest x + y, whatever the direction of the text, which has not
 *   been read yet. While a page is tracked, its corners keep their order.
 * - For a code or an anchor, it is the top left corner of the upright code or anchor.
 * - For corners passed as an argument, it is the first one: it becomes the top left of the straightened page.
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

/* ---- Errors ---- */

typedef enum recto_status {
  RECTO_OK = 0,
  /* An argument is NULL, or outside the range documented here. */
  RECTO_INVALID_ARGUMENT = 1,
  /* A picture or frame cannot be decoded, or a file cannot be read. */
  RECTO_UNREADABLE = 2,
  /* A file cannot be written. */
  RECTO_UNWRITABLE = 3,
  /* The page cannot be straightened: its corners do not form a page, or it would be too large. */
  RECTO_NOT_A_PAGE = 4,
  /* The draft is in use by another session. */
  RECTO_IN_USE = 5,
  /* What reads text or bar codes, or the model of a language, is not installed: recto_last_error() names the package. */
  RECTO_NOT_INSTALLED = 6,
  /* The caller's function canceled the call, or its deadline has passed. */
  RECTO_CANCELED = 7,
  /* Since 0.2. Another call uses the object: see THREADS. */
  RECTO_BUSY = 8
} recto_status;

/* The version of this header. */
#define RECTO_VERSION_MAJOR 0
#define RECTO_VERSION_MINOR 2
#define RECTO_VERSION_PATCH 0
/* Incremented when programs compiled with an older header no longer work with the library, together with the
 * library's file name. */
#define RECTO_ABI 0

/* The version of the library, as "1.2.3". */
RECTO_API const char *recto_version(void);
/* Whether the loaded library works with programs compiled with this header: use RECTO_CHECK_VERSION(). */
RECTO_API recto_status recto_check_version(uint32_t abi, uint32_t major, uint32_t minor);
#define RECTO_CHECK_VERSION() recto_check_version(RECTO_ABI, RECTO_VERSION_MAJOR, RECTO_VERSION_MINOR)

/* Receives the status and the recto_last_error() text of a failed call. */
typedef void (*recto_log_function)(recto_status status, const char *text, void *context);
/* Sets a function that is called when a call fails, on the thread that made it; NULL for none. It must not call
 * the library. */
RECTO_API void recto_set_log(recto_log_function function, void *context);

/* The error of the last failed call on this thread; "" if none has failed. Valid until the next call. */
RECTO_API const char *recto_last_error(void);

/* ---- Geometry and frames ---- */

typedef struct recto_point {
  double x, y;
} recto_point;

/* The top left, top right, bottom right and bottom left corner: see COORDINATES. */
typedef struct recto_quad {
  recto_point corners[4];
} recto_quad;

typedef enum recto_format {
  /* One byte per pixel, 0 is black. */
  RECTO_FORMAT_GRAY = 0,
  /* Red, green and blue, one byte each. */
  RECTO_FORMAT_RGB = 1,
  /* Y0 Cb Y1 Cr for every two pixels of a row. */
  RECTO_FORMAT_YUYV = 2,
  /* Cb Y0 Cr Y1 for every two pixels of a row. */
  RECTO_FORMAT_UYVY = 3,
  /* A plane of Y, and one of Cb Cr pairs at half the size. */
  RECTO_FORMAT_NV12 = 4,
  /* A JPEG picture, which has its own size. */
  RECTO_FORMAT_JPEG = 5,
  /* One bit per pixel, highest bit first, 1 is ink; only for images created by Recto. */
  RECTO_FORMAT_BILEVEL = 6,
  /* Since 0.2. Blue, green and red, one byte each. */
  RECTO_FORMAT_BGR = 7,
  /* Red, green, blue and an unused byte. */
  RECTO_FORMAT_RGBA = 8,
  /* Blue, green, red and an unused byte. */
  RECTO_FORMAT_BGRA = 9,
  /* Planes of Y, and of Cb and Cr at half the size; also called yuv420p. */
  RECTO_FORMAT_I420 = 10,
  /* A plane of Y, and one of Cr Cb pairs at half the size. */
  RECTO_FORMAT_NV21 = 11,
  /* Like NV12, with two bytes per value, little-endian, and the ten bits in the high bits. */
  RECTO_FORMAT_P010 = 12,
  /* Two bytes per pixel, little-endian; 0 is black. */
  RECTO_FORMAT_GRAY16 = 13,
  /* A frame of an MJPEG stream is a JPEG picture. */
  RECTO_FORMAT_MJPEG = RECTO_FORMAT_JPEG,
  /* Not decoded here: recto_last_error() names a decoder. */
  RECTO_FORMAT_H264 = 14
} recto_format;

/* The range of Y, Cb and Cr values. */
typedef enum recto_range {
  /* Y from 16 to 235, as in cameras and video. */
  RECTO_RANGE_LIMITED = 0,
  /* 0 to 255, as in JPEG. */
  RECTO_RANGE_FULL = 1
} recto_range;

/* Caller-owned pixels. They are only read, and only during the call. */
typedef struct recto_frame {
  size_t struct_size;
  recto_format format;
  /* In pixels, 1 to 65535; ignored for JPEG. */
  uint32_t width, height;
  /* The first byte of each plane. NV12 has two; if the second is NULL, it follows the rows of the first. */
  const uint8_t *planes[2];
  /* The number of readable bytes from there on. */
  size_t plane_bytes[2];
  /* Bytes from one row to the next; 0 for rows without padding; ignored for JPEG. */
  size_t row_strides[2];
  recto_range range;
  /* Since 0.2. For I420, the plane of Cr; if it is NULL, it follows the rows of the second. */
  const uint8_t *third_plane;
  size_t third_plane_bytes, third_row_stride;
} recto_frame;

RECTO_API void recto_frame_init(recto_frame *frame);

/* ---- Long calls ---- */

/* Since 0.2. How long calls report their progress, and what ends them early with RECTO_CANCELED. All fields may be 0. */
typedef struct recto_control {
  size_t struct_size;
  /* Called between the steps of a call, on its thread, with the completed share of the work, 0 to 1, which does not
   * fall; returns 0 to continue, or another value to end the call. It must not use the objects of the call. */
  int32_t (*progress)(double share, void *context);
  void *progress_context;
  /* Ends each call at the first step after this number of seconds, up to 1,000,000; 0 for no deadline. */
  double deadline_seconds;
} recto_control;

RECTO_API void recto_control_init(recto_control *control);

/* ---- Pages ---- */

typedef enum recto_filter {
  /* The document's own colors on white, evenly lit paper. */
  RECTO_FILTER_COLOR = 0,
  RECTO_FILTER_GRAYSCALE = 1,
  RECTO_FILTER_BLACK_AND_WHITE = 2,
  /* A photo: natural tones. */
  RECTO_FILTER_PHOTO = 3,
  /* Chooses the best of the others for the page. */
  RECTO_FILTER_AUTOMATIC = 4,
  /* Unchanged from the camera. */
  RECTO_FILTER_ORIGINAL = 5
} recto_filter;

/* Whether to flatten a curved page, such as a page of an open book, a folded letter or a curling sheet. */
typedef enum recto_flattening {
  RECTO_FLATTENING_OFF = 0,
  /* Flattens if an improvement is certain. A flat page is not changed. */
  RECTO_FLATTENING_AUTOMATIC = 1,
  /* Flattens if lines of text are found and the page would not be torn. */
  RECTO_FLATTENING_FORCED = 2
} recto_flattening;

/* The size of a page's paper. */
typedef enum recto_paper {
  /* A standard size if the measured proportions match it with confidence, otherwise the measured proportions. */
  RECTO_PAPER_AUTOMATIC = 0,
  /* The measured proportions. */
  RECTO_PAPER_MEASURED = 1,
  /* A size, in portrait or landscape orientation as measured. */
  RECTO_PAPER_A3 = 2,
  RECTO_PAPER_A4 = 3,
  RECTO_PAPER_A5 = 4,
  RECTO_PAPER_A6 = 5,
  /* US Letter, 8.5 x 11 in. */
  RECTO_PAPER_LETTER = 6,
  /* US Legal, 8.5 x 14 in. */
  RECTO_PAPER_LEGAL = 7,
  /* Bank and identity cards (ISO/IEC 7810 ID-1). */
  RECTO_PAPER_ID1 = 8,
  /* Since 0.2. ISO B5, 176 x 250 mm. */
  RECTO_PAPER_B5 = 9
} recto_paper;

/* The options for rendering a page. */
typedef struct recto_render_options {
  size_t struct_size;
  recto_filter filter;
  /* The clockwise rotation after the page has been straightened: 0, 90, 180 or 270 degrees. */
  int32_t rotation_degrees;
  /* Pixels per inch of paper, 10 to 2400; 0 to keep the picture's resolution. */
  double dots_per_inch;
  /* Since 0.2. A struct without this and the following fields keeps their values in existing pages. */
  recto_paper paper;
  recto_flattening flattening;
  /* 1 to keep fingers at the margins of a flattened page; 0 to replace them with paper if no text is lost. */
  int32_t keeps_fingers;
} recto_render_options;

RECTO_API void recto_render_options_init(recto_render_options *options);

/* A page: the picture that shows it, its position in it, and how to render it. Changing the options loses nothing. */
typedef struct recto_page recto_page;

typedef struct recto_page_info {
  size_t struct_size;
  /* The size of the picture that shows the page. */
  uint32_t picture_width, picture_height;
  /* 0 if the page fills the picture. */
  int32_t has_corners;
  recto_quad corners;
  recto_filter filter;
  int32_t rotation_degrees;
  double dots_per_inch;
  /* Since 0.2. */
  recto_paper paper;
  recto_flattening flattening;
  int32_t keeps_fingers;
} recto_page_info;

/* Creates a page that fills the picture. Its pixels are copied. */
RECTO_API recto_status recto_page_new(const recto_frame *frame, recto_page **page);
/* Opens a picture file or the first page of a PDF or TIFF file, rotated by its EXIF orientation. `path` is UTF-8. */
RECTO_API recto_status recto_page_open(const char *path, recto_page **page);
/* Opens a file in memory, which is only read during the call. */
RECTO_API recto_status recto_page_decode(const uint8_t *bytes, size_t byte_count, recto_page **page);

/* Since 0.2. How files are read. Each field may be 0 for its default. Limits are checked before memory is allocated: a
 * file beyond one is RECTO_UNREADABLE. */
typedef struct recto_reading_options {
  size_t struct_size;
  /* The maximum number of pixels, up to 2^40; by default 178,956,970. */
  uint64_t pixels;
  /* The maximum memory in bytes for pixels while a picture is read, up to 2^40; by default 1 GiB. */
  uint64_t memory_bytes;
  /* The maximum size of a file in bytes, up to 2^40; by default 1 GiB. */
  uint64_t file_bytes;
  /* The maximum number of pages of a PDF or TIFF file; by default 10,000. */
  uint32_t pages;
  /* The page of a PDF or TIFF file to read, counting from 0. */
  uint32_t page;
  /* The maximum time for a page of a PDF file, 0.001 to 86400 seconds; by default 120. */
  double seconds;
  /* Pixels per inch of PDF pages that are not a single scanned picture, 50 to 1200; by default 300. */
  double pdf_dots_per_inch;
  /* Opens encrypted PDF files; UTF-8. */
  const char *password;
} recto_reading_options;

RECTO_API void recto_reading_options_init(recto_reading_options *options);
/* Do the same with options, which may be NULL. */
RECTO_API recto_status recto_page_open_with(const char *path, const recto_reading_options *options, recto_page **page);
RECTO_API recto_status recto_page_decode_with(const uint8_t *bytes, size_t byte_count,
                                              const recto_reading_options *options, recto_page **page);
RECTO_API recto_status recto_page_get_info(const recto_page *page, recto_page_info *info);
/* Creates an independent copy that shares the picture's memory. */
RECTO_API recto_status recto_page_copy(const recto_page *page, recto_page **copy);
/* Sets the corners in pixels of the picture: a convex quad, clockwise from its top left; NULL if the page fills
 * the picture. */
RECTO_API recto_status recto_page_set_corners(recto_page *page, const recto_quad *corners);
RECTO_API recto_status recto_page_set_render_options(recto_page *page, const recto_render_options *options);
RECTO_API recto_status recto_page_get_render_options(const recto_page *page, recto_render_options *options);

/* Since 0.2. What recto_page_deskew found. */
typedef enum recto_deskewing {
  /* The direction of the lines is not sure. */
  RECTO_DESKEWING_UNSURE = 0,
  /* The lines are level enough. */
  RECTO_DESKEWING_LEVEL = 1,
  /* The page was turned. */
  RECTO_DESKEWING_TURNED = 2
} recto_deskewing;

/* Since 0.2. Turns the picture of a page without corners until its lines of print are level, from -45 to 45 degrees; the
 * turned picture becomes the page's picture. A page whose lines are level or unsure does not change. `degrees` becomes the
 * angle by which the lines fell to the right, 0 if it is unsure; it and `deskewing` may be NULL. */
RECTO_API recto_status recto_page_deskew(recto_page *page, recto_deskewing *deskewing, double *degrees);

/* Sets `flattening` in the page's render options. */
RECTO_API recto_status recto_page_set_flattening(recto_page *page, recto_flattening flattening);
RECTO_API recto_status recto_page_get_flattening(const recto_page *page, recto_flattening *flattening);
/* Sets the opposite of `keeps_fingers` in the page's render options. */
RECTO_API recto_status recto_page_set_fills_fingers(recto_page *page, int32_t fills_fingers);
RECTO_API recto_status recto_page_get_fills_fingers(const recto_page *page, int32_t *fills_fingers);

/* How the picture of a page was created. */
typedef struct recto_fusion {
  size_t struct_size;
  /* 1 if it was merged from several pictures; 0 for a single picture, in which case the fields below are 0. */
  int32_t is_fused;
  /* With recto_detector_fuse, the index of the picture whose geometry the page has; otherwise 0. */
  uint32_t reference;
  /* The number of merged pictures. */
  uint32_t used_frames;
  /* The number of parts of the page that are saturated in every picture. */
  uint32_t lost_parts;
  /* The noise of one picture in gray levels. */
  double noise;
  /* The share of the page that is saturated in every picture, 0 to 1, where print is lost. */
  double lost_share;
} recto_fusion;

RECTO_API recto_status recto_page_get_fusion(const recto_page *page, recto_fusion *fusion);
/* Returns one of the lost parts of the page, counting from 0: an upright rectangle in pixels of the picture. */
RECTO_API recto_status recto_page_get_lost_part(const recto_page *page, size_t index, recto_quad *part);
RECTO_API void recto_page_free(recto_page *page);

/* A rendered page. */
typedef struct recto_image recto_image;

typedef struct recto_pixels {
  size_t struct_size;
  /* RECTO_FORMAT_GRAY, _RGB or _BILEVEL, depending on the page's filter. */
  recto_format format;
  uint32_t width, height;
  /* The first row; rows are `stride` bytes apart. */
  const uint8_t *data;
  size_t row_bytes, stride;
  /* Pixels per inch of paper. */
  double dots_per_inch;
} recto_pixels;

/* Straightens and enhances the page. */
RECTO_API recto_status recto_page_render(const recto_page *page, recto_image **image);
RECTO_API recto_status recto_image_get_pixels(const recto_image *image, recto_pixels *pixels);
/* Copies the pixels to caller-owned memory, with rows `stride` bytes apart. */
RECTO_API recto_status recto_image_copy_pixels(const recto_image *image, uint8_t *buffer, size_t buffer_bytes,
                                               size_t stride);
/* The result of flattening a page. */
typedef enum recto_flatness {
  /* Flattening was not requested. */
  RECTO_FLATNESS_NOT_ASKED = 0,
  RECTO_FLATNESS_MADE_FLAT = 1,
  /* The page was not changed because its lines are already straight. */
  RECTO_FLATNESS_FLAT_ALREADY = 2,
  /* The page was not changed because it has too little text, its lines would still be curved, or it would be torn. */
  RECTO_FLATNESS_REFUSED = 3
} recto_flatness;

/* - confidence: the share of the lines' curvature that was removed, 0 to 1; 0 unless the page was flattened. May
 * be NULL. */
RECTO_API recto_status recto_image_get_flatness(const recto_image *image, recto_flatness *flatness, double *confidence);
RECTO_API void recto_image_free(recto_image *image);

/* Renders pages and writes them to a file: .pdf, .tif and .tiff hold any number, .png, .jpg and .jpeg a single
 * one. The file is either complete or missing. */
RECTO_API recto_status recto_pages_write(const recto_page *const *pages, size_t count, const char *path);

/* For each struct filled by Recto, a function sets its size and clears its fields. */
RECTO_API void recto_page_info_init(recto_page_info *info);
RECTO_API void recto_fusion_init(recto_fusion *fusion);
RECTO_API void recto_pixels_init(recto_pixels *pixels);

/* Returns the clockwise rotation that makes the page's text upright, relative to the order of its corners: 0, 90,
 * 180 or 270 degrees, or -1 if there is no text or its direction is uncertain. `confidence`, which may be NULL, is
 * 0 to 1. */
RECTO_API recto_status recto_page_suggest_rotation(const recto_page *page, int32_t *degrees, double *confidence);

/* ---- Output to memory ---- */

typedef enum recto_document_format {
  RECTO_DOCUMENT_PDF = 0,
  RECTO_DOCUMENT_TIFF = 1,
  /* For a single page. */
  RECTO_DOCUMENT_PNG = 2,
  RECTO_DOCUMENT_JPEG = 3
} recto_document_format;

/* Bytes in memory. */
typedef struct recto_bytes recto_bytes;

/* Valid until the bytes are freed. */
RECTO_API recto_status recto_bytes_get(const recto_bytes *bytes, const uint8_t **data, size_t *count);
RECTO_API void recto_bytes_free(recto_bytes *bytes);

/* ---- Still pictures ---- */

/* Finds pages in pictures. */
typedef struct recto_detector recto_detector;

/* How a picture shows a page. */
typedef enum recto_presence {
  RECTO_PRESENCE_NONE = 0,
  /* A page with visible sides. */
  RECTO_PRESENCE_FOUND = 1,
  /* Parts of a page whose sides are outside the picture or on its border, as in a scan, with nothing to crop. */
  RECTO_PRESENCE_FILLS_PICTURE = 2
} recto_presence;

/* The sides of a page or of a picture. */
enum { RECTO_SIDE_TOP = 1, RECTO_SIDE_RIGHT = 2, RECTO_SIDE_BOTTOM = 4, RECTO_SIDE_LEFT = 8 };

typedef struct recto_detection {
  size_t struct_size;
  /* 0 if there is nothing like a page in the picture, in which case the other fields have no meaning. */
  int32_t found;
  recto_quad corners;
  /* The confidence, 0 to 1: from .35 on worth showing, from .8 on worth capturing without asking. */
  double confidence;
  /* Since 0.2. How the picture shows the page. Unlike the fields above, valid even if `found` is 0. */
  recto_presence presence;
  /* The sides of the picture beyond which the page continues, a sum of RECTO_SIDE_… values. */
  uint32_t cut_sides;
} recto_detection;

RECTO_API void recto_detection_init(recto_detection *detection);
RECTO_API recto_status recto_detector_new(recto_detector **detector);
/* Sets the limits on pixels and bytes of files, checked before memory is allocated; 0 for the defaults of
 * 178,956,970 pixels and 1 GiB. */
RECTO_API recto_status recto_detector_set_limits(recto_detector *detector, uint64_t pixels, uint64_t file_bytes);
/* Since 0.2. Sets how the detector reads files from now on, its limits included; NULL for the defaults. */
RECTO_API recto_status recto_detector_set_reading(recto_detector *detector, const recto_reading_options *options);
/* Since 0.2. Sets the progress and deadline of calls that read a file with the detector, and of recto_detector_fuse;
 * NULL for none. Reading a file is one step. */
RECTO_API recto_status recto_detector_set_control(recto_detector *detector, const recto_control *control);
/* Detects the page in a picture file or the first page of a PDF or TIFF file, rotated by its EXIF orientation: corners
 * are in pixels of the upright picture. */
RECTO_API recto_status recto_detector_detect_file(recto_detector *detector, const char *path, recto_detection *detection);
RECTO_API recto_status recto_detector_detect(recto_detector *detector, const recto_frame *frame,
                                             recto_detection *detection);
/* Finds several adjacent pages, at most `limit` (1 to 100), beginning with that of recto_detector_detect. Returns
 * their number; those with a confidence below .35 are not pages. */
RECTO_API recto_status recto_detector_detect_all(recto_detector *detector, const recto_frame *frame, size_t limit,
                                                 size_t *count);
/* Detects the page in the picture of a page, whatever the page's corners are. */
RECTO_API recto_status recto_detector_detect_page(recto_detector *detector, const recto_page *page, size_t limit,
                                                  size_t *count);
/* Returns one of the last detections, counting from 0. */
RECTO_API recto_status recto_detector_get_detection(const recto_detector *detector, size_t index,
                                                    recto_detection *detection);
/* Returns the page of a picture. If none is found with a confidence of at least .35, the page fills the picture,
 * so that nothing is lost. `detection` may be NULL. */
RECTO_API recto_status recto_detector_scan(recto_detector *detector, const recto_frame *frame, recto_page **page,
                                           recto_detection *detection);
/* Returns the page of a picture file or the first page of a PDF or TIFF file, rotated by its EXIF orientation. `path`
 * is UTF-8. */
RECTO_API recto_status recto_detector_scan_file(recto_detector *detector, const char *path, recto_page **page,
                                                recto_detection *detection);
/* Merges 3 to 32 pictures of a resting page, such as camera frames, into a better one: less noise, twice the
 * resolution if it is low, and no glare where one of them has none. If fewer than three agree, returns the page
 * from the picture with the highest confidence. Takes about a second. `fusion` may be NULL. */
RECTO_API recto_status recto_detector_fuse(recto_detector *detector, const recto_frame *const *frames, size_t count,
                                           recto_page **page, recto_fusion *fusion);
/* Returns both pages of an upright open book in reading order: two, or one if the gutter is uncertain, with
 * `pages[1]` NULL. `right_to_left` is for Arabic, Hebrew and many Japanese books. */
RECTO_API recto_status recto_detector_scan_book_file(recto_detector *detector, const char *path, int32_t right_to_left,
                                                     recto_page *pages[2]);
RECTO_API void recto_detector_free(recto_detector *detector);

/* ---- Live capture ---- */

/* Tracks the page in the frames of one camera, guides the person, and captures each page once. */
typedef struct recto_scanner recto_scanner;

typedef enum recto_mode {
  /* The engine captures a new page when it is still and well visible. */
  RECTO_MODE_AUTOMATIC = 0,
  /* Pages are only captured by recto_scanner_request_shot. */
  RECTO_MODE_MANUAL = 1
} recto_mode;

/* What the person at the camera, or the machine that moves it, should do next. */
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

/* A stable name for logs: "noDocument", "holdSteady" …; "" for an invalid value. */
RECTO_API const char *recto_guidance_name(recto_guidance guidance);

typedef struct recto_scanner_options {
  size_t struct_size;
  recto_mode mode;
  /* The time for which a page must be still, 0 to 10 seconds. */
  double dwell_seconds;
  /* The number of captured pages that are remembered to avoid capturing them twice: 0 to 1000. */
  uint32_t remembered_pages;
  /* The maximum number of buffered frames, 1 to 32: a capture uses the sharpest one. */
  uint32_t buffered_frames;
  /* How captured pages are rendered; NULL for the defaults. */
  const recto_render_options *render_options;
  /* Since 0.2. The maximum number of buffered frames of a resting page, to be merged: 3 to 32; 0 for none. */
  uint32_t burst_frames;
  /* Parameters by name that replace the defaults: "capture.stillSpeed=0.1 capture.lookBack=0.3". NULL for none.
   * recto_scanner_parameters() lists them. */
  const char *parameters;
  /* The maximum size of a page's buffered frames in bytes, at least 16,000,000, which reduces the number of large
   * frames; 0 for the default of 128 MB. */
  uint64_t burst_bytes;
} recto_scanner_options;

RECTO_API void recto_scanner_options_init(recto_scanner_options *options);
/* Returns the names and default values of `parameters`, in the same format. */
RECTO_API const char *recto_scanner_parameters(void);

/* Reasons why merging several frames of a page improves its picture: see recto_detector_fuse. */
enum {
  /* The resolution of the page is below 150 pixels per inch, assuming the length of A4: small print becomes
   * sharper. */
  RECTO_FUSION_SAMPLING = 1,
  /* A lamp causes glare on the page. Its position may differ between frames. */
  RECTO_FUSION_GLARE = 2,
  /* The frames are noisy. */
  RECTO_FUSION_NOISE = 4
};

/* The analysis of a frame. */
typedef struct recto_observation {
  size_t struct_size;
  /* The size of the frame in pixels. */
  uint32_t width, height;
  /* 0 if no page is in view, in which case the fields about the page have no meaning. */
  int32_t has_page;
  recto_quad corners;
  /* The confidence that it is a page, 0 to 1. */
  double confidence;
  /* The sides of the page that are hidden or outside the frame, a sum of RECTO_SIDE_… values. */
  uint32_t occluded_sides;
  /* Changes when another page comes into view. */
  uint64_t page_identity;
  /* Higher is sharper; only comparable between frames of one page. */
  double sharpness;
  /* The brightness of the page's paper, 0 to 255. */
  double brightness;
  /* The share of the page with glare from a lamp, 0 to 1. */
  double glare_share;
  recto_guidance guidance;
  /* With RECTO_GUIDANCE_HOLD_STEADY, the elapsed share of the time, 0 to 1. */
  double progress;
  /* Whether a page was captured with this frame. */
  int32_t has_capture;
  /* The reasons to merge frames of the page in view, a sum of RECTO_FUSION_… values; 0 if one frame is sufficient,
   * and without a page. Noise is known once the page has been resting for two frames. */
  uint32_t fusion_reasons;
  /* Since 0.2. The caller's number of the page in view: see recto_scanner_know; -1 if it has none. */
  int64_t known_page;
} recto_observation;

RECTO_API void recto_observation_init(recto_observation *observation);

/* A captured page. */
typedef struct recto_capture {
  size_t struct_size;
  /* The caller's time and number for the captured frame. */
  int64_t time_nanoseconds;
  int64_t frame_number;
  /* 1 if it was captured for lack of a better frame: tilted, dark or with reflections. */
  int32_t is_low_quality;
} recto_capture;

RECTO_API void recto_capture_init(recto_capture *capture);

/* Called when a page has been captured, on the thread that passed the frame. The page and the capture belong to
 * Recto: recto_page_copy keeps the page. The scanner must not be used during the call. */
typedef void (*recto_capture_function)(const recto_page *page, const recto_capture *capture, void *context);

/* `options` may be NULL. */
RECTO_API recto_status recto_scanner_new(const recto_scanner_options *options, recto_scanner **scanner);
/* Sets the function that receives captures; NULL for none. */
RECTO_API recto_status recto_scanner_on_capture(recto_scanner *scanner, recto_capture_function function,
                                                void *context);
/* Processes the next frame. A damaged JPEG frame returns RECTO_UNREADABLE and is ignored.
 *
 * time_nanoseconds: the time of capture on a monotonic clock.
 * frame_number: the caller's count, returned with the capture.
 * observation: may be NULL. */
RECTO_API recto_status recto_scanner_process(recto_scanner *scanner, const recto_frame *frame,
                                             int64_t time_nanoseconds, int64_t frame_number,
                                             recto_observation *observation);
/* Requests a capture with the next frames, whatever they show. */
RECTO_API recto_status recto_scanner_request_shot(recto_scanner *scanner);
/* Allows the page in view to be captured again. */
RECTO_API recto_status recto_scanner_rearm(recto_scanner *scanner);
/* Forgets all pages, for a new document. */
RECTO_API recto_status recto_scanner_reset(recto_scanner *scanner);
/* Ends the stream: a capture in progress is completed from the existing frames. */
RECTO_API recto_status recto_scanner_finish(recto_scanner *scanner);
/* Registers a page that the caller already has, under the caller's non-negative number: it is not captured again. */
RECTO_API recto_status recto_scanner_know(recto_scanner *scanner, const recto_page *page, int64_t number);
/* Assigns the caller's number to the page that was captured last. */
RECTO_API recto_status recto_scanner_name(recto_scanner *scanner, int64_t number);
/* Forgets a page that the caller no longer has, so that it may be captured. */
RECTO_API recto_status recto_scanner_forget(recto_scanner *scanner, int64_t number);

/* The frames of a captured page to be merged, which any thread may do while the scanner continues. */
typedef struct recto_burst recto_burst;

/* Call it after each frame, and after recto_scanner_finish, until `burst` is NULL: there is one for each captured
 * page with enough buffered frames, once no more are expected. */
RECTO_API recto_status recto_scanner_take_burst(recto_scanner *scanner, recto_burst **burst);
/* Returns the `time_nanoseconds` of the page's capture. */
RECTO_API recto_status recto_burst_get_capture(const recto_burst *burst, recto_capture *capture);
/* Merges the frames in about a second; `page` is NULL if too few frames agree. `fusion` may be NULL. */
RECTO_API recto_status recto_burst_fuse(const recto_burst *burst, recto_page **page, recto_fusion *fusion);
/* Since 0.2. Does the same. `control` may be NULL. */
RECTO_API recto_status recto_burst_fuse_with(const recto_burst *burst, const recto_control *control, recto_page **page,
                                             recto_fusion *fusion);
RECTO_API void recto_burst_free(recto_burst *burst);
RECTO_API void recto_scanner_free(recto_scanner *scanner);

/* ---- Sources and cameras ---- */

/* The cameras of this machine at the time of listing. */
typedef struct recto_cameras recto_cameras;

/* The texts are valid as long as the list. */
typedef struct recto_camera {
  size_t struct_size;
  /* The node, such as "/dev/video0", which may change each time the camera is plugged in. */
  const char *path;
  const char *name;
  /* A persistent name. */
  const char *id;
  /* The serial number of a USB camera that has one; otherwise NULL. */
  const char *serial;
  const char *driver;
  size_t formats, controls;
} recto_camera;

/* A size of a pixel format, or a range of sizes. */
typedef struct recto_camera_format {
  size_t struct_size;
  /* The driver's code for the pixel format: "YUYV", "MJPG" ... */
  char code[8];
  uint32_t minimum_width, maximum_width, minimum_height, maximum_height;
  /* Frames per second at the largest size; 0 if the driver does not report it. */
  double maximum_rate;
} recto_camera_format;

typedef struct recto_camera_control {
  size_t struct_size;
  const char *name;
  int64_t minimum, maximum, step, usual;
  /* 0 if the driver does not report it, in which case `value` has no meaning. */
  int32_t has_value;
  int64_t value;
  int32_t is_read_only;
} recto_camera_control;

RECTO_API void recto_camera_init(recto_camera *camera);
RECTO_API void recto_camera_format_init(recto_camera_format *format);
RECTO_API void recto_camera_control_init(recto_camera_control *control);
RECTO_API recto_status recto_cameras_list(recto_cameras **cameras);
RECTO_API recto_status recto_cameras_count(const recto_cameras *cameras, size_t *count);
RECTO_API recto_status recto_cameras_get(const recto_cameras *cameras, size_t index, recto_camera *camera);
RECTO_API recto_status recto_cameras_get_format(const recto_cameras *cameras, size_t index, size_t format_index,
                                                recto_camera_format *format);
RECTO_API recto_status recto_cameras_get_control(const recto_cameras *cameras, size_t index, size_t control_index,
                                                 recto_camera_control *control);
RECTO_API void recto_cameras_free(recto_cameras *cameras);
/* Sets a control by its name, even while the camera streams. `camera` is as for recto_source_open. */
RECTO_API recto_status recto_camera_set_control(const char *camera, const char *control, int64_t value);
/* Turns the camera's light on or off. */
RECTO_API recto_status recto_camera_set_light(const char *camera, int32_t is_on);

/* A source of frames. A separate thread reads it from the first requested event until it is freed. */
typedef struct recto_source recto_source;

typedef struct recto_source_options {
  size_t struct_size;
  /* Requested from a camera. */
  uint32_t width, height;
  /* Requested from a camera, and the rate of sources without timestamps. */
  double frames_per_second;
  /* 1 to read files and folders at their own rate, and drop frames that arrive too fast. */
  int32_t is_real_time;
  /* The timeout in seconds for a camera that delivers nothing, after which calls return RECTO_UNREADABLE; 0 for
   * none. */
  double patience_seconds;
} recto_source_options;

RECTO_API void recto_source_options_init(recto_source_options *options);

typedef enum recto_event_kind {
  /* The timeout has passed. */
  RECTO_EVENT_NONE = 0,
  RECTO_EVENT_FRAME = 1,
  /* An event of the source, which continues or resumes automatically. */
  RECTO_EVENT_DEVICE = 2,
  /* The source has ended. */
  RECTO_EVENT_END = 3
} recto_event_kind;

typedef enum recto_device_event {
  RECTO_DEVICE_OPENED = 0,
  /* The first frame after an interruption. */
  RECTO_DEVICE_RESUMED = 1,
  /* The camera is missing; the source waits for it, as in the next two cases. */
  RECTO_DEVICE_ABSENT = 2,
  RECTO_DEVICE_BUSY = 3,
  RECTO_DEVICE_REFUSED = 4,
  /* The camera was unplugged, and the source waits for it. */
  RECTO_DEVICE_LOST = 5,
  /* The camera is reopened, as in the next two cases. */
  RECTO_DEVICE_FAULT = 6,
  RECTO_DEVICE_STALLED = 7,
  RECTO_DEVICE_FORMAT_CHANGED = 8,
  RECTO_DEVICE_RELEASED = 9,
  /* A frame was skipped. */
  RECTO_DEVICE_DAMAGED = 10
} recto_device_event;

/* An event of a source. Pointers are valid until the source is used again. */
typedef struct recto_event {
  size_t struct_size;
  recto_event_kind kind;
  /* The frame as delivered; NULL for other events. */
  const recto_frame *frame;
  /* The time of capture on a monotonic clock. */
  int64_t time_nanoseconds;
  /* The number of previous frames, the frame's number in the source's own count, and the number of frames missing
   * before it. */
  int64_t number, sequence, gap;
  recto_device_event device;
  /* A description that follows the name of the source in messages; NULL for other events. */
  const char *text;
} recto_event;

RECTO_API void recto_event_init(recto_event *event);

/* - name: a camera by its node ("/dev/video0"), its ID or "serial:" with its serial number; an MJPEG or Y4M file;
 * a folder of pictures; a picture; or "-" for standard input. Errors are reported when events are requested.
 * `options` may be NULL. */
RECTO_API recto_status recto_source_open(const char *name, const recto_source_options *options, recto_source **source);
/* Opens an MJPEG or Y4M stream in memory, which is copied. */
RECTO_API recto_status recto_source_open_memory(const uint8_t *bytes, size_t count, const recto_source_options *options,
                                                recto_source **source);
/* Releases the last frame, and waits for the next event for at most 0 to 1,000,000 seconds. */
RECTO_API recto_status recto_source_next(recto_source *source, double timeout_seconds, recto_event *event);
/* Returns a file descriptor for poll that is readable while an event waits. Do not read from it. It is valid as
 * long as the source. */
RECTO_API recto_status recto_source_get_descriptor(recto_source *source, int *descriptor);
RECTO_API void recto_source_free(recto_source *source);

/* Called with each event of a source; `observation` is NULL except for frames. Returns 0 to continue. It may use the
 * scanner, for example to request a shot. */
typedef int32_t (*recto_run_function)(const recto_event *event, const recto_observation *observation, void *context);
/* Processes the frames of a source until it ends or the function, which may be NULL, returns a nonzero value; then
 * finishes the scanner. The function is called at least ten times per second. Damaged frames are skipped. */
RECTO_API recto_status recto_scanner_run(recto_scanner *scanner, recto_source *source, recto_run_function function,
                                         void *context);

/* Memory behind a file descriptor, such as a DMA-BUF of a camera or a graphics processor, or a memfd. */
typedef struct recto_buffer recto_buffer;

/* Maps the first bytes of it for reading. The descriptor still belongs to the caller. */
RECTO_API recto_status recto_buffer_map(int descriptor, size_t bytes, recto_buffer **buffer);
/* Call them before and after reading the bytes, such as the planes of a frame, to make data written by a device
 * visible. `data` is valid until recto_buffer_end. */
RECTO_API recto_status recto_buffer_begin(recto_buffer *buffer, const uint8_t **data);
RECTO_API recto_status recto_buffer_end(recto_buffer *buffer);
RECTO_API void recto_buffer_free(recto_buffer *buffer);

/* ---- Codes ---- */

/* Reads QR codes, and other codes if requested. */
typedef struct recto_code_reader recto_code_reader;

typedef struct recto_code_reader_options {
  size_t struct_size;
  /* 1 for frames of a stream, with less effort per frame. */
  int32_t is_live;
  /* 1 to read barcodes too, which takes many times as long. */
  int32_t reads_bars;
  /* The maximum number of codes, at least 1. */
  uint32_t limit;
  /* Since 0.2. The symbologies to read, as lower-case names joined by +: "qrcode+ean13+code128". NULL for QR codes
   * or, with `reads_bars`, for these and all barcodes. Micro QR codes ("microqr") and rectangular ones ("rmqr")
   * are only read if named. */
  const char *symbologies;
} recto_code_reader_options;

RECTO_API void recto_code_reader_options_init(recto_code_reader_options *options);

typedef struct recto_code {
  size_t struct_size;
  /* In pixels of the frame, from the code's own top left: clockwise, or counterclockwise if it is mirrored. */
  recto_quad corners;
  /* The payload as encoded. */
  const uint8_t *bytes;
  size_t byte_count;
  /* The payload as UTF-8, terminated by a zero byte; it may contain others. */
  const char *text;
  size_t text_bytes;
  /* "QR Code", "EAN-13" … */
  const char *symbology;
} recto_code;

RECTO_API void recto_code_init(recto_code *code);

/* `options` may be NULL. */
RECTO_API recto_status recto_code_reader_new(const recto_code_reader_options *options, recto_code_reader **reader);
/* Reads the codes of a picture or frame, and returns their number. */
RECTO_API recto_status recto_code_reader_read(recto_code_reader *reader, const recto_frame *frame, size_t *count);
/* Does the same for a part of the frame, such as an alignment guide. Corners are in pixels of the frame. */
RECTO_API recto_status recto_code_reader_read_part(recto_code_reader *reader, const recto_frame *frame, uint32_t left,
                                                   uint32_t top, uint32_t width, uint32_t height, size_t *count);
/* Does the same for a picture file or the first page of a PDF or TIFF file, rotated by its EXIF orientation. */
RECTO_API recto_status recto_code_reader_read_file(recto_code_reader *reader, const char *path, size_t *count);
/* Since 0.2. Sets how the reader reads files from now on; NULL for the defaults. */
RECTO_API recto_status recto_code_reader_set_reading(recto_code_reader *reader, const recto_reading_options *options);
/* Since 0.2. Sets the progress and deadline of calls that read codes; NULL for none. Decoding a picture file is one
 * step, and so is the search for barcodes. */
RECTO_API recto_status recto_code_reader_set_control(recto_code_reader *reader, const recto_control *control);
/* Returns one of the last codes, counting from 0. */
RECTO_API recto_status recto_code_reader_get_code(const recto_code_reader *reader, size_t index, recto_code *code);
RECTO_API void recto_code_reader_free(recto_code_reader *reader);

/* Since 0.2. Joins payloads that are split over several QR codes (structured append), from any number of pictures and
 * frames, in any order. */
typedef struct recto_payload_joiner recto_payload_joiner;

/* A payload that several codes hold together. */
typedef struct recto_joined_payload {
  size_t struct_size;
  /* The payload as far as its parts were seen. */
  const uint8_t *bytes;
  size_t byte_count;
  /* The same as UTF-8; it ends with a zero byte, and may hold others. */
  const char *text;
  size_t text_bytes;
  /* All parts, 1 to 16. */
  uint32_t count;
  /* Parts that were not seen, by bits: 1 for the first one, 2 for the second, 4 for the third. 0 if the payload is complete. */
  uint32_t missing;
  /* All bytes of the payload, by exclusive or, as each part states it. */
  uint8_t parity;
  /* 1 if the bytes have that parity; 0 if not, because a part belongs to another payload; -1 if it is not known, as while parts are
   * missing. */
  int32_t parity_right;
} recto_joined_payload;

RECTO_API void recto_joined_payload_init(recto_joined_payload *payload);

RECTO_API recto_status recto_payload_joiner_new(recto_payload_joiner **joiner);
/* Takes the codes that a reader has read last, and returns the number of payloads so far, complete or not. Codes that
 * are no parts, and parts that were seen before, change nothing. */
RECTO_API recto_status recto_payload_joiner_add(recto_payload_joiner *joiner, const recto_code_reader *reader,
                                                size_t *count);
/* One of the payloads, from 0 on, in the order in which their first parts were seen. Its pointers are good until the joiner is used again
 * or freed. */
RECTO_API recto_status recto_payload_joiner_get_payload(recto_payload_joiner *joiner, size_t index,
                                                        recto_joined_payload *payload);
RECTO_API void recto_payload_joiner_free(recto_payload_joiner *joiner);

/* Checks codes against an onboarding policy: see docs/onboarding.md. It has no side effects: the caller asks the
 * user, and acts. */
typedef struct recto_onboarding recto_onboarding;

/* `policy` is the policy's JSON. */
RECTO_API recto_status recto_onboarding_new(const char *policy, recto_onboarding **onboarding);
/* Classifies the codes that a reader read last in one picture. `seconds` is the time since 1970, for codes that
 * expire. `report` is a JSON object without secrets, as printed by `recto qr --onboarding --json`: `state` is
 * "unsuccessful", "seen", "invalid" or "successful". It is valid until `onboarding` is used again or freed. */
RECTO_API recto_status recto_onboarding_check(recto_onboarding *onboarding, const recto_code_reader *reader, int64_t seconds,
                                              const char **report);
/* Does the same after the next frame of a stream, captured at `nanoseconds`: a code counts once it was read in
 * several frames. */
RECTO_API recto_status recto_onboarding_observe(recto_onboarding *onboarding, const recto_code_reader *reader,
                                                int64_t nanoseconds, int64_t seconds, const char **report);
/* Prepares for the next user. */
RECTO_API recto_status recto_onboarding_reset(recto_onboarding *onboarding);
RECTO_API void recto_onboarding_free(recto_onboarding *onboarding);

/* ---- Text ---- */

/* Recognizes text on pages with Tesseract. Its library is loaded when the first reader is created; Recto does not
 * link it. */
typedef struct recto_text_reader recto_text_reader;

/* - languages: Tesseract's names joined by +, most important first: "eng", "deu+eng". */
RECTO_API recto_status recto_text_reader_new(const char *languages, recto_text_reader **reader);
/* Reads a page in its orientation, which takes about a second. `json` is a zero-terminated UTF-8 object: `dpi`,
 * `width` and `height` of the picture that was read, `confidence`, `text`, and `blocks` of `lines` of `words` with
 * positions in pixels of that picture, as printed by `recto text --json`. It is valid until the reader is used
 * again or freed. */
RECTO_API recto_status recto_text_reader_read(recto_text_reader *reader, const recto_page *page, const char **json);
/* Since 0.2. Sets the progress and deadline of recto_text_reader_read; NULL for none. Straightening the page and
 * finding its lines are single steps; then each word is one. */
RECTO_API recto_status recto_text_reader_set_control(recto_text_reader *reader, const recto_control *control);
/* Cancels the reading in progress with this reader, here or in recto_pages_write_document, at the next word: that
 * call returns RECTO_CANCELED. Call it on another thread, or in a callback. It has no effect if nothing is being
 * read. */
RECTO_API recto_status recto_text_reader_cancel(recto_text_reader *reader);
RECTO_API void recto_text_reader_free(recto_text_reader *reader);

/* The parts of a document besides the pictures of its pages. */
typedef struct recto_document_options {
  size_t struct_size;
  /* Reads the pages, so that text in a PDF can be searched, highlighted and copied; NULL for pictures only. */
  recto_text_reader *reader;
  /* 1 for PDF/A-2; only for PDF. */
  int32_t is_archival;
  /* NULL for none. */
  const char *title;
  /* Since 0.2. The quality of JPEG data, 1 to 100; 0 for the default. */
  int32_t jpeg_quality;
  /* The creation time in seconds since 1970, in the years 0 to 9999; 0 to omit it. */
  int64_t creation_time;
  /* Called with the completed share of the work, 0 to 1, after each page and for each word that is read; returns 0 to
   * continue, or another value to end the call with RECTO_CANCELED, leaving no document. NULL for none. It must not
   * use the objects of the call. */
  int32_t (*progress)(double share, void *context);
  void *progress_context;
  /* Also ends the call after this number of seconds, between straightening, reading (at the next word) and
   * compressing a page; 0 for no deadline. */
  double deadline_seconds;
  /* 1 to keep the time and place (GPS) that a picture's file states in JPEG files; 0 to drop them. Other formats have
   * neither. */
  int32_t keeps_time_and_place;
} recto_document_options;

RECTO_API void recto_document_options_init(recto_document_options *options);
/* Does the same as recto_pages_write. `options` may be NULL. */
RECTO_API recto_status recto_pages_write_document(const recto_page *const *pages, size_t count, const char *path,
                                                  const recto_document_options *options);

/* Writes to memory; a single page if the format holds only one. */
RECTO_API recto_status recto_pages_encode(const recto_page *const *pages, size_t count, recto_document_format format,
                                          const recto_document_options *options, recto_bytes **bytes);
/* Receives consecutive parts of a document. Returns 0 to continue, or another value to end the call with
 * RECTO_CANCELED. */
typedef int32_t (*recto_write_function)(const uint8_t *bytes, size_t count, void *context);
/* Writes to a caller's function once the document is complete. */
RECTO_API recto_status recto_pages_write_to(const recto_page *const *pages, size_t count, recto_document_format format,
                                            const recto_document_options *options, recto_write_function function,
                                            void *context);

/* A document that is written page by page; only the page being added needs to be in memory. */
typedef struct recto_document recto_document;

/* `path`: the file, which only appears when it is complete, and whose extension selects the format; NULL for a document in memory, in
 * the given format. `options` may be NULL; their progress and deadline are those of each recto_document_add. */
RECTO_API recto_status recto_document_new(const char *path, recto_document_format format,
                                          const recto_document_options *options, recto_document **document);
/* Renders a page and appends it. `json`, which may be NULL, receives the text if the options have a reader, in the format of
 * recto_text_reader_read, otherwise NULL. A page that cannot be rendered does not change the document, nor does a call that is
 * canceled. */
RECTO_API recto_status recto_document_add(recto_document *document, const recto_page *page, const char **json);
/* Completes the document, which must have at least one page. `bytes` receives a document in memory; for a file it is set to NULL and may
 * be NULL. Afterwards the document can only be freed. */
RECTO_API recto_status recto_document_finish(recto_document *document, recto_bytes **bytes);
/* An unfinished document leaves no file. */
RECTO_API void recto_document_free(recto_document *document);

/* ---- Sessions ---- */

/* Pages being scanned, stored in a folder, the draft, until they are saved as a document. A change is on disk when
 * its call returns, and survives the end of the program and of the machine. Of all processes on the machine, only
 * one session at a time can have a draft open. */
typedef struct recto_session recto_session;

/* The problems repaired when a draft was opened, with their numbers. */
typedef struct recto_recovery {
  size_t struct_size;
  /* Changes being written when the program ended: they had not been confirmed, and are not made. */
  uint32_t cut_records;
  /* Parts of the journal that are unreadable or refer to unknown pages: changes are lost. */
  uint32_t damaged_records;
  /* Pictures without a page: a page has been added at the end for each. */
  uint32_t adopted_pages;
  /* Files in the folder of pictures that are not pictures. */
  uint32_t unusable_pictures;
  /* Pages removed because their pictures are missing. */
  uint32_t lost_pages;
} recto_recovery;

RECTO_API void recto_recovery_init(recto_recovery *recovery);
/* Opens a draft, or begins one in an empty or missing folder. */
RECTO_API recto_status recto_session_open(const char *folder, recto_session **session);
RECTO_API recto_status recto_session_get_recovery(const recto_session *session, recto_recovery *recovery);
RECTO_API recto_status recto_session_count(const recto_session *session, size_t *count);
/* Returns the page at a position, counting from 0. Its ID is permanent and never reused in the draft. `info` may
 * be NULL. */
RECTO_API recto_status recto_session_get_page(const recto_session *session, size_t place, int64_t *id,
                                              recto_page_info *info);
/* Appends a page: a capture from a JPEG frame with that frame's bytes, others losslessly. `id` may be NULL. */
RECTO_API recto_status recto_session_add(recto_session *session, const recto_page *page, int64_t *id);
/* Appends an unchanged PNG or JPEG file. `corners` are in pixels of the upright picture, NULL if the page fills
 * the picture; `options` may be NULL for the defaults, and `id` may be NULL. */
RECTO_API recto_status recto_session_add_file(recto_session *session, const char *path, const recto_quad *corners,
                                              const recto_render_options *options, int64_t *id);
/* Replaces the picture and corners of a page, which keeps its render options. */
RECTO_API recto_status recto_session_retake(recto_session *session, int64_t id, const recto_page *page);
RECTO_API recto_status recto_session_retake_file(recto_session *session, int64_t id, const char *path,
                                                 const recto_quad *corners);
/* NULL if the page fills the picture. */
RECTO_API recto_status recto_session_set_corners(recto_session *session, int64_t id, const recto_quad *corners);
RECTO_API recto_status recto_session_set_filter(recto_session *session, int64_t id, recto_filter filter);
RECTO_API recto_status recto_session_set_flattening(recto_session *session, int64_t id, recto_flattening flattening);
RECTO_API recto_status recto_session_set_fills_fingers(recto_session *session, int64_t id, int32_t fills_fingers);
/* Rotates the page further: 0, 90, 180 or 270 degrees clockwise. */
RECTO_API recto_status recto_session_rotate(recto_session *session, int64_t id, int32_t degrees);
RECTO_API recto_status recto_session_set_render_options(recto_session *session, int64_t id, const recto_render_options *options);
/* Deletes the page; its picture stays in the draft. */
RECTO_API recto_status recto_session_delete(recto_session *session, int64_t id);
/* Moves the page to another position, counting from 0. */
RECTO_API recto_status recto_session_move(recto_session *session, int64_t id, size_t place);
/* Returns the page with its picture for rendering. Changing it does not change the session. */
RECTO_API recto_status recto_session_load_page(const recto_session *session, int64_t id, recto_page **page);
/* Writes all pages to a single .pdf, .tif or .tiff file, or to .png, .jpg or .jpeg files, numbered from 1 before
 * the extension if there are several. The draft is kept. */
RECTO_API recto_status recto_session_save(const recto_session *session, const char *path);
/* Does the same. `options` may be NULL. A call that is canceled leaves numbered files that are complete. */
RECTO_API recto_status recto_session_save_document(const recto_session *session, const char *path,
                                                   const recto_document_options *options);
/* Removes the draft from disk; afterwards the session can only be freed. */
RECTO_API recto_status recto_session_discard(recto_session *session);
/* Closes the draft, which is kept. */
RECTO_API void recto_session_free(recto_session *session);

/* ---- Anchors ---- */

/* Known flat pictures, such as posters, covers and labels, prepared for recognition. They are immutable, and may
 * be used by several threads. */
typedef struct recto_anchors recto_anchors;

/* A picture to be used as an anchor. */
typedef struct recto_anchor_picture {
  size_t struct_size;
  /* 1 to 255 bytes of UTF-8, different from the other names. */
  const char *name;
  /* The anchor from the front without surroundings; NULL to read `path`, a PNG or JPEG file. */
  const recto_frame *frame;
  const char *path;
  /* The width of the print in meters, up to 1000; 0 if unknown. */
  double physical_width;
} recto_anchor_picture;

typedef struct recto_anchor {
  size_t struct_size;
  /* Valid as long as the anchors and everything created with them. */
  const char *name;
  /* The size of the picture in pixels. */
  uint32_t width, height;
  /* The width in meters; 0 if unknown. */
  double physical_width;
} recto_anchor;

RECTO_API void recto_anchor_picture_init(recto_anchor_picture *picture);
RECTO_API void recto_anchor_init(recto_anchor *anchor);
/* Prepares up to 100,000 anchors, which takes about a quarter of a second each. */
RECTO_API recto_status recto_anchors_build(const recto_anchor_picture *const *pictures, size_t count,
                                           recto_anchors **anchors);
/* Since 0.2. Does the same. `control` may be NULL. Reading a picture is one step, and so is preparing it. */
RECTO_API recto_status recto_anchors_build_with(const recto_anchor_picture *const *pictures, size_t count,
                                                const recto_control *control, recto_anchors **anchors);
/* Opens a file written by recto_anchors_write or `recto anchors build`. It is mapped: nobody must write to it, but
 * another file may replace it. */
RECTO_API recto_status recto_anchors_open(const char *path, recto_anchors **anchors);
/* The file is either complete or missing. */
RECTO_API recto_status recto_anchors_write(const recto_anchors *anchors, const char *path);
RECTO_API recto_status recto_anchors_count(const recto_anchors *anchors, size_t *count);
RECTO_API recto_status recto_anchors_get(const recto_anchors *anchors, size_t index, recto_anchor *anchor);
/* Objects created with the anchors remain usable. */
RECTO_API void recto_anchors_free(recto_anchors *anchors);

typedef enum recto_sighting_state {
  /* It is in the picture. */
  RECTO_SIGHTING_SEEN = 0,
  /* It was visible a moment ago: the position is from the last frame that showed it. */
  RECTO_SIGHTING_MISSED = 1,
  /* It is no longer tracked. */
  RECTO_SIGHTING_LOST = 2
} recto_sighting_state;

/* An anchor in a picture or frame. */
typedef struct recto_sighting {
  size_t struct_size;
  /* The index of the anchor, and its name. */
  size_t anchor_index;
  const char *anchor_name;
  recto_sighting_state state;
  /* 1 if it has appeared in this frame. */
  int32_t is_new;
  /* Maps pixels of the anchor's picture to pixels of the frame, in row order. */
  double homography[9];
  /* In pixels of the frame, clockwise from the anchor's own top left. */
  recto_quad corners;
  /* The number of points of the anchor that the frame confirms, and of those that could be visible in it. */
  uint32_t inliers, visible;
  /* 0 if the anchor's pose is unknown, in which case the last two fields have no meaning. */
  int32_t has_pose;
  /* In row order; together with the translation, it maps the anchor's coordinates, from its center to the right,
   * down and behind, to the camera's: right, down and ahead. The unit is the meter if the anchor's width is known,
   * otherwise that width. */
  double rotation[9];
  double translation[3];
} recto_sighting;

RECTO_API void recto_sighting_init(recto_sighting *sighting);

typedef struct recto_anchor_options {
  size_t struct_size;
  /* The camera's focal length in pixels of its frames; 0 to guess it, which makes distances and tilts as
   * inaccurate as the guess. */
  double focal_length;
  /* The maximum number of anchors to report or track: 1 to 100. */
  uint32_t limit;
  /* Searches for new anchors in one of this many frames of a stream: 1 to 1000. */
  uint32_t recognition_interval;
  /* The time for which a missing anchor is searched for at its last position, 0 to 10 seconds; only for streams. */
  double patience_seconds;
} recto_anchor_options;

RECTO_API void recto_anchor_options_init(recto_anchor_options *options);

/* Recognizes anchors in single pictures. */
typedef struct recto_anchor_matcher recto_anchor_matcher;

/* `options` may be NULL. */
RECTO_API recto_status recto_anchor_matcher_new(const recto_anchors *anchors, const recto_anchor_options *options,
                                                recto_anchor_matcher **matcher);
/* Returns the number of anchors in the picture. */
RECTO_API recto_status recto_anchor_matcher_match(recto_anchor_matcher *matcher, const recto_frame *frame,
                                                  size_t *count);
/* Does the same for a picture file or the first page of a PDF or TIFF file, rotated by its EXIF orientation. */
RECTO_API recto_status recto_anchor_matcher_match_file(recto_anchor_matcher *matcher, const char *path, size_t *count);
/* Since 0.2. Sets how the matcher reads files from now on; NULL for the defaults. */
RECTO_API recto_status recto_anchor_matcher_set_reading(recto_anchor_matcher *matcher,
                                                        const recto_reading_options *options);
/* Since 0.2. Sets the progress and deadline of recto_anchor_matcher_match_file; NULL for none. Reading the file is one
 * step, and so is the search. */
RECTO_API recto_status recto_anchor_matcher_set_control(recto_anchor_matcher *matcher, const recto_control *control);
/* Returns one of the anchors in the last picture, highest confidence first. */
RECTO_API recto_status recto_anchor_matcher_get(const recto_anchor_matcher *matcher, size_t index,
                                                recto_sighting *sighting);
RECTO_API void recto_anchor_matcher_free(recto_anchor_matcher *matcher);

/* Finds anchors in the frames of one camera, and tracks them. */
typedef struct recto_anchor_scanner recto_anchor_scanner;

/* `options` may be NULL. */
RECTO_API recto_status recto_anchor_scanner_new(const recto_anchors *anchors, const recto_anchor_options *options,
                                                recto_anchor_scanner **scanner);
/* Processes the next frame, and returns the number of anchors that are tracked or have just been lost. A frame of
 * another size begins a new stream. A damaged JPEG frame returns RECTO_UNREADABLE and is ignored. */
RECTO_API recto_status recto_anchor_scanner_process(recto_anchor_scanner *scanner, const recto_frame *frame,
                                                    int64_t time_nanoseconds, size_t *count);
/* Returns one of the anchors in the last frame, in the order in which they appeared. */
RECTO_API recto_status recto_anchor_scanner_get(const recto_anchor_scanner *scanner, size_t index,
                                                recto_sighting *sighting);
RECTO_API void recto_anchor_scanner_free(recto_anchor_scanner *scanner);

#ifdef __cplusplus
}
#endif

#endif
