/*
 * The steps of training loops.
 */
#include <ctorch/core/error.h>
#include <ctorch/core/gc.h>
#include <ctorch/core/memory.h>
#include <ctorch/macros/try.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/allocator.h"
#include "core/memory/cache.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"

/* Nested loops; more means that each step opens a scope and does not close it. */
enum { MOST_STEPS = 8 };

static ct_error too_many_steps(void)
{
	struct ct_scope_text text;

	return ct_error_new(
		CT_ERROR_ARGUMENT, CT_NAME_OF(ct_gc),
		"steps are nested %d deep, which is the limit: is %s closed in the step that "
		"opens it?",
		MOST_STEPS, ct_scopes_describe_innermost(&text));
}

ct_error ct_gc(void)
{
	const struct ct_origin by = CT_HERE;

	ct_tensor_free_pending();
	CT_TRY(ct_scopes_check_in_use(__func__));
	CT_TRY(ct_expression_take());
	if (ct_scopes_innermost_is_step()) {
		ct_scopes_close_innermost(by);
	} else if (ct_scopes_count_steps() >= MOST_STEPS) {
		return too_many_steps();
	}
	if (!ct_scopes_open_step(by.caller))
		return ct_no_memory(__func__, "for a step");
	if (ct_scopes_count_steps() == 1)
		ct_cache_begin_step();
	return NULL;
}

ct_error ct_gc_finish(void)
{
	const struct ct_origin by = CT_HERE;

	ct_tensor_free_pending();
	CT_TRY(ct_scopes_check_in_use(__func__));
	CT_TRY(ct_expression_take());
	if (ct_scopes_innermost_is_step()) {
		ct_scopes_close_innermost(by);
		if (ct_scopes_count_all_steps() == 0)
			ct_cache_empty();
	}
	return NULL;
}
