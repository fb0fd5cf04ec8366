/* gt.h: what Go's frames look like in C, and the helpers of the generated functions. */
#ifndef GT_H
#define GT_H

#include <stdlib.h>
#include <string.h>

#include <ctorch/core.h>
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

/* Memory for the arguments of a call. */
struct gt_temp {
	struct gt_memory *first;
};

typedef void gt_shim(void *frame, struct gt_temp *t);
typedef void gt_free_function(void *handle);

void *gt_zeros(struct gt_temp *t, size_t size);
const char *gt_text(struct gt_temp *t, const struct gt_text *text); /* NULL for NULL */
const char *const *gt_texts(struct gt_temp *t, const struct gt_list *texts);
void *gt_handles(struct gt_temp *t, const struct gt_list *boxes);
const bool *gt_bools(struct gt_temp *t, const struct gt_list *bools); /* at least 8 */
ct_value gt_value(const struct gt_box *value);
const ct_value *gt_values(struct gt_temp *t, const struct gt_list *values);

ct_value *gt_new_value(ct_value **value);
void gt_given_value(ct_error error, ct_value **value);
void gt_made(const ct_tensor *tensor); /* counts its bytes */
char *gt_copy(const char *text);

/* A result that belongs to another object: another handle on it. */
#define GT_OWN(f, r, retain) ((f)->r = (f)->head.error ? NULL : retain((f)->r))

/* --- what shim.go calls ---------------------------------------------------------------------- */

void gt_call(int32_t number, uintptr_t frame);
void gt_free(int32_t kind, void *handle);
void gt_limit(int64_t handles, int64_t nbytes);
void *gt_retain(void *tensor);
uintptr_t gt_set_scope(uintptr_t scope);
ct_error gt_register_hook(ct_tensor *self, uintptr_t function, int64_t *hook);
ct_error gt_step_closure(ct_optimizer *self, uintptr_t function, ct_tensor **loss);
ct_error gt_dataset(uintptr_t functions, ct_dataset **result);
ct_error gt_next_batch(ct_data_loader *loader, ct_tensor **tensors, ct_value **value, bool *more);
ct_error gt_forward(const ct_module *self, ct_tensor *const *inputs, int64_t n, ct_tensor **result);
ct_error gt_named(const ct_module *self, bool buffers, void *list, int64_t *n);
ct_error gt_start(const char *release);

#endif
