/*
 * A warning for a scope that a loop fills.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/memory.h>

#include "core/base/caller.h"
#include "core/base/impl.h"
#include "core/base/lengths.h"
#include "core/base/place.h"
#include "core/base/warn.h"
#include "core/memory/growth.h"

__thread struct ct_growth_site ct_growth_call;

static bool is_wanted = true;

bool ct_growth_wanted(void)
{
	return __atomic_load_n(&is_wanted, __ATOMIC_RELAXED);
}

bool ct_memory_is_growth_warning_enabled(void)
{
	return ct_growth_wanted();
}

void ct_memory_set_growth_warning_enabled(bool enabled)
{
	__atomic_store_n(&is_wanted, enabled, __ATOMIC_RELAXED);
}

/* --- Counting -------------------------------------------------------------------------------- */

static bool is_same_site(const struct ct_growth_site *a, const struct ct_growth_site *b)
{
	if (a->file == NULL || b->file == NULL)
		return a->file == b->file && a->from.caller == b->from.caller;
	return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* The call in progress. A macro's note is for the next tensor alone: the one after it may be from a
 * call that is not a macro. */
static struct ct_growth_site take_site(void)
{
	struct ct_growth_site site = ct_growth_call;

	site.file = ct_noted_place.file;
	site.line = ct_noted_place.line;
	ct_noted_place.file = NULL;
	return site;
}

void ct_growth_count(struct ct_growth *self)
{
	const struct ct_growth_site now = take_site();
	struct ct_growth_site *site = self->sites;
	const struct ct_growth_site *end = self->sites + CT_GROWTH_SITES;

	self->samples++;
	while (site < end && site->given && !is_same_site(site, &now))
		site++;
	if (site == end)
		return;
	if (site->given == 0)
		*site = now;
	site->given++;
}

/* --- Reporting ------------------------------------------------------------------------------- */

static const struct ct_growth_site *most_given(const struct ct_growth *self)
{
	const struct ct_growth_site *most = self->sites;

	for (int i = 1; i < CT_GROWTH_SITES; i++)
		if (self->sites[i].given > most->given)
			most = &self->sites[i];
	return most;
}

static void site_text(const struct ct_growth_site *site, char *text, size_t size)
{
	char place[128];

	if (site->file)
		snprintf(text, size, "%s:%d (%s)", site->file, site->line, site->from.function);
	else
		snprintf(text, size, "%s, called from %s,", site->from.function,
			 ct_place_text(site->from.caller, place, sizeof place));
}

static int by_storage(const void *a, const void *b)
{
	const uintptr_t one = (uintptr_t)((const struct ct_description *)a)->storage;
	const uintptr_t other = (uintptr_t)((const struct ct_description *)b)->storage;

	return (one > other) - (one < other);
}

/* Bytes of the different storages. Sorts the tensors. */
static int64_t sum_bytes(struct ct_description *tensors, int64_t n)
{
	int64_t sum = 0;

	qsort(tensors, (size_t)n, sizeof *tensors, by_storage);
	for (int64_t i = 0; i < n; i++)
		if (i == 0 || tensors[i].storage != tensors[i - 1].storage)
			sum += tensors[i].nbytes;
	return sum;
}

/* Neither a hole nor memory, whose address has bit 0 set. */
static bool is_tensor(const ct_tensor *entry)
{
	return entry && ((uintptr_t)entry & 1) == 0;
}

/* Without memory for the list, the bytes are not counted. */
static int64_t count_tensors(const struct ct_handle_stack *handles, uint32_t depth, int64_t *nbytes)
{
	struct ct_description *tensors = ct_array_new(handles->count, sizeof *tensors);
	int64_t n = 0;

	for (uint32_t i = 0; i < handles->count; i++) {
		const struct ct_handle_entry *entry = &handles->entries[i];

		if (entry->depth != depth || !is_tensor(entry->handle))
			continue;
		if (tensors)
			ct_impl_describe(entry->handle, &tensors[n]);
		n++;
	}
	*nbytes = tensors ? sum_bytes(tensors, n) : 0;
	free(tensors);
	return n;
}

void ct_growth_report(struct ct_growth *self, const struct ct_handle_stack *handles,
		      struct ct_scope_mark scope)
{
	char site[300];
	struct ct_scope_text where;
	int64_t n, nbytes;

	site_text(most_given(self), site, sizeof site);
	n = count_tensors(handles, self->depth, &nbytes);
	/* Before the handler, which may call everything. */
	*self = (struct ct_growth){ 0 };
	if (!ct_growth_wanted() || ct_warned_before(site))
		return;
	ct_warn_of("%s fills %s, which holds %lld tensors (%.1f MB) and releases none of them: use "
		   "CT_EACH_STEP, or CT_SCOPE inside the loop. If they are meant to stay, "
		   "ct_memory_set_growth_warning_enabled(false) turns this warning off.",
		   site, ct_scope_mark_text(scope, &where), (long long)n, (double)nbytes / 1e6);
}
