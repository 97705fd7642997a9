#pragma once

// Gives memory that was freed back to the system, also what lies between blocks in use. Does nothing without glibc.
void recto_give_memory_back(void);

// Gives back the whole pages between two places in memory that is in use: they hold 0 afterwards. Does nothing but on Linux.
void recto_give_pages_back(void *start, void *end);
