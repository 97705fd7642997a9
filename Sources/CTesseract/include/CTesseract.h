#ifndef CTESSERACT_H
#define CTESSERACT_H

#include <stdbool.h>
#include <stddef.h>
#include <tesseract/capi.h>

// libtesseract is loaded at run time: programs that link this target start without it, and it costs nothing until
// they read a page. Types and signatures are those of the library's header.

// The functions that are used.
#define TESSERACT_FUNCTIONS(FUNCTION)            \
  FUNCTION(TessVersion)                          \
  FUNCTION(TessDeleteText)                       \
  FUNCTION(TessDeleteTextArray)                  \
  FUNCTION(TessBaseAPICreate)                    \
  FUNCTION(TessBaseAPIDelete)                    \
  FUNCTION(TessBaseAPISetVariable)               \
  FUNCTION(TessBaseAPIInit2)                     \
  FUNCTION(TessBaseAPIGetLoadedLanguagesAsVector) \
  FUNCTION(TessBaseAPISetPageSegMode)            \
  FUNCTION(TessBaseAPISetImage)                  \
  FUNCTION(TessBaseAPISetSourceResolution)       \
  FUNCTION(TessBaseAPIRecognize)                 \
  FUNCTION(TessBaseAPIGetIterator)               \
  FUNCTION(TessBaseAPIClear)                     \
  FUNCTION(TessPageIteratorIsAtBeginningOf)      \
  FUNCTION(TessPageIteratorBoundingBox)          \
  FUNCTION(TessPageIteratorBaseline)             \
  FUNCTION(TessPageIteratorOrientation)          \
  FUNCTION(TessResultIteratorDelete)             \
  FUNCTION(TessResultIteratorGetPageIteratorConst) \
  FUNCTION(TessResultIteratorNext)               \
  FUNCTION(TessResultIteratorGetUTF8Text)        \
  FUNCTION(TessResultIteratorConfidence)         \
  FUNCTION(TessResultIteratorWordRecognitionLanguage) \
  FUNCTION(TessMonitorCreate)                    \
  FUNCTION(TessMonitorDelete)                    \
  FUNCTION(TessMonitorSetCancelFunc)             \
  FUNCTION(TessMonitorSetCancelThis)             \
  FUNCTION(TessMonitorGetCancelThis)             \
  FUNCTION(TessMonitorSetProgressFunc)           \
  FUNCTION(TessMonitorGetProgress)

// The loaded library: each function under its own name.
typedef struct tesseract_library {
#define TESSERACT_FIELD(name) __typeof__(name) *name;
  TESSERACT_FUNCTIONS(TESSERACT_FIELD)
#undef TESSERACT_FIELD
} tesseract_library;

// Loads the library and its functions. On failure, returns false, and `reason` holds the loader's text, truncated to
// `capacity` bytes.
bool tesseract_open(tesseract_library *library, char *reason, size_t capacity);

// Disables OpenMP parallelism for the calling thread, as a pool of readers requires; returns the value for
// tesseract_leave_thread. Without OpenMP in the library neither function does anything.
int tesseract_enter_thread(void);
void tesseract_leave_thread(int former);

#endif
