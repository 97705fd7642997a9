// An emulated USB camera. It attaches itself to this kernel's `vhci_hcd`, the receiving end of USB over IP, through a
// pair of sockets, so that `uvcvideo` finds it like any camera.
//
// usage: usb-camera SERIAL [WIDTHxHEIGHT] PICTURE...
//   WIDTHxHEIGHT   the size of the pictures, at most 1920x1080; 640x360 without it. 320x180 is offered too
//   PICTURE...     played in a loop, as they are: JPEG files, and raw YUYV where their names end so; without such, YUYV
//                  frames are drawn
//
// Commands, a word each on standard input:
//   bad     the next frame carries the error bit       cut     only half of the next frame is sent
//   junk    the next frame is random bytes             stall   no more frames until `go`
//   unplug  the camera is gone
//
// Sources: USB Device Class Definition for Video Devices 1.0; Linux, Documentation/usb/usbip_protocol.rst.

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// MARK: What the camera says of itself

enum { format_mjpeg = 1, format_yuyv = 2, format_count = 2, size_count = 2 };
enum { payload_bytes = 16384, probe_bytes = 26, endpoint = 1 };
enum { fast = 333333, slow = 1000000 };  // Frame intervals in units of 100 ns.

static struct {
    u16 width, height;
} sizes[size_count] = {{640, 360}, {320, 180}};

#define WORD(x) (u8)(x), (u8)((x) >> 8)
#define LONG(x) (u8)(x), (u8)((x) >> 8), (u8)((x) >> 16), (u8)((x) >> 24)

static const u8 device_descriptor[] = {18, 1, WORD(0x200), 0xEF, 2, 1, 64, WORD(0x1d6b), WORD(0x0fff), WORD(0x100), 1, 2, 3, 1};
static u8 configuration[512];
static int configuration_bytes;
static const char *serial = "SN0001";

static void add(const u8 *bytes, int count) {
    memcpy(configuration + configuration_bytes, bytes, count);
    configuration_bytes += count;
}
#define ADD(...) do { const u8 bytes[] = {__VA_ARGS__}; add(bytes, sizeof bytes); } while (0)

static void add_sizes(u8 subtype) {
    for (int i = 0; i < size_count; ++i) {
        u32 count = sizes[i].width * sizes[i].height * 2;
        ADD(34, 0x24, subtype, i + 1, 0, WORD(sizes[i].width), WORD(sizes[i].height), LONG(count * 8), LONG(count * 240),
            LONG(count), LONG(fast), 2, LONG(fast), LONG(slow));
    }
    ADD(6, 0x24, 13, 1, 1, 4);  // Colors.
}

static void make_configuration(void) {
    ADD(9, 2, WORD(0), 2, 1, 0, 0x80, 250);
    ADD(8, 11, 0, 2, 14, 3, 0, 2);                                                  // Both interfaces are one camera.
    ADD(9, 4, 0, 0, 0, 14, 1, 0, 2);                                                // Video control:
    ADD(13, 0x24, 1, WORD(0x100), WORD(13 + 18 + 9), LONG(48000000), 1, 1);
    ADD(18, 0x24, 2, 1, WORD(0x201), 0, 0, WORD(0), WORD(0), WORD(0), 3, 0, 0, 0);  // A lens,
    ADD(9, 0x24, 3, 2, WORD(0x101), 0, 1, 0);                                       // and where its pictures go.
    ADD(9, 4, 1, 0, 1, 14, 2, 0, 0);                                                // Video streaming, in bulk:
    int header = configuration_bytes;
    ADD(15, 0x24, 1, format_count, WORD(0), 0x80 | endpoint, 0, 2, 0, 0, 0, 1, 0, 0);
    ADD(11, 0x24, 6, format_mjpeg, size_count, 1, 1, 0, 0, 0, 0);
    add_sizes(7);
    ADD(27, 0x24, 4, format_yuyv, size_count, 'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71, 16,
        1, 0, 0, 0, 0);
    add_sizes(5);
    configuration[header + 4] = (u8)(configuration_bytes - header);
    configuration[header + 5] = (u8)((configuration_bytes - header) >> 8);
    ADD(7, 5, 0x80 | endpoint, 2, WORD(512), 0);
    configuration[2] = (u8)configuration_bytes;
    configuration[3] = (u8)(configuration_bytes >> 8);
}

static int text_descriptor(u8 *out, int index) {
    if (index == 0) {
        memcpy(out, (u8[]){4, 3, 9, 4}, 4);
        return 4;
    }
    const char *text = index == 1 ? "Recto" : index == 2 ? "Emulated Camera" : serial;
    int length = (int)strlen(text);
    out[0] = (u8)(2 + 2 * length);
    out[1] = 3;
    for (int i = 0; i < length; ++i) {
        out[2 + 2 * i] = (u8)text[i];
        out[3 + 2 * i] = 0;
    }
    return out[0];
}

/// The negotiated format, size and interval; everything else follows from them.
static u8 probe[probe_bytes] = {0, 0, format_mjpeg, 1};

static u32 probe_interval(const u8 *p) { return p[4] | p[5] << 8 | p[6] << 16 | (u32)p[7] << 24; }

static void put_long(u8 *out, u32 value) { memcpy(out, (u8[]){LONG(value)}, 4); }

static void complete(u8 *p) {
    if (p[2] < 1 || p[2] > format_count) p[2] = format_mjpeg;
    if (p[3] < 1 || p[3] > size_count) p[3] = 1;
    put_long(p + 4, probe_interval(p) >= slow ? slow : fast);
    put_long(p + 18, sizes[p[3] - 1].width * sizes[p[3] - 1].height * 2);
    put_long(p + 22, payload_bytes);
}

// MARK: Frames

static struct {
    u8 *bytes;
    int count, format;
} pictures[64];
static int picture_count;

static u8 frame[1920 * 1080 * 2];
static int frame_bytes, frame_sent = -1;  // -1: no frame is under way.
static u8 frame_parity;
static unsigned frame_number;
static bool is_bad, is_cut, is_junk, is_stalled;

static void read_pictures(char **paths, int count) {
    for (int i = 0; i < count && i < 64; ++i) {
        FILE *file = fopen(paths[i], "rb");
        if (!file) fail(paths[i]);
        pictures[i].format = strstr(paths[i], ".yuyv") ? format_yuyv : format_mjpeg;
        pictures[i].count = (int)fread(frame, 1, sizeof frame, file);
        fclose(file);
        pictures[i].bytes = malloc(pictures[i].count);
        if (!pictures[i].bytes) fail(paths[i]);
        memcpy(pictures[i].bytes, frame, pictures[i].count);
        picture_count = i + 1;
    }
}

static void draw_yuyv(void) {
    int width = sizes[probe[3] - 1].width, height = sizes[probe[3] - 1].height;
    frame_bytes = width * height * 2;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            u8 *pixel = frame + 2 * (y * width + x);
            pixel[0] = (u8)(16 + (x + y + frame_number) % 220);
            pixel[1] = 128;
        }
    }
}

static void make_frame(void) {
    int of_format[64], count = 0;
    for (int i = 0; i < picture_count; ++i) {
        if (pictures[i].format == probe[2]) of_format[count++] = i;
    }
    if (count > 0) {
        int i = of_format[frame_number % count];
        memcpy(frame, pictures[i].bytes, frame_bytes = pictures[i].count);
    } else {
        draw_yuyv();
    }
    if (is_cut) frame_bytes /= 2;
    if (is_junk) {
        for (int i = 0; i < frame_bytes; ++i) frame[i] = (u8)rand();
    }
    is_cut = is_junk = false;
    frame_number += 1;
    frame_sent = 0;
    frame_parity ^= 1;
}

// MARK: USB over IP

static int host;  // The socket that the kernel has the other end of.
static struct {
    u32 number, length;
} transfers[256];  // What the kernel waits for on the endpoint of the stream.
static int transfer_count;

static void receive(void *bytes, size_t count) {
    for (u8 *next = bytes; count > 0;) {
        ssize_t got = read(host, next, count);
        if (got <= 0) exit(0);
        next += got;
        count -= got;
    }
}

static void send_all(const void *bytes, size_t count) {
    for (const u8 *next = bytes; count > 0;) {
        ssize_t sent = write(host, next, count);
        if (sent <= 0) exit(0);
        next += sent;
        count -= sent;
    }
}

static void answer(u32 command, u32 number, int status, const void *bytes, u32 count) {
    u32 header[12] = {htonl(command), htonl(number)};
    header[5] = htonl((u32)status);
    header[6] = htonl(count);
    header[8] = htonl(0xFFFFFFFF);  // Not isochronous.
    send_all(header, sizeof header);
    if (bytes) send_all(bytes, count);
}

static void remove_transfer(int i) {
    transfer_count -= 1;
    memmove(transfers + i, transfers + i + 1, (transfer_count - i) * sizeof *transfers);
}

/// Sends the current frame, one payload for each transfer.
static void send_frame(void) {
    static u8 payload[payload_bytes];
    while (transfer_count > 0 && frame_sent >= 0) {
        u32 length = transfers[0].length < payload_bytes ? transfers[0].length : payload_bytes;
        int room = (int)length - 2, left = frame_bytes - frame_sent;
        bool is_last = left <= room;
        int count = is_last ? left : room;
        payload[0] = 2;
        payload[1] = frame_parity | (is_last ? 2 : 0) | (is_last && is_bad ? 0x40 : 0);
        memcpy(payload + 2, frame + frame_sent, count);
        answer(3, transfers[0].number, 0, payload, count + 2);
        remove_transfer(0);
        if (is_last) is_bad = false;
        frame_sent = is_last ? -1 : frame_sent + count;
    }
}

static void cancel(u32 number, u32 victim) {
    int status = 0;
    for (int i = 0; i < transfer_count; ++i) {
        if (transfers[i].number != victim) continue;
        remove_transfer(i);
        status = -ECONNRESET;
        frame_sent = -1;
        break;
    }
    answer(4, number, status, NULL, 0);
}

/// Answers a request to the streaming interface: what is available, what is negotiated.
static int stream_request(u8 request, u8 *out) {
    switch (request) {
    case 0x86: out[0] = 3; return 1;                   // GET_INFO
    case 0x85: out[0] = probe_bytes; out[1] = 0; return 2;  // GET_LEN
    default:
        memcpy(out, probe, probe_bytes);
        complete(out);
        return probe_bytes;
    }
}

/// Returns the bytes of the answer, or the negative status of a stalled pipe.
static int control_request(const u8 setup[8], const u8 *data, u32 length, u8 *out) {
    enum { stalled = -EPIPE };
    u8 type = setup[0], request = setup[1], low = setup[2], high = setup[3], interface = setup[4];
    if (type == 0x80 && request == 6) {  // GET_DESCRIPTOR
        if (high == 1) memcpy(out, device_descriptor, sizeof device_descriptor);
        if (high == 2) memcpy(out, configuration, configuration_bytes);
        return high == 1 ? (int)sizeof device_descriptor : high == 2 ? configuration_bytes
            : high == 3 ? text_descriptor(out, low) : stalled;
    }
    if (type == 0x80 || type == 0x81) {  // Status, configuration, interface.
        out[0] = request == 8;
        out[1] = 0;
        return request == 0 ? 2 : 1;
    }
    if (type == 0xA1 && interface == 1) return stream_request(request, out);
    if (type == 0x21 && interface == 1 && request == 1) {  // SET_CUR
        memcpy(probe, data, length < probe_bytes ? length : probe_bytes);
        complete(probe);
        return (int)length;
    }
    if ((type & 0x60) == 0) {  // Address, configuration, interface, halts: all are well.
        if (type == 2) frame_sent = -1;
        return 0;
    }
    return stalled;
}

static void take_request(void) {
    u32 header[12];
    receive(header, sizeof header);
    u32 command = ntohl(header[0]), number = ntohl(header[1]), is_in = ntohl(header[3]), pipe = ntohl(header[4]);
    if (command == 2) return cancel(number, ntohl(header[5]));
    u32 length = ntohl(header[6]);
    u8 data[4096], out[1024];
    if (!is_in && length > 0) {
        if (length > sizeof data) exit(1);
        receive(data, length);
    }
    if (pipe == endpoint) {
        if (transfer_count < 256) {
            transfers[transfer_count].number = number;
            transfers[transfer_count++].length = length;
        }
        return;
    }
    const u8 *setup = (const u8 *)&header[10];
    int count = control_request(setup, data, length, out);
    int asked = setup[6] | setup[7] << 8;
    if (count > asked) count = asked;
    answer(3, number, count < 0 ? count : 0, is_in && count > 0 ? out : NULL, count < 0 ? 0 : count);
}

static void plug_in(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) fail("socketpair");
    host = ends[0];
    char line[64];
    // Port, socket, number of the device on its bus, high speed.
    int count = snprintf(line, sizeof line, "0 %d %d 3", ends[1], 0x10002);
    int attach = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
    if (attach < 0 || write(attach, line, count) != count) fail("attach");
    close(attach);
    close(ends[1]);
}

// MARK: Running

static bool take_commands(void) {
    char line[256];
    ssize_t count = read(STDIN_FILENO, line, sizeof line - 1);
    if (count <= 0) return false;
    line[count] = 0;
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        if (!strcmp(word, "unplug")) exit(0);
        else if (!strcmp(word, "bad")) is_bad = true;
        else if (!strcmp(word, "cut")) is_cut = true;
        else if (!strcmp(word, "junk")) is_junk = true;
        else if (!strcmp(word, "stall")) is_stalled = true;
        else if (!strcmp(word, "go")) is_stalled = false;
    }
    return true;
}

static int64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

/// Parses the size of the pictures, if the argument is one.
static bool take_size(const char *argument) {
    int width, height, end = 0;
    if (sscanf(argument, "%dx%d%n", &width, &height, &end) != 2 || argument[end]) return false;
    if (width < 2 || height < 2 || width * 2 > (int)sizeof frame / height) exit(2);
    sizes[0].width = (u16)width;
    sizes[0].height = (u16)height;
    return true;
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    serial = arguments[1];
    int first = count > 2 && take_size(arguments[2]) ? 3 : 2;
    read_pictures(arguments + first, count - first);
    make_configuration();
    complete(probe);
    plug_in();
    bool hears = true;
    int64_t due = microseconds();
    while (true) {
        bool wants = transfer_count > 0 && !is_stalled;
        int64_t wait = wants ? (due - microseconds() + 999) / 1000 : -1;
        struct pollfd inputs[2] = {{host, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        poll(inputs, hears ? 2 : 1, wait < -1 ? 0 : (int)wait);
        if (hears && inputs[1].revents) hears = take_commands();
        if (inputs[0].revents) {
            bool was_idle = transfer_count == 0;
            take_request();
            // The first frame of a stream is due at once.
            if (was_idle && due < microseconds()) due = microseconds();
        }
        if (is_stalled || transfer_count == 0) continue;
        if (microseconds() >= due) {
            if (frame_sent < 0) make_frame();
            due += probe_interval(probe) / 10;
            if (due < microseconds() - 1000000) due = microseconds();
        }
        send_frame();
    }
}
