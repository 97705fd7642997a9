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
 * COORDINATES. The origin is the top-left corner of the picture, x grows to the right and y down, the center of the first
 * pixel is at (0.5, 0.5). Four corners come in the order top-left, top-right, bottom-right, bottom-left: clockwise. Which one
 * is the top-left depends on where they come from:
 * - Of a page that is found it is the corner with the smallest x + y, whichever way the text runs: text has not been read
 *   yet. While a page is followed, its corners keep their order.
 * - Of a code or an anchor it is the one that is top-left when the code or the anchor is upright.
 * - Corners that are passed name it: the first one becomes the top-left of the straightened page.
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
  RECTO_NOT_A_PAGE = 4,
  /* Somebody else has the draft open. */
  RECTO_IN_USE = 5,
  /* What reads text, or the model of a language, is not installed: recto_last_error() names the package. */
  RECTO_NOT_INSTALLED = 6,
  /* The caller's function ended the call, or its time was over. */
  RECTO_CANCELED = 7
} recto_status;

/* The version of this header. */
#define RECTO_VERSION_MAJOR 0
#define RECTO_VERSION_MINOR 1
#define RECTO_VERSION_PATCH 0
/* Grows when a program that was compiled with an older header no longer runs with the library: so does the library's file name. */
#define RECTO_ABI 0

/* The version of the library, as "1.2.3". */
RECTO_API const char *recto_version(void);
/* Whether the library that is loaded runs a program that was compiled with this header: use RECTO_CHECK_VERSION(). */
RECTO_API recto_status recto_check_version(uint32_t abi, uint32_t major, uint32_t minor);
#define RECTO_CHECK_VERSION() recto_check_version(RECTO_ABI, RECTO_VERSION_MAJOR, RECTO_VERSION_MINOR)

/* The text of recto_last_error() of a call that did not return RECTO_OK. */
typedef void (*recto_log_function)(recto_status status, const char *text, void *context);
/* Called from now on when a call fails, by the thread that made it; NULL for none. It must not call the library. */
RECTO_API void recto_set_log(recto_log_function function, void *context);

/* What went wrong in the last call on this thread that did not return RECTO_OK; "" if none has. Good until the next call. */
RECTO_API const char *recto_last_error(void);

/* ---- Geometry and frames ---- */

typedef struct recto_point {
  double x, y;
} recto_point;

/* The top-left, top-right, bottom-right and bottom-left corner: see COORDINATES. */
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
  RECTO_FORMAT_BILEVEL = 6,
  /* Since 0.2. Blue, green, red, a byte each. */
  RECTO_FORMAT_BGR = 7,
  /* Red, green, blue and a byte that is not looked at. */
  RECTO_FORMAT_RGBA = 8,
  /* Blue, green, red and a byte that is not looked at. */
  RECTO_FORMAT_BGRA = 9,
  /* Planes of Y, and of Cb and of Cr at half the size; also as yuv420p. */
  RECTO_FORMAT_I420 = 10,
  /* A plane of Y, and one of Cr Cb pairs at half the size. */
  RECTO_FORMAT_NV21 = 11,
  /* As NV12, two bytes a value, the lower one first, the ten bits at their upper end. */
  RECTO_FORMAT_P010 = 12,
  /* Two bytes a pixel, the lower one first; 0 is black. */
  RECTO_FORMAT_GRAY16 = 13,
  /* A frame of an MJPEG stream is a JPEG picture. */
  RECTO_FORMAT_MJPEG = RECTO_FORMAT_JPEG,
  /* Is not decoded here: recto_last_error() says by what. */
  RECTO_FORMAT_H264 = 14
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
  /* Since 0.2. Of I420, the plane of Cr, as above; if it is NULL it follows the rows of the second. */
  const uint8_t *third_plane;
  size_t third_plane_bytes, third_row_stride;
} recto_frame;

RECTO_API void recto_frame_init(recto_frame *frame);

/* ---- Pages ---- */

typedef enum recto_filter {
  /* The document's own colors on white, evenly lit paper. */
  RECTO_FILTER_COLOR = 0,
  RECTO_FILTER_GRAYSCALE = 1,
  RECTO_FILTER_BLACK_AND_WHITE = 2,
  /* A photograph: natural tones. */
  RECTO_FILTER_PHOTO = 3,
  /* The one of the others that suits the page. */
  RECTO_FILTER_AUTOMATIC = 4,
  /* As the camera saw it: nothing is corrected. */
  RECTO_FILTER_ORIGINAL = 5
} recto_filter;

/* Whether a bent page is made flat: a page of an open book, a folded letter, a sheet that curls. */
typedef enum recto_flattening {
  RECTO_FLATTENING_OFF = 0,
  /* Where it is sure to make the page flatter. A page that is flat stays as it is. */
  RECTO_FLATTENING_AUTOMATIC = 1,
  /* Wherever lines of text are found and the page is not torn. */
  RECTO_FLATTENING_FORCED = 2
} recto_flattening;

/* What is known of a page's paper. */
typedef enum recto_paper {
  /* A standard size where the measured proportions say so with confidence, else the measured proportions. */
  RECTO_PAPER_AUTOMATIC = 0,
  /* The measured proportions. */
  RECTO_PAPER_MEASURED = 1,
  /* A size, upright or on its side as it was measured. */
  RECTO_PAPER_A3 = 2,
  RECTO_PAPER_A4 = 3,
  RECTO_PAPER_A5 = 4,
  RECTO_PAPER_A6 = 5,
  /* US Letter, 8.5 x 11 in. */
  RECTO_PAPER_LETTER = 6,
  /* US Legal, 8.5 x 14 in. */
  RECTO_PAPER_LEGAL = 7,
  /* Bank and identity cards (ISO/IEC 7810 ID-1). */
  RECTO_PAPER_ID1 = 8
} recto_paper;

/* How a page is to look. */
typedef struct recto_render_options {
  size_t struct_size;
  recto_filter filter;
  /* Clockwise turn after the page has been straightened: 0, 90, 180 or 270 degrees. */
  int32_t rotation_degrees;
  /* Pixels per inch of paper; 0 to keep the picture's own. */
  double dots_per_inch;
  /* Since 0.2. A struct without the fields from here on leaves them as they are on pages that have them. */
  recto_paper paper;
  recto_flattening flattening;
  /* 1 to leave fingers at the margins of a page that is made flat; 0 to make them paper where nothing that can be read is lost. */
  int32_t keeps_fingers;
} recto_render_options;

RECTO_API void recto_render_options_init(recto_render_options *options);

/* A page: the whole picture that shows it, and notes on where it is and how it is to look. Nothing is lost by
 * changing them. */
typedef struct recto_page recto_page;

typedef struct recto_page_info {
  size_t struct_size;
  /* Of the picture that shows the page. */
  uint32_t picture_width, picture_height;
  /* 0 if the picture is the page. */
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

/* The picture is the page. Its pixels are copied. */
RECTO_API recto_status recto_page_new(const recto_frame *frame, recto_page **page);
/* The same of a PNG or JPEG file, turned upright as its EXIF block says. `path` is UTF-8. */
RECTO_API recto_status recto_page_open(const char *path, recto_page **page);
/* The same of a file that lies in memory, which is read during the call only. */
RECTO_API recto_status recto_page_decode(const uint8_t *bytes, size_t byte_count, recto_page **page);
RECTO_API recto_status recto_page_get_info(const recto_page *page, recto_page_info *info);
/* A page of its own; the picture's memory is shared. */
RECTO_API recto_status recto_page_copy(const recto_page *page, recto_page **copy);
/* Corners in pixels of the picture, a convex quad from its top-left on, clockwise; NULL if the picture is the page. */
RECTO_API recto_status recto_page_set_corners(recto_page *page, const recto_quad *corners);
RECTO_API recto_status recto_page_set_render_options(recto_page *page, const recto_render_options *options);
RECTO_API recto_status recto_page_get_render_options(const recto_page *page, recto_render_options *options);

/* The same as `flattening` of the page's render options. */
RECTO_API recto_status recto_page_set_flattening(recto_page *page, recto_flattening flattening);
RECTO_API recto_status recto_page_get_flattening(const recto_page *page, recto_flattening *flattening);
/* The opposite of `keeps_fingers` of the page's render options. */
RECTO_API recto_status recto_page_set_fills_fingers(recto_page *page, int32_t fills_fingers);
RECTO_API recto_status recto_page_get_fills_fingers(const recto_page *page, int32_t *fills_fingers);

/* How the picture of a page was made. */
typedef struct recto_fusion {
  size_t struct_size;
  /* 1 if it was made of several pictures; 0 if it is one picture, and then the fields below are 0. */
  int32_t is_fused;
  /* With recto_detector_fuse, the index of the picture whose geometry the page has; else 0. */
  uint32_t reference;
  /* How many pictures took part. */
  uint32_t used_frames;
  /* How many parts of the page are saturated in every picture. */
  uint32_t lost_parts;
  /* Noise of one picture, in gray levels. */
  double noise;
  /* Share of the page that is saturated in every picture, 0 to 1: what was printed there is lost. */
  double lost_share;
} recto_fusion;

RECTO_API recto_status recto_page_get_fusion(const recto_page *page, recto_fusion *fusion);
/* One of the parts of the page that are lost, from 0 on: an upright rectangle, in pixels of the picture. */
RECTO_API recto_status recto_page_get_lost_part(const recto_page *page, size_t index, recto_quad *part);
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
/* What became of a page that was to be made flat. */
typedef enum recto_flatness {
  /* Flattening was off. */
  RECTO_FLATNESS_NOT_ASKED = 0,
  RECTO_FLATNESS_MADE_FLAT = 1,
  /* The page stayed as it is: its lines are straight already. */
  RECTO_FLATNESS_FLAT_ALREADY = 2,
  /* The page stayed as it is: it has too little text, or lines would still be bent, or it would be torn. */
  RECTO_FLATNESS_REFUSED = 3
} recto_flatness;

/* `confidence`, which may be NULL: how much of the lines' bend is gone, 0 to 1; 0 unless the page was made flat. */
RECTO_API recto_status recto_image_get_flatness(const recto_image *image, recto_flatness *flatness, double *confidence);
RECTO_API void recto_image_free(recto_image *image);

/* Renders pages and writes them to a file: .pdf, .tif and .tiff hold any number, .png, .jpg and .jpeg one. The file is
 * complete or is not there. */
RECTO_API recto_status recto_pages_write(const recto_page *const *pages, size_t count, const char *path);

/* Each struct that is filled has a function that sets its size and clears its fields. */
RECTO_API void recto_page_info_init(recto_page_info *info);
RECTO_API void recto_fusion_init(recto_fusion *fusion);
RECTO_API void recto_pixels_init(recto_pixels *pixels);

/* By which turn the page's text comes upright, counted from its corners' order: 0, 90, 180 or 270 degrees clockwise, or -1 where no
 * text is seen or its direction is doubtful. `confidence`, which may be NULL: how sure that is, 0 to 1. */
RECTO_API recto_status recto_page_suggest_rotation(const recto_page *page, int32_t *degrees, double *confidence);

/* ---- Output to memory ---- */

typedef enum recto_document_format {
  RECTO_DOCUMENT_PDF = 0,
  RECTO_DOCUMENT_TIFF = 1,
  /* Of one page. */
  RECTO_DOCUMENT_PNG = 2,
  RECTO_DOCUMENT_JPEG = 3
} recto_document_format;

/* Bytes in memory. */
typedef struct recto_bytes recto_bytes;

/* Good until the bytes are freed. */
RECTO_API recto_status recto_bytes_get(const recto_bytes *bytes, const uint8_t **data, size_t *count);
RECTO_API void recto_bytes_free(recto_bytes *bytes);

/* ---- Still pictures ---- */

/* Finds pages in pictures. */
typedef struct recto_detector recto_detector;

/* What a picture shows of a page. */
typedef enum recto_presence {
  RECTO_PRESENCE_NONE = 0,
  /* A page whose sides are seen. */
  RECTO_PRESENCE_FOUND = 1,
  /* Parts of a page whose sides lie outside the picture or on its border, as in a scan: there is nothing to crop. */
  RECTO_PRESENCE_FILLS_PICTURE = 2
} recto_presence;

/* Sides of a page, or of a picture. */
enum { RECTO_SIDE_TOP = 1, RECTO_SIDE_RIGHT = 2, RECTO_SIDE_BOTTOM = 4, RECTO_SIDE_LEFT = 8 };

typedef struct recto_detection {
  size_t struct_size;
  /* 0 if nothing like a page is in the picture; then the other fields mean nothing. */
  int32_t found;
  recto_quad corners;
  /* How sure it is, 0 to 1: from .35 on worth showing, from .8 on worth capturing without asking. */
  double confidence;
  /* Since 0.2. What the picture shows of a page; other than the fields above it means something if `found` is 0, too. */
  recto_presence presence;
  /* RECTO_SIDE_… of the picture beyond which the page continues, added up. */
  uint32_t cut_sides;
} recto_detection;

RECTO_API void recto_detection_init(recto_detection *detection);
RECTO_API recto_status recto_detector_new(recto_detector **detector);
/* Pictures in files with more pixels, or of more bytes, are refused before memory is taken for them; 0 for the usual bounds of
 * 178,956,970 pixels and 1 GiB. */
RECTO_API recto_status recto_detector_set_limits(recto_detector *detector, uint64_t pixels, uint64_t file_bytes);
/* The same of a PNG or JPEG file, turned upright as its EXIF block says: corners are in pixels of the upright picture. */
RECTO_API recto_status recto_detector_detect_file(recto_detector *detector, const char *path, recto_detection *detection);
RECTO_API recto_status recto_detector_detect(recto_detector *detector, const recto_frame *frame,
                                             recto_detection *detection);
/* Finds several pages that lie beside each other, at most `limit` (1 to 100): first what recto_detector_detect finds.
 * Tells how many there are; those with a confidence below .35 are no pages. */
RECTO_API recto_status recto_detector_detect_all(recto_detector *detector, const recto_frame *frame, size_t limit,
                                                 size_t *count);
/* The same in the picture of a page, whatever its corners are. */
RECTO_API recto_status recto_detector_detect_page(recto_detector *detector, const recto_page *page, size_t limit,
                                                  size_t *count);
/* One of those that were found last, from 0 on. */
RECTO_API recto_status recto_detector_get_detection(const recto_detector *detector, size_t index,
                                                    recto_detection *detection);
/* The page of a picture. If none is found with a confidence of .35 the picture is the page, so that nothing is lost.
 * `detection` may be NULL. */
RECTO_API recto_status recto_detector_scan(recto_detector *detector, const recto_frame *frame, recto_page **page,
                                           recto_detection *detection);
/* The same of a PNG or JPEG file, turned upright as its EXIF block says. `path` is UTF-8. */
RECTO_API recto_status recto_detector_scan_file(recto_detector *detector, const char *path, recto_page **page,
                                                recto_detection *detection);
/* One better page of 3 to 32 pictures of a page that lies still, such as frames of a camera: less noise, twice the resolution
 * where it has few pixels, and no glare where one of them has none. Where fewer than three agree, the page of the picture
 * in which it is surest. It takes about a second. `fusion` may be NULL. */
RECTO_API recto_status recto_detector_fuse(recto_detector *detector, const recto_frame *const *frames, size_t count,
                                           recto_page **page, recto_fusion *fusion);
/* Both pages of an open book that lies upright, in the order in which they are read: two, or one where no gutter is sure, and then
 * `pages[1]` is NULL. `right_to_left` as in Arabic, Hebrew and many Japanese books. */
RECTO_API recto_status recto_detector_scan_book_file(recto_detector *detector, const char *path, int32_t right_to_left,
                                                     recto_page *pages[2]);
RECTO_API void recto_detector_free(recto_detector *detector);

/* ---- Live capture ---- */

/* Follows the page over the frames of one camera, guides the person at it, and captures each page once. */
typedef struct recto_scanner recto_scanner;

typedef enum recto_mode {
  /* The engine captures a page when it is new, still and shows well. */
  RECTO_MODE_AUTOMATIC = 0,
  /* Pages are captured by recto_scanner_request_shot alone. */
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
  /* How many captured pages are remembered, so that none is captured twice: 0 to 1000. */
  uint32_t remembered_pages;
  /* How many frames are buffered at most, 1 to 32: a capture is the sharpest of the last moments. */
  uint32_t buffered_frames;
  /* How captured pages are rendered; NULL for the defaults. */
  const recto_render_options *render_options;
  /* Since 0.2. Frames of a page that lies still that are kept at most, to be fused: 3 to 32; 0 for none. */
  uint32_t burst_frames;
  /* Values by their names, one after the other, which replace the usual ones: "capture.stillSpeed=0.1 capture.lookBack=0.3". NULL for
   * none. recto_scanner_parameters() says which there are. */
  const char *parameters;
  /* Bytes that the kept frames of a page may take, 16,000,000 or more: of large frames fewer are kept; 0 for the usual 128 MB. */
  uint64_t burst_bytes;
} recto_scanner_options;

RECTO_API void recto_scanner_options_init(recto_scanner_options *options);
/* The names that `parameters` takes and their usual values, as that takes them. */
RECTO_API const char *recto_scanner_parameters(void);

/* Why several frames of a page make a better picture of it than one: see recto_detector_fuse. */
enum {
  /* The frames show the page at fewer than 150 pixels per inch, if it is as long as A4: small print becomes sharper. */
  RECTO_FUSION_SAMPLING = 1,
  /* A lamp mirrors in the page. Where it does may differ from frame to frame. */
  RECTO_FUSION_GLARE = 2,
  /* The frames are noisy. */
  RECTO_FUSION_NOISE = 4
};

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
  /* RECTO_SIDE_… of the page that are hidden or outside the frame, added up. */
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
  /* Whether a page was captured with this frame. */
  int32_t has_capture;
  /* RECTO_FUSION_… that hold of the page in view, added up; 0 where one frame is enough, and without a page. Noise is known once the
   * page has lain still for two frames. */
  uint32_t fusion_reasons;
  /* Since 0.2. The caller's number of the page in view: see recto_scanner_know; -1 if it has none. */
  int64_t known_page;
} recto_observation;

RECTO_API void recto_observation_init(recto_observation *observation);

/* A captured page. */
typedef struct recto_capture {
  size_t struct_size;
  /* The caller's time and number of the captured frame. */
  int64_t time_nanoseconds;
  int64_t frame_number;
  /* 1 if it was captured for want of a better one: tilted, dark or with reflections. */
  int32_t is_low_quality;
} recto_capture;

RECTO_API void recto_capture_init(recto_capture *capture);

/* Called when a page has been captured, by the thread that passed the frame. The page and what is known of it stay Recto's:
 * recto_page_copy keeps the page. The scanner must not be used in the call. */
typedef void (*recto_capture_function)(const recto_page *page, const recto_capture *capture, void *context);

/* `options` may be NULL. */
RECTO_API recto_status recto_scanner_new(const recto_scanner_options *options, recto_scanner **scanner);
/* NULL to be told of no captures any more. */
RECTO_API recto_status recto_scanner_on_capture(recto_scanner *scanner, recto_capture_function function,
                                                void *context);
/* Looks at the next frame. A JPEG frame that is damaged gives RECTO_UNREADABLE and counts as if it had not come.
 *
 * time_nanoseconds: when it was captured, by a clock that goes on steadily.
 * frame_number: the caller's count, told again with the capture.
 * observation: may be NULL. */
RECTO_API recto_status recto_scanner_process(recto_scanner *scanner, const recto_frame *frame,
                                             int64_t time_nanoseconds, int64_t frame_number,
                                             recto_observation *observation);
/* Captures with the next frames, whatever they show. */
RECTO_API recto_status recto_scanner_request_shot(recto_scanner *scanner);
/* Lets the page in view be captured again. */
RECTO_API recto_status recto_scanner_rearm(recto_scanner *scanner);
/* Forgets all pages, as for a new document. */
RECTO_API recto_status recto_scanner_reset(recto_scanner *scanner);
/* Ends the stream: a page that was being captured is captured from the frames that there were. */
RECTO_API recto_status recto_scanner_finish(recto_scanner *scanner);
/* Takes note of a page that the caller has, by a number of the caller's, 0 or more: it is not captured again. */
RECTO_API recto_status recto_scanner_know(recto_scanner *scanner, const recto_page *page, int64_t number);
/* Gives the page that was captured last the caller's number. */
RECTO_API recto_status recto_scanner_name(recto_scanner *scanner, int64_t number);
/* Forgets a page that the caller no longer has: it may be captured. */
RECTO_API recto_status recto_scanner_forget(recto_scanner *scanner, int64_t number);

/* Frames of a captured page that are to be fused; any thread may fuse them, while the scanner goes on. */
typedef struct recto_burst recto_burst;

/* To be asked after each frame, and after recto_scanner_finish, until `burst` is NULL: there is one for each captured page of which
 * enough frames were kept, once there are no more to wait for. */
RECTO_API recto_status recto_scanner_take_burst(recto_scanner *scanner, recto_burst **burst);
/* `time_nanoseconds` of the page's capture. */
RECTO_API recto_status recto_burst_get_capture(const recto_burst *burst, recto_capture *capture);
/* One better page, in about a second; `page` is NULL where too few frames agree. `fusion` may be NULL. */
RECTO_API recto_status recto_burst_fuse(const recto_burst *burst, recto_page **page, recto_fusion *fusion);
RECTO_API void recto_burst_free(recto_burst *burst);
RECTO_API void recto_scanner_free(recto_scanner *scanner);

/* ---- Sources and cameras ---- */

/* The cameras of this machine when they were listed. */
typedef struct recto_cameras recto_cameras;

/* Texts are good as long as the list. */
typedef struct recto_camera {
  size_t struct_size;
  /* The node, such as "/dev/video0": another one after each time that the camera is plugged in. */
  const char *path;
  const char *name;
  /* A name that stays. */
  const char *id;
  /* Of a USB camera that has one; else NULL. */
  const char *serial;
  const char *driver;
  size_t formats, controls;
} recto_camera;

/* A size of a pixel format, or a range of sizes. */
typedef struct recto_camera_format {
  size_t struct_size;
  /* As the driver calls the pixel format: "YUYV", "MJPG" ... */
  char code[8];
  uint32_t minimum_width, maximum_width, minimum_height, maximum_height;
  /* Frames a second at the largest size; 0 if the driver does not say. */
  double maximum_rate;
} recto_camera_format;

typedef struct recto_camera_control {
  size_t struct_size;
  const char *name;
  int64_t minimum, maximum, step, usual;
  /* 0 if the driver does not say: then `value` means nothing. */
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
/* Sets a control by its name, also while the camera streams. `camera` as for recto_source_open. */
RECTO_API recto_status recto_camera_set_control(const char *camera, const char *control, int64_t value);
/* Turns the camera's light on or off. */
RECTO_API recto_status recto_camera_set_light(const char *camera, int32_t is_on);

/* Where frames come from. A thread of its own reads it from the first event asked for until it is freed. */
typedef struct recto_source recto_source;

typedef struct recto_source_options {
  size_t struct_size;
  /* Asked of a camera. */
  uint32_t width, height;
  /* Asked of a camera, and the rate of what has no times. */
  double frames_per_second;
  /* 1 to read files and folders at their own rate, and leave out frames that come too fast. */
  int32_t is_real_time;
  /* For how long a camera that delivers nothing is waited for, in seconds, before that is RECTO_UNREADABLE; 0 for as long as it
   * takes. */
  double patience_seconds;
} recto_source_options;

RECTO_API void recto_source_options_init(recto_source_options *options);

typedef enum recto_event_kind {
  /* Nothing has come in time. */
  RECTO_EVENT_NONE = 0,
  RECTO_EVENT_FRAME = 1,
  /* Something happened to the source, which goes on, or comes back, by itself. */
  RECTO_EVENT_DEVICE = 2,
  /* There are no more frames. */
  RECTO_EVENT_END = 3
} recto_event_kind;

typedef enum recto_device_event {
  RECTO_DEVICE_OPENED = 0,
  /* The first frame after an interruption. */
  RECTO_DEVICE_RESUMED = 1,
  /* There is no such camera now; it is waited for, as in the next two cases. */
  RECTO_DEVICE_ABSENT = 2,
  RECTO_DEVICE_BUSY = 3,
  RECTO_DEVICE_REFUSED = 4,
  /* It was unplugged, and is waited for. */
  RECTO_DEVICE_LOST = 5,
  /* The camera is opened afresh, as in the next two cases. */
  RECTO_DEVICE_FAULT = 6,
  RECTO_DEVICE_STALLED = 7,
  RECTO_DEVICE_FORMAT_CHANGED = 8,
  RECTO_DEVICE_RELEASED = 9,
  /* A frame was left out. */
  RECTO_DEVICE_DAMAGED = 10
} recto_device_event;

/* What a source has to say. Pointers are good until the source is used again. */
typedef struct recto_event {
  size_t struct_size;
  recto_event_kind kind;
  /* The frame as it came; of other events NULL. */
  const recto_frame *frame;
  /* When it was taken, by a clock that goes on steadily. */
  int64_t time_nanoseconds;
  /* How many frames came before it, its place in the source's own count, and how many of that are missing before it. */
  int64_t number, sequence, gap;
  recto_device_event device;
  /* What happened, in words that follow the name of the source; of other events NULL. */
  const char *text;
} recto_event;

RECTO_API void recto_event_init(recto_event *event);

/* `name`: a camera by its node ("/dev/video0"), its id or "serial:" and its serial number; an MJPEG or Y4M file; a folder of pictures;
 * a picture; "-" for standard input. Whether it is there shows when events are asked for. `options` may be NULL. */
RECTO_API recto_status recto_source_open(const char *name, const recto_source_options *options, recto_source **source);
/* An MJPEG or Y4M stream in memory, which is copied. */
RECTO_API recto_status recto_source_open_memory(const uint8_t *bytes, size_t count, const recto_source_options *options,
                                                recto_source **source);
/* Gives the last frame back and waits for the next event, for 0 to 1,000,000 seconds at most. */
RECTO_API recto_status recto_source_next(recto_source *source, double timeout_seconds, recto_event *event);
/* A file descriptor that can be read from while an event waits, for poll and its kin: nothing is to be read from it. It is good as long
 * as the source. */
RECTO_API recto_status recto_source_get_descriptor(recto_source *source, int *descriptor);
RECTO_API void recto_source_free(recto_source *source);

/* Called with each event of a source; `observation` is NULL but with frames. Returns 0 to go on. */
typedef int32_t (*recto_run_function)(const recto_event *event, const recto_observation *observation, void *context);
/* Shows the scanner the frames of a source until that ends, or the function, which may be NULL, returns another number than 0; then
 * finishes the scanner. The function is called ten times a second at least. A damaged frame is passed over. */
RECTO_API recto_status recto_scanner_run(recto_scanner *scanner, recto_source *source, recto_run_function function,
                                         void *context);

/* Memory behind a file descriptor, such as a DMA-BUF of a camera or a graphics processor, or a memfd. */
typedef struct recto_buffer recto_buffer;

/* Maps the first bytes of it for reading. The descriptor stays the caller's. */
RECTO_API recto_status recto_buffer_map(int descriptor, size_t bytes, recto_buffer **buffer);
/* Before and after the bytes are read, as in planes of a frame: makes what a device wrote visible. `data` is good until
 * recto_buffer_end. */
RECTO_API recto_status recto_buffer_begin(recto_buffer *buffer, const uint8_t **data);
RECTO_API recto_status recto_buffer_end(recto_buffer *buffer);
RECTO_API void recto_buffer_free(recto_buffer *buffer);

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
  /* Since 0.2. What is read, by names with + between them, in small letters and digits: "qrcode+ean13+code128"; NULL for QR codes, and
   * with `reads_bars` for them and all bar codes. Micro QR codes ("microqr") and rectangular ones ("rmqr") are read where they are
   * named. */
  const char *symbologies;
} recto_code_reader_options;

RECTO_API void recto_code_reader_options_init(recto_code_reader_options *options);

typedef struct recto_code {
  size_t struct_size;
  /* In pixels of the frame, from the code's own top-left on: clockwise, or counter-clockwise if it is mirrored. */
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

RECTO_API void recto_code_init(recto_code *code);

/* `options` may be NULL. */
RECTO_API recto_status recto_code_reader_new(const recto_code_reader_options *options, recto_code_reader **reader);
/* Reads the codes of a picture or frame, and tells how many there are. */
RECTO_API recto_status recto_code_reader_read(recto_code_reader *reader, const recto_frame *frame, size_t *count);
/* The same of a part of the frame, such as an alignment guide. Corners are in pixels of the frame. */
RECTO_API recto_status recto_code_reader_read_part(recto_code_reader *reader, const recto_frame *frame, uint32_t left,
                                                   uint32_t top, uint32_t width, uint32_t height, size_t *count);
/* The same of a PNG or JPEG file, turned upright as its EXIF block says. */
RECTO_API recto_status recto_code_reader_read_file(recto_code_reader *reader, const char *path, size_t *count);
/* One of the codes that were read last, from 0 on. */
RECTO_API recto_status recto_code_reader_get_code(const recto_code_reader *reader, size_t index, recto_code *code);
RECTO_API void recto_code_reader_free(recto_code_reader *reader);

/* Checks codes against a policy of onboarding: see docs/onboarding.md. It has no effects: the caller asks the user, and acts. */
typedef struct recto_onboarding recto_onboarding;

/* `policy` is the policy's JSON. */
RECTO_API recto_status recto_onboarding_new(const char *policy, recto_onboarding **onboarding);
/* What the codes are that a reader has read last, in one picture. `seconds`: since 1970, for codes that expire. `report` is an object of
 * JSON, as `recto qr --onboarding --json` prints it, without secrets: `state` is "unsuccessful", "seen", "invalid" or "successful". It is
 * good until `onboarding` is used again or freed. */
RECTO_API recto_status recto_onboarding_check(recto_onboarding *onboarding, const recto_code_reader *reader, int64_t seconds,
                                              const char **report);
/* The same after the next frame of a stream, which was taken at `nanoseconds`: a code counts once it was read in several frames. */
RECTO_API recto_status recto_onboarding_observe(recto_onboarding *onboarding, const recto_code_reader *reader,
                                                int64_t nanoseconds, int64_t seconds, const char **report);
/* For the next user. */
RECTO_API recto_status recto_onboarding_reset(recto_onboarding *onboarding);
RECTO_API void recto_onboarding_free(recto_onboarding *onboarding);

/* ---- Text ---- */

/* Reads what is written on pages, by Tesseract. Its library is opened when the first reader is made; Recto does not link it. */
typedef struct recto_text_reader recto_text_reader;

/* `languages` as Tesseract names them, with + between them, the most important one first: "eng", "deu+eng". */
RECTO_API recto_status recto_text_reader_new(const char *languages, recto_text_reader **reader);
/* Reads a page as it lies, which takes about a second. `json` is an object in UTF-8 that ends with a zero byte: `dpi`, `width` and
 * `height` of the picture that was read, `confidence`, `text`, and `blocks` of `lines` of `words` with places in pixels of that
 * picture, as `recto text --json` prints them. It is good until the reader is used again or freed. */
RECTO_API recto_status recto_text_reader_read(recto_text_reader *reader, const recto_page *page, const char **json);
/* Ends what a thread reads with the reader, here or in recto_pages_write_document, at the next word: that call returns RECTO_CANCELED. To
 * be called on another thread, or by a function that is called meanwhile. Without effect while nothing is read. */
RECTO_API recto_status recto_text_reader_cancel(recto_text_reader *reader);
RECTO_API void recto_text_reader_free(recto_text_reader *reader);

/* What a document has beyond the pictures of its pages. */
typedef struct recto_document_options {
  size_t struct_size;
  /* Reads the pages, so that text can be found, marked and copied in a PDF; NULL for pictures alone. */
  recto_text_reader *reader;
  /* 1 for PDF/A-2; of PDF alone. */
  int32_t is_archival;
  /* NULL for none. */
  const char *title;
  /* Since 0.2. Quality of JPEG data, 1 to 100; 0 for the usual one. */
  int32_t jpeg_quality;
  /* When the document was made, in seconds since 1970; 0 to say nothing. */
  int64_t creation_time;
  /* Called with the share of the work that is done, 0 to 1, after each page; returns 0 to go on, and anything else to end the call
   * with RECTO_CANCELED, of which no file is left. NULL for none. */
  int32_t (*progress)(double share, void *context);
  void *progress_context;
  /* Ends the call, too, when so many seconds have passed, between pages; 0 for no end. */
  double deadline_seconds;
} recto_document_options;

RECTO_API void recto_document_options_init(recto_document_options *options);
/* As recto_pages_write. `options` may be NULL. */
RECTO_API recto_status recto_pages_write_document(const recto_page *const *pages, size_t count, const char *path,
                                                  const recto_document_options *options);

/* The same to memory; of one page where the format holds one. */
RECTO_API recto_status recto_pages_encode(const recto_page *const *pages, size_t count, recto_document_format format,
                                          const recto_document_options *options, recto_bytes **bytes);
/* Takes bytes of a document, one part after the other. Returns 0 to go on, and anything else to end the call with RECTO_CANCELED. */
typedef int32_t (*recto_write_function)(const uint8_t *bytes, size_t count, void *context);
/* The same to a function of the caller's, once the document is complete. */
RECTO_API recto_status recto_pages_write_to(const recto_page *const *pages, size_t count, recto_document_format format,
                                            const recto_document_options *options, recto_write_function function,
                                            void *context);

/* A document whose pages come one after the other: none but the one that is being added need be in memory. */
typedef struct recto_document recto_document;

/* `path`: the file, which is complete or is not there, and whose ending says the format; NULL for a document in memory, of the format
 * given. `options` may be NULL; progress and deadline_seconds are not looked at. */
RECTO_API recto_status recto_document_new(const char *path, recto_document_format format,
                                          const recto_document_options *options, recto_document **document);
/* Renders a page and appends it. `json`, which may be NULL: with a reader in the options, what it read, as recto_text_reader_read has
 * it; else NULL. A page that cannot be rendered leaves the document as it was. */
RECTO_API recto_status recto_document_add(recto_document *document, const recto_page *page, const char **json);
/* Completes the document, which has a page at least. `bytes` of a document in memory; of a file NULL, and then the argument may be
 * NULL. Afterwards the document can only be freed. */
RECTO_API recto_status recto_document_finish(recto_document *document, recto_bytes **bytes);
/* One that is not finished leaves nothing behind. */
RECTO_API void recto_document_free(recto_document *document);

/* ---- Sessions ---- */

/* Pages that are being scanned, kept in a folder, the draft, until they are saved as a document. A change is on the
 * disk when its call returns, and survives the end of the program and of the machine. One session at a time has a draft
 * open, of all processes of the machine. */
typedef struct recto_session recto_session;

/* What was amiss with a draft when it was opened, and has been put in order: how many of each. */
typedef struct recto_recovery {
  size_t struct_size;
  /* Changes that were being written when the program ended: they had not been confirmed, and are not made. */
  uint32_t cut_records;
  /* Parts of the journal that cannot be read any more, or speak of unknown pages: changes are lost. */
  uint32_t damaged_records;
  /* Pictures that belonged to no page: each has become one, at the end. */
  uint32_t adopted_pages;
  /* Files in the folder of pictures that are no pictures. */
  uint32_t unusable_pictures;
  /* Pages that were removed because their picture is missing. */
  uint32_t lost_pages;
} recto_recovery;

RECTO_API void recto_recovery_init(recto_recovery *recovery);
/* Opens a draft, or begins one in a folder that is empty or missing. */
RECTO_API recto_status recto_session_open(const char *folder, recto_session **session);
RECTO_API recto_status recto_session_get_recovery(const recto_session *session, recto_recovery *recovery);
RECTO_API recto_status recto_session_count(const recto_session *session, size_t *count);
/* The page at a place, from 0 on. Its id stays with it, and no other page of the draft ever gets it. `info` may be NULL. */
RECTO_API recto_status recto_session_get_page(const recto_session *session, size_t place, int64_t *id,
                                              recto_page_info *info);
/* Appends a page: a capture from a JPEG frame with that frame's bytes, others without loss. `id` may be NULL. */
RECTO_API recto_status recto_session_add(recto_session *session, const recto_page *page, int64_t *id);
/* Appends a PNG or JPEG file as it is. `corners` are in pixels of the upright picture, NULL if the picture is the page;
 * `options` may be NULL for the defaults, and `id` may be NULL. */
RECTO_API recto_status recto_session_add_file(recto_session *session, const char *path, const recto_quad *corners,
                                              const recto_render_options *options, int64_t *id);
/* Puts another picture, with its corners, in the place of a page, which keeps its look. */
RECTO_API recto_status recto_session_retake(recto_session *session, int64_t id, const recto_page *page);
RECTO_API recto_status recto_session_retake_file(recto_session *session, int64_t id, const char *path,
                                                 const recto_quad *corners);
/* NULL if the picture is the page. */
RECTO_API recto_status recto_session_set_corners(recto_session *session, int64_t id, const recto_quad *corners);
RECTO_API recto_status recto_session_set_filter(recto_session *session, int64_t id, recto_filter filter);
RECTO_API recto_status recto_session_set_flattening(recto_session *session, int64_t id, recto_flattening flattening);
RECTO_API recto_status recto_session_set_fills_fingers(recto_session *session, int64_t id, int32_t fills_fingers);
/* Turns the page further: 0, 90, 180 or 270 degrees clockwise. */
RECTO_API recto_status recto_session_rotate(recto_session *session, int64_t id, int32_t degrees);
RECTO_API recto_status recto_session_set_render_options(recto_session *session, int64_t id, const recto_render_options *options);
/* Leaves the page out; its picture stays in the draft. */
RECTO_API recto_status recto_session_delete(recto_session *session, int64_t id);
/* Moves the page to another place among all, from 0 on. */
RECTO_API recto_status recto_session_move(recto_session *session, int64_t id, size_t place);
/* The page with its picture, to be rendered. Changes to it do not change the session. */
RECTO_API recto_status recto_session_load_page(const recto_session *session, int64_t id, recto_page **page);
/* Writes all pages: to one file .pdf, .tif or .tiff, or to .png, .jpg or .jpeg files, numbered from 1 before the ending if
 * there are several. The draft stays. */
RECTO_API recto_status recto_session_save(const recto_session *session, const char *path);
/* The same. `options` may be NULL. */
RECTO_API recto_status recto_session_save_document(const recto_session *session, const char *path,
                                                   const recto_document_options *options);
/* Removes the draft from the disk; the session can only be freed afterwards. */
RECTO_API recto_status recto_session_discard(recto_session *session);
/* Closes the draft, which stays. */
RECTO_API void recto_session_free(recto_session *session);

/* ---- Anchors ---- */

/* Known flat pictures, such as posters, covers and labels, prepared to be recognized. Once made they are never changed,
 * and may be used by several threads. */
typedef struct recto_anchors recto_anchors;

/* A picture that is to be an anchor. */
typedef struct recto_anchor_picture {
  size_t struct_size;
  /* 1 to 255 bytes of UTF-8, different from the other names. */
  const char *name;
  /* The anchor from the front and nothing around it; NULL to read `path`, a PNG or JPEG file. */
  const recto_frame *frame;
  const char *path;
  /* How wide it is printed, in meters, up to 1000; 0 if that is not known. */
  double physical_width;
} recto_anchor_picture;

typedef struct recto_anchor {
  size_t struct_size;
  /* Good as long as the anchors and all that was made with them. */
  const char *name;
  /* Of the picture, in pixels. */
  uint32_t width, height;
  /* In meters; 0 if it is not known. */
  double physical_width;
} recto_anchor;

RECTO_API void recto_anchor_picture_init(recto_anchor_picture *picture);
RECTO_API void recto_anchor_init(recto_anchor *anchor);
/* Prepares anchors, up to 100,000, each in about a quarter of a second. */
RECTO_API recto_status recto_anchors_build(const recto_anchor_picture *const *pictures, size_t count,
                                           recto_anchors **anchors);
/* Opens a file that recto_anchors_write or `recto anchors build` has written. It is mapped: nobody must write into it, but
 * another file may take its place. */
RECTO_API recto_status recto_anchors_open(const char *path, recto_anchors **anchors);
/* The file is complete or is not there. */
RECTO_API recto_status recto_anchors_write(const recto_anchors *anchors, const char *path);
RECTO_API recto_status recto_anchors_count(const recto_anchors *anchors, size_t *count);
RECTO_API recto_status recto_anchors_get(const recto_anchors *anchors, size_t index, recto_anchor *anchor);
/* What was made with the anchors can be used on. */
RECTO_API void recto_anchors_free(recto_anchors *anchors);

typedef enum recto_sighting_state {
  /* It is in the picture. */
  RECTO_SIGHTING_SEEN = 0,
  /* It was a moment ago: the place is that of the last frame that showed it. */
  RECTO_SIGHTING_MISSED = 1,
  /* It is followed no longer. */
  RECTO_SIGHTING_LOST = 2
} recto_sighting_state;

/* An anchor in a picture or frame. */
typedef struct recto_sighting {
  size_t struct_size;
  /* Which of the anchors, from 0 on, and its name. */
  size_t anchor_index;
  const char *anchor_name;
  recto_sighting_state state;
  /* 1 if it has appeared with this frame. */
  int32_t is_new;
  /* From pixels of the anchor's picture to pixels of the frame, row by row. */
  double homography[9];
  /* In pixels of the frame, from the anchor's own top-left on, clockwise. */
  recto_quad corners;
  /* Places of the anchor that the frame confirms, and those that could be seen in it. */
  uint32_t inliers, visible;
  /* 0 if it is not known where the anchor is before the camera; then the last two fields mean nothing. */
  int32_t has_pose;
  /* Row by row; with the translation it takes the anchor's coordinates, from its middle to the right, down and behind, to
   * the camera's: right, down and ahead. The unit is the meter where the anchor's width is known, else that width. */
  double rotation[9];
  double translation[3];
} recto_sighting;

RECTO_API void recto_sighting_init(recto_sighting *sighting);

typedef struct recto_anchor_options {
  size_t struct_size;
  /* Of the camera, in pixels of its frames; 0 to guess it, which makes distances and tilts as wrong as the guess is. */
  double focal_length;
  /* Anchors that are reported, or followed, at most: 1 to 100. */
  uint32_t limit;
  /* New anchors are searched for in one of this many frames of a stream: 1 to 1000. */
  uint32_t recognition_interval;
  /* For how long an anchor that is not seen is looked for where it was, 0 to 10 seconds; of streams alone. */
  double patience_seconds;
} recto_anchor_options;

RECTO_API void recto_anchor_options_init(recto_anchor_options *options);

/* Recognizes anchors in single pictures. */
typedef struct recto_anchor_matcher recto_anchor_matcher;

/* `options` may be NULL. */
RECTO_API recto_status recto_anchor_matcher_new(const recto_anchors *anchors, const recto_anchor_options *options,
                                                recto_anchor_matcher **matcher);
/* Tells how many anchors the picture shows. */
RECTO_API recto_status recto_anchor_matcher_match(recto_anchor_matcher *matcher, const recto_frame *frame,
                                                  size_t *count);
/* The same of a PNG or JPEG file, turned upright as its EXIF block says. */
RECTO_API recto_status recto_anchor_matcher_match_file(recto_anchor_matcher *matcher, const char *path, size_t *count);
/* One of the anchors of the last picture, the surest first. */
RECTO_API recto_status recto_anchor_matcher_get(const recto_anchor_matcher *matcher, size_t index,
                                                recto_sighting *sighting);
RECTO_API void recto_anchor_matcher_free(recto_anchor_matcher *matcher);

/* Finds anchors in the frames of one camera, and follows them. */
typedef struct recto_anchor_scanner recto_anchor_scanner;

/* `options` may be NULL. */
RECTO_API recto_status recto_anchor_scanner_new(const recto_anchors *anchors, const recto_anchor_options *options,
                                                recto_anchor_scanner **scanner);
/* Looks at the next frame, and tells how many anchors are followed or have just been lost. A frame of another size begins
 * a new stream. A JPEG frame that is damaged gives RECTO_UNREADABLE and counts as if it had not come. */
RECTO_API recto_status recto_anchor_scanner_process(recto_anchor_scanner *scanner, const recto_frame *frame,
                                                    int64_t time_nanoseconds, size_t *count);
/* One of the anchors of the last frame, in the order in which they appeared. */
RECTO_API recto_status recto_anchor_scanner_get(const recto_anchor_scanner *scanner, size_t index,
                                                recto_sighting *sighting);
RECTO_API void recto_anchor_scanner_free(recto_anchor_scanner *scanner);

#ifdef __cplusplus
}
#endif

#endif
