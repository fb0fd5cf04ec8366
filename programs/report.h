/*
 * How ct_info writes: sections of named facts, on stdout, as lines or as JSON. A name is the same
 * in both forms.
 */
#ifndef CT_INFO_REPORT_H
#define CT_INFO_REPORT_H

#include <stdbool.h>
#include <stdint.h>

void begin_report(bool as_json);
void end_report(void);

/* `width`: of the longest name of a fact in it, for the lines. */
void begin_section(const char *name, int width);
void end_section(void);

/* A text may have several lines. */
void tell_text(const char *name, const char *text);
void tell_number(const char *name, int64_t number);
void tell_bool(const char *name, bool value);

#endif
