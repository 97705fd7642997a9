/*
 * What the WebAssembly module has beside recto.h. Of that it has all but files: JPEG frames, documents, sessions, anchors and bar
 * codes.
 */
#ifndef RECTO_WEB_H
#define RECTO_WEB_H

#include "recto.h"

/* ---- Called by JavaScript ---- */

/* Memory for frames and structs, at any multiple of 16; NULL if there is none. */
void *recto_web_allocate(size_t bytes);
void recto_web_free(void *memory);

/* Whether a picture of so many bytes can be taken, and a page made of it and of each one before. To be asked before each picture:
 * a call that finds no memory ends the engine. */
int32_t recto_web_has_room(size_t bytes);

/* Takes the fourth byte out of each of `count` pixels, in place. */
void recto_web_drop_alpha(uint8_t *pixels, size_t count);

/* The page that was captured last, and not yet handed out; NULL if there is none. `capture` may be NULL. */
recto_status recto_web_scanner_take(recto_scanner *scanner, recto_page **page, recto_capture *capture);

/* By which turn the text of a page comes upright: 0, 90, 180 or 270 degrees clockwise from its corners' order, or -1 where no
 * text is seen; and the probability of that. */
recto_status recto_web_page_suggest_rotation(recto_page *page, int32_t *degrees, double *confidence);

/* Looks at frames and decides nothing: for those who decide elsewhere when a page is captured. */
typedef struct recto_web_observer recto_web_observer;

typedef struct recto_web_observation {
  size_t struct_size;
  /* Of the frame, in pixels. */
  uint32_t width, height;
  /* 0 if no page is in view; then all that follows means nothing. */
  int32_t has_page;
  recto_quad corners;
  /* Of the corners, in pixels a second. */
  recto_quad velocity;
  /* How sure it is that it is a page, 0 to 1. */
  double confidence;
  uint32_t occluded_sides;
  /* Changes when another page comes. If the same page has just been found to have another outline, its former one, else -1. */
  int64_t identity, former_identity;
  /* 0 if the page was not measured; then the fields up to the parts mean nothing. */
  int32_t has_quality;
  /* See recto_observation. */
  float sharpness;
  /* Share of the edges' energy that is in the finest detail, 0 to 1; -1 if the page shows no edges. */
  float high_frequency_ratio;
  /* Of the page's paper, of what lies around it, and from ink to paper: 0 to 255. */
  float brightness, surround_brightness, contrast;
  /* Share of the page that mirrors a lamp, 0 to 1. */
  float glare_share;
  /* Mean brightness of 8 x 8 parts of the page, row by row. */
  uint8_t parts[64];
  /* What is on the page: 160 x 160 cells, row by row. It holds until the next frame; NULL if it was not asked for. */
  const int16_t *signature;
} recto_web_observation;

recto_status recto_web_observer_new(recto_web_observer **observer);
recto_status recto_web_observer_observe(recto_web_observer *observer, const recto_frame *frame, int64_t time_nanoseconds,
                                        int32_t takes_signature, recto_web_observation *observation);
void recto_web_observer_free(recto_web_observer *observer);

/* ---- Asked of JavaScript ---- */

/* Bytes in another character set as UTF-8, at most `room` of them. The set is 0 for code page 437, 1 to 16 for the parts of ISO
 * 8859, 20 for Shift_JIS, 26 for UTF-8. Returns how many bytes were written; -1 if a byte does not fit the set. */
#ifdef __wasm__
__attribute__((import_module("recto"), import_name("utf8")))
#endif
intptr_t recto_host_utf8(int32_t set, const uint8_t *bytes, intptr_t count, uint8_t *utf8, intptr_t room);

#endif
