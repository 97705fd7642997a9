#pragma once

// Gives memory that was freed back to the system, also what lies between blocks in use. Does nothing without glibc.
void recto_give_memory_back(void);

// From now on blocks of a megabyte and more go back to the system when they are freed. For programs alone, before their other threads
// start: it holds for the whole process. Does nothing without glibc.
void recto_return_large_blocks(void);

// Gives back the whole pages between two places in memory that is in use: they hold 0 afterwards. Does nothing but on Linux.
void recto_give_pages_back(void *start, void *end);
