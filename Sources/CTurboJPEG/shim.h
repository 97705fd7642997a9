// The classic libjpeg interface of libjpeg-turbo: it has DCT scaling, markers, CMYK and warnings by number,
// which the TurboJPEG interface of version 2 lacks.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
