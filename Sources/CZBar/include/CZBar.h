#ifndef RECTO_ZBAR_H
#define RECTO_ZBAR_H

#include <stddef.h>
#include <stdint.h>

// libzbar is opened at run time: programs that link this target start without it, and without the X server's libraries that it
// needs. Only what is used of its interface is declared, so that building needs none of its headers.

typedef struct zbar_image_scanner_s zbar_image_scanner;
typedef struct zbar_image_s zbar_image;
typedef struct zbar_symbol_s zbar_symbol;

// `zbar_symbol_type_t`.
enum {
    ZBAR_NONE = 0,
    ZBAR_EAN8 = 8,
    ZBAR_UPCE = 9,
    ZBAR_UPCA = 12,
    ZBAR_EAN13 = 13,
    ZBAR_I25 = 25,
    ZBAR_DATABAR = 34,
    ZBAR_DATABAR_EXP = 35,
    ZBAR_CODABAR = 38,
    ZBAR_CODE39 = 39,
    ZBAR_CODE93 = 93,
    ZBAR_CODE128 = 128,
};

// `ZBAR_CFG_ENABLE`, and the bits of `zbar_symbol_get_modifiers`.
enum { ZBAR_CFG_ENABLE = 0, ZBAR_MOD_GS1 = 0, ZBAR_MOD_AIM = 1 };

// The functions that are used: results, names and arguments.
#define ZBAR_FUNCTIONS(FUNCTION)                                                                                     \
    FUNCTION(zbar_image_scanner *, zbar_image_scanner_create, (void))                                                \
    FUNCTION(void, zbar_image_scanner_destroy, (zbar_image_scanner *))                                               \
    FUNCTION(int, zbar_image_scanner_set_config, (zbar_image_scanner *, int symbology, int setting, int value))      \
    FUNCTION(int, zbar_scan_image, (zbar_image_scanner *, zbar_image *))                                             \
    FUNCTION(zbar_image *, zbar_image_create, (void))                                                                \
    FUNCTION(void, zbar_image_destroy, (zbar_image *))                                                               \
    FUNCTION(void, zbar_image_set_format, (zbar_image *, unsigned long format))                                      \
    FUNCTION(void, zbar_image_set_size, (zbar_image *, unsigned width, unsigned height))                             \
    FUNCTION(void, zbar_image_set_data, (zbar_image *, const void *, unsigned long count, void (*free)(zbar_image *))) \
    FUNCTION(const zbar_symbol *, zbar_image_first_symbol, (const zbar_image *))                                     \
    FUNCTION(const zbar_symbol *, zbar_symbol_next, (const zbar_symbol *))                                           \
    FUNCTION(int, zbar_symbol_get_type, (const zbar_symbol *))                                                       \
    FUNCTION(unsigned, zbar_symbol_get_modifiers, (const zbar_symbol *))                                             \
    FUNCTION(const char *, zbar_symbol_get_data, (const zbar_symbol *))                                              \
    FUNCTION(unsigned, zbar_symbol_get_data_length, (const zbar_symbol *))                                           \
    FUNCTION(unsigned, zbar_symbol_get_loc_size, (const zbar_symbol *))                                              \
    FUNCTION(int, zbar_symbol_get_loc_x, (const zbar_symbol *, unsigned index))                                      \
    FUNCTION(int, zbar_symbol_get_loc_y, (const zbar_symbol *, unsigned index))

// The opened library: each function under its own name.
typedef struct zbar_library {
#define ZBAR_FIELD(result, name, arguments) result(*name) arguments;
    ZBAR_FUNCTIONS(ZBAR_FIELD)
#undef ZBAR_FIELD
} zbar_library;

// The functions of libzbar, which is opened by the first call. Null if that fails: then `reason` is the loader's text.
const zbar_library *zbar_open(const char **reason);

#endif
