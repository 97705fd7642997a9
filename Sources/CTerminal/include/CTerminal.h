#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdint.h>

/* The number of terminal columns of a character: 0 for combining marks, 2 for wide characters such as Chinese ones, and 1 for
 * values that are not characters. */
int terminal_character_columns(uint32_t scalar);

/* The number of columns of a descriptor's terminal; 0 if it is not a terminal, or its size is unknown. */
int terminal_columns(int descriptor);

#endif
