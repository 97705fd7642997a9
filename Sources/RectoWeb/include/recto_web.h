/*
 * Functions of the WebAssembly module in addition to recto.h, of which it lacks files, JPEG frames, documents, sessions,
 * anchors and bar codes.
 */
#ifndef RECTO_WEB_H
#define RECTO_WEB_H

#include "recto.h"

/* ---- Called by JavaScript ---- */

/* Allocates memory for frames and structs, aligned to 16 bytes; NULL if there is none. */
void *recto_web_allocate(size_t bytes);
void recto_web_free(void *memory);

/* Whether there is room for a picture of this size and for rendering its page and each earlier one. Call it before each
 * picture: a call that finds no memory ends the engine. */
int32_t recto_web_has_room(size_t bytes);

/* Removes the fourth byte of each of `count` pixels, in place. */
void recto_web_drop_alpha(uint8_t *pixels, size_t count);

/* Takes the last captured page; NULL if there is none. `capture` may be NULL. */
recto_status recto_web_scanner_take(recto_scanner *scanner, recto_page **page, recto_capture *capture);

/* The rotation that makes a page's text upright, 0, 90, 180 or 270 degrees clockwise from its corners' order, or -1 without
 * visible text; and its probability. */
recto_status recto_web_page_suggest_rotation(recto_page *page, int32_t *degrees, double *confidence);

/* Observes frames for programs that decide elsewhere when to capture a page. */
typedef struct recto_web_observer recto_web_observer;

typedef struct recto_web_observation {
  size_t struct_size;
  /* Size of the frame, in pixels. */
  uint32_t width, height;
  /* 0 if no page is in view; all following fields but the last two are then undefined. */
  int32_t has_page;
  recto_quad corners;
  /* Velocities of the corners, in pixels per second. */
  recto_quad velocity;
  /* Confidence that it is a page, 0 to 1. */
  double confidence;
  uint32_t occluded_sides;
  /* Changes with each new page. The former identity is set if the outline of the same page was just corrected, otherwise -1. */
  int64_t identity, former_identity;
  /* 0 if the page was not measured; the fields up to `parts` are then undefined. */
  int32_t has_quality;
  /* See recto_observation. */
  float sharpness;
  /* Share of the edges' energy that is in the finest detail, 0 to 1; -1 if the page shows no edges. */
  float high_frequency_ratio;
  /* Brightness of the paper and of the surroundings, and contrast from ink to paper: 0 to 255. */
  float brightness, surround_brightness, contrast;
  /* Share of the page that reflects a lamp, 0 to 1. */
  float glare_share;
  /* Mean brightness of 8 x 8 parts of the page, row by row. */
  uint8_t parts[64];
  /* The page's signature: 160 x 160 cells, row by row, valid until the next frame; NULL if not requested. */
  const int16_t *signature;
  /* Without a page, the sides at which the frame cuts one, a sum of RECTO_SIDE_… values, and 1 if a page fills the frame. */
  uint32_t cut_sides;
  int32_t fills_frame;
} recto_web_observation;

recto_status recto_web_observer_new(recto_web_observer **observer);
recto_status recto_web_observer_observe(recto_web_observer *observer, const recto_frame *frame, int64_t time_nanoseconds,
                                        int32_t takes_signature, recto_web_observation *observation);
void recto_web_observer_free(recto_web_observer *observer);

/* ---- Provided by JavaScript ---- */

/* Converts bytes in another character set to UTF-8, at most `room` bytes. The set is 0 for code page 437, 1 to 16 for the parts of ISO
 * 8859, 20 for Shift_JIS, 26 for UTF-8. Returns the number of bytes written; -1 if a byte does not fit the set. */
#ifdef __wasm__
__attribute__((import_module("recto"), import_name("utf8")))
#endif
intptr_t recto_host_utf8(int32_t set, const uint8_t *bytes, intptr_t count, uint8_t *utf8, intptr_t room);

#endif
