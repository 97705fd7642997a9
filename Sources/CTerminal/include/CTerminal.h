#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdint.h>

/* How many columns of a terminal a character takes: 0 of one that is laid over another, 2 of wide ones such as those of
 * Chinese. What is no character takes one. */
int terminal_character_columns(uint32_t scalar);

/* Columns of the terminal behind a descriptor; 0 if it is none, or does not say. */
int terminal_columns(int descriptor);

#endif
