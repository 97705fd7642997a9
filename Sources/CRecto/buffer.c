/* Memory behind file descriptors. Reads of a DMA-BUF are announced to its driver, so that data written by a device
 * are visible. */
#define _GNU_SOURCE
#include "last_error.h"
#include "recto.h"

#include <errno.h>
#include <linux/dma-buf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct recto_buffer {
  int descriptor;
  void *data;
  size_t bytes;
};

static recto_status fail(recto_status status, const char *what, const char *why) {
  char text[256];
  int length = snprintf(text, sizeof text, "%s%s%s", what, why ? ": " : "", why ? why : "");
  recto_last_error_set(text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
  return status;
}

/* Only descriptors of DMA-BUFs need to be announced. */
static recto_status synchronize(recto_buffer *buffer, __u64 flags) {
  struct dma_buf_sync order = {.flags = flags | DMA_BUF_SYNC_READ};
  int result;
  do result = ioctl(buffer->descriptor, DMA_BUF_IOCTL_SYNC, &order);
  while (result != 0 && (errno == EINTR || errno == EAGAIN));
  if (result == 0 || errno == ENOTTY || errno == EINVAL) return RECTO_OK;
  return fail(RECTO_UNREADABLE, "the buffer cannot be read", strerror(errno));
}

recto_status recto_buffer_map(int descriptor, size_t bytes, recto_buffer **buffer) {
  if (buffer == NULL) return fail(RECTO_INVALID_ARGUMENT, "buffer is NULL", NULL);
  if (bytes == 0) return fail(RECTO_INVALID_ARGUMENT, "bytes is 0, required: 1 or more", NULL);
  struct stat status;
  if (fstat(descriptor, &status) != 0) return fail(RECTO_INVALID_ARGUMENT, "descriptor", strerror(errno));
  /* Reading beyond the end of a file would end the program. */
  off_t end = S_ISREG(status.st_mode) ? status.st_size : lseek(descriptor, 0, SEEK_END);
  if (end < 0 || (size_t)end < bytes) return fail(RECTO_INVALID_ARGUMENT, "bytes is more than the descriptor has", NULL);
  /* A duplicate, because the caller may close its own. */
  int own = dup(descriptor);
  if (own < 0) return fail(RECTO_UNREADABLE, "the descriptor cannot be kept", strerror(errno));
  void *data = mmap(NULL, bytes, PROT_READ, MAP_SHARED, own, 0);
  recto_buffer *made = data == MAP_FAILED ? NULL : malloc(sizeof *made);
  if (made == NULL) {
    int reason = errno;
    if (data != MAP_FAILED) munmap(data, bytes);
    close(own);
    return fail(RECTO_UNREADABLE, "the descriptor cannot be mapped", strerror(reason));
  }
  *made = (recto_buffer){own, data, bytes};
  *buffer = made;
  return RECTO_OK;
}

recto_status recto_buffer_begin(recto_buffer *buffer, const uint8_t **data) {
  if (buffer == NULL) return fail(RECTO_INVALID_ARGUMENT, "buffer is NULL", NULL);
  if (data == NULL) return fail(RECTO_INVALID_ARGUMENT, "data is NULL", NULL);
  recto_status status = synchronize(buffer, DMA_BUF_SYNC_START);
  if (status == RECTO_OK) *data = buffer->data;
  return status;
}

recto_status recto_buffer_end(recto_buffer *buffer) {
  if (buffer == NULL) return fail(RECTO_INVALID_ARGUMENT, "buffer is NULL", NULL);
  return synchronize(buffer, DMA_BUF_SYNC_END);
}

void recto_buffer_free(recto_buffer *buffer) {
  if (buffer == NULL) return;
  munmap(buffer->data, buffer->bytes);
  close(buffer->descriptor);
  free(buffer);
}
