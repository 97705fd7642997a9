#ifndef CTESSERACT_H
#define CTESSERACT_H

#include <stdbool.h>
#include <stddef.h>
#include <tesseract/capi.h>

// libtesseract is opened at run time: programs that link this target start without it, and pay nothing for it until they read a
// page. Types and signatures are those of the library's own header.

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

// The opened library: each function under its own name.
typedef struct tesseract_library {
#define TESSERACT_FIELD(name) __typeof__(name) *name;
  TESSERACT_FUNCTIONS(TESSERACT_FIELD)
#undef TESSERACT_FIELD
} tesseract_library;

// Opens the library and finds the functions. False if that fails: then `reason` holds the loader's text, cut to `capacity` bytes.
bool tesseract_open(tesseract_library *library, char *reason, size_t capacity);

// Keeps what the calling thread reads from now on in that thread, as a pool of readers wants it; returns what to hand to
// tesseract_leave_thread afterwards. Without OpenMP in the library neither does anything.
int tesseract_enter_thread(void);
void tesseract_leave_thread(int former);

#endif
