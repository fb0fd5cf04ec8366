/*
 * Figures and reports of live handles.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/core/gc.h>
#include <ctorch/core/memory.h>
#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/numbers.h"
#include "core/base/place.h"
#include "core/base/stream.h"
#include "core/memory/cache.h"
#include "core/memory/given.h"
#include "core/memory/handles.h"
#include "core/memory/scopes.h"
#include "core/memory/tracker.h"

/* --- Figures --------------------------------------------------------------------------------- */

static const ct_memory_usage unknown = { 0, -1, 0, 0, -1, -1, -1, -1, -1 };

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* mallinfo2() of glibc 2.33, whose header an older system lacks. Looked up when it is needed, so that
 * a library for older systems has the figures where there are any. */
struct heap_figures {
	size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks,
		keepcost;
};

static void measure_allocators(ct_memory_usage *usage)
{
	const struct ct_cache_usage cache = ct_cache_measure();
	struct heap_figures (*measure)(void);
	struct heap_figures heap;

	usage->cached_bytes = (int64_t)cache.cached;
	*(void **)&measure = dlsym(RTLD_DEFAULT, "mallinfo2");
	if (!measure)
		return;
	heap = measure();
	usage->allocated_bytes = (int64_t)(heap.uordblks + heap.hblkhd + cache.used);
	usage->reserved_bytes = (int64_t)(heap.arena + heap.hblkhd + cache.used + cache.cached);
}

static void measure_thread(const struct ct_thread *thread, ct_memory_usage *usage)
{
	*usage = unknown;
	usage->handles_given = (int64_t)thread->given;
	usage->handles_released = (int64_t)thread->released;
	usage->handles = usage->handles_given - usage->handles_released;
	usage->handles_peak = larger(__atomic_load_n(&thread->peak, __ATOMIC_RELAXED),
				     usage->handles);
	ct_tracker_thread_usage(&usage->bytes, &usage->bytes_peak);
}

/* Without the allocator's figures, which may take long to compute. */
static void measure_process(ct_memory_usage *usage)
{
	uint64_t given, released;
	struct ct_tracked_usage tracked;

	*usage = unknown;
	ct_threads_total(&given, &released);
	usage->handles_given = (int64_t)given;
	usage->handles_released = (int64_t)released;
	usage->handles = usage->handles_given - usage->handles_released;
	if (ct_tracker_usage(&tracked)) {
		usage->handles_peak = larger(tracked.handles_peak, usage->handles);
		usage->bytes = tracked.bytes;
		usage->bytes_peak = tracked.bytes_peak;
	}
}

int64_t ct_memory_handle_count(void)
{
	uint64_t given, released;

	ct_threads_total(&given, &released);
	return (int64_t)given - (int64_t)released;
}

void ct_memory_stats(ct_memory_usage *thread, ct_memory_usage *process)
{
	if (thread)
		measure_thread(&ct_this_thread, thread);
	if (process) {
		measure_process(process);
		measure_allocators(process);
	}
}

static void memory_reset_peak(struct ct_thread *thread, void *context)
{
	const uint64_t released = __atomic_load_n(&thread->released, __ATOMIC_RELAXED);
	const uint64_t given = __atomic_load_n(&thread->given, __ATOMIC_RELAXED);

	(void)context;
	__atomic_store_n(&thread->peak, (int64_t)(given - released), __ATOMIC_RELAXED);
}

void ct_memory_reset_peak(void)
{
	ct_threads_visit(memory_reset_peak, NULL);
	ct_tracker_reset_peak();
}

bool ct_memory_is_tracking_enabled(void)
{
	return ct_tracker_is_on();
}

void ct_memory_set_tracking_enabled(bool enabled)
{
	ct_tracker_switch(enabled);
}

/* --- Reports --------------------------------------------------------------------------------- */

/* A line of the report: tensors that are alike. */
struct group {
	const struct ct_tracked *like; /* one of them */
	int64_t handles;
	int64_t bytes; /* of their distinct storages */
};

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int compare_shapes(const struct ct_description *a, const struct ct_description *b)
{
	int order = compare(a->dim, b->dim);

	for (int i = 0; order == 0 && i < a->dim && i < CT_DESCRIBED_DIMS; i++)
		order = compare(a->shape[i], b->shape[i]);
	return order;
}

/* 0 if they are in the same group. */
static int compare_kinds(const struct ct_tracked *a, const struct ct_tracked *b)
{
	int order = compare_shapes(&a->what, &b->what);

	if (order == 0)
		order = strcmp(a->what.dtype, b->what.dtype);
	if (order == 0)
		order = compare(a->what.device.type, b->what.device.type);
	if (order == 0)
		order = compare(a->what.device.index, b->what.device.index);
	if (order == 0)
		order = strcmp(a->made.function, b->made.function);
	if (order == 0)
		order = compare((intptr_t)a->made.caller, (intptr_t)b->made.caller);
	return order;
}

/* Sorts by group, and in each group by storage. */
static int by_kind(const void *left, const void *right)
{
	const struct ct_tracked *a = left, *b = right;
	int order = compare_kinds(a, b);

	return order ? order : compare((intptr_t)a->what.storage, (intptr_t)b->what.storage);
}

static int by_bytes(const void *left, const void *right)
{
	const struct group *a = left, *b = right;
	int order = compare(b->bytes, a->bytes);

	if (order == 0)
		order = compare(b->handles, a->handles);
	return order ? order : compare_kinds(a->like, b->like);
}

/* Sorts the tensors and the groups, with room for `n`; returns the number of groups. */
static size_t make_groups(struct ct_tracked *tensors, size_t n, struct group *groups)
{
	size_t count = 0;

	qsort(tensors, n, sizeof *tensors, by_kind);
	for (size_t i = 0; i < n; i++) {
		const struct ct_tracked *tensor = &tensors[i];
		bool is_first = i == 0 || compare_kinds(tensor, tensor - 1);

		if (is_first)
			groups[count++] = (struct group){ tensor, 0, 0 };
		groups[count - 1].handles += tensor->handles;
		if (is_first || tensor->what.storage != (tensor - 1)->what.storage)
			groups[count - 1].bytes += tensor->what.nbytes;
	}
	qsort(groups, count, sizeof *groups, by_bytes);
	return count;
}

static const char *bytes_text(int64_t bytes, char *text, size_t size)
{
	static const char units[] = "KMGTPE";
	double value = (double)bytes;
	int unit = -1;

	while (value >= 1024 && unit < 5) {
		value /= 1024;
		unit++;
	}
	if (unit < 0)
		snprintf(text, size, "%lld B", (long long)bytes);
	else
		ct_format(text, size, "%.1f %ciB", value, units[unit]);
	return text;
}

static const char *shape_text(const struct ct_description *what, char *text, size_t size)
{
	size_t length = 0;

	if (what->dim < 0)
		return "?";
	length += (size_t)snprintf(text, size, "[");
	for (int i = 0; i < what->dim && i < CT_DESCRIBED_DIMS; i++)
		length += (size_t)snprintf(text + length, size - length, "%s%lld", i ? ", " : "",
					   (long long)what->shape[i]);
	snprintf(text + length, size - length, what->dim > CT_DESCRIBED_DIMS ? ", ...]" : "]");
	return text;
}

static void print_group(FILE *stream, const struct group *group)
{
	const struct ct_tracked *like = group->like;
	char bytes[32], shape[256], device[64], place[128];

	fprintf(stream, "%9lld %10s  %-20s %-10s %-7s %s, called from %s\n",
		(long long)group->handles, bytes_text(group->bytes, bytes, sizeof bytes),
		shape_text(&like->what, shape, sizeof shape), like->what.dtype,
		ct_impl_device_text(like->what.device, device, sizeof device), like->made.function,
		ct_place_text(like->made.caller, place, sizeof place));
}

/* Sorts the tensors. False: no memory. */
static bool print_groups(FILE *stream, struct ct_tracked *tensors, size_t n)
{
	struct group *groups = ct_array_new((int64_t)n, sizeof *groups);

	if (groups == NULL)
		return false;
	n = make_groups(tensors, n, groups);
	if (n)
		fprintf(stream, "%9s %10s  %-20s %-10s %-7s %s\n", "handles", "bytes", "shape",
			"dtype", "device", "made by");
	for (size_t i = 0; i < n; i++)
		print_group(stream, &groups[i]);
	free(groups);
	return true;
}

/* "1 handle is", "2 handles are" */
static const char *s_is(int64_t n)
{
	return n == 1 ? " is" : "s are";
}

static void print_tracked(FILE *stream, const struct ct_tracked *tensors, size_t n,
			  const ct_memory_usage *usage)
{
	int64_t tracked = 0;
	char bytes[32];

	for (size_t i = 0; i < n; i++)
		tracked += tensors[i].handles;
	fprintf(stream, "tracked: %lld on %zu tensor%s, %s", (long long)tracked, n,
		n == 1 ? "" : "s", bytes_text(usage->bytes, bytes, sizeof bytes));
	if (usage->handles > tracked)
		fprintf(stream, "; from before: %lld", (long long)(usage->handles - tracked));
}

static void print_open_scopes(FILE *stream)
{
	const int64_t owned = ct_scopes_count_owned();
	struct ct_scope_text text;

	if (owned)
		fprintf(stream,
			"%lld handle%s of this thread's open scopes, of which %s is the "
			"innermost\n",
			(long long)owned, s_is(owned), ct_scopes_describe_innermost(&text));
}

static void print_totals(FILE *stream, const struct ct_tracked *tensors, size_t n)
{
	ct_memory_usage usage;

	measure_process(&usage);
	fprintf(stream, "libctorch: %lld tensor handle%s alive (given %lld, released %lld); ",
		(long long)usage.handles, s_is(usage.handles), (long long)usage.handles_given,
		(long long)usage.handles_released);
	if (ct_tracker_is_on())
		print_tracked(stream, tensors, n, &usage);
	else
		fputs("ct_memory_set_tracking_enabled(true) shows which", stream);
	putc('\n', stream);
	print_open_scopes(stream);
}

static ct_error print_report(FILE *stream)
{
	size_t n;
	struct ct_tracked *tensors = ct_tracker_copy(&n);
	bool complete = false;

	if (tensors) {
		print_totals(stream, tensors, n);
		complete = print_groups(stream, tensors, n);
		free(tensors);
	}
	if (complete)
		return NULL;
	return ct_no_memory(CT_NAME_OF(ct_memory_report), "for the report");
}

ct_error ct_memory_report(FILE *stream)
{
	struct ct_output output;

	CT_TRY(ct_output_begin(&output, __func__));
	return ct_output_end(&output, stream ? stream : stderr, print_report(output.text),
			     __func__);
}

ct_error ct_memory_report_to_string(char **result)
{
	struct ct_output output;

	CT_TRY(ct_output_begin(&output, __func__));
	return ct_output_give(&output, print_report(output.text), __func__, result);
}

/* --- At exit --------------------------------------------------------------------------------- */

static void report_leaks(void)
{
	ct_memory_usage usage;

	ct_tensor_free_pending();
	measure_process(&usage);
	if (usage.handles)
		ct_error_free(ct_memory_report(stderr));
}

ct_error ct_memory_report_leaks_at_exit(void)
{
	static bool registered;

	ct_tracker_switch(true);
	if (__atomic_exchange_n(&registered, true, __ATOMIC_RELAXED))
		return NULL;
	if (atexit(report_leaks) == 0 && at_quick_exit(report_leaks) == 0)
		return NULL;
	__atomic_store_n(&registered, false, __ATOMIC_RELAXED);
	return ct_no_memory(__func__, "to register it");
}

__attribute__((constructor)) static void ask_environment(void)
{
	const char *wanted = getenv("CTORCH_REPORT_LEAKS");

	if (wanted && strcmp(wanted, "1") == 0)
		ct_error_free(ct_memory_report_leaks_at_exit());
}
