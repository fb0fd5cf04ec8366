/*
 * Inside the library: texts of files in messages.
 */
#ifndef CT_CORE_BASE_SHOWN_H
#define CT_CORE_BASE_SHOWN_H

/* Room for a text that is shown; a longer one is cut between characters, and ends in "...". */
enum { CT_SHOWN = 100 };

/* A text in UTF-8 without its control characters, which a terminal would obey; returns `room`. */
const char *ct_shown(const char *text, char room[CT_SHOWN]);

#endif
