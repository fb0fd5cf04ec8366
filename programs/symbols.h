/* The symbols that a shared library exports, read from its file. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

/* The file that a symbol of this process was loaded from; "" if it is not known. */
const char *library_of(const char *symbol);

/* Calls `visit` for each function and object that the library defines for others, in the order of
 * its table. NULL, or why it cannot be read. */
const char *for_each_symbol(const char *path, void (*visit)(const char *name));

#endif
