/*
 * Where every tensor handle passes: the part that is not inline.
 */
#include "core/memory/checked.h"
#include "core/memory/growth.h"
#include "core/memory/handles.h"
#include "core/memory/release.h"

size_t ct_handles_reserve(int64_t n)
{
	size_t wanted = 0;

	if (ct_attended_by(CT_ATTEND_FIRST))
		ct_thread_number();
	if (ct_attended_by(CT_ATTEND_SCOPE))
		wanted = ct_scopes_reserve(n);
	if (wanted == 0 && ct_attended_by(CT_ATTEND_TRACKER))
		wanted = ct_tracker_reserve(n);
	return wanted;
}

void ct_handle_note_given(ct_tensor *handle, struct ct_origin from)
{
	if (ct_attended_by(CT_ATTEND_TRACKER))
		ct_tracker_given(handle, from);
	if (ct_attended_by(CT_ATTEND_SCOPE)) {
		ct_growth_call.from = from;
		ct_scopes_own(handle);
	}
}

size_t ct_handle_give_slowly(ct_tensor *handle, struct ct_origin from)
{
	const size_t wanted = ct_handles_reserve(1);

	if (wanted)
		return wanted;
	ct_handle_give_reserved(handle, from);
	return 0;
}

void ct_handle_free(ct_tensor *handle, struct ct_origin by, const char *what)
{
	/* Its reference count is needed soon; the search takes as long as fetching it. */
	__builtin_prefetch(handle, 1);
	ct_check_lives(handle, by, what);
	if (ct_attended_by(CT_ATTEND_SCOPE))
		ct_scopes_disown(handle);
	ct_check_unscoped(handle, by, what);
	ct_handle_drop(handle, by, NULL);
}
