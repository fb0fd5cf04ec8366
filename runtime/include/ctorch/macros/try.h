/**
 * @file
 * What to do with the error of a call: return it, jump, or end the program.
 */
#ifndef CTORCH_MACROS_TRY_H
#define CTORCH_MACROS_TRY_H

#include <ctorch/core/error.h>
/* If CTORCH_NO_TRACE is defined, the macros below record no locations: for the library itself, and
 * for a program that loads it only at run time. */
#ifdef CTORCH_NO_TRACE
#define CT_HERE_(error) (error)
#else
/* The value is the error itself, so that a compiler knows that it is not NULL. */
#define CT_HERE_(error) (ct_error_note((error), __FILE__, __LINE__, __func__), (error))
#endif

/** Returns the error of a call from the enclosing function, which returns a ct_error, too. The
 * error records this location (ct_error_trace()). */
#define CT_TRY(call)                                    \
	do {                                            \
		ct_error ct_try_error_ = (call);        \
		if (ct_try_error_ != NULL)              \
			return CT_HERE_(ct_try_error_); \
	} while (0)

/** Stores the error of a call in `err`. If the call fails, records this location and jumps to
 * `label`. */
#define CT_GOTO(label, err, call)              \
	do {                                   \
		(err) = (call);                \
		if ((err) != NULL) {           \
			(err) = CT_HERE_(err); \
			goto label;            \
		}                              \
	} while (0)

/** Ends the program with a message if a call fails: for main() and for examples. */
#define CT_CHECK(call)                                                       \
	do {                                                                 \
		ct_error ct_check_error_ = (call);                           \
		if (ct_check_error_ != NULL)                                 \
			ct_error_check(ct_check_error_, __FILE__, __LINE__); \
	} while (0)

#endif
