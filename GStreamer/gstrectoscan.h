/* The element `rectoscan`: follows the page in video, guides the person at the camera, and captures each page once. */
#ifndef GST_RECTO_SCAN_H
#define GST_RECTO_SCAN_H

#include <gst/video/gstvideofilter.h>
#include <recto.h>

G_BEGIN_DECLS

#define GST_TYPE_RECTO_SCAN (gst_recto_scan_get_type())
G_DECLARE_FINAL_TYPE(GstRectoScan, gst_recto_scan, GST, RECTO_SCAN, GstVideoFilter)

/* ---- overlay.c ---- */

/* Draws the outline of a page into a frame: bright in its luma, green in RGB. */
void gst_recto_draw_quad(GstVideoFrame *frame, const recto_quad *quad);

/* ---- frames.c ---- */

/* Passes a mapped frame to the library. */
void gst_recto_lend(const GstVideoFrame *frame, recto_frame *lent);
/* Adds the page as a region of interest: its bounding box, and its corners as parameters. With RECTO_ANALYTICS also as an
 * object of GstAnalyticsRelationMeta, in view since a time. */
void gst_recto_add_region(GstBuffer *buffer, const recto_observation *seen, GstClockTime since);

/* ---- pages.c ---- */

/* A captured page on its way to its file. */
typedef struct {
  recto_page *page;
  GstClockTime timestamp;
  gboolean is_low_quality;
} GstRectoCapture;

/* Takes the page. Returns NULL if there is no memory for it. */
GstRectoCapture *gst_recto_capture_new(const recto_page *page, const recto_capture *capture);
void gst_recto_capture_free(GstRectoCapture *capture);
/* Writes the page to the next free page-00001.png of a folder. Returns the path, or NULL and what went wrong. */
gchar *gst_recto_capture_write(const GstRectoCapture *capture, const gchar *folder, gchar **problem);

G_END_DECLS

#endif
