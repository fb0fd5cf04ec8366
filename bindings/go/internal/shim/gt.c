#include "gt.h"

#include <stdatomic.h>

#include <ctorch/ctorch.h>

#include "_cgo_export.h"
#include "callbacks.h"

/* --- memory of a call ------------------------------------------------------------------------- */

struct gt_memory {
	struct gt_memory *next;
	max_align_t bytes[];
};

/* Without memory for the arguments of a call nothing works. */
void *gt_zeros(struct gt_temp *t, size_t size)
{
	struct gt_memory *memory = calloc(1, sizeof *memory + size);

	if (memory == NULL)
		abort();
	memory->next = t->first;
	t->first = memory;
	return memory->bytes;
}

static void free_all(struct gt_temp *t)
{
	while (t->first) {
		struct gt_memory *memory = t->first;

		t->first = memory->next;
		free(memory);
	}
}

const char *gt_text(struct gt_temp *t, const struct gt_text *text)
{
	char *copy;

	if (text == NULL)
		return NULL;
	copy = gt_zeros(t, (size_t)text->len + 1);
	if (text->len)
		memcpy(copy, text->at, (size_t)text->len);
	return copy;
}

const char *const *gt_texts(struct gt_temp *t, const struct gt_list *texts)
{
	const struct gt_text *from = texts->at;
	const char **copies = from ? gt_zeros(t, sizeof *copies * (size_t)(texts->len + 1)) : NULL;

	for (int64_t i = 0; i < texts->len; i++)
		copies[i] = gt_text(t, &from[i]);
	return copies;
}

const char *const *gt_shared_texts(struct gt_temp *t, const struct gt_list *texts, int64_t n)
{
	const struct gt_text *from = texts->at;
	const char **copies = gt_zeros(t, sizeof *copies * (size_t)(n + 1));

	for (int64_t i = 0; i < n; i++)
		copies[i] = i < texts->len ? gt_text(t, &from[i]) : "";
	return copies;
}

void *gt_handles(struct gt_temp *t, const struct gt_list *boxes)
{
	void **const *from = boxes->at;
	void **handles = from ? gt_zeros(t, sizeof *handles * (size_t)(boxes->len + 1)) : NULL;

	for (int64_t i = 0; i < boxes->len; i++)
		handles[i] = from[i] ? *from[i] : NULL;
	return handles;
}

ct_value gt_value(const struct gt_box *value)
{
	return value->box && *value->box ? ct_value_borrow(*value->box) : ct_value_none();
}

const ct_value *gt_values(struct gt_temp *t, const struct gt_list *values)
{
	const struct gt_box *from = values->at;
	ct_value *copies = gt_zeros(t, sizeof *copies * (size_t)(values->len + 1));

	for (int64_t i = 0; i < values->len; i++)
		copies[i] = gt_value(&from[i]);
	return copies;
}

const ct_named_tensor *gt_named(struct gt_temp *t, const struct gt_list *named)
{
	const struct gt_named *from = named->at;
	ct_named_tensor *copies = gt_zeros(t, sizeof *copies * (size_t)(named->len + 1));

	for (int64_t i = 0; i < named->len; i++)
		copies[i] = (ct_named_tensor){ gt_text(t, &from[i].name),
					       from[i].tensor.box ? *from[i].tensor.box : NULL };
	return copies;
}

ct_value *gt_new_value(ct_value **value)
{
	*value = calloc(1, sizeof **value);
	if (*value == NULL)
		abort();
	return *value;
}

void gt_given_value(ct_error error, ct_value **value)
{
	if (error == NULL)
		return;
	free(*value);
	*value = NULL;
}

void gt_own_value(ct_error *error, ct_value **value)
{
	ct_value borrowed = **value;

	if (!*error && !(*error = ct_value_copy(&borrowed, *value)))
		return;
	free(*value);
	*value = NULL;
}

char *gt_copy(const char *text)
{
	return text ? strdup(text) : NULL;
}

/* Memory for results that C fills in; a negative length is an error there. For NULL, C returns no
 * results, or an error. */
void *gt_room(int64_t n, struct gt_room *room)
{
	*room = (struct gt_room){ calloc(n > 0 ? (size_t)n : 1, sizeof(void *)), n > 0 ? n : 0 };
	return room->at;
}

void gt_filled(ct_error *error, const char *function, struct gt_room *room)
{
	if (room->at == NULL) {
		ct_error_free(*error);
		*error = ct_error_new(CT_ERROR_OUT_OF_MEMORY, function,
				      "not enough memory for %lld results", (long long)room->len);
	}
	if (!*error)
		return;
	free(room->at);
	*room = (struct gt_room){ NULL, 0 };
}

void gt_own_ints(ct_ints *list)
{
	int64_t *copy = calloc((size_t)list->len + 1, sizeof *copy);

	if (copy == NULL)
		abort();
	for (int64_t i = 0; i < list->len; i++)
		copy[i] = list->at[i];
	list->at = copy;
}

void gt_own_named(ct_named_tensor *list, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		list[i].tensor = ct_tensor_retain(list[i].tensor);
}

void gt_own_batch(ct_error *error, struct gt_batch *batch)
{
	if (*error || batch->from == NULL)
		return;
	*gt_new_value(&batch->value) = batch->from->value;
	gt_own_value(error, &batch->value);
	if (*error)
		return;
	batch->data = ct_tensor_retain(batch->from->data);
	batch->target = ct_tensor_retain(batch->from->target);
}

static void free_value(void *value)
{
	ct_value_free(value);
	free(value);
}

/* --- calls ------------------------------------------------------------------------------------ */

#define GT(symbol) gt_shim gt_##symbol;
#include "gen_table.h"
#undef GT
#define GT(symbol) gt_##symbol,
static gt_shim *const shims[] = {
#include "gen_table.h"
	gt_apply, /* -1 */
};
enum { LAST_SHIM = sizeof shims / sizeof *shims - 1 };

static gt_free_function *const free_functions[] = {
#include "gen_free.h"
	free_value,
};
enum { LAST = sizeof free_functions / sizeof *free_functions - 1 };

static _Atomic int64_t handles_limit = 8192, bytes_limit = INT64_C(1) << 28;
static _Atomic int64_t bytes_made; /* by calls since the collector ran; views count, too */
static _Thread_local uintptr_t scope_here;
static _Thread_local uint32_t calls_here;

void gt_made(const ct_tensor *tensor)
{
	const int64_t nbytes = tensor ? ct_tensor_numel(tensor) * ct_tensor_element_size(tensor)
				      : 0;

	if (nbytes >= 4096)
		atomic_fetch_add_explicit(&bytes_made, nbytes, memory_order_relaxed);
}

/* Counting all handles takes a while, so only every 64th call does. */
static uint64_t is_full(void)
{
	if (atomic_load_explicit(&bytes_made, memory_order_relaxed) >
	    atomic_load_explicit(&bytes_limit, memory_order_relaxed))
		return true;
	return calls_here++ % 64 == 0 && ct_memory_handle_count() > atomic_load(&handles_limit);
}

/* On success C releases the functions that it keeps. If the call fails, it may have released them,
 * too: to release a function twice does nothing. */
static void release_functions(const struct gt_temp *t, bool has_failed)
{
	for (int64_t i = 0; (t->is_lent || has_failed) && i < t->functions_len; i++)
		gtRelease(t->functions[i]);
}

/* Inputs that hooks have made for modules. */
static _Thread_local struct {
	ct_tensor **at;
	size_t len, room;
	uint32_t calls; /* that this thread is in */
} lent;

void gt_keep_during_call(ct_tensor *tensor)
{
	if (lent.len == lent.room) {
		lent.room = lent.room ? 2 * lent.room : 16;
		lent.at = realloc(lent.at, lent.room * sizeof *lent.at);
		if (lent.at == NULL)
			abort();
	}
	lent.at[lent.len++] = tensor;
}

static void take_back(void)
{
	while (lent.len)
		ct_tensor_free(lent.at[--lent.len]);
	free(lent.at);
	lent.at = NULL;
	lent.room = 0;
}

/* A call and the ownership of its results are one function of C, which no goroutine leaves for
 * another thread. */
void gt_call(int32_t number, uintptr_t frame)
{
	struct gt_head *head = (struct gt_head *)frame;
	struct gt_temp temp = { 0 };
	const int64_t was = ct_unscoped_enter();

	ct_tensor_free_pending();
	lent.calls++;
	shims[number < 0 ? LAST_SHIM : number](head, &temp);
	gt_take_failure(&head->error);
	if (--lent.calls == 0 && lent.len)
		take_back();
	ct_unscoped_leave(was);
	head->scope = scope_here;
	head->full = is_full();
	release_functions(&temp, head->error != NULL);
	free_all(&temp);
}

void gt_free(int32_t kind, void *handle)
{
	free_functions[kind < 0 ? LAST : kind](handle);
}

void *gt_retain(void *tensor)
{
	const int64_t was = ct_unscoped_enter();
	ct_tensor *other = ct_tensor_retain(tensor);

	ct_unscoped_leave(was);
	return other;
}

void gt_limit(int64_t handles, int64_t nbytes)
{
	atomic_store(&handles_limit, handles);
	atomic_store(&bytes_limit, nbytes);
	atomic_store(&bytes_made, 0);
}

uintptr_t gt_set_scope(uintptr_t scope)
{
	const uintptr_t before = scope_here;

	scope_here = scope;
	return before;
}

static bool no_memory(ct_device device, int64_t nbytes, void *unused)
{
	(void)device, (void)nbytes, (void)unused;
	gtCollect();
	return true;
}

void gt_start(void)
{
	ct_memory_set_out_of_memory_hook(no_memory, NULL);
}
