// The calls of Video4Linux2 that a camera needs, each a plain function: the request numbers are macros that Swift cannot
// see, and the single- and multi-planar structures differ only in shape. Every call repeats itself when a signal
// interrupts it and returns 0, or the negative `errno`.

#ifndef RECTO_VIDEO4LINUX_H
#define RECTO_VIDEO4LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Maximum number of memory planes of a frame; NV12M has two.
#define VIDEO_MAXIMUM_PLANES 2

/// Properties of a node of a device.
typedef struct {
    /// Zero-terminated texts of the driver.
    char driver[17], card[33], bus[33];
    /// Whether the node captures frames, streams them, and uses the multi-planar calls.
    bool captures, streams, is_multiplanar;
} video_identity;

/// A pixel format as the driver lists it.
typedef struct {
    uint32_t fourcc;
    char description[33];
} video_format_entry;

/// Sizes from the minimum to the maximum in steps; a single size has equal ends and steps of 0.
typedef struct {
    uint32_t minimum_width, maximum_width, width_step;
    uint32_t minimum_height, maximum_height, height_step;
} video_size_entry;

/// Frame intervals in seconds as fractions, from the minimum to the maximum; a single interval has equal ends.
typedef struct {
    uint32_t minimum_numerator, minimum_denominator, maximum_numerator, maximum_denominator;
} video_interval_entry;

/// The requested format, and the driver's answer.
typedef struct {
    uint32_t width, height, fourcc;
    uint32_t planes;
    /// Bytes per row (0 for compressed formats) and bytes of the whole plane.
    uint32_t stride[VIDEO_MAXIMUM_PLANES], byte_count[VIDEO_MAXIMUM_PLANES];
    /// Whether Y, Cb and Cr use all values of a byte.
    bool is_full_range;
} video_format;

/// A buffer of the driver in this program's memory.
typedef struct {
    uint32_t planes;
    const void *start[VIDEO_MAXIMUM_PLANES];
    size_t length[VIDEO_MAXIMUM_PLANES];
} video_buffer;

/// A filled buffer.
typedef struct {
    uint32_t index, sequence;
    /// Offset of the frame in each plane, and its number of bytes there.
    uint32_t offset[VIDEO_MAXIMUM_PLANES], byte_count[VIDEO_MAXIMUM_PLANES];
    /// `CLOCK_MONOTONIC`, if `is_monotonic`.
    int64_t nanoseconds;
    bool is_monotonic, is_flagged_bad;
} video_dequeued;

typedef enum {
    VIDEO_CONTROL_INTEGER, VIDEO_CONTROL_BOOLEAN, VIDEO_CONTROL_MENU, VIDEO_CONTROL_BUTTON, VIDEO_CONTROL_OTHER,
} video_control_kind;

typedef struct {
    uint32_t id;
    video_control_kind kind;
    char name[33];
    int64_t minimum, maximum, step, standard;
    bool is_inactive, is_read_only, is_write_only;
} video_control;

/// A descriptor that one thread makes readable to wake another (`eventfd`, which Swift's Glibc lacks), or -1 and `errno`.
int video_event_descriptor(void);

/// Opens a node for reading and writing, without blocking. Returns the descriptor or the negative `errno`: `-ENOTTY`
/// for anything but a character device.
int video_open(const char *path);
int video_query(int descriptor, video_identity *identity);

/// The three lists end with `-EINVAL`.
int video_list_format(int descriptor, bool multiplanar, uint32_t index, video_format_entry *entry);
int video_list_size(int descriptor, uint32_t fourcc, uint32_t index, video_size_entry *entry);
int video_list_interval(
    int descriptor, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t index, video_interval_entry *entry);

/// `format` is the request on input and what the driver has set on output.
int video_set_format(int descriptor, bool multiplanar, video_format *format);
/// The frame interval in seconds, in and out as for the format. `-ENOTTY` if the device cannot set it.
int video_set_interval(int descriptor, bool multiplanar, uint32_t *numerator, uint32_t *denominator);

/// `count` is the number requested on input and the number granted on output; 0 frees all.
int video_request_buffers(int descriptor, bool multiplanar, uint32_t *count);
/// Maps a buffer for reading. It must be unmapped even after the descriptor was closed.
int video_map(int descriptor, bool multiplanar, uint32_t index, video_buffer *buffer);
void video_unmap(video_buffer *buffer);
int video_queue(int descriptor, bool multiplanar, uint32_t index, uint32_t planes);
int video_dequeue(int descriptor, bool multiplanar, video_dequeued *dequeued);
int video_stream(int descriptor, bool multiplanar, bool on);

/// The first control with a number above `after`; the list ends with `-EINVAL`.
int video_list_control(int descriptor, uint32_t after, video_control *control);
/// `-EINVAL` for numbers missing from the menu.
int video_menu_item(int descriptor, uint32_t id, int64_t index, char name[33]);
int video_get_control(int descriptor, uint32_t id, int32_t *value);
int video_set_control(int descriptor, uint32_t id, int32_t value);

/// Subscribes to changes of the frame size at the source.
int video_subscribe_changes(int descriptor);
/// Takes one event off the queue; `-ENOENT` if it is empty. `changed` is set if the frame size changed.
int video_next_event(int descriptor, bool *changed);

#endif
