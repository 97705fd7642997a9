#define _GNU_SOURCE
#include "CTerminal.h"

#include <locale.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <wchar.h>

/* The program itself never sets a locale, because its output must not depend on one. */
static locale_t widths;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_locale(void) { widths = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int terminal_character_columns(uint32_t scalar) {
  pthread_once(&once, open_locale);
  if (widths == (locale_t)0) return 1;
  locale_t former = uselocale(widths);
  int columns = wcwidth((wchar_t)scalar);
  uselocale(former);
  return columns < 0 ? 1 : columns;
}

int terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
