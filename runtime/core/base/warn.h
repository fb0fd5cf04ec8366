/*
 * Inside the library: warnings, with Python's texts.
 */
#ifndef CT_CORE_BASE_WARN_H
#define CT_CORE_BASE_WARN_H

#include <stdbool.h>

#include <ctorch/tensor/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The program's handler gets every warning. Without one, stderr shows each text once, as Python does,
 * so that a training loop does not fill it. */
void ct_warn_of(const char *format, ...) CT_NOEXCEPT CT_PRINTF(1, 2);

/* Whether this was asked before, for warnings that a handler gets only once, too. */
bool ct_warned_before(const char *key) CT_NOEXCEPT;

/* While the program has a handler. */
void ct_warn_each_time(bool each_time) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
