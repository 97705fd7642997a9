/* The element in a harness: caps, captures, the end of a stream, flushes, states, folders that cannot be written.
 *
 * usage: harness PHOTO FOLDER    a photo of a page, and an empty folder */
#include <gst/check/gstharness.h>
#include <gst/video/video.h>
#include <recto.h>
#include <stdio.h>
#include <string.h>
#ifdef RECTO_ANALYTICS
#include <gst/analytics/analytics.h>
#endif

static recto_image *photo;
static recto_pixels pixels;
static const gchar *scratch;

#define EXPECT(condition)                                                                                                  \
  do {                                                                                                                     \
    if (!(condition)) {                                                                                                    \
      fprintf(stderr, "%s:%d: %s: expected %s\n", __FILE__, __LINE__, __func__, #condition);                              \
      exit(1);                                                                                                             \
    }                                                                                                                      \
  } while (0)

/* The pixels of the photo, as it was taken. */
static void open_photo(const char *path) {
  recto_page *page;
  recto_render_options options;
  recto_render_options_init(&options);
  options.filter = RECTO_FILTER_ORIGINAL;
  pixels.struct_size = sizeof pixels;
  EXPECT(recto_page_open(path, &page) == RECTO_OK);
  EXPECT(recto_page_set_render_options(page, &options) == RECTO_OK);
  EXPECT(recto_page_render(page, &photo) == RECTO_OK);
  EXPECT(recto_image_get_pixels(photo, &pixels) == RECTO_OK && pixels.format == RECTO_FORMAT_RGB);
  recto_page_free(page);
}

static GstBuffer *frame_of_photo(guint number) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, GST_VIDEO_FORMAT_RGB, pixels.width, pixels.height);
  GstBuffer *buffer = gst_buffer_new_allocate(NULL, info.size, NULL);
  GstVideoFrame frame;
  EXPECT(gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE));
  for (uint32_t y = 0; y < pixels.height; y++)
    memcpy((guint8 *)frame.data[0] + y * (gsize)info.stride[0], pixels.data + y * pixels.stride, pixels.row_bytes);
  gst_video_frame_unmap(&frame);
  GST_BUFFER_PTS(buffer) = number * (GST_SECOND / 30);
  GST_BUFFER_DURATION(buffer) = GST_SECOND / 30;
  return buffer;
}

typedef struct {
  GstHarness *harness;
  GstBus *bus;
} Setup;

static Setup begin(const gchar *description) {
  Setup setup = {gst_harness_new_parse(description), gst_bus_new()};
  GstElement *element = gst_harness_find_element(setup.harness, "rectoscan");
  gst_element_set_bus(element, setup.bus);
  gst_object_unref(element);
  return setup;
}

static void set_photo_caps(Setup setup) {
  gchar *caps = g_strdup_printf("video/x-raw,format=RGB,width=%u,height=%u,framerate=30/1", pixels.width, pixels.height);
  gst_harness_set_src_caps_str(setup.harness, caps);
  g_free(caps);
}

static void end(Setup setup) {
  gst_harness_teardown(setup.harness);
  gst_bus_set_flushing(setup.bus, TRUE);
  gst_object_unref(setup.bus);
}

static GstBuffer *push(Setup setup, guint number) {
  GstBuffer *buffer = gst_harness_push_and_pull(setup.harness, frame_of_photo(number));
  EXPECT(buffer);
  return buffer;
}

static void push_many(Setup setup, guint from, guint count) {
  for (guint number = from; number < from + count; number++) gst_buffer_unref(push(setup, number));
}

/* Number of messages with a name; takes all messages from the bus. */
static guint messages(Setup setup, const gchar *name) {
  guint count = 0;
  for (GstMessage *message; (message = gst_bus_pop(setup.bus)); gst_message_unref(message)) {
    const GstStructure *structure = gst_message_get_structure(message);
    count += structure && gst_structure_has_name(structure, name);
  }
  return count;
}

static void page_is_captured_once(void) {
  gchar *folder = g_build_filename(scratch, "captured", NULL);
  gchar *description = g_strdup_printf("rectoscan location=%s overlay=true", folder);
  Setup setup = begin(description);
  set_photo_caps(setup);
  GstBuffer *first = push(setup, 0);
  GstVideoRegionOfInterestMeta *region = gst_buffer_get_video_region_of_interest_meta(first);
  EXPECT(region && region->w > pixels.width / 4 && region->x + region->w <= pixels.width);
  EXPECT(gst_video_region_of_interest_meta_get_param(region, "rectoscan"));
  GstBuffer *given = frame_of_photo(0);
  GstMapInfo map;
  EXPECT(gst_buffer_map(first, &map, GST_MAP_READ));
  EXPECT(gst_buffer_memcmp(given, 0, map.data, map.size) != 0);
  gst_buffer_unmap(first, &map);
  gst_buffer_unref(first);
  gst_buffer_unref(given);
  push_many(setup, 1, 50);
  EXPECT(gst_harness_push_event(setup.harness, gst_event_new_eos()));
  EXPECT(messages(setup, "rectoscan-capture") == 1);
  gchar *page = g_build_filename(folder, "page-00001.png", NULL), *next = g_build_filename(folder, "page-00002.png", NULL);
  EXPECT(g_file_test(page, G_FILE_TEST_EXISTS) && !g_file_test(next, G_FILE_TEST_EXISTS));
  end(setup);
  g_free(page), g_free(next), g_free(description), g_free(folder);
}

static void frames_stay_as_they_are_without_overlay(void) {
  Setup setup = begin("rectoscan");
  set_photo_caps(setup);
  GstBuffer *given = frame_of_photo(0), *out = push(setup, 0);
  GstMapInfo map;
  EXPECT(gst_buffer_map(out, &map, GST_MAP_READ));
  EXPECT(gst_buffer_memcmp(given, 0, map.data, map.size) == 0);
  gst_buffer_unmap(out, &map);
  gst_buffer_unref(given);
  gst_buffer_unref(out);
  EXPECT(messages(setup, "rectoscan-page") == 1);
  end(setup);
}

static void last_page_is_captured_at_the_end(void) {
  Setup setup = begin("rectoscan mode=manual");
  set_photo_caps(setup);
  push_many(setup, 0, 40);
  EXPECT(messages(setup, "rectoscan-capture") == 0);
  GstElement *element = gst_harness_find_element(setup.harness, "rectoscan");
  g_signal_emit_by_name(element, "shoot");
  gst_object_unref(element);
  push_many(setup, 40, 1);
  EXPECT(gst_harness_push_event(setup.harness, gst_event_new_eos()));
  EXPECT(messages(setup, "rectoscan-capture") == 1);
  end(setup);
}

#ifdef RECTO_ANALYTICS
static void page_is_an_object_of_analytics(void) {
  Setup setup = begin("rectoscan");
  set_photo_caps(setup);
  gst_buffer_unref(push(setup, 1));
  GstBuffer *out = push(setup, 2);
  GstVideoRegionOfInterestMeta *region = gst_buffer_get_video_region_of_interest_meta(out);
  GstAnalyticsRelationMeta *meta = gst_buffer_get_analytics_relation_meta(out);
  EXPECT(region && meta && gst_analytics_relation_get_length(meta) == 2);
  GstAnalyticsODMtd object;
  gpointer state = NULL;
  EXPECT(gst_analytics_relation_meta_iterate(meta, &state, gst_analytics_od_mtd_get_mtd_type(), &object));
  EXPECT(gst_analytics_od_mtd_get_obj_type(&object) == g_quark_from_string("page"));
  gint x, y, width, height;
  gfloat confidence;
  EXPECT(gst_analytics_od_mtd_get_location(&object, &x, &y, &width, &height, &confidence));
  EXPECT(x == (gint)region->x && y == (gint)region->y && width == (gint)region->w && height == (gint)region->h);
  EXPECT(confidence > .5f && confidence <= 1);
  GstAnalyticsTrackingMtd identity;
  EXPECT(gst_analytics_relation_meta_get_direct_related(meta, object.id, GST_ANALYTICS_REL_TYPE_RELATE_TO,
                                                        gst_analytics_tracking_mtd_get_mtd_type(), NULL, &identity));
  guint64 number;
  GstClockTime since, last;
  gboolean is_lost;
  EXPECT(gst_analytics_tracking_mtd_get_info(&identity, &number, &since, &last, &is_lost));
  EXPECT(since == GST_SECOND / 30 && !is_lost);
  gst_buffer_unref(out);
  end(setup);
}
#endif

static void seeks_do_not_capture_a_page_again(void) {
  Setup setup = begin("rectoscan");
  set_photo_caps(setup);
  push_many(setup, 0, 50);
  for (int seek = 0; seek < 3; seek++) {
    EXPECT(gst_harness_push_event(setup.harness, gst_event_new_flush_start()));
    EXPECT(gst_harness_push_event(setup.harness, gst_event_new_flush_stop(TRUE)));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    EXPECT(gst_harness_push_event(setup.harness, gst_event_new_segment(&segment)));
    push_many(setup, 0, 40);
  }
  EXPECT(gst_harness_push_event(setup.harness, gst_event_new_eos()));
  EXPECT(messages(setup, "rectoscan-capture") == 1);
  end(setup);
}

static void all_formats_and_odd_sizes_pass(void) {
  static const gchar *const formats[] = {"NV12", "YUY2", "UYVY", "RGB", "GRAY8"};
  static const gchar *const sizes[] = {"width=64,height=48", "width=33,height=17", "width=1,height=1"};
  for (guint format = 0; format < G_N_ELEMENTS(formats); format++)
    for (guint size = 0; size < G_N_ELEMENTS(sizes); size++) {
      Setup setup = begin("rectoscan overlay=true codes=true");
      gchar *caps = g_strdup_printf("video/x-raw,format=%s,%s,framerate=30/1", formats[format], sizes[size]);
      gst_harness_set_src_caps_str(setup.harness, caps);
      GstVideoInfo info;
      GstCaps *parsed = gst_caps_from_string(caps);
      EXPECT(gst_video_info_from_caps(&info, parsed));
      gst_caps_unref(parsed);
      GstBuffer *buffer = gst_buffer_new_allocate(NULL, info.size, NULL);
      gst_buffer_memset(buffer, 0, 90, info.size);
      EXPECT(gst_harness_push(setup.harness, buffer) == GST_FLOW_OK);
      g_free(caps);
      end(setup);
    }
  Setup setup = begin("rectoscan");
  gst_harness_set_src_caps_str(setup.harness, "video/x-raw,format=BGRA,width=64,height=48,framerate=30/1");
  EXPECT(gst_harness_push(setup.harness, gst_buffer_new_allocate(NULL, 64 * 48 * 4, NULL)) == GST_FLOW_NOT_NEGOTIATED);
  end(setup);
}

static void states_can_be_changed_at_any_time(void) {
  GstElement *element = gst_object_ref_sink(gst_element_factory_make("rectoscan", NULL));
  for (int round = 0; round < 20; round++) {
    g_signal_emit_by_name(element, "shoot");
    static const GstState states[] = {GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_PAUSED};
    for (guint state = 0; state < G_N_ELEMENTS(states); state++)
      EXPECT(gst_element_set_state(element, states[(state + round) % 4]) != GST_STATE_CHANGE_FAILURE);
    g_signal_emit_by_name(element, "forget");
    EXPECT(gst_element_set_state(element, GST_STATE_NULL) != GST_STATE_CHANGE_FAILURE);
  }
  gst_object_unref(element);
}

static void folders_that_cannot_be_written_are_warnings(void) {
  Setup setup = begin("rectoscan location=/dev/null/pages");
  set_photo_caps(setup);
  push_many(setup, 0, 50);
  EXPECT(gst_harness_push_event(setup.harness, gst_event_new_eos()));
  guint warnings = 0;
  for (GstMessage *message; (message = gst_bus_pop(setup.bus)); gst_message_unref(message))
    warnings += GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING;
  EXPECT(warnings == 1);
  end(setup);
}

int main(int argc, char **argv) {
  gst_init(NULL, NULL);
  EXPECT(argc == 3);
  open_photo(argv[1]);
  scratch = argv[2];
  frames_stay_as_they_are_without_overlay();
  page_is_captured_once();
  last_page_is_captured_at_the_end();
#ifdef RECTO_ANALYTICS
  page_is_an_object_of_analytics();
#endif
  seeks_do_not_capture_a_page_again();
  all_formats_and_odd_sizes_pass();
  states_can_be_changed_at_any_time();
  folders_that_cannot_be_written_are_warnings();
  recto_image_free(photo);
  gst_deinit();
#ifdef RECTO_ANALYTICS
  puts("8 passed");
#else
  puts("7 passed");
#endif
}
