#include "last_error.h"
#include <string.h>
#include "recto.h"

enum { CAPACITY = 1024 };
static _Thread_local char message[CAPACITY];

void recto_last_error_set(const char *text, size_t bytes) {
  if (bytes > CAPACITY - 1) {
    bytes = CAPACITY - 1;
    // Do not split a UTF-8 character.
    while (bytes > 0 && ((unsigned char)text[bytes] & 0xC0) == 0x80) bytes--;
  }
  memcpy(message, text, bytes);
  message[bytes] = 0;
}

const char *recto_last_error(void) { return message; }
