#include "gstrectoscan.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

GstRectoCapture *gst_recto_capture_new(const recto_page *page, const recto_capture *capture) {
  recto_page *copy = NULL;
  if (recto_page_copy(page, &copy) != RECTO_OK) return NULL;
  GstRectoCapture *kept = g_new(GstRectoCapture, 1);
  *kept = (GstRectoCapture){copy, (GstClockTime)capture->time_nanoseconds, capture->is_low_quality != 0};
  return kept;
}

void gst_recto_capture_free(GstRectoCapture *capture) {
  recto_page_free(capture->page);
  g_free(capture);
}

/* The next free number, reserved by an empty file, so that no two elements write the same page. */
static gchar *take_path(const gchar *folder, gchar **problem) {
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    *problem = g_strdup_printf("%s cannot be made: %s", folder, g_strerror(errno));
    return NULL;
  }
  for (guint number = 1; number < 100000000; number++) {
    gchar *path = g_strdup_printf("%s%spage-%05u.png", folder, g_str_has_suffix(folder, "/") ? "" : "/", number);
    const int file = g_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
      close(file);
      return path;
    }
    if (errno != EEXIST) {
      *problem = g_strdup_printf("%s cannot be written: %s", path, g_strerror(errno));
      g_free(path);
      return NULL;
    }
    g_free(path);
  }
  *problem = g_strdup_printf("%s is full", folder);
  return NULL;
}

gchar *gst_recto_capture_write(const GstRectoCapture *capture, const gchar *folder, gchar **problem) {
  gchar *path = take_path(folder, problem);
  if (path && recto_pages_write((const recto_page *const *)&capture->page, 1, path) != RECTO_OK) {
    *problem = g_strdup(recto_last_error());
    g_unlink(path);
    g_clear_pointer(&path, g_free);
  }
  return path;
}
