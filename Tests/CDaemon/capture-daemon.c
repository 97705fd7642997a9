/*
 * A capture daemon in C, as a user of recto.h would write one: its camera loop passes frames to Recto, which captures each
 * page once. Pages go to a draft at once, so that none is lost however the daemon ends, and finally to a PDF file. A daemon
 * that finds a draft continues it.
 *
 *   capture-daemon /dev/video0 FOLDER                     frames of a camera, until SIGINT or SIGTERM
 *   capture-daemon FORMAT WIDTH HEIGHT RATE FOLDER        raw frames from standard input: gray, yuyv or nv12
 *
 *   cc capture-daemon.c $(pkg-config --cflags --libs recto) -o capture-daemon
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <recto.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

struct output {
  recto_session *draft;
  int failed;
};

static int fail(void) {
  fprintf(stderr, "%s\n", recto_last_error());
  return -1;
}

static void keep(const recto_page *page, const recto_capture *capture, void *context) {
  struct output *output = context;
  int64_t id;
  if (recto_session_add(output->draft, page, &id) != RECTO_OK) {
    output->failed = fail();
    return;
  }
  printf("page %lld, frame %lld\n", (long long)id, (long long)capture->frame_number);
  fflush(stdout);
}

/* Writes the draft's document, after which the draft is not needed. */
static int save(recto_session *draft, const char *folder) {
  size_t count;
  if (recto_session_count(draft, &count) != RECTO_OK) return fail();
  if (count > 0) {
    char path[4096];
    snprintf(path, sizeof path, "%s/pages.pdf", folder);
    if (recto_session_save(draft, path) != RECTO_OK) return fail();
  }
  printf("%zu pages\n", count);
  return recto_session_discard(draft) == RECTO_OK ? 0 : fail();
}

/* Passes the frame to the scanner, and prints the guidance when it changes. */
static int show(recto_scanner *scanner, const recto_frame *frame, int64_t nanoseconds, int64_t number) {
  static recto_guidance last = (recto_guidance)-1;
  recto_observation seen;
  seen.struct_size = sizeof seen;
  if (recto_scanner_process(scanner, frame, nanoseconds, number, &seen) != RECTO_OK) {
    fprintf(stderr, "frame %lld: %s\n", (long long)number, recto_last_error());
    return -1;
  }
  if (seen.guidance != last) fprintf(stderr, "%s\n", recto_guidance_name(seen.guidance));
  last = seen.guidance;
  return 0;
}

/* ---- Frames from standard input ---- */

static int read_frames(recto_scanner *scanner, char **arguments) {
  recto_frame frame;
  recto_frame_init(&frame);
  frame.width = (uint32_t)strtoul(arguments[2], NULL, 10);
  frame.height = (uint32_t)strtoul(arguments[3], NULL, 10);
  double rate = strtod(arguments[4], NULL);
  size_t area = (size_t)frame.width * frame.height, bytes;
  if (strcmp(arguments[1], "gray") == 0) {
    frame.format = RECTO_FORMAT_GRAY;
    bytes = area;
  } else if (strcmp(arguments[1], "yuyv") == 0) {
    frame.format = RECTO_FORMAT_YUYV;
    bytes = 2 * area;
  } else if (strcmp(arguments[1], "nv12") == 0) {
    frame.format = RECTO_FORMAT_NV12;
    bytes = area + area / 2;
  } else {
    fprintf(stderr, "%s: no format of raw frames\n", arguments[1]);
    return -1;
  }
  if (area == 0 || rate <= 0) {
    fprintf(stderr, "width, height and rate must be above 0\n");
    return -1;
  }
  uint8_t *memory = malloc(bytes);
  if (memory == NULL) return -1;
  frame.planes[0] = memory;
  frame.plane_bytes[0] = bytes;
  int status = 0;
  for (int64_t number = 0; !stopped && fread(memory, 1, bytes, stdin) == bytes; number++)
    if (show(scanner, &frame, (int64_t)((double)number / rate * 1e9), number) != 0) status = -1;
  free(memory);
  return status;
}

/* ---- Frames from a camera ---- */

enum { BUFFERS = 4 };

struct camera {
  int file;
  struct v4l2_pix_format shape;
  recto_format format;
  struct {
    uint8_t *memory;
    size_t bytes;
  } buffers[BUFFERS];
};

static int request(int file, unsigned long code, void *argument) {
  int result;
  do result = ioctl(file, code, argument);
  while (result < 0 && errno == EINTR);
  return result;
}

static int choose_format(struct camera *camera) {
  static const struct {
    uint32_t code;
    recto_format format;
  } known[] = {{V4L2_PIX_FMT_NV12, RECTO_FORMAT_NV12},
               /* USB 2 carries only a few raw frames of this size per second. */
               {V4L2_PIX_FMT_MJPEG, RECTO_FORMAT_JPEG},
               {V4L2_PIX_FMT_YUYV, RECTO_FORMAT_YUYV},
               {V4L2_PIX_FMT_GREY, RECTO_FORMAT_GRAY}};
  for (size_t index = 0; index < sizeof known / sizeof known[0]; index++) {
    struct v4l2_format wanted = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    wanted.fmt.pix.width = 1280;
    wanted.fmt.pix.height = 720;
    wanted.fmt.pix.pixelformat = known[index].code;
    /* Drivers change unsupported settings. */
    if (request(camera->file, VIDIOC_S_FMT, &wanted) < 0 || wanted.fmt.pix.pixelformat != known[index].code) continue;
    camera->shape = wanted.fmt.pix;
    camera->format = known[index].format;
    return 0;
  }
  return -1;
}

static int start(struct camera *camera, const char *path) {
  memset(camera, 0, sizeof *camera);
  camera->file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (camera->file < 0 || choose_format(camera) < 0) return -1;
  struct v4l2_requestbuffers wanted = {
      .count = BUFFERS, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (request(camera->file, VIDIOC_REQBUFS, &wanted) < 0 || wanted.count != BUFFERS) return -1;
  for (uint32_t index = 0; index < BUFFERS; index++) {
    struct v4l2_buffer buffer = {
        .index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (request(camera->file, VIDIOC_QUERYBUF, &buffer) < 0) return -1;
    void *memory = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, camera->file, buffer.m.offset);
    if (memory == MAP_FAILED) return -1;
    camera->buffers[index].memory = memory;
    camera->buffers[index].bytes = buffer.length;
    if (request(camera->file, VIDIOC_QBUF, &buffer) < 0) return -1;
  }
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return request(camera->file, VIDIOC_STREAMON, &type);
}

static void release(struct camera *camera) {
  for (int index = 0; index < BUFFERS; index++)
    if (camera->buffers[index].memory != NULL) munmap(camera->buffers[index].memory, camera->buffers[index].bytes);
  if (camera->file >= 0) close(camera->file);
}

/* Passes the driver's next buffer to the scanner, and returns it. */
static int pass_on(struct camera *camera, recto_scanner *scanner) {
  struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (request(camera->file, VIDIOC_DQBUF, &buffer) < 0) return errno == EAGAIN ? 0 : -1;
  if ((buffer.flags & V4L2_BUF_FLAG_ERROR) == 0 && buffer.bytesused > 0) {
    recto_frame frame;
    recto_frame_init(&frame);
    frame.format = camera->format;
    frame.width = camera->shape.width;
    frame.height = camera->shape.height;
    frame.planes[0] = camera->buffers[buffer.index].memory;
    frame.plane_bytes[0] = buffer.bytesused;
    frame.row_strides[0] = camera->shape.bytesperline;
    int64_t time = (int64_t)buffer.timestamp.tv_sec * 1000000000 + buffer.timestamp.tv_usec * 1000;
    /* A damaged frame is no reason to stop: the next one follows at once. */
    show(scanner, &frame, time, buffer.sequence);
  }
  return request(camera->file, VIDIOC_QBUF, &buffer);
}

static int read_camera(recto_scanner *scanner, const char *path) {
  struct camera camera;
  int status = start(&camera, path);
  while (status == 0 && !stopped) {
    struct pollfd ready = {.fd = camera.file, .events = POLLIN};
    int count = poll(&ready, 1, 1000);
    if (count < 0 && errno != EINTR) status = -1;
    if (count > 0) status = pass_on(&camera, scanner);
  }
  if (status != 0) fprintf(stderr, "%s: %s\n", path, strerror(errno));
  release(&camera);
  return status;
}

int main(int count, char **arguments) {
  if (count != 3 && count != 6) {
    fprintf(stderr, "usage: %s DEVICE FOLDER | FORMAT WIDTH HEIGHT RATE FOLDER\n", arguments[0]);
    return 64;
  }
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);

  const char *folder = arguments[count - 1];
  char path[4096];
  snprintf(path, sizeof path, "%s/draft", folder);
  struct output output = {.draft = NULL};
  recto_scanner *scanner = NULL;
  int status = recto_session_open(path, &output.draft) == RECTO_OK && recto_scanner_new(NULL, &scanner) == RECTO_OK &&
                       recto_scanner_on_capture(scanner, keep, &output) == RECTO_OK
                   ? 0
                   : fail();
  if (status == 0) {
    status = count == 3 ? read_camera(scanner, arguments[1]) : read_frames(scanner, arguments);
    if (recto_scanner_finish(scanner) != RECTO_OK) status = fail();
    if (save(output.draft, folder) != 0) status = -1;
  }
  recto_scanner_free(scanner);
  recto_session_free(output.draft);
  return status != 0 || output.failed ? 1 : 0;
}
