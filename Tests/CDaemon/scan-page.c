/*
 * Extracts the page from a picture: scan-page photo.jpg page.pdf
 *
 *   cc scan-page.c $(pkg-config --cflags --libs recto) -o scan-page
 */
#include <recto.h>
#include <stdio.h>

static int fail(void) {
  fprintf(stderr, "%s\n", recto_last_error());
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: %s PICTURE DOCUMENT\n", arguments[0]);
    return 64;
  }
  recto_detector *detector;
  if (recto_detector_new(&detector) != RECTO_OK) return fail();

  recto_page *page;
  recto_detection found;
  found.struct_size = sizeof found;
  if (recto_detector_scan_file(detector, arguments[1], &page, &found) != RECTO_OK) return fail();
  printf("%s, confidence %.2f\n", found.found ? "a page" : "no page: the picture is kept as it is", found.confidence);

  recto_render_options look;
  recto_render_options_init(&look);
  look.filter = RECTO_FILTER_AUTOMATIC;
  if (recto_page_set_render_options(page, &look) != RECTO_OK) return fail();

  const recto_page *pages[] = {page};
  if (recto_pages_write(pages, 1, arguments[2]) != RECTO_OK) return fail();
  recto_page_free(page);
  recto_detector_free(detector);
  return 0;
}
