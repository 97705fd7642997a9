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

/* Takes the fourth byte out of each of `count` pixels, in place. */
void recto_web_drop_alpha(uint8_t *pixels, size_t count);

/* The page that was captured last, and not yet handed out; NULL if there is none. `capture` may be NULL. */
recto_status recto_web_scanner_take(recto_scanner *scanner, recto_page **page, recto_capture *capture);

/* By which turn the text of a page comes upright: 0, 90, 180 or 270 degrees clockwise from its corners' order, or -1 where no
 * text is seen; and the probability of that. */
recto_status recto_web_page_suggest_rotation(recto_page *page, int32_t *degrees, double *confidence);

/* ---- Asked of JavaScript ---- */

/* Bytes in another character set as UTF-8, at most `room` of them. The set is 0 for code page 437, 1 to 16 for the parts of ISO
 * 8859, 20 for Shift_JIS, 26 for UTF-8. Returns how many bytes were written; -1 if a byte does not fit the set. */
#ifdef __wasm__
__attribute__((import_module("recto"), import_name("utf8")))
#endif
intptr_t recto_host_utf8(int32_t set, const uint8_t *bytes, intptr_t count, uint8_t *utf8, intptr_t room);

#endif
