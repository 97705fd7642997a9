#include "CVideo4Linux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int call(int descriptor, unsigned long request, void *argument) {
    int result;
    do result = ioctl(descriptor, request, argument);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : 0;
}

static uint32_t buffer_type(bool multiplanar) {
    return multiplanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
}

/// The driver's texts may fill their arrays without a terminating zero.
static void copy_text(char *target, const void *source, size_t size) {
    memcpy(target, source, size);
    target[size] = 0;
}

int video_event_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int video_open(const char *path) {
    // Open only devices, because opening a pipe, for example, could have side effects.
    struct stat status;
    if (stat(path, &status) < 0) return -errno;
    if (!S_ISCHR(status.st_mode)) return -ENOTTY;
    int descriptor;
    do descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

int video_query(int descriptor, video_identity *identity) {
    struct v4l2_capability capability;
    memset(&capability, 0, sizeof capability);
    int status = call(descriptor, VIDIOC_QUERYCAP, &capability);
    if (status < 0) return status;
    // `capabilities` describes the whole device, `device_caps` this node.
    uint32_t flags = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
    memset(identity, 0, sizeof *identity);
    copy_text(identity->driver, capability.driver, sizeof capability.driver);
    copy_text(identity->card, capability.card, sizeof capability.card);
    copy_text(identity->bus, capability.bus_info, sizeof capability.bus_info);
    identity->is_multiplanar = !(flags & V4L2_CAP_VIDEO_CAPTURE);
    identity->captures = flags & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE);
    identity->streams = flags & V4L2_CAP_STREAMING;
    return 0;
}

int video_list_format(int descriptor, bool multiplanar, uint32_t index, video_format_entry *entry) {
    struct v4l2_fmtdesc format;
    memset(&format, 0, sizeof format);
    format.index = index;
    format.type = buffer_type(multiplanar);
    int status = call(descriptor, VIDIOC_ENUM_FMT, &format);
    if (status < 0) return status;
    entry->fourcc = format.pixelformat;
    copy_text(entry->description, format.description, sizeof format.description);
    return 0;
}

int video_list_size(int descriptor, uint32_t fourcc, uint32_t index, video_size_entry *entry) {
    struct v4l2_frmsizeenum size;
    memset(&size, 0, sizeof size);
    size.index = index;
    size.pixel_format = fourcc;
    int status = call(descriptor, VIDIOC_ENUM_FRAMESIZES, &size);
    if (status < 0) return status;
    if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
        *entry = (video_size_entry){
            .minimum_width = size.discrete.width, .maximum_width = size.discrete.width,
            .minimum_height = size.discrete.height, .maximum_height = size.discrete.height};
        return 0;
    }
    // A range is the only entry.
    if (index > 0) return -EINVAL;
    *entry = (video_size_entry){
        .minimum_width = size.stepwise.min_width, .maximum_width = size.stepwise.max_width,
        .width_step = size.stepwise.step_width, .minimum_height = size.stepwise.min_height,
        .maximum_height = size.stepwise.max_height, .height_step = size.stepwise.step_height};
    return 0;
}

int video_list_interval(
    int descriptor, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index, video_interval_entry *entry) {
    struct v4l2_frmivalenum interval;
    memset(&interval, 0, sizeof interval);
    interval.index = index;
    interval.pixel_format = fourcc;
    interval.width = width;
    interval.height = height;
    int status = call(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, &interval);
    if (status < 0) return status;
    bool is_single = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE;
    if (!is_single && index > 0) return -EINVAL;
    struct v4l2_fract minimum = is_single ? interval.discrete : interval.stepwise.min;
    struct v4l2_fract maximum = is_single ? interval.discrete : interval.stepwise.max;
    *entry = (video_interval_entry){
        .minimum_numerator = minimum.numerator, .minimum_denominator = minimum.denominator,
        .maximum_numerator = maximum.numerator, .maximum_denominator = maximum.denominator};
    return 0;
}

/// Applies the standard's defaults to what the driver leaves open: limited range, except for JPEG.
static bool is_full_range(uint32_t quantization, uint32_t colorspace) {
    return quantization == V4L2_QUANTIZATION_FULL_RANGE
        || (quantization == V4L2_QUANTIZATION_DEFAULT && colorspace == V4L2_COLORSPACE_JPEG);
}

static int set_format_planar(int descriptor, video_format *wanted) {
    struct v4l2_format format;
    memset(&format, 0, sizeof format);
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE;
    struct v4l2_pix_format_mplane *pixels = &format.fmt.pix_mp;
    pixels->width = wanted->width;
    pixels->height = wanted->height;
    pixels->pixelformat = wanted->fourcc;
    pixels->field = V4L2_FIELD_NONE;
    int status = call(descriptor, VIDIOC_S_FMT, &format);
    if (status < 0) return status;
    if (pixels->num_planes < 1 || pixels->num_planes > VIDEO_MAXIMUM_PLANES) return -EINVAL;
    *wanted = (video_format){
        .width = pixels->width, .height = pixels->height, .fourcc = pixels->pixelformat, .planes = pixels->num_planes,
        .is_full_range = is_full_range(pixels->quantization, pixels->colorspace)};
    for (uint32_t i = 0; i < wanted->planes; ++i) {
        wanted->stride[i] = pixels->plane_fmt[i].bytesperline;
        wanted->byte_count[i] = pixels->plane_fmt[i].sizeimage;
    }
    return 0;
}

static int set_format_single(int descriptor, video_format *wanted) {
    struct v4l2_format format;
    memset(&format, 0, sizeof format);
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    struct v4l2_pix_format *pixels = &format.fmt.pix;
    pixels->width = wanted->width;
    pixels->height = wanted->height;
    pixels->pixelformat = wanted->fourcc;
    pixels->field = V4L2_FIELD_NONE;
    // Without it, the fields after it are undefined.
    pixels->priv = V4L2_PIX_FMT_PRIV_MAGIC;
    int status = call(descriptor, VIDIOC_S_FMT, &format);
    if (status < 0) return status;
    bool is_extended = pixels->priv == V4L2_PIX_FMT_PRIV_MAGIC;
    *wanted = (video_format){
        .width = pixels->width, .height = pixels->height, .fourcc = pixels->pixelformat, .planes = 1,
        .stride = {pixels->bytesperline}, .byte_count = {pixels->sizeimage},
        .is_full_range =
            is_full_range(is_extended ? pixels->quantization : V4L2_QUANTIZATION_DEFAULT, pixels->colorspace)};
    return 0;
}

int video_set_format(int descriptor, bool multiplanar, video_format *format) {
    return multiplanar ? set_format_planar(descriptor, format) : set_format_single(descriptor, format);
}

int video_set_interval(int descriptor, bool multiplanar, uint32_t *numerator, uint32_t *denominator) {
    struct v4l2_streamparm parameters;
    memset(&parameters, 0, sizeof parameters);
    parameters.type = buffer_type(multiplanar);
    int status = call(descriptor, VIDIOC_G_PARM, &parameters);
    if (status < 0) return status;
    if (parameters.parm.capture.capability & V4L2_CAP_TIMEPERFRAME) {
        parameters.parm.capture.timeperframe = (struct v4l2_fract){*numerator, *denominator};
        status = call(descriptor, VIDIOC_S_PARM, &parameters);
        if (status < 0) return status;
    }
    *numerator = parameters.parm.capture.timeperframe.numerator;
    *denominator = parameters.parm.capture.timeperframe.denominator;
    return 0;
}

int video_request_buffers(int descriptor, bool multiplanar, uint32_t *count) {
    struct v4l2_requestbuffers request;
    memset(&request, 0, sizeof request);
    request.count = *count;
    request.type = buffer_type(multiplanar);
    request.memory = V4L2_MEMORY_MMAP;
    int status = call(descriptor, VIDIOC_REQBUFS, &request);
    if (status == 0) *count = request.count;
    return status;
}

static void describe(
    struct v4l2_buffer *buffer, struct v4l2_plane planes[VIDEO_MAXIMUM_PLANES], bool multiplanar, uint32_t index,
    uint32_t count) {
    memset(buffer, 0, sizeof *buffer);
    memset(planes, 0, VIDEO_MAXIMUM_PLANES * sizeof *planes);
    buffer->index = index;
    buffer->type = buffer_type(multiplanar);
    buffer->memory = V4L2_MEMORY_MMAP;
    if (!multiplanar) return;
    buffer->m.planes = planes;
    buffer->length = count;
}

static int map_plane(int descriptor, video_buffer *buffer, uint32_t length, uint32_t offset) {
    void *start = mmap(NULL, length, PROT_READ, MAP_SHARED, descriptor, (off_t)offset);
    if (start == MAP_FAILED) return -errno;
    buffer->start[buffer->planes] = start;
    buffer->length[buffer->planes] = length;
    buffer->planes += 1;
    return 0;
}

int video_map(int descriptor, bool multiplanar, uint32_t index, video_buffer *result) {
    struct v4l2_buffer buffer;
    struct v4l2_plane planes[VIDEO_MAXIMUM_PLANES];
    describe(&buffer, planes, multiplanar, index, VIDEO_MAXIMUM_PLANES);
    memset(result, 0, sizeof *result);
    int status = call(descriptor, VIDIOC_QUERYBUF, &buffer);
    if (status < 0) return status;
    if (!multiplanar) return map_plane(descriptor, result, buffer.length, buffer.m.offset);
    for (uint32_t i = 0; i < buffer.length && status == 0; ++i) {
        status = map_plane(descriptor, result, planes[i].length, planes[i].m.mem_offset);
    }
    if (status < 0) video_unmap(result);
    return status;
}

void video_unmap(video_buffer *buffer) {
    for (uint32_t i = 0; i < buffer->planes; ++i) munmap((void *)buffer->start[i], buffer->length[i]);
    buffer->planes = 0;
}

int video_queue(int descriptor, bool multiplanar, uint32_t index, uint32_t count) {
    struct v4l2_buffer buffer;
    struct v4l2_plane planes[VIDEO_MAXIMUM_PLANES];
    describe(&buffer, planes, multiplanar, index, count);
    return call(descriptor, VIDIOC_QBUF, &buffer);
}

int video_dequeue(int descriptor, bool multiplanar, video_dequeued *result) {
    struct v4l2_buffer buffer;
    struct v4l2_plane planes[VIDEO_MAXIMUM_PLANES];
    describe(&buffer, planes, multiplanar, 0, VIDEO_MAXIMUM_PLANES);
    int status = call(descriptor, VIDIOC_DQBUF, &buffer);
    if (status < 0) return status;
    *result = (video_dequeued){
        .index = buffer.index, .sequence = buffer.sequence,
        .nanoseconds = (int64_t)buffer.timestamp.tv_sec * 1000000000 + (int64_t)buffer.timestamp.tv_usec * 1000,
        .is_monotonic = (buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC,
        .is_flagged_bad = buffer.flags & V4L2_BUF_FLAG_ERROR};
    if (!multiplanar) {
        result->byte_count[0] = buffer.bytesused;
        return 0;
    }
    for (uint32_t i = 0; i < buffer.length && i < VIDEO_MAXIMUM_PLANES; ++i) {
        // The number of used bytes includes those before the frame.
        uint32_t offset = planes[i].data_offset, used = planes[i].bytesused;
        result->offset[i] = offset;
        result->byte_count[i] = used > offset ? used - offset : 0;
    }
    return 0;
}

int video_stream(int descriptor, bool multiplanar, bool on) {
    int type = (int)buffer_type(multiplanar);
    return call(descriptor, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

static video_control_kind control_kind(uint32_t type) {
    switch (type) {
    case V4L2_CTRL_TYPE_INTEGER: return VIDEO_CONTROL_INTEGER;
    case V4L2_CTRL_TYPE_BOOLEAN: return VIDEO_CONTROL_BOOLEAN;
    case V4L2_CTRL_TYPE_MENU: return VIDEO_CONTROL_MENU;
    case V4L2_CTRL_TYPE_BUTTON: return VIDEO_CONTROL_BUTTON;
    default: return VIDEO_CONTROL_OTHER;
    }
}

int video_list_control(int descriptor, uint32_t after, video_control *control) {
    struct v4l2_queryctrl query;
    memset(&query, 0, sizeof query);
    query.id = after | V4L2_CTRL_FLAG_NEXT_CTRL;
    int status = call(descriptor, VIDIOC_QUERYCTRL, &query);
    if (status < 0) return status;
    // A driver that repeats the same number would cause an infinite loop.
    if (query.id <= after) return -EINVAL;
    bool is_plain = !(query.flags & V4L2_CTRL_FLAG_DISABLED);
    *control = (video_control){
        .id = query.id, .kind = is_plain ? control_kind(query.type) : VIDEO_CONTROL_OTHER, .minimum = query.minimum,
        .maximum = query.maximum, .step = query.step, .standard = query.default_value,
        .is_inactive = query.flags & V4L2_CTRL_FLAG_INACTIVE, .is_read_only = query.flags & V4L2_CTRL_FLAG_READ_ONLY,
        .is_write_only = query.flags & V4L2_CTRL_FLAG_WRITE_ONLY};
    copy_text(control->name, query.name, sizeof query.name);
    return 0;
}

int video_menu_item(int descriptor, uint32_t id, int64_t index, char name[33]) {
    struct v4l2_querymenu item;
    memset(&item, 0, sizeof item);
    item.id = id;
    item.index = (uint32_t)index;
    int status = call(descriptor, VIDIOC_QUERYMENU, &item);
    if (status == 0) copy_text(name, item.name, sizeof item.name);
    return status;
}

int video_get_control(int descriptor, uint32_t id, int32_t *value) {
    struct v4l2_control control = {.id = id};
    int status = call(descriptor, VIDIOC_G_CTRL, &control);
    if (status == 0) *value = control.value;
    return status;
}

int video_set_control(int descriptor, uint32_t id, int32_t value) {
    struct v4l2_control control = {.id = id, .value = value};
    return call(descriptor, VIDIOC_S_CTRL, &control);
}

int video_subscribe_changes(int descriptor) {
    struct v4l2_event_subscription subscription;
    memset(&subscription, 0, sizeof subscription);
    subscription.type = V4L2_EVENT_SOURCE_CHANGE;
    return call(descriptor, VIDIOC_SUBSCRIBE_EVENT, &subscription);
}

int video_next_event(int descriptor, bool *changed) {
    struct v4l2_event event;
    memset(&event, 0, sizeof event);
    int status = call(descriptor, VIDIOC_DQEVENT, &event);
    if (status < 0) return status;
    *changed =
        event.type == V4L2_EVENT_SOURCE_CHANGE && (event.u.src_change.changes & V4L2_EVENT_SRC_CH_RESOLUTION) != 0;
    return 0;
}
