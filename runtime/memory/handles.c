/*
 * Where every tensor handle passes: the part that is not inline.
 */
#include "memory/checked.h"
#include "memory/handles.h"
#include "memory/impl.h"
#include "memory/scopes.h"
#include "memory/tracker.h"

static bool attended_by(uint32_t bit)
{
	return __atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) & bit;
}

size_t ct_handles_reserve(int64_t n)
{
	size_t wanted = 0;

	if (attended_by(CT_ATTEND_FIRST))
		ct_thread_number();
	if (attended_by(CT_ATTEND_SCOPE))
		wanted = ct_scopes_reserve(n);
	if (wanted == 0 && attended_by(CT_ATTEND_TRACKER))
		wanted = ct_tracker_reserve(n);
	return wanted;
}

void ct_handle_given(ct_tensor *handle, struct ct_origin from)
{
	if (attended_by(CT_ATTEND_TRACKER))
		ct_tracker_given(handle, from);
	if (attended_by(CT_ATTEND_SCOPE))
		ct_scopes_own(handle);
}

size_t ct_handle_give_slowly(ct_tensor *handle, struct ct_origin from)
{
	const size_t wanted = ct_handles_reserve(1);

	if (wanted)
		return wanted;
	ct_handle_given(handle, from);
	ct_count_given();
	return 0;
}

void ct_handle_drop(ct_tensor *handle, struct ct_origin by, const char *scope)
{
	if (attended_by(CT_ATTEND_FIRST))
		ct_thread_number();
	if (attended_by(CT_ATTEND_TRACKER))
		ct_tracker_released(handle, by, scope);
	ct_count_released();
	ct_impl_release(handle);
}

void ct_handle_free(ct_tensor *handle, struct ct_origin by, const char *what)
{
	/* Its reference count is needed soon; the search takes as long as fetching it. */
	__builtin_prefetch(handle, 1);
	ct_check_lives(handle, by, what);
	if (attended_by(CT_ATTEND_SCOPE))
		ct_scopes_disown(handle);
	ct_check_unscoped(handle, by, what);
	ct_handle_drop(handle, by, NULL);
}
