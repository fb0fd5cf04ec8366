/*
 * ct_info's output: sections of named facts, on stdout, as lines or as JSON. Names are the same in
 * both.
 */
#ifndef CT_INFO_REPORT_H
#define CT_INFO_REPORT_H

#include <stdbool.h>
#include <stdint.h>

void begin_report(bool as_json);
void end_report(void);

/* `width`: that of the longest name in it, for lines. */
void begin_section(const char *name, int width);
void end_section(void);

/* A text may have several lines. */
void tell_text(const char *name, const char *text);
void tell_number(const char *name, int64_t number);
void tell_bool(const char *name, bool value);

#endif
