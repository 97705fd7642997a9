/*
 * Uses most of the library with a picture, so that a memory checker can watch it: memory-check PICTURE
 * The output is the same for the same picture.
 *
 *   cc memory-check.c $(pkg-config --cflags --libs recto) -o memory-check
 */
#include <recto.h>
#include <stdio.h>
#include <stdlib.h>

static void check(recto_status status, const char *what) {
  if (status == RECTO_OK) return;
  fprintf(stderr, "%s: %s\n", what, recto_last_error());
  exit(1);
}

static uint32_t checksum(const uint8_t *data, size_t count) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) sum = 31 * sum + data[i];
  return sum;
}

/* Renders a page with each filter, and encodes it in each format. */
static void use_page(recto_page *page) {
  int32_t degrees;
  double confidence;
  check(recto_page_suggest_rotation(page, &degrees, &confidence), "rotation");
  printf("rotation %d, confidence %.6f\n", degrees, confidence);
  recto_render_options look;
  recto_render_options_init(&look);
  look.flattening = RECTO_FLATTENING_AUTOMATIC;
  for (int filter = RECTO_FILTER_COLOR; filter <= RECTO_FILTER_ORIGINAL; filter++) {
    look.filter = (recto_filter)filter;
    check(recto_page_set_render_options(page, &look), "look");
    const recto_page *pages[] = {page};
    recto_bytes *bytes;
    const uint8_t *data;
    size_t count;
    check(recto_pages_encode(pages, 1, (recto_document_format)(filter % 4), NULL, &bytes), "encode");
    check(recto_bytes_get(bytes, &data, &count), "bytes");
    printf("filter %d: %zu bytes, %08x\n", filter, count, filter % 4 == RECTO_DOCUMENT_PDF ? 0 : checksum(data, count));
    recto_bytes_free(bytes);
  }
}

static void print(const char *what, const recto_detection *found) {
  printf("%s: %.6f at %.3f, %.3f\n", what, found->confidence, found->corners.corners[0].x, found->corners.corners[2].y);
}

/* Detects, scans, fuses, captures and reads codes from pixels, in color and gray. */
static void use_frame(recto_detector *detector, recto_frame *frame) {
  recto_detection found;
  recto_detection_init(&found);
  size_t count;
  check(recto_detector_detect(detector, frame, &found), "detect");
  print("detect", &found);
  check(recto_detector_detect_all(detector, frame, 4, &count), "detect all");
  printf("%zu pages\n", count);

  recto_page *page;
  recto_fusion fusion;
  recto_fusion_init(&fusion);
  const recto_frame *frames[] = {frame, frame, frame};
  check(recto_detector_fuse(detector, frames, 3, &page, &fusion), "fuse");
  recto_page_free(page);

  recto_code_reader *codes;
  recto_code code;
  recto_code_init(&code);
  check(recto_code_reader_new(NULL, &codes), "codes");
  check(recto_code_reader_read(codes, frame, &count), "read");
  for (size_t i = 0; i < count; i++) {
    check(recto_code_reader_get_code(codes, i, &code), "code");
    printf("code %s\n", code.text);
  }
  recto_code_reader_free(codes);

  recto_scanner *scanner;
  recto_observation seen;
  recto_observation_init(&seen);
  check(recto_scanner_new(NULL, &scanner), "scanner");
  for (int64_t i = 0; i < 12; i++) check(recto_scanner_process(scanner, frame, 100000000 * i, i, &seen), "process");
  check(recto_scanner_finish(scanner), "finish");
  recto_scanner_free(scanner);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s PICTURE\n", arguments[0]);
    return 64;
  }
  recto_detector *detector;
  recto_page *page;
  recto_detection found;
  recto_detection_init(&found);
  check(recto_detector_new(&detector), "detector");
  check(recto_detector_scan_file(detector, arguments[1], &page, &found), "scan");
  print("scan", &found);
  use_page(page);

  /* The pixels of the whole picture. */
  recto_page *whole;
  recto_image *image;
  recto_pixels pixels;
  recto_pixels_init(&pixels);
  recto_render_options look;
  recto_render_options_init(&look);
  check(recto_page_open(arguments[1], &whole), "open");
  for (int gray = 0; gray < 2; gray++) {
    look.filter = gray ? RECTO_FILTER_GRAYSCALE : RECTO_FILTER_ORIGINAL;
    check(recto_page_set_render_options(whole, &look), "look");
    check(recto_page_render(whole, &image), "render");
    check(recto_image_get_pixels(image, &pixels), "pixels");
    recto_frame frame;
    recto_frame_init(&frame);
    frame.format = pixels.format;
    frame.width = pixels.width;
    frame.height = pixels.height;
    frame.planes[0] = pixels.data;
    frame.plane_bytes[0] = pixels.stride * pixels.height;
    frame.row_strides[0] = pixels.stride;
    use_frame(detector, &frame);
    recto_image_free(image);
  }
  recto_page_free(whole);
  recto_page_free(page);
  recto_detector_free(detector);
  return 0;
}
