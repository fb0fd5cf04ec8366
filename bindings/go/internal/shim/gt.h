/* gt.h: what Go's frames look like in C, and the helpers of the generated functions. */
#ifndef GT_H
#define GT_H

#include <stdlib.h>
#include <string.h>

#include <ctorch/core.h>
#include <ctorch/data/data.h>
#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>

/* The beginning of every frame: a struct of Go with a call's arguments and room for its results,
 * declared with the same fields in Go and in C. */
struct gt_head {
	ct_error error;
	uintptr_t scope; /* the Scope() of this thread; 0: none */
	uint64_t full;   /* true if Go's collector should run */
};

struct gt_text { /* a string of Go */
	const char *at;
	int64_t len;
};

struct gt_list { /* a slice of Go */
	const void *at;
	int64_t len, room;
};

struct gt_box { /* a Tensor or another object of Go: NULL, or where its handle is */
	void **box;
};

struct gt_named {
	struct gt_text name;
	struct gt_box tensor;
};

struct gt_room { /* a list of results that Go takes over */
	void *at;
	int64_t len;
};

struct gt_batch {
	const ct_batch *from; /* NULL: the epoch has ended */
	ct_tensor *data, *target;
	ct_value *value;
};

/* What the arguments of a call need: memory, and the functions of Go among them, all of one
 * argument. */
struct gt_temp {
	struct gt_memory *first;
	const uintptr_t *functions;
	int64_t functions_len;
	bool is_lent; /* C calls them only during the call */
};

typedef void gt_shim(void *frame, struct gt_temp *t);
typedef void gt_free_function(void *handle);

void *gt_zeros(struct gt_temp *t, size_t size);
const char *gt_text(struct gt_temp *t, const struct gt_text *text); /* NULL for NULL */
const char *const *gt_texts(struct gt_temp *t, const struct gt_list *texts);
/* As many as another list has elements. */
const char *const *gt_shared_texts(struct gt_temp *t, const struct gt_list *texts, int64_t n);
void *gt_handles(struct gt_temp *t, const struct gt_list *boxes);
ct_value gt_value(const struct gt_box *value);
const ct_value *gt_values(struct gt_temp *t, const struct gt_list *values);
const ct_named_tensor *gt_named(struct gt_temp *t, const struct gt_list *named);

ct_value *gt_new_value(ct_value **value);
void gt_given_value(ct_error error, ct_value **value);
void gt_own_value(ct_error *error, ct_value **value); /* copies what is borrowed */
void *gt_room(int64_t n, struct gt_room *room);
void gt_filled(ct_error *error, const char *function, struct gt_room *room);
void gt_own_ints(ct_ints *list); /* likewise */
void gt_own_named(ct_named_tensor *list, int64_t n);
void gt_own_batch(ct_error *error, struct gt_batch *batch);
void gt_made(const ct_tensor *tensor); /* counts its bytes */
char *gt_copy(const char *text);

/* In lengths of lists; what is too large is the largest number, for which there is no memory. */
static inline int64_t product(int64_t m, int64_t n)
{
	int64_t result;

	return __builtin_mul_overflow(m, n, &result) ? INT64_MAX : result;
}

/* How many elements of a dtype the bytes are; -1, which C refuses, if they end within one. */
static inline int64_t gt_elements(const struct gt_list *bytes, ct_dtype dtype)
{
	const int64_t size = ct_dtype_size(dtype);

	return size > 0 && bytes->len % size == 0 ? bytes->len / size : -1;
}

/* After the call, for a list of results; the shim of ct_checkpoint() is gt_ct_checkpoint(). */
#define GT_FILLED(f, r) gt_filled(&(f)->head.error, __func__ + strlen("gt_"), &(f)->r)

/* A result that belongs to another object: another handle on it. */
#define GT_OWN(f, r, retain) ((f)->r = (f)->head.error ? NULL : retain((f)->r))

/* --- what shim.go calls ---------------------------------------------------------------------- */

void gt_call(int32_t number, uintptr_t frame);
void gt_free(int32_t kind, void *handle);
void gt_limit(int64_t handles, int64_t nbytes);
void *gt_retain(void *tensor);
uintptr_t gt_set_scope(uintptr_t scope);
void gt_start(void);

#endif
