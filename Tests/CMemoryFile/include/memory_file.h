// A file in memory, or -1.
int open_memory_file(void);
