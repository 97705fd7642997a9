#pragma once

// Gives memory that was freed back to the system, also what lies between blocks in use. Does nothing without glibc.
void recto_give_memory_back(void);
