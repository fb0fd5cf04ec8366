/* Messages on stderr. */
#ifndef CT_INSPECT_REPORT_H
#define CT_INSPECT_REPORT_H

#include <ctorch/core/error.h>

/* "ct_inspect: ..." (program_name); all of it is escaped, since names come from files. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints an error and releases it. False if there is none. */
bool is_trouble(ct_error error);

/* Flushes stdout; false, with a message, if it cannot be written to. */
bool finish_output(void);

#endif
