/*
 * Inside the library: an address of code as text for people.
 */
#ifndef CT_MEMORY_PLACE_H
#define CT_MEMORY_PLACE_H

#include <stddef.h>

/* The call that returns to this address: "main (train+0x1234)", the function's name if it is
 * exported, and what addr2line wants to know of the file; "an unknown place" for NULL. Cut to
 * `size`. Returns `text`. */
const char *ct_place_text(const void *return_address, char *text, size_t size);

#endif
