#include "CDataMatrix.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The used parts of libdmtx.so.0's interface; building must not require its headers.

typedef struct {
    time_t sec;
    unsigned long usec;
} dmtx_time;

/// `DmtxMessage`.
typedef struct {
    size_t array_size, code_size, output_size;
    int output_index, pad_count, fnc1;
    unsigned char *array, *code, *output;
} dmtx_message;

enum { pack_8_bits_gray = 300, undefined = -1 };

static struct {
    void *(*dmtxImageCreate)(unsigned char *, int width, int height, int pack);
    unsigned (*dmtxImageDestroy)(void **);
    void *(*dmtxDecodeCreate)(void *image, int scale);
    unsigned (*dmtxDecodeDestroy)(void **);
    void *(*dmtxRegionFindNext)(void *decode, dmtx_time *end);
    unsigned (*dmtxRegionDestroy)(void **);
    dmtx_message *(*dmtxDecodeMatrixRegion)(void *decode, void *region, int fix);
    unsigned (*dmtxMessageDestroy)(dmtx_message **);
    dmtx_time (*dmtxTimeNow)(void);
    dmtx_time (*dmtxTimeAdd)(dmtx_time, long milliseconds);
} dmtx;

struct data_matrix_search {
    void *image, *decode;
    dmtx_time end;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;

static void open_library(void) {
    void *handle = dlopen("libdmtx.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
#define FIND(name)                                                  \
    dmtx.name = (__typeof__(dmtx.name))dlsym(handle, #name);        \
    if (dmtx.name == NULL) return
    FIND(dmtxImageCreate);
    FIND(dmtxImageDestroy);
    FIND(dmtxDecodeCreate);
    FIND(dmtxDecodeDestroy);
    FIND(dmtxRegionFindNext);
    FIND(dmtxRegionDestroy);
    FIND(dmtxDecodeMatrixRegion);
    FIND(dmtxMessageDestroy);
    FIND(dmtxTimeNow);
    FIND(dmtxTimeAdd);
#undef FIND
    is_there = true;
}

bool data_matrix_is_there(void) {
    pthread_once(&once, open_library);
    return is_there;
}

data_matrix_search *data_matrix_search_new(
    uint8_t *pixels, int width, int height, int reduction, long milliseconds) {
    if (!data_matrix_is_there()) return NULL;
    data_matrix_search *search = calloc(1, sizeof *search);
    if (search == NULL) return NULL;
    search->image = dmtx.dmtxImageCreate(pixels, width, height, pack_8_bits_gray);
    if (search->image != NULL) search->decode = dmtx.dmtxDecodeCreate(search->image, reduction);
    if (search->decode == NULL) {
        data_matrix_search_free(search);
        return NULL;
    }
    search->end = dmtx.dmtxTimeAdd(dmtx.dmtxTimeNow(), milliseconds);
    return search;
}

bool data_matrix_search_next(data_matrix_search *search, uint8_t *bytes, size_t capacity, size_t *count) {
    void *region;
    while ((region = dmtx.dmtxRegionFindNext(search->decode, &search->end)) != NULL) {
        dmtx_message *message = dmtx.dmtxDecodeMatrixRegion(search->decode, region, undefined);
        dmtx.dmtxRegionDestroy(&region);
        if (message == NULL) continue;
        size_t length = message->output_index > 0 ? (size_t)message->output_index : 0;
        if (length > message->output_size) length = message->output_size;
        *count = length < capacity ? length : capacity;
        memcpy(bytes, message->output, *count);
        dmtx.dmtxMessageDestroy(&message);
        return true;
    }
    return false;
}

void data_matrix_search_free(data_matrix_search *search) {
    if (search->decode != NULL) dmtx.dmtxDecodeDestroy(&search->decode);
    if (search->image != NULL) dmtx.dmtxImageDestroy(&search->image);
    free(search);
}
