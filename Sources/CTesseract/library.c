#include "CTesseract.h"

#include <dlfcn.h>
#include <stdio.h>

static int (*get_levels)(void);
static void (*set_levels)(int);

bool tesseract_open(tesseract_library *library, char *reason, size_t capacity) {
  // The name of the ABI that the header describes. It is never closed, because OpenMP's threads may run in it until
  // the program ends.
  void *handle = dlopen("libtesseract.so.5", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    snprintf(reason, capacity, "%s", dlerror());
    return false;
  }
#define TESSERACT_FIND(name)                                        \
  library->name = (__typeof__(name) *)dlsym(handle, #name);         \
  if (library->name == NULL) {                                      \
    snprintf(reason, capacity, "libtesseract.so.5 has no " #name);  \
    return false;                                                   \
  }
  TESSERACT_FUNCTIONS(TESSERACT_FIND)
#undef TESSERACT_FIND
  get_levels = (int (*)(void))dlsym(handle, "omp_get_max_active_levels");
  set_levels = (void (*)(int))dlsym(handle, "omp_set_max_active_levels");
  // Leptonica, which Tesseract uses for pixels, writes warnings to standard error; 6 disables them.
  int (*set_severity)(int) = (int (*)(int))dlsym(handle, "setMsgSeverity");
  if (set_severity != NULL) set_severity(6);
  return true;
}

int tesseract_enter_thread(void) {
  if (get_levels == NULL || set_levels == NULL) return 0;
  int former = get_levels();
  // With no active parallel levels, each region runs in the thread that enters it.
  set_levels(0);
  return former;
}

void tesseract_leave_thread(int former) {
  if (set_levels != NULL) set_levels(former);
}
