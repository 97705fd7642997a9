// Prints the native library's results for pictures and for a stream, which compare.mjs compares with the WebAssembly
// module's.
//
// usage: native pictures FILE...    each by itself
//        native stream FILE...      as frames of a camera, 33 ms apart
//
// Writes a record of blocks for each picture, each block preceded by its length in four bytes: JSON, the decoded pixels
// (RGB), and for pictures the page rendered by each filter. Numbers with a fraction are written as the bits of a
// double. Undecodable pictures are left out.
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// After stdio.h, whose types it uses.
#include <jpeglib.h>

#include "recto.h"

enum { FILTERS = RECTO_FILTER_ORIGINAL + 1 };

typedef struct {
  uint32_t width, height;
  uint8_t *rgb;
} picture;

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf back;
} jpeg_errors;

static void leave(j_common_ptr info) { longjmp(((jpeg_errors *)info->err)->back, 1); }
static void be_silent(j_common_ptr info) { (void)info; }

static int decode_jpeg(FILE *file, picture *picture) {
  struct jpeg_decompress_struct info;
  jpeg_errors errors;
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = leave;
  errors.base.output_message = be_silent;
  uint8_t *volatile rgb = NULL;
  if (setjmp(errors.back)) {
    jpeg_destroy_decompress(&info);
    free(rgb);
    return 0;
  }
  jpeg_create_decompress(&info);
  jpeg_stdio_src(&info, file);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = JCS_RGB;
  jpeg_start_decompress(&info);
  picture->width = info.output_width;
  picture->height = info.output_height;
  rgb = malloc((size_t)3 * info.output_width * info.output_height);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = rgb + (size_t)3 * info.output_width * info.output_scanline;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  picture->rgb = rgb;
  return 1;
}

static int decode_png(const char *path, picture *picture) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) return 0;
  image.format = PNG_FORMAT_RGB;
  picture->width = image.width;
  picture->height = image.height;
  picture->rgb = malloc(PNG_IMAGE_SIZE(image));
  png_color white = {255, 255, 255};
  if (png_image_finish_read(&image, &white, picture->rgb, 0, NULL)) return 1;
  free(picture->rgb);
  return 0;
}

static int decode(const char *path, picture *picture) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  int first = fgetc(file);
  rewind(file);
  int found = first == 0xFF ? decode_jpeg(file, picture) : first == 0x89 ? decode_png(path, picture) : 0;
  fclose(file);
  return found;
}

static void check(recto_status status, const char *what) {
  if (status == RECTO_OK) return;
  fprintf(stderr, "%s: %s\n", what, recto_last_error());
  exit(1);
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static void block(const void *bytes, size_t count) {
  uint32_t length = (uint32_t)count;
  fwrite(&length, 4, 1, stdout);
  fwrite(bytes, 1, count, stdout);
}

static recto_frame frame_of(const picture *picture) {
  recto_frame frame;
  recto_frame_init(&frame);
  frame.format = RECTO_FORMAT_RGB;
  frame.width = picture->width;
  frame.height = picture->height;
  frame.planes[0] = picture->rgb;
  frame.plane_bytes[0] = (size_t)3 * picture->width * picture->height;
  return frame;
}

// ---- JSON ----

static char text[1 << 20];
static size_t written;

#define put(...) (written += (size_t)snprintf(text + written, sizeof text - written, __VA_ARGS__))

static void put_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  put("\"%016llx\"", (unsigned long long)bits);
}

static void put_corners(const recto_quad *quad) {
  put("[");
  for (int i = 0; i < 4; i++) {
    put(i ? "," : "");
    put_bits(quad->corners[i].x);
    put(",");
    put_bits(quad->corners[i].y);
  }
  put("]");
}

// ---- Pictures ----

static recto_detector *detector;
static recto_code_reader *reader;

static void put_codes(const recto_frame *frame) {
  size_t count;
  double start = milliseconds();
  check(recto_code_reader_read(reader, frame, &count), "codes");
  put(",\"codesTime\":%.3f,\"codes\":[", milliseconds() - start);
  for (size_t i = 0; i < count; i++) {
    recto_code code = {.struct_size = sizeof code};
    check(recto_code_reader_get_code(reader, i, &code), "code");
    put(i ? ",{\"bytes\":\"" : "{\"bytes\":\"");
    for (size_t k = 0; k < code.byte_count; k++) put("%02x", code.bytes[k]);
    put("\",\"text\":\"");
    for (size_t k = 0; k < code.text_bytes; k++) put("%02x", (uint8_t)code.text[k]);
    put("\",\"corners\":");
    put_corners(&code.corners);
    put("}");
  }
  put("]");
}

static void tell(const char *path, const picture *picture) {
  recto_frame frame = frame_of(picture);
  recto_detection detection = {.struct_size = sizeof detection};
  recto_page *page;
  double start = milliseconds();
  check(recto_detector_scan(detector, &frame, &page, &detection), path);
  double scanned = milliseconds();
  check(recto_detector_detect(detector, &frame, &detection), path);
  put("{\"path\":\"%s\",\"width\":%u,\"height\":%u,\"scanTime\":%.3f,\"detectTime\":%.3f,\"detection\":", path,
      picture->width, picture->height, scanned - start, milliseconds() - scanned);
  if (detection.found) {
    put("{\"corners\":");
    put_corners(&detection.corners);
    put(",\"confidence\":");
    put_bits(detection.confidence);
    put("}");
  } else {
    put("null");
  }
  put_codes(&frame);
  put(",\"pages\":[");
  recto_image *images[FILTERS];
  recto_pixels pixels[FILTERS];
  for (int filter = 0; filter < FILTERS; filter++) {
    recto_render_options options;
    recto_render_options_init(&options);
    options.filter = (recto_filter)filter;
    check(recto_page_set_render_options(page, &options), path);
    start = milliseconds();
    recto_status status = recto_page_render(page, &images[filter]);
    put(filter ? "," : "");
    if (status != RECTO_OK) {
      images[filter] = NULL;
      put("{\"error\":%d}", status);
      continue;
    }
    double time = milliseconds() - start;
    pixels[filter].struct_size = sizeof pixels[filter];
    check(recto_image_get_pixels(images[filter], &pixels[filter]), path);
    put("{\"width\":%u,\"height\":%u,\"format\":%d,\"time\":%.3f,\"dpi\":", pixels[filter].width, pixels[filter].height,
        pixels[filter].format, time);
    put_bits(pixels[filter].dots_per_inch);
    put("}");
  }
  put("]}");
  block(text, written);
  block(picture->rgb, frame.plane_bytes[0]);
  for (int filter = 0; filter < FILTERS; filter++) {
    if (!images[filter]) continue;
    size_t bytes = pixels[filter].row_bytes * pixels[filter].height;
    uint8_t *copy = malloc(bytes);
    check(recto_image_copy_pixels(images[filter], copy, bytes, pixels[filter].row_bytes), path);
    block(copy, bytes);
    free(copy);
    recto_image_free(images[filter]);
  }
  recto_page_free(page);
}

// ---- Streams ----

static void keep_page(const recto_page *page, const recto_capture *capture, void *context) {
  (void)context;
  recto_page_info info = {.struct_size = sizeof info};
  check(recto_page_get_info(page, &info), "captured page");
  put("\"captured\":{\"frame\":%lld,\"low\":%d,\"corners\":", (long long)capture->frame_number, capture->is_low_quality);
  if (info.has_corners) put_corners(&info.corners);
  else put("null");
  put("},");
}

static void follow(recto_scanner *scanner, const picture *picture, int number) {
  recto_frame frame = frame_of(picture);
  recto_observation seen = {.struct_size = sizeof seen};
  put("{");
  double start = milliseconds();
  check(recto_scanner_process(scanner, &frame, (int64_t)number * 33000000, number, &seen), "frame");
  put("\"time\":%.3f,\"width\":%u,\"height\":%u,\"guidance\":\"%s\",\"progress\":", milliseconds() - start, seen.width,
      seen.height, recto_guidance_name(seen.guidance));
  put_bits(seen.progress);
  put(",\"page\":");
  if (seen.has_page) {
    const double values[] = {seen.confidence, seen.sharpness, seen.brightness, seen.glare_share};
    put("{\"identity\":%llu,\"corners\":", (unsigned long long)seen.page_identity);
    put_corners(&seen.corners);
    put(",\"values\":[");
    for (int i = 0; i < 4; i++) {
      put(i ? "," : "");
      put_bits(values[i]);
    }
    put("]}");
  } else {
    put("null");
  }
  put("}");
  block(text, written);
  block(picture->rgb, frame.plane_bytes[0]);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  int is_stream = strcmp(arguments[1], "stream") == 0;
  recto_scanner *scanner;
  check(recto_scanner_new(NULL, &scanner), "scanner");
  check(recto_scanner_on_capture(scanner, keep_page, NULL), "scanner");
  check(recto_detector_new(&detector), "detector");
  check(recto_code_reader_new(NULL, &reader), "reader");
  for (int i = 2; i < count; i++) {
    picture picture;
    if (!decode(arguments[i], &picture)) continue;
    written = 0;
    if (is_stream) follow(scanner, &picture, i - 2);
    else tell(arguments[i], &picture);
    free(picture.rgb);
  }
  return 0;
}
