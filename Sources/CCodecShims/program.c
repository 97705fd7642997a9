// For memfd_create, prlimit and pipe2.
#define _GNU_SOURCE

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The maximum number of bytes read from the error stream.
enum { error_bytes = 16384, input_descriptor = 3 };

int codec_memory_file(const uint8_t *bytes, size_t count) {
    int file = memfd_create("document", MFD_CLOEXEC);
    if (file < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t written = write(file, bytes + done, count - done);
        if (written > 0) {
            done += (size_t)written;
        } else if (written < 0 && errno != EINTR) {
            close(file);
            return -1;
        }
    }
    return file;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int start(const char *const *arguments, int input, int output, int errors, pid_t *process) {
    static char *const environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=/nonexistent", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, input, input_descriptor);
    // Signals ignored or blocked by this program must not be in the other; and a terminal's signals must not reach
    // it.
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int error =
        posix_spawnp(process, arguments[0], &actions, &attributes, (char *const *)(uintptr_t)arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void limit(pid_t process, int resource, uint64_t value) {
    struct rlimit bounds = {value, value};
    prlimit(process, resource, &bounds, NULL);
}

/// Reads up to the end of a pipe, a limit or a deadline.
static codec_status drain(int pipe, uint64_t output_limit, double end, codec_buffer *buffer) {
    while (true) {
        double left = end - now();
        struct pollfd waiting = {pipe, POLLIN, 0};
        int ready = left <= 0 ? 0 : poll(&waiting, 1, (int)(left * 1000) + 1);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return CODEC_TIMED_OUT;
        if (!codec_buffer_reserve(buffer, buffer->count + (1 << 16))) return CODEC_NO_MEMORY;
        ssize_t got = read(pipe, buffer->bytes + buffer->count, buffer->capacity - buffer->count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return CODEC_OK;
        buffer->count += (size_t)got;
        if (buffer->count > output_limit) return CODEC_NO_MEMORY;
    }
}

static void note_errors(int errors, codec_message *message) {
    char text[error_bytes];
    ssize_t got = pread(errors, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = 0;
    codec_note(message, text);
}

codec_status codec_program_run(
    const char *const *arguments, int input, const codec_program_limits *limits, uint8_t **output, size_t *count,
    codec_message *message) {
    *output = NULL;
    *count = 0;
    int ends[2];
    int errors = memfd_create("errors", MFD_CLOEXEC);
    if (errors < 0) return CODEC_NO_MEMORY;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        close(errors);
        return CODEC_NO_MEMORY;
    }
    double end = now() + limits->seconds;
    pid_t process = 0;
    int error = start(arguments, input, ends[1], errors, &process);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        close(errors);
        codec_note(message, strerror(error));
        return error == ENOENT ? CODEC_NO_LIBRARY : CODEC_NO_MEMORY;
    }
    limit(process, RLIMIT_AS, limits->memory_bytes);
    limit(process, RLIMIT_CPU, (uint64_t)limits->seconds + 1);
    limit(process, RLIMIT_CORE, 0);
    codec_buffer buffer = {0};
    codec_status status = drain(ends[0], limits->output_bytes, end, &buffer);
    // Its pipe is closed, so its remaining output is irrelevant.
    if (status != CODEC_OK) kill(-process, SIGKILL);
    close(ends[0]);
    int result = 0;
    while (waitpid(process, &result, 0) < 0 && errno == EINTR) {}
    if (status == CODEC_OK && !(WIFEXITED(result) && WEXITSTATUS(result) == 0)) {
        note_errors(errors, message);
        bool is_out_of_time = WIFSIGNALED(result) && WTERMSIG(result) == SIGXCPU;
        status = is_out_of_time ? CODEC_TIMED_OUT : CODEC_CORRUPT;
    }
    close(errors);
    if (status != CODEC_OK) {
        free(buffer.bytes);
        return status;
    }
    *output = buffer.bytes;
    *count = buffer.count;
    return CODEC_OK;
}
