#ifndef RECTO_DATA_MATRIX_H
#define RECTO_DATA_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libdmtx is loaded at run time: programs that link this target start without it.

typedef struct data_matrix_search data_matrix_search;

// Whether the library can be loaded.
bool data_matrix_is_there(void);

// Starts a search for Data Matrix codes in gray pixels without padding between rows, reduced by an integer factor,
// with a time limit. The pixels must stay valid until the search is freed. Null if the library is missing or memory
// is exhausted.
data_matrix_search *data_matrix_search_new(
    uint8_t *pixels, int width, int height, int reduction, long milliseconds);

// Copies the next code's bytes, up to `capacity`. Returns false if there are no more, or the time limit is exceeded.
bool data_matrix_search_next(data_matrix_search *search, uint8_t *bytes, size_t capacity, size_t *count);

void data_matrix_search_free(data_matrix_search *search);

#endif
