/*
 * Inside the library: what a module is made of.
 */
#ifndef CT_MODULE_MODULE_H
#define CT_MODULE_MODULE_H

#include <stdatomic.h>
#include <stddef.h>

#include <ctorch/macros/try.h>
#include <ctorch/nn/module.h>

#include "core/base/origin.h"

/* The three kinds of parts, in the order of a state dict. */
enum ct_part_kind { CT_PARAMETERS, CT_BUFFERS, CT_CHILDREN, CT_PART_KINDS };

#define CT_NO_FIELD SIZE_MAX

struct ct_part {
	char *name;
	void *object;       /* a reference to a ct_tensor or ct_module; NULL: None */
	size_t field;       /* where the module's data points to it, too; or CT_NO_FIELD */
	bool is_persistent; /* for a buffer: it is in the state dict */
};

struct ct_parts {
	struct ct_part *at;
	uint32_t len, room;
};

struct ct_module_hooks;

/* Values of `magic`; another one: never a module. */
#define CT_MODULE_LIVES UINT64_C(0x63746d6f64756c65)
#define CT_MODULE_RELEASED UINT64_C(0x72656c6561736564)

/* The data follows, and is what a forward function gets; `self` is in front of it. */
struct ct_module {
	const ct_module_class *klass;
	struct ct_parts parts[CT_PART_KINDS];
	struct ct_module_hooks *hooks; /* NULL: none */
	struct ct_module *next;        /* of those that are being released */
	atomic_int references;
	bool is_training;
	uint64_t magic;
	_Alignas(16) void *unused;
	struct ct_module *self; /* in front of the data: ct_module_of() */
	char data[];
};

_Static_assert(offsetof(struct ct_module, data) % 16 == 0, "the data is aligned for any type");

/* --- checked.c -------------------------------------------------------------------------------- */

/* An error unless `self` is a module: the expression's error that waits, if it is NULL. */
ct_error ct_module_check(const ct_module *self, const char *function, int position,
			 const char *name) CT_WARN_UNUSED;
#define CT_MODULE_CHECK(self) CT_TRY(ct_module_check((self), __func__, 1, "self"))

/* --- module.c --------------------------------------------------------------------------------- */

/* Another reference, which belongs to no scope; and its release. */
ct_module *ct_module_share(const ct_module *self);
void ct_module_drop(ct_module *self, struct ct_origin by);
/* Releases a reference of this kind, which may be NULL. */
void ct_part_release(enum ct_part_kind kind, void *object);

/* A new module, which belongs to no scope yet; NULL if there is no memory. */
ct_module *ct_module_alloc(const ct_module_class *klass);

/* Gives a module to the innermost scope, and stores it; on an error releases it. */
ct_error ct_module_give(ct_module *self, const char *function, ct_module **result);

/* --- parts.c ---------------------------------------------------------------------------------- */

/* A part of this name; NULL if there is none. */
struct ct_part *ct_part_find(const ct_module *self, enum ct_part_kind kind, const char *name);

/* The module that a path's last name belongs to, and that name. */
ct_error ct_module_parent_of(const ct_module *self, const char *path, const char *function,
			     ct_module **parent, const char **name) CT_WARN_UNUSED;

/* A reference to a tensor, which may be NULL, that belongs to no scope. */
ct_error ct_module_share_tensor(const ct_tensor *tensor, const char *function,
				ct_tensor **result) CT_WARN_UNUSED;

/* Replaces the value of a part, and the pointer in the data. Takes the new reference over. */
void ct_part_set(ct_module *self, enum ct_part_kind kind, struct ct_part *part, void *object);

/* --- uninitialized.c -------------------------------------------------------------------------- */

/* Another uninitialized one, of the same dtype and device. */
ct_error ct_lazy_like(const ct_tensor *x, ct_tensor **result);

/* --- walk.c ----------------------------------------------------------------------------------- */

/* "prefix.name", or a copy of the name without a prefix; NULL if there is no memory. */
char *ct_path_join(const char *prefix, const char *name);

/* The modules in a module, itself first, each once and before its children: named_modules(). */
struct ct_visit {
	ct_module *module;
	char *path; /* "" for the first */
};

struct ct_visits {
	struct ct_visit *at;
	int64_t len, room;
};

/* `duplicates`: a module that occurs twice is visited twice. */
ct_error ct_visits_make(const ct_module *self, const char *prefix, bool duplicates,
			const char *function, struct ct_visits *visits) CT_WARN_UNUSED;
void ct_visits_free(struct ct_visits *visits);

/* An error for what a function that calls itself for each child cannot walk. A module that occurs
 * twice is looked at twice, as there. */
ct_error ct_module_check_depth(const ct_module *self, const char *function) CT_WARN_UNUSED;

/* --- results.c -------------------------------------------------------------------------------- */

bool ct_module_is_among(const ct_tensor *x, const ct_tensor *const *tensors, int64_t len);

/* The other function of results.c, ct_module_free_results_(), is in ctorch/nn/results.h. */

/* --- forward.c -------------------------------------------------------------------------------- */

/* A forward function that takes more than tensors: `options` is what its caller gave. */
typedef ct_error (*ct_module_call_function)(void *self, const ct_tensor *const *inputs,
					    int64_t inputs_len, ct_tensor **outputs,
					    int64_t outputs_len, const void *options);

/* As ct_module_forward_all(), hooks included, with `call` for the class's forward function. The
 * caller has checked `self` and the arrays. */
ct_error ct_module_call_with(const ct_module *self, ct_module_call_function call,
			     const void *options, const ct_tensor *const *inputs,
			     int64_t inputs_len, ct_tensor **outputs, int64_t outputs_len);

/* --- hooks.c ---------------------------------------------------------------------------------- */

/* ORDER HOOKS: the first four are ct_state_hook_time. */
enum ct_module_hook_kind {
	CT_HOOK_BEFORE_STATE_DICT,
	CT_HOOK_AFTER_STATE_DICT,
	CT_HOOK_BEFORE_LOADING,
	CT_HOOK_AFTER_LOADING,
	CT_HOOK_FORWARD_PRE,
	CT_HOOK_FORWARD,
	CT_HOOK_BACKWARD_PRE,
	CT_HOOK_BACKWARD,
	CT_HOOK_COMPUTED /* computed.h */
};

/* One function and its context, which the copies of a module share. */
struct ct_module_hook {
	atomic_int references;
	int64_t number;
	enum ct_module_hook_kind kind;
	bool always_call;
	union {
		ct_module_forward_pre_hook forward_pre;
		ct_module_forward_hook forward;
		ct_module_backward_pre_hook backward_pre;
		ct_module_backward_hook backward;
		ct_module_state_hook state;
	} call;
	void *context;
	ct_release_function release;
};

/* The hooks of a kind at this moment: they stay valid when a hook removes itself or another. */
struct ct_module_hook_list {
	struct ct_module_hook **at;
	uint32_t len;
};

bool ct_module_has_hooks(const ct_module *self, enum ct_module_hook_kind kind);
/* The next of a kind from `*i` on, which begins as 0; NULL at the end. */
const struct ct_module_hook *ct_module_hook_next(const ct_module *self,
						 enum ct_module_hook_kind kind, uint32_t *i);
/* A hook without a function: `context` is a struct ct_computed, taken over unless this fails. */
ct_error ct_module_register_computed(ct_module *self, void *context, ct_release_function release,
				     const char *function) CT_WARN_UNUSED;
ct_error ct_module_hooks_list(const ct_module *self, enum ct_module_hook_kind kind,
			      const char *function, struct ct_module_hook_list *list);
void ct_module_hooks_unlist(struct ct_module_hook_list *list);

/* Calls those of a state dict. */
ct_error ct_module_state_hooks_call(ct_module *self, enum ct_module_hook_kind kind, ct_value *state,
				    const char *prefix, const char *function);

/* For a copy of a module: its hooks are the same ones. False: no memory. */
bool ct_module_hooks_copy(const struct ct_module_hooks *from, struct ct_module_hooks **result);
void ct_module_hooks_free(struct ct_module_hooks *hooks);

#endif
