#ifndef RECTO_CODEC_LIBRARY_H
#define RECTO_CODEC_LIBRARY_H

#include "internal.h"

#include <dlfcn.h>

// Libraries that are loaded at run time, so that programs start without them. Only the used parts of their interfaces
// are declared, so that building does not need their headers; the version in the library's name fixes the interface.

/// Loads a library. Returns null if it is missing, with the loader's text in the message. It stays loaded until the
/// program ends.
static inline void *codec_library_open(const char *name, codec_message *message) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) codec_note(message, dlerror());
    return handle;
}

/// Finds a function of the library `handle` for the field with the same name, or makes the enclosing function return
/// `false`.
#define CODEC_LIBRARY_FIND(library, handle, name)                                \
    do {                                                                         \
        (library)->name = (__typeof__((library)->name))dlsym((handle), #name);   \
        if ((library)->name == NULL) return false;                               \
    } while (0)

#endif
