#include "gstrectoscan.h"

#include <math.h>

/* Half width of the line, in pixels. */
enum { HALF_WIDTH = 1 };

static void set_pixel(GstVideoFrame *frame, gint x, gint y) {
  if (x < 0 || y < 0 || x >= GST_VIDEO_FRAME_WIDTH(frame) || y >= GST_VIDEO_FRAME_HEIGHT(frame)) return;
  guint8 *row = (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, 0) + (gsize)y * GST_VIDEO_FRAME_PLANE_STRIDE(frame, 0);
  switch (GST_VIDEO_FRAME_FORMAT(frame)) {
  case GST_VIDEO_FORMAT_RGB:
    row[3 * x] = 0, row[3 * x + 1] = 200, row[3 * x + 2] = 80;
    break;
  case GST_VIDEO_FORMAT_YUY2: row[2 * x] = 235; break;
  case GST_VIDEO_FORMAT_UYVY: row[2 * x + 1] = 235; break;
  default: row[x] = 235;
  }
}

static void draw_line(GstVideoFrame *frame, recto_point from, recto_point to) {
  /* Corners may lie outside the frame, but not so far that the steps would take long. */
  const gint steps = (gint)MIN(ceil(MAX(fabs(to.x - from.x), fabs(to.y - from.y))), 1e5) + 1;
  for (gint step = 0; step <= steps; step++) {
    const gint x = (gint)floor(from.x + (to.x - from.x) * step / steps);
    const gint y = (gint)floor(from.y + (to.y - from.y) * step / steps);
    for (gint beside = -HALF_WIDTH; beside <= HALF_WIDTH; beside++) {
      set_pixel(frame, x + beside, y);
      set_pixel(frame, x, y + beside);
    }
  }
}

void gst_recto_draw_quad(GstVideoFrame *frame, const recto_quad *quad) {
  for (int corner = 0; corner < 4; corner++) draw_line(frame, quad->corners[corner], quad->corners[(corner + 1) % 4]);
}
