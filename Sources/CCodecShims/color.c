#include "library.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef void *profile_handle;
typedef void *transform_handle;
typedef struct {
    double x, y, Y;
} white_point;

static struct {
    profile_handle (*cmsOpenProfileFromMem)(const void *bytes, uint32_t count);
    int (*cmsCloseProfile)(profile_handle);
    uint32_t (*cmsGetColorSpace)(profile_handle);
    profile_handle (*cmsCreate_sRGBProfile)(void);
    profile_handle (*cmsCreateGrayProfile)(const white_point *, const void *curve);
    void *(*cmsBuildParametricToneCurve)(void *context, int32_t type, const double *parameters);
    void (*cmsFreeToneCurve)(void *);
    const white_point *(*cmsD50_xyY)(void);
    transform_handle (*cmsCreateTransform)(profile_handle, uint32_t, profile_handle, uint32_t, uint32_t, uint32_t);
    void (*cmsDoTransform)(transform_handle, const void *, void *, uint32_t);
    void (*cmsDeleteTransform)(transform_handle);
    void (*cmsSetLogErrorHandler)(void *);
} cms;

struct codec_color_transform {
    transform_handle handle;
};

/// LittleCMS pixel formats: color space, channels, bytes per channel; bit 13 inverts.
enum { gray_8 = 3 << 16 | 1 << 3 | 1, rgb_8 = 4 << 16 | 3 << 3 | 1, cmyk_8 = 6 << 16 | 4 << 3 | 1, inverted = 1 << 13 };
/// Relative colorimetric with black point compensation: white stays white and black stays black. Without a cache, so
/// that threads may share a transform.
enum { intent = 1, flags = 0x2000 | 0x0040 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;
static codec_message reason;

static bool find(void *handle) {
    CODEC_LIBRARY_FIND(&cms, handle, cmsOpenProfileFromMem);
    CODEC_LIBRARY_FIND(&cms, handle, cmsCloseProfile);
    CODEC_LIBRARY_FIND(&cms, handle, cmsGetColorSpace);
    CODEC_LIBRARY_FIND(&cms, handle, cmsCreate_sRGBProfile);
    CODEC_LIBRARY_FIND(&cms, handle, cmsCreateGrayProfile);
    CODEC_LIBRARY_FIND(&cms, handle, cmsBuildParametricToneCurve);
    CODEC_LIBRARY_FIND(&cms, handle, cmsFreeToneCurve);
    CODEC_LIBRARY_FIND(&cms, handle, cmsD50_xyY);
    CODEC_LIBRARY_FIND(&cms, handle, cmsCreateTransform);
    CODEC_LIBRARY_FIND(&cms, handle, cmsDoTransform);
    CODEC_LIBRARY_FIND(&cms, handle, cmsDeleteTransform);
    CODEC_LIBRARY_FIND(&cms, handle, cmsSetLogErrorHandler);
    return true;
}

static void open_library(void) {
    void *handle = codec_library_open("liblcms2.so.2", &reason);
    is_there = handle != NULL && find(handle);
}

static uint32_t signature(const char *text) {
    return (uint32_t)text[0] << 24 | (uint32_t)text[1] << 16 | (uint32_t)text[2] << 8 | (uint32_t)text[3];
}

/// Returns a gray profile with the tone curve of sRGB.
static profile_handle gray_target(void) {
    static const double curve_of_srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    void *curve = cms.cmsBuildParametricToneCurve(NULL, 4, curve_of_srgb);
    if (curve == NULL) return NULL;
    profile_handle profile = cms.cmsCreateGrayProfile(cms.cmsD50_xyY(), curve);
    cms.cmsFreeToneCurve(curve);
    return profile;
}

static transform_handle make(profile_handle source, codec_color_kind kind) {
    bool is_gray = kind == CODEC_COLOR_GRAY;
    uint32_t format = is_gray ? gray_8 : kind == CODEC_COLOR_RGB ? rgb_8 : cmyk_8;
    if (kind == CODEC_COLOR_INVERTED_CMYK) format |= inverted;
    profile_handle target = is_gray ? gray_target() : cms.cmsCreate_sRGBProfile();
    if (target == NULL) return NULL;
    transform_handle handle = cms.cmsCreateTransform(source, format, target, is_gray ? gray_8 : rgb_8, intent, flags);
    cms.cmsCloseProfile(target);
    return handle;
}

/// Whether the transform leaves a grid of colors unchanged to within one level.
static bool is_identity(transform_handle handle, codec_color_kind kind) {
    if (kind != CODEC_COLOR_GRAY && kind != CODEC_COLOR_RGB) return false;
    int channels = kind == CODEC_COLOR_GRAY ? 1 : 3;
    uint8_t source[6 * 6 * 6 * 3], target[sizeof source];
    uint32_t count = sizeof source / (uint32_t)channels;
    for (uint32_t i = 0; i < count; ++i) {
        if (channels == 1) {
            source[i] = (uint8_t)i;
        } else {
            uint32_t levels[] = {i % 6, i / 6 % 6, i / 36};
            for (int c = 0; c < 3; ++c) source[3 * i + (uint32_t)c] = (uint8_t)(levels[c] * 51);
        }
    }
    cms.cmsDoTransform(handle, source, target, count);
    for (size_t i = 0; i < sizeof source; ++i)
        if (abs(source[i] - target[i]) > 1) return false;
    return true;
}

codec_status codec_color_open(
    const uint8_t *profile, size_t count, codec_color_kind kind, codec_color_transform **transform,
    codec_message *message) {
    static const char *const spaces[] = {"GRAY", "RGB ", "CMYK", "CMYK"};
    *transform = NULL;
    pthread_once(&once, open_library);
    if (!is_there) {
        *message = reason;
        return CODEC_NO_LIBRARY;
    }
    profile_handle source = count <= UINT32_MAX ? cms.cmsOpenProfileFromMem(profile, (uint32_t)count) : NULL;
    if (source == NULL) return CODEC_OK;
    transform_handle handle = cms.cmsGetColorSpace(source) == signature(spaces[kind]) ? make(source, kind) : NULL;
    cms.cmsCloseProfile(source);
    if (handle == NULL) return CODEC_OK;
    codec_color_transform *result = is_identity(handle, kind) ? NULL : malloc(sizeof *result);
    if (result == NULL) {
        cms.cmsDeleteTransform(handle);
        return CODEC_OK;
    }
    result->handle = handle;
    *transform = result;
    return CODEC_OK;
}

void codec_color_convert(codec_color_transform *transform, const uint8_t *source, uint8_t *target, size_t count) {
    cms.cmsDoTransform(transform->handle, source, target, (uint32_t)count);
}

void codec_color_close(codec_color_transform *transform) {
    if (transform == NULL) return;
    cms.cmsDeleteTransform(transform->handle);
    free(transform);
}
