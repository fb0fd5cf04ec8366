/*
 * A handle that no scope owns is released.
 */
#include "core/base/impl.h"
#include "core/memory/release.h"
#include "core/memory/threads.h"
#include "core/memory/tracker.h"

void ct_handle_drop(ct_tensor *handle, struct ct_origin by, const char *scope)
{
	if (ct_attended_by(CT_ATTEND_FIRST))
		ct_thread_number();
	if (ct_attended_by(CT_ATTEND_TRACKER))
		ct_tracker_released(handle, by, scope);
	ct_count_released();
	ct_impl_release(handle);
}
