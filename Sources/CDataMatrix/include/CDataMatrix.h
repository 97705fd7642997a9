#ifndef RECTO_DATA_MATRIX_H
#define RECTO_DATA_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libdmtx is opened at run time: programs that link this target start without it.

typedef struct data_matrix_search data_matrix_search;

// Whether the library can be opened.
bool data_matrix_is_there(void);

// Looks for Data Matrix codes in gray pixels without padding between rows, reduced by a whole number, for a time. The pixels must
// stay valid until the search is freed. Null if the library is missing or there is no memory.
data_matrix_search *data_matrix_search_new(
    uint8_t *pixels, int width, int height, int reduction, long milliseconds);

// The next code's bytes, up to `capacity`. Returns false when there is none, or the time is over.
bool data_matrix_search_next(data_matrix_search *search, uint8_t *bytes, size_t capacity, size_t *count);

void data_matrix_search_free(data_matrix_search *search);

#endif
