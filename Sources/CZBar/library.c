#include "CZBar.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

// The wheel for Python has libzbar inside (.ci/link): there these are its functions, elsewhere they are null.
#define LINKED(result, name, arguments) extern result name arguments __attribute__((weak));
ZBAR_FUNCTIONS(LINKED)
#undef LINKED

static pthread_once_t once = PTHREAD_ONCE_INIT;
static zbar_library library;
static bool is_there;
static char failure[512];

static bool take_linked(void) {
#define TAKE(result, name, arguments)        \
    if ((library.name = name) == NULL) return false;
    ZBAR_FUNCTIONS(TAKE)
#undef TAKE
    return true;
}

static bool open_library(void) {
    // The name of the ABI that the header describes.
    void *handle = dlopen("libzbar.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return false;
    }
#define FIND(result, name, arguments)                                        \
    if ((library.name = (__typeof__(library.name))dlsym(handle, #name)) == NULL) { \
        snprintf(failure, sizeof failure, "libzbar.so.0 has no " #name);     \
        return false;                                                        \
    }
    ZBAR_FUNCTIONS(FIND)
#undef FIND
    return true;
}

static void find(void) { is_there = take_linked() || open_library(); }

const zbar_library *zbar_open(const char **reason) {
    pthread_once(&once, find);
    *reason = failure;
    return is_there ? &library : NULL;
}
