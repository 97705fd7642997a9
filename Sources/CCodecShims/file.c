// For O_TMPFILE.
#define _GNU_SOURCE

#include "internal.h"

#include <fcntl.h>
#include <sys/mman.h>

int codec_open_memory(void) { return memfd_create("recto", MFD_CLOEXEC); }

int codec_open_nameless(const char *folder) { return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666); }
