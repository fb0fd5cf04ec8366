/*
 * Inside the library: the whole state of autocast in a thread, for a function that is called again
 * later as it was the first time.
 */
#ifndef CT_TENSOR_SETTINGS_AUTOCAST_H
#define CT_TENSOR_SETTINGS_AUTOCAST_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* By device type. */
enum { CT_AUTOCAST_TYPES = CT_DEVICE_TYPE_PRIVATEUSE1 + 1 };

struct ct_autocast_state {
	bool enabled[CT_AUTOCAST_TYPES];
	ct_dtype dtype[CT_AUTOCAST_TYPES]; /* NONE: no autocast */
	bool cache_enabled;
};

void ct_autocast_note(struct ct_autocast_state *state) CT_NOEXCEPT;

/* Sets the state, and stores that before. As a block of autocast, it must be left. */
void ct_autocast_state_enter(const struct ct_autocast_state *state,
			     struct ct_autocast_state *before) CT_NOEXCEPT;
void ct_autocast_state_leave(const struct ct_autocast_state *before) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
