/*
 * Finds pictures in a photo and prints their places: find-anchors PHOTO PICTURE...
 *
 *   cc find-anchors.c $(pkg-config --cflags --libs recto) -o find-anchors
 */
#include <recto.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(void) {
  fprintf(stderr, "%s\n", recto_last_error());
  return 1;
}

/* Prepares the files as anchors, with their names. */
static recto_status prepare(char **files, size_t count, recto_anchors **anchors) {
  recto_anchor_picture *pictures = calloc(count, sizeof *pictures);
  const recto_anchor_picture **pointers = calloc(count, sizeof *pointers);
  if (pictures == NULL || pointers == NULL) abort();
  for (size_t index = 0; index < count; index++) {
    pictures[index].struct_size = sizeof pictures[index];
    pictures[index].name = pictures[index].path = files[index];
    pointers[index] = &pictures[index];
  }
  recto_status status = recto_anchors_build(pointers, count, anchors);
  free(pointers);
  free(pictures);
  return status;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: %s PHOTO PICTURE...\n", arguments[0]);
    return 64;
  }
  recto_anchors *anchors;
  if (prepare(arguments + 2, (size_t)count - 2, &anchors) != RECTO_OK) return fail();
  recto_anchor_matcher *matcher;
  if (recto_anchor_matcher_new(anchors, NULL, &matcher) != RECTO_OK) return fail();
  recto_anchors_free(anchors);

  size_t found;
  if (recto_anchor_matcher_match_file(matcher, arguments[1], &found) != RECTO_OK) return fail();
  for (size_t index = 0; index < found; index++) {
    recto_sighting sighting;
    sighting.struct_size = sizeof sighting;
    if (recto_anchor_matcher_get(matcher, index, &sighting) != RECTO_OK) return fail();
    printf("%s:", sighting.anchor_name);
    for (int corner = 0; corner < 4; corner++)
      printf(" (%.1f, %.1f)", sighting.corners.corners[corner].x, sighting.corners.corners[corner].y);
    printf("\n");
  }
  recto_anchor_matcher_free(matcher);
  return 0;
}
