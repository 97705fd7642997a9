#include "gstrectoscan.h"

#include <math.h>
#ifdef RECTO_ANALYTICS
#include <gst/analytics/analytics.h>
#endif

static recto_format format_of(GstVideoFormat format) {
  switch (format) {
  case GST_VIDEO_FORMAT_RGB: return RECTO_FORMAT_RGB;
  case GST_VIDEO_FORMAT_YUY2: return RECTO_FORMAT_YUYV;
  case GST_VIDEO_FORMAT_UYVY: return RECTO_FORMAT_UYVY;
  case GST_VIDEO_FORMAT_NV12: return RECTO_FORMAT_NV12;
  default: return RECTO_FORMAT_GRAY;
  }
}

void gst_recto_lend(const GstVideoFrame *frame, recto_frame *lent) {
  recto_frame_init(lent);
  lent->format = format_of(GST_VIDEO_FRAME_FORMAT(frame));
  lent->width = (uint32_t)GST_VIDEO_FRAME_WIDTH(frame);
  lent->height = (uint32_t)GST_VIDEO_FRAME_HEIGHT(frame);
  lent->range = frame->info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 ? RECTO_RANGE_FULL : RECTO_RANGE_LIMITED;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame) && plane < 2; plane++) {
    const gsize stride = (gsize)GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
    lent->planes[plane] = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
    lent->row_strides[plane] = stride;
    lent->plane_bytes[plane] = stride * (gsize)GST_VIDEO_FRAME_COMP_HEIGHT(frame, plane);
  }
}

typedef struct {
  guint x, y, width, height;
} Box;

static Box bounding_box(const recto_observation *seen) {
  gdouble left = seen->width, top = seen->height, right = 0, bottom = 0;
  for (int corner = 0; corner < 4; corner++) {
    const recto_point point = seen->corners.corners[corner];
    left = MIN(left, point.x), right = MAX(right, point.x);
    top = MIN(top, point.y), bottom = MAX(bottom, point.y);
  }
  left = CLAMP(floor(left), 0, seen->width), right = CLAMP(ceil(right), left, seen->width);
  top = CLAMP(floor(top), 0, seen->height), bottom = CLAMP(ceil(bottom), top, seen->height);
  return (Box){(guint)left, (guint)top, (guint)(right - left), (guint)(bottom - top)};
}

#ifdef RECTO_ANALYTICS
/* Adds the page as a detected object, related to its identity over frames. */
static void add_analytics(GstBuffer *buffer, const recto_observation *seen, Box box, GstClockTime since) {
  GstAnalyticsRelationMeta *meta = gst_buffer_get_analytics_relation_meta(buffer);
  if (!meta) meta = gst_buffer_add_analytics_relation_meta(buffer);
  GstAnalyticsODMtd object;
  GstAnalyticsTrackingMtd identity;
  if (gst_analytics_relation_meta_add_od_mtd(meta, g_quark_from_static_string("page"), (gint)box.x, (gint)box.y,
                                             (gint)box.width, (gint)box.height, (gfloat)seen->confidence, &object) &&
      gst_analytics_relation_meta_add_tracking_mtd(meta, seen->page_identity, since, &identity))
    gst_analytics_relation_meta_set_relation(meta, GST_ANALYTICS_REL_TYPE_RELATE_TO, object.id, identity.id);
}
#endif

void gst_recto_add_region(GstBuffer *buffer, const recto_observation *seen, GstClockTime since) {
  const Box box = bounding_box(seen);
  GstVideoRegionOfInterestMeta *region =
      gst_buffer_add_video_region_of_interest_meta(buffer, "page", box.x, box.y, box.width, box.height);
  const recto_point *c = seen->corners.corners;
  gst_video_region_of_interest_meta_add_param(
      region, gst_structure_new("rectoscan", "x0", G_TYPE_DOUBLE, c[0].x, "y0", G_TYPE_DOUBLE, c[0].y, "x1", G_TYPE_DOUBLE,
                                c[1].x, "y1", G_TYPE_DOUBLE, c[1].y, "x2", G_TYPE_DOUBLE, c[2].x, "y2", G_TYPE_DOUBLE,
                                c[2].y, "x3", G_TYPE_DOUBLE, c[3].x, "y3", G_TYPE_DOUBLE, c[3].y, "confidence",
                                G_TYPE_DOUBLE, seen->confidence, "identity", G_TYPE_UINT64, (guint64)seen->page_identity,
                                NULL));
#ifdef RECTO_ANALYTICS
  add_analytics(buffer, seen, box, since);
#else
  (void)since;
#endif
}
