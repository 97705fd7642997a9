#ifndef RECTO_CODEC_FOREIGN_H
#define RECTO_CODEC_FOREIGN_H

#include "library.h"

/// The state shared by the readers of all formats; `state` is specific to the format.
struct codec_foreign_reader {
    codec_foreign_format format;
    const uint8_t *bytes;
    size_t count;
    uint64_t pixel_limit;
    void *state;
    /// Copies from libraries that do not lend their blocks.
    uint8_t *profile, *exif;
};

codec_status codec_webp_open(codec_foreign_reader *, codec_foreign_header *, codec_message *);
codec_status codec_webp_read(codec_foreign_reader *, codec_foreign_header *, uint8_t *, size_t, codec_message *);
void codec_webp_close(codec_foreign_reader *);

codec_status codec_heif_open(codec_foreign_reader *, codec_foreign_header *, codec_message *);
codec_status codec_heif_read(codec_foreign_reader *, codec_foreign_header *, uint8_t *, size_t, codec_message *);
void codec_heif_close(codec_foreign_reader *);

codec_status codec_jxl_open(codec_foreign_reader *, codec_foreign_header *, codec_message *);
codec_status codec_jxl_read(codec_foreign_reader *, codec_foreign_header *, uint8_t *, size_t, codec_message *);
void codec_jxl_close(codec_foreign_reader *);

#endif
