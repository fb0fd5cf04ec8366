/*
 * Inside the library: a readable text for a code address.
 */
#ifndef CT_CORE_BASE_PLACE_H
#define CT_CORE_BASE_PLACE_H

#include <stddef.h>

/* The call that returns to this address: "main (train+0x1234)", with the function's name if it is
 * exported, and the file's offset for addr2line; "an unknown place" for NULL. Cut to `size`.
 * Returns `text`. */
const char *ct_place_text(const void *return_address, char *text, size_t size);

#endif
