/*
 * Reads the codes in pictures: read-codes qrcode+ean13 PICTURE...
 * Ends with the status of the first call that fails.
 *
 *   cc read-codes.c $(pkg-config --cflags --libs recto) -o read-codes
 */
#include <recto.h>
#include <stdio.h>

static recto_status failed(recto_status status) {
  fprintf(stderr, "%s\n", recto_last_error());
  return status;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: %s SYMBOLOGIES PICTURE...\n", arguments[0]);
    return 64;
  }
  recto_code_reader_options options;
  recto_code_reader_options_init(&options);
  options.symbologies = arguments[1];
  recto_code_reader *reader;
  recto_status status = recto_code_reader_new(&options, &reader);
  if (status != RECTO_OK) return failed(status);

  for (int i = 2; i < count; i++) {
    size_t found;
    status = recto_code_reader_read_file(reader, arguments[i], &found);
    if (status != RECTO_OK) return failed(status);
    for (size_t index = 0; index < found; index++) {
      recto_code code;
      recto_code_init(&code);
      if ((status = recto_code_reader_get_code(reader, index, &code)) != RECTO_OK) return failed(status);
      printf("%s: %s: %s\n", arguments[i], code.symbology, code.text);
    }
  }
  recto_code_reader_free(reader);
  return 0;
}
