#include "gstrectoscan.h"

#define PACKAGE "recto"

GST_DEBUG_CATEGORY_STATIC(gst_recto_scan_debug);
#define GST_CAT_DEFAULT gst_recto_scan_debug

#define FORMATS "{ NV12, YUY2, UYVY, RGB, GRAY8 }"

struct _GstRectoScan {
  GstVideoFilter parent;

  /* Properties, under the object's lock. */
  recto_mode mode;
  recto_filter filter;
  gchar *location;
  gboolean overlay, reads_codes;

  /* Used by the streaming thread; `scanner_lock` protects against the action signals. */
  GMutex scanner_lock;
  recto_scanner *scanner;
  recto_code_reader *reader;
  gint64 frame_number;
  /* The scanner's times never go back: the offset compensates seeks. */
  GstClockTime last_time, offset;
  recto_guidance guidance;
  gboolean has_page;
  guint64 page_identity;
  GstClockTime page_since;
  GHashTable *codes;

  /* Writes captured pages, one after the other. */
  GThreadPool *writer;
};

enum { PROP_0, PROP_MODE, PROP_FILTER, PROP_LOCATION, PROP_OVERLAY, PROP_CODES };
enum { SIGNAL_SHOOT, SIGNAL_REARM, SIGNAL_FORGET, SIGNALS };
static guint signals[SIGNALS];

G_DEFINE_TYPE_WITH_CODE(GstRectoScan, gst_recto_scan, GST_TYPE_VIDEO_FILTER,
                        GST_DEBUG_CATEGORY_INIT(gst_recto_scan_debug, "rectoscan", 0, "document scanner"))
GST_ELEMENT_REGISTER_DEFINE(rectoscan, "rectoscan", GST_RANK_NONE, GST_TYPE_RECTO_SCAN)

static GType mode_type(void) {
  static const GEnumValue values[] = {{RECTO_MODE_AUTOMATIC, "Capture a page when it is new, still and shows well", "automatic"},
                                      {RECTO_MODE_MANUAL, "Capture when the signal shoot is emitted", "manual"},
                                      {0, NULL, NULL}};
  static gsize type;
  if (g_once_init_enter(&type)) g_once_init_leave(&type, g_enum_register_static("GstRectoScanMode", values));
  return type;
}

static GType filter_type(void) {
  static const GEnumValue values[] = {{RECTO_FILTER_COLOR, "Colors on white, evenly lit paper", "color"},
                                      {RECTO_FILTER_GRAYSCALE, "Gray on white paper", "grayscale"},
                                      {RECTO_FILTER_BLACK_AND_WHITE, "Black and white", "black-and-white"},
                                      {RECTO_FILTER_PHOTO, "Natural tones of a photograph", "photo"},
                                      {RECTO_FILTER_AUTOMATIC, "What suits the page", "automatic"},
                                      {RECTO_FILTER_ORIGINAL, "As the camera saw it", "original"},
                                      {0, NULL, NULL}};
  static gsize type;
  if (g_once_init_enter(&type)) g_once_init_leave(&type, g_enum_register_static("GstRectoScanFilter", values));
  return type;
}

/* ---- Messages ---- */

static void post(GstRectoScan *self, GstStructure *structure) {
  gst_element_post_message(GST_ELEMENT(self), gst_message_new_element(GST_OBJECT(self), structure));
}

static GValue corners_value(const recto_quad *quad) {
  GValue list = G_VALUE_INIT, number = G_VALUE_INIT;
  gst_value_array_init(&list, 8);
  g_value_init(&number, G_TYPE_DOUBLE);
  for (int corner = 0; corner < 4; corner++) {
    g_value_set_double(&number, quad->corners[corner].x);
    gst_value_array_append_value(&list, &number);
    g_value_set_double(&number, quad->corners[corner].y);
    gst_value_array_append_value(&list, &number);
  }
  g_value_unset(&number);
  return list;
}

static GstStructure *with_corners(GstStructure *structure, const recto_quad *quad) {
  GValue corners = corners_value(quad);
  gst_structure_take_value(structure, "corners", &corners);
  return structure;
}

static void post_changes(GstRectoScan *self, const recto_observation *seen, GstClockTime timestamp) {
  const gboolean has_page = seen->has_page != 0;
  if (has_page != self->has_page || (has_page && seen->page_identity != self->page_identity)) {
    self->has_page = has_page;
    self->page_identity = seen->page_identity;
    self->page_since = timestamp;
    GstStructure *page = gst_structure_new("rectoscan-page", "in-view", G_TYPE_BOOLEAN, has_page, "identity", G_TYPE_UINT64,
                                           (guint64)seen->page_identity, "timestamp", G_TYPE_UINT64, timestamp, NULL);
    post(self, has_page ? with_corners(page, &seen->corners) : page);
  }
  if (seen->guidance != self->guidance) {
    self->guidance = seen->guidance;
    post(self, gst_structure_new("rectoscan-guidance", "guidance", G_TYPE_STRING, recto_guidance_name(seen->guidance),
                                 "timestamp", G_TYPE_UINT64, timestamp, NULL));
  }
}

/* ---- Captures ---- */

static void write_capture(gpointer data, gpointer user_data) {
  GstRectoScan *self = user_data;
  GstRectoCapture *capture = data;
  GST_OBJECT_LOCK(self);
  gchar *folder = g_strdup(self->location), *problem = NULL, *path = NULL;
  GST_OBJECT_UNLOCK(self);
  if (folder && *folder) path = gst_recto_capture_write(capture, folder, &problem);
  if (problem) GST_ELEMENT_WARNING(self, RESOURCE, WRITE, ("%s", problem), ("the page is lost"));
  else
    post(self, gst_structure_new("rectoscan-capture", "location", G_TYPE_STRING, path, "timestamp", G_TYPE_UINT64,
                                 capture->timestamp, "low-quality", G_TYPE_BOOLEAN, capture->is_low_quality, NULL));
  g_free(path), g_free(problem), g_free(folder);
  gst_recto_capture_free(capture);
}

static void on_capture(const recto_page *page, const recto_capture *capture, void *context) {
  GstRectoScan *self = context;
  GstRectoCapture *kept = gst_recto_capture_new(page, capture);
  if (kept) g_thread_pool_push(self->writer, kept, NULL);
}

/* Waits until all pages are written. */
static void drain(GstRectoScan *self) {
  if (self->writer) g_thread_pool_free(self->writer, FALSE, TRUE);
  self->writer = g_thread_pool_new(write_capture, self, 1, FALSE, NULL);
}

static void finish(GstRectoScan *self) {
  g_mutex_lock(&self->scanner_lock);
  if (self->scanner && recto_scanner_finish(self->scanner) != RECTO_OK)
    GST_WARNING_OBJECT(self, "%s", recto_last_error());
  g_mutex_unlock(&self->scanner_lock);
  drain(self);
}

/* ---- Codes ---- */

static void read_codes(GstRectoScan *self, const recto_frame *frame, GstClockTime timestamp) {
  size_t count = 0;
  if (recto_code_reader_read(self->reader, frame, &count) != RECTO_OK) return;
  for (size_t index = 0; index < count; index++) {
    recto_code code = {.struct_size = sizeof code};
    if (recto_code_reader_get_code(self->reader, index, &code) != RECTO_OK) continue;
    /* Each payload once per stream. */
    GBytes *payload = g_bytes_new(code.bytes, code.byte_count);
    if (!g_hash_table_add(self->codes, g_bytes_ref(payload))) {
      g_bytes_unref(payload);
      continue;
    }
    GstStructure *found = gst_structure_new("rectoscan-code", "symbology", G_TYPE_STRING, code.symbology, "payload",
                                            G_TYPE_BYTES, payload, "timestamp", G_TYPE_UINT64, timestamp, NULL);
    if (g_utf8_validate(code.text, (gssize)code.text_bytes, NULL))
      gst_structure_set(found, "text", G_TYPE_STRING, code.text, NULL);
    post(self, with_corners(found, &code.corners));
    g_bytes_unref(payload);
  }
}

/* ---- Frames ---- */

static GstClockTime steady_time(GstRectoScan *self, GstClockTime timestamp, GstClockTime duration) {
  if (!GST_CLOCK_TIME_IS_VALID(timestamp)) timestamp = 0;
  const GstClockTime step = GST_CLOCK_TIME_IS_VALID(duration) && duration ? duration : 33 * GST_MSECOND;
  if (self->frame_number > 0 && timestamp + self->offset <= self->last_time)
    self->offset = self->last_time + step - timestamp;
  return self->last_time = timestamp + self->offset;
}

static GstFlowReturn transform_frame_ip(GstVideoFilter *filter, GstVideoFrame *frame) {
  GstRectoScan *self = GST_RECTO_SCAN(filter);
  recto_frame lent;
  gst_recto_lend(frame, &lent);
  const GstClockTime timestamp = GST_BUFFER_PTS(frame->buffer);
  const GstClockTime time = steady_time(self, timestamp, GST_BUFFER_DURATION(frame->buffer));
  recto_observation seen = {.struct_size = sizeof seen};
  g_mutex_lock(&self->scanner_lock);
  const recto_status status = recto_scanner_process(self->scanner, &lent, (int64_t)time, self->frame_number++, &seen);
  g_mutex_unlock(&self->scanner_lock);
  if (status != RECTO_OK) {
    GST_ELEMENT_ERROR(self, STREAM, FAILED, ("%s", recto_last_error()), (NULL));
    return GST_FLOW_ERROR;
  }
  GST_OBJECT_LOCK(self);
  const gboolean overlay = self->overlay, reads_codes = self->reads_codes;
  GST_OBJECT_UNLOCK(self);
  post_changes(self, &seen, timestamp);
  if (reads_codes) read_codes(self, &lent, timestamp);
  if (seen.has_page) {
    gst_recto_add_region(frame->buffer, &seen, self->page_since);
    if (overlay) gst_recto_draw_quad(frame, &seen.corners);
  }
  return GST_FLOW_OK;
}

/* ---- States ---- */

static gboolean start(GstBaseTransform *base) {
  GstRectoScan *self = GST_RECTO_SCAN(base);
  recto_render_options render = {0};
  recto_scanner_options options = {0};
  recto_render_options_init(&render);
  recto_scanner_options_init(&options);
  GST_OBJECT_LOCK(self);
  options.mode = self->mode;
  render.filter = self->filter;
  GST_OBJECT_UNLOCK(self);
  options.render_options = &render;
  recto_code_reader_options codes = {0};
  recto_code_reader_options_init(&codes);
  codes.is_live = 1;
  g_mutex_lock(&self->scanner_lock);
  gboolean works = recto_scanner_new(&options, &self->scanner) == RECTO_OK &&
                   recto_scanner_on_capture(self->scanner, on_capture, self) == RECTO_OK &&
                   recto_code_reader_new(&codes, &self->reader) == RECTO_OK;
  g_mutex_unlock(&self->scanner_lock);
  if (!works) GST_ELEMENT_ERROR(self, LIBRARY, INIT, ("%s", recto_last_error()), (NULL));
  self->frame_number = 0;
  self->last_time = self->offset = 0;
  self->guidance = RECTO_GUIDANCE_NO_DOCUMENT;
  self->has_page = FALSE;
  drain(self);
  return works;
}

static gboolean stop(GstBaseTransform *base) {
  GstRectoScan *self = GST_RECTO_SCAN(base);
  finish(self);
  g_mutex_lock(&self->scanner_lock);
  recto_scanner_free(self->scanner);
  recto_code_reader_free(self->reader);
  self->scanner = NULL;
  self->reader = NULL;
  g_mutex_unlock(&self->scanner_lock);
  g_hash_table_remove_all(self->codes);
  return TRUE;
}

static gboolean sink_event(GstBaseTransform *base, GstEvent *event) {
  /* The last page is written before the end is passed on, so that programs that stop then lose nothing. */
  if (GST_EVENT_TYPE(event) == GST_EVENT_EOS) finish(GST_RECTO_SCAN(base));
  return GST_BASE_TRANSFORM_CLASS(gst_recto_scan_parent_class)->sink_event(base, event);
}

/* ---- Action signals ---- */

static void ask(GstRectoScan *self, recto_status (*call)(recto_scanner *)) {
  g_mutex_lock(&self->scanner_lock);
  if (self->scanner && call(self->scanner) != RECTO_OK) GST_WARNING_OBJECT(self, "%s", recto_last_error());
  g_mutex_unlock(&self->scanner_lock);
}

static void shoot(GstRectoScan *self) { ask(self, recto_scanner_request_shot); }
static void rearm(GstRectoScan *self) { ask(self, recto_scanner_rearm); }
static void forget(GstRectoScan *self) { ask(self, recto_scanner_reset); }

/* ---- Properties ---- */

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  GstRectoScan *self = GST_RECTO_SCAN(object);
  GST_OBJECT_LOCK(self);
  switch (id) {
  case PROP_MODE: self->mode = (recto_mode)g_value_get_enum(value); break;
  case PROP_FILTER: self->filter = (recto_filter)g_value_get_enum(value); break;
  case PROP_LOCATION: g_free(self->location), self->location = g_value_dup_string(value); break;
  case PROP_OVERLAY: self->overlay = g_value_get_boolean(value); break;
  case PROP_CODES: self->reads_codes = g_value_get_boolean(value); break;
  default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
  GST_OBJECT_UNLOCK(self);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  GstRectoScan *self = GST_RECTO_SCAN(object);
  GST_OBJECT_LOCK(self);
  switch (id) {
  case PROP_MODE: g_value_set_enum(value, (gint)self->mode); break;
  case PROP_FILTER: g_value_set_enum(value, (gint)self->filter); break;
  case PROP_LOCATION: g_value_set_string(value, self->location); break;
  case PROP_OVERLAY: g_value_set_boolean(value, self->overlay); break;
  case PROP_CODES: g_value_set_boolean(value, self->reads_codes); break;
  default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
  GST_OBJECT_UNLOCK(self);
}

static void finalize(GObject *object) {
  GstRectoScan *self = GST_RECTO_SCAN(object);
  g_thread_pool_free(self->writer, FALSE, TRUE);
  g_hash_table_unref(self->codes);
  g_mutex_clear(&self->scanner_lock);
  g_free(self->location);
  G_OBJECT_CLASS(gst_recto_scan_parent_class)->finalize(object);
}

static void gst_recto_scan_init(GstRectoScan *self) {
  g_mutex_init(&self->scanner_lock);
  self->codes = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  drain(self);
}

static void install_properties(GObjectClass *object) {
  const GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY;
  const GParamFlags playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
  g_object_class_install_property(
      object, PROP_MODE,
      g_param_spec_enum("mode", "Mode", "When pages are captured", mode_type(), RECTO_MODE_AUTOMATIC, ready));
  g_object_class_install_property(
      object, PROP_FILTER,
      g_param_spec_enum("filter", "Filter", "How captured pages look", filter_type(), RECTO_FILTER_COLOR, ready));
  g_object_class_install_property(
      object, PROP_LOCATION,
      g_param_spec_string("location", "Location", "Folder for captured pages, page-00001.png and so forth; unset to write none",
                          NULL, playing));
  g_object_class_install_property(
      object, PROP_OVERLAY,
      g_param_spec_boolean("overlay", "Overlay", "Draw the outline of the page into the video", FALSE, playing));
  g_object_class_install_property(
      object, PROP_CODES, g_param_spec_boolean("codes", "Codes", "Read QR codes, each once a stream", FALSE, playing));
}

static void install_signals(GstRectoScanClass *klass) {
  const GSignalFlags flags = G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION;
  signals[SIGNAL_SHOOT] = g_signal_new_class_handler("shoot", G_TYPE_FROM_CLASS(klass), flags, G_CALLBACK(shoot), NULL, NULL,
                                                     NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_REARM] = g_signal_new_class_handler("rearm", G_TYPE_FROM_CLASS(klass), flags, G_CALLBACK(rearm), NULL, NULL,
                                                     NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FORGET] = g_signal_new_class_handler("forget", G_TYPE_FROM_CLASS(klass), flags, G_CALLBACK(forget), NULL,
                                                      NULL, NULL, G_TYPE_NONE, 0);
}

static void gst_recto_scan_class_init(GstRectoScanClass *klass) {
  GObjectClass *object = G_OBJECT_CLASS(klass);
  object->set_property = set_property;
  object->get_property = get_property;
  object->finalize = finalize;
  install_properties(object);
  install_signals(klass);
  GstElementClass *element = GST_ELEMENT_CLASS(klass);
  gst_element_class_set_static_metadata(element, "Document scanner", "Filter/Analyzer/Effect/Video",
                                        "Finds the page in video, reports where it is, and captures each page once",
                                        "The Recto authors");
  GstCaps *caps = gst_caps_from_string(GST_VIDEO_CAPS_MAKE(FORMATS));
  gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);
  gst_type_mark_as_plugin_api(mode_type(), 0);
  gst_type_mark_as_plugin_api(filter_type(), 0);
  GstBaseTransformClass *base = GST_BASE_TRANSFORM_CLASS(klass);
  base->start = start;
  base->stop = stop;
  base->sink_event = sink_event;
  GST_VIDEO_FILTER_CLASS(klass)->transform_frame_ip = transform_frame_ip;
}

static gboolean plugin_init(GstPlugin *plugin) { return GST_ELEMENT_REGISTER(rectoscan, plugin); }

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, rectoscan, "Document scanning", plugin_init, RECTO_VERSION, "Apache 2.0",
                  "recto", "Recto")
