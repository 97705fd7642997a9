#ifndef RECTO_CODEC_LIBRARY_H
#define RECTO_CODEC_LIBRARY_H

#include "internal.h"

#include <dlfcn.h>

// Libraries that are opened at run time: programs start without them. Only what is used of their interfaces is declared, so that
// building needs none of their headers; the name with its version that is opened fixes the interface.

/// Opens a library. Null if it is missing; then the message has the loader's text. It stays open until the program ends.
static inline void *codec_library_open(const char *name, codec_message *message) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) codec_note(message, dlerror());
    return handle;
}

/// Finds a function of the library `handle` for the field of the same name, or leaves the enclosing function with `false`.
#define CODEC_LIBRARY_FIND(library, handle, name)                                \
    do {                                                                         \
        (library)->name = (__typeof__((library)->name))dlsym((handle), #name);   \
        if ((library)->name == NULL) return false;                               \
    } while (0)

#endif
