/* The addon: objects that own handles, calls, and functions of JavaScript that C calls. Arguments
 * and results are in memory that JavaScript writes and reads itself (memory.js); pointers are
 * numbers there, since they have 48 bits. */
#define NAPI_VERSION 8
#include <math.h>
#include <node_api.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "nd.h"

enum { CHECK_EVERY = 256, REPORT_FROM = 1 << 20 };

/* What an object of JavaScript owns. There are no finalizers: Node calls those from its event loop
 * alone, so that a loop would pile up tensors, and each costs more than a small tensor. Instead,
 * after every collection the entries are looked through for objects that are gone. */
struct entry {
	void *handle;    /* NULL: the entry is free */
	napi_ref object; /* weak */
	int64_t nbytes;
	int32_t type, next; /* the next free one */
};

/* A thread of JavaScript: the main one, or a worker. */
struct thread {
	napi_env env;
	uint32_t number;
	napi_ref dispatch; /* the function of memory.js that calls the program's */
	napi_ref canary;   /* an object that the next collection finds; its finalizer is called when
			    * the program waits */
	struct entry *entries;
	int32_t entries_len, unused, made;
	int64_t nbytes; /* not yet reported to the collector */
	ct_tensor **lent; /* inputs of modules that hooks have made, until no call is active */
	int32_t lent_len, lent_room, depth;
};

static _Thread_local struct thread *here;

/* Functions of JavaScript that C has released: it may do that in any thread, and twice if a call
 * fails, so that their threads forget them later. */
static struct {
	pthread_mutex_t lock;
	uint64_t *at;
	size_t len, room;
} released = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Functions that leave handles of a scope alone, where there are any. */
#define ct_tensor_free ct_tensor_free_unscoped
#define ct_module_free ct_module_free_unscoped
#define ct_node_free ct_node_free_unscoped
#define ct_storage_free ct_storage_free_unscoped
#define ct_generator_free ct_generator_free_unscoped
typedef void free_function(void *handle);
#define HANDLE(symbol)                          \
	static void free_##symbol(void *handle) \
	{                                       \
		symbol##_free(handle);          \
	}
#include "gen_handles.h"
#undef HANDLE

#define HANDLE(symbol) free_##symbol,
static free_function *const frees[] = {
#include "gen_handles.h"
};
#undef HANDLE
#undef ct_tensor_free

static const uint16_t *const layouts[] = {
#define STRUCT(symbol) layout_##symbol,
#include "gen_structs.h"
#undef STRUCT
};

/* --- Numbers, pointers, arguments ------------------------------------------------------------- */

static double number_of(napi_env env, napi_value value)
{
	double number = 0;

	napi_get_value_double(env, value, &number);
	return number;
}

static void *pointer_of(napi_env env, napi_value value)
{
	return (void *)(uintptr_t)number_of(env, value);
}

static napi_value number(napi_env env, double number)
{
	napi_value value = NULL;

	napi_create_double(env, number, &value);
	return value;
}

static napi_value pointer(napi_env env, const void *at)
{
	return number(env, (double)(uintptr_t)at);
}

static napi_value text(napi_env env, const char *at)
{
	napi_value value = NULL;

	if (at != NULL)
		napi_create_string_utf8(env, at, NAPI_AUTO_LENGTH, &value);
	else
		napi_get_null(env, &value);
	return value;
}

static void get_args(napi_env env, napi_callback_info info, napi_value *args, size_t count)
{
	napi_get_cb_info(env, info, &count, args, NULL, NULL);
}

/* --- Objects ---------------------------------------------------------------------------------- */

/* Tells the collector of large steps alone, since it may start to collect. */
static void report(int64_t nbytes)
{
	int64_t all;

	here->nbytes += nbytes;
	if (here->nbytes < REPORT_FROM && here->nbytes > -REPORT_FROM)
		return;
	napi_adjust_external_memory(here->env, here->nbytes, &all);
	here->nbytes = 0;
}

static void *clear_entry(int32_t i)
{
	struct entry *entry = &here->entries[i];
	void *handle = entry->handle;

	report(-entry->nbytes);
	napi_delete_reference(here->env, entry->object);
	*entry = (struct entry){ .next = here->unused };
	here->unused = i;
	return handle;
}

static void free_entry(int32_t i)
{
	free_function *release = frees[here->entries[i].type];

	release(clear_entry(i)); /* may run deleters, and thereby calls */
}

static bool is_gone(napi_ref reference)
{
	napi_value value = NULL;

	return napi_get_reference_value(here->env, reference, &value) == napi_ok && value == NULL;
}

static void set_canary(void);
static void forget_functions(void);

/* Frees what belonged to objects that are gone, if the collector has run since the last time. */
static void sweep(void)
{
	napi_handle_scope scope;

	if (here == NULL || !is_gone(here->canary))
		return;
	napi_delete_reference(here->env, here->canary);
	set_canary();
	napi_open_handle_scope(here->env, &scope);
	forget_functions();
	for (int32_t i = 0; i < here->entries_len; i++)
		if (here->entries[i].handle != NULL && is_gone(here->entries[i].object))
			free_entry(i);
	napi_close_handle_scope(here->env, scope);
}

static void canary_died(napi_env env, void *data, void *hint)
{
	(void)env, (void)data, (void)hint;
	sweep();
}

static void set_canary(void)
{
	napi_value canary;
	napi_handle_scope scope;

	napi_open_handle_scope(here->env, &scope);
	napi_create_object(here->env, &canary);
	napi_add_finalizer(here->env, canary, NULL, canary_died, NULL, NULL);
	napi_create_reference(here->env, canary, 0, &here->canary);
	napi_close_handle_scope(here->env, scope);
}

static int32_t new_entry(void)
{
	const int32_t old = here->entries_len, len = old ? 2 * old : 1024;
	int32_t found = here->unused;

	if (found < 0) {
		here->entries = realloc(here->entries, (size_t)len * sizeof *here->entries);
		if (here->entries == NULL)
			abort();
		for (int32_t i = old; i < len; i++)
			here->entries[i] = (struct entry){ .next = i + 1 < len ? i + 1 : -1 };
		here->entries_len = len;
		found = old;
	}
	here->unused = here->entries[found].next;
	return found;
}

/* own(object, handle, type): the entry */
static napi_value own(napi_env env, napi_callback_info info)
{
	const int32_t i = new_entry();
	struct entry *entry = &here->entries[i];
	napi_value args[3];
	int64_t nbytes = 0;

	get_args(env, info, args, 3);
	entry->handle = pointer_of(env, args[1]);
	entry->type = (int32_t)number_of(env, args[2]);
	napi_create_reference(env, args[0], 0, &entry->object);
	if (frees[entry->type] == free_ct_tensor)
		nbytes = ct_tensor_numel(entry->handle) * ct_tensor_element_size(entry->handle);
	entry->nbytes = nbytes;
	report(nbytes);
	if (++here->made % CHECK_EVERY == 0 || nbytes >= REPORT_FROM)
		sweep();
	return number(env, i);
}

/* disown(entry, is_freed): frees the handle now, or leaves it to another object */
static napi_value disown(napi_env env, napi_callback_info info)
{
	napi_value args[2];
	bool is_freed = true;

	get_args(env, info, args, 2);
	napi_get_value_bool(env, args[1], &is_freed);
	if (is_freed)
		free_entry((int32_t)number_of(env, args[0]));
	else
		clear_entry((int32_t)number_of(env, args[0]));
	return NULL;
}

/* release(handle, type): of a handle that no object has got */
static napi_value release(napi_env env, napi_callback_info info)
{
	napi_value args[2];

	get_args(env, info, args, 2);
	frees[(int)number_of(env, args[1])](pointer_of(env, args[0]));
	return NULL;
}

/* --- Functions of JavaScript ------------------------------------------------------------------ */

/* C knows them by a number, which begins with that of the thread; `dispatch` knows the rest. */
void nd_release(void *function)
{
	pthread_mutex_lock(&released.lock);
	if (released.len == released.room) {
		released.room = released.room ? 2 * released.room : 64;
		released.at = realloc(released.at, released.room * sizeof *released.at);
		if (released.at == NULL)
			abort();
	}
	released.at[released.len++] = (uintptr_t)function;
	pthread_mutex_unlock(&released.lock);
}

static bool call_javascript(const napi_value *args, size_t count, napi_value *result)
{
	napi_value dispatch, global;

	napi_get_reference_value(here->env, here->dispatch, &dispatch);
	napi_get_global(here->env, &global);
	return napi_call_function(here->env, global, dispatch, count, args, result) == napi_ok;
}

static void forget_functions(void)
{
	napi_value gone, result;
	uint32_t count = 0;
	size_t kept = 0;

	napi_create_array(here->env, &gone);
	pthread_mutex_lock(&released.lock);
	for (size_t i = 0; i < released.len; i++)
		if (released.at[i] >> 32 == here->number)
			napi_set_element(here->env, gone, count++,
					 number(here->env, (double)released.at[i]));
		else
			released.at[kept++] = released.at[i];
	released.len = kept;
	pthread_mutex_unlock(&released.lock);
	if (count > 0)
		call_javascript(&gone, 1, &result);
}

struct tensors {
	const ct_tensor *const *at;
	int64_t len;
};

/* New handles, which JavaScript owns. */
static napi_value give(struct tensors tensors)
{
	const int64_t was = ct_unscoped_enter();
	napi_value list = NULL;

	napi_create_array(here->env, &list);
	for (int64_t i = 0; i < tensors.len; i++)
		napi_set_element(here->env, list, (uint32_t)i,
				 pointer(here->env, ct_tensor_retain(tensors.at[i])));
	ct_unscoped_leave(was);
	return list;
}

/* The result is undefined, the text of an error, a number, or a list of handles. */
static ct_error invoke(const napi_value *args, size_t count, napi_value *result)
{
	char message[2000];

	if (!call_javascript(args, count, result))
		return ct_error_new_text(CT_ERROR_RUNTIME, "callback", "JavaScript is ending");
	if (napi_get_value_string_utf8(here->env, *result, message, sizeof message, NULL) !=
	    napi_ok)
		return NULL;
	return ct_error_new_text(CT_ERROR_RUNTIME, "callback", message);
}

static ct_error take(napi_value result, ct_tensor **outputs, int64_t outputs_len)
{
	uint32_t len = 0;

	if (napi_get_array_length(here->env, result, &len) != napi_ok)
		return NULL; /* undefined: nothing is replaced */
	if (len != outputs_len)
		return ct_error_new(CT_ERROR_TYPE, "callback",
				    "the function of JavaScript returns %u tensors, not %lld", len,
				    (long long)outputs_len);
	for (uint32_t i = 0; i < len; i++) {
		napi_value item;
		void *handle;

		napi_get_element(here->env, result, i, &item);
		handle = pointer_of(here->env, item);
		if (handle != NULL)
			outputs[i] = ct_tensor_retain(handle);
	}
	return NULL;
}

static ct_error run(void *function, struct tensors one, struct tensors other, ct_tensor **outputs,
		    int64_t outputs_len)
{
	napi_handle_scope scope;
	napi_value args[3], result;
	ct_error error;

	if (here == NULL || (uintptr_t)function >> 32 != here->number)
		return ct_error_new_text(
			CT_ERROR_RUNTIME, "callback",
			"a function of JavaScript was called in another thread: make "
			"the call without Async, or without workers");
	napi_open_handle_scope(here->env, &scope);
	args[0] = pointer(here->env, function);
	args[1] = give(one);
	args[2] = give(other);
	error = invoke(args, 3, &result);
	if (error == NULL)
		error = take(result, outputs, outputs_len);
	napi_close_handle_scope(here->env, scope);
	return error;
}

#define TENSORS(at, len) ((struct tensors){ (const ct_tensor *const *)(at), len })

ct_error nd_tensor_hook(const ct_tensor *grad, void *function, ct_tensor **replacement)
{
	return run(function, TENSORS(&grad, 1), TENSORS(NULL, 0), replacement, 1);
}

ct_error nd_leaf_hook(ct_tensor *leaf, void *function)
{
	return run(function, TENSORS(&leaf, 1), TENSORS(NULL, 0), NULL, 0);
}

ct_error nd_closure(void *function, ct_tensor **loss)
{
	*loss = NULL;
	return run(function, TENSORS(NULL, 0), TENSORS(NULL, 0), loss, 1);
}

ct_error nd_tensors_function(ct_tensor *const *inputs, int64_t inputs_len, void *function,
			     ct_tensor **outputs, int64_t outputs_len)
{
	return run(function, TENSORS(inputs, inputs_len), TENSORS(NULL, 0), outputs, outputs_len);
}

static void lend(ct_tensor *tensor)
{
	if (here->lent_len == here->lent_room) {
		here->lent_room = here->lent_room ? 2 * here->lent_room : 64;
		here->lent = realloc(here->lent, (size_t)here->lent_room * sizeof *here->lent);
		if (here->lent == NULL)
			abort();
	}
	here->lent[here->lent_len++] = tensor;
}

static void take_back(void)
{
	while (here->lent_len > 0)
		ct_tensor_free_unscoped(here->lent[--here->lent_len]);
}

static ct_tensor **no_tensors(int64_t len)
{
	ct_tensor **tensors = calloc((size_t)len + 1, sizeof *tensors);

	if (tensors == NULL)
		abort();
	return tensors;
}

/* C borrows the new inputs, which belong to no scope: one could end before the call does. */
ct_error nd_forward_pre_hook(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			     void *function)
{
	const int64_t was = ct_unscoped_enter();
	ct_tensor **new = no_tensors(inputs_len);
	ct_error error = run(function, TENSORS(inputs, inputs_len), TENSORS(NULL, 0), new,
			     inputs_len);

	(void)module;
	for (int64_t i = 0; i < inputs_len; i++)
		if (new[i] != NULL) {
			inputs[i] = new[i];
			lend(new[i]);
		}
	free(new);
	ct_unscoped_leave(was);
	return error;
}

/* The hook releases the outputs that it replaces. */
ct_error nd_forward_hook(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			 ct_tensor **outputs, int64_t outputs_len, void *function)
{
	ct_tensor **new = no_tensors(outputs_len);
	ct_error error = run(function, TENSORS(inputs, inputs_len), TENSORS(outputs, outputs_len),
			     new, outputs_len);

	(void)module;
	for (int64_t i = 0; i < outputs_len; i++)
		if (new[i] != NULL) {
			ct_tensor_free(outputs[i]);
			outputs[i] = new[i];
		}
	free(new);
	return error;
}

ct_error nd_backward_hook(ct_module *module, const ct_tensor **grad_inputs, int64_t grad_inputs_len,
			  const ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
			  void *function)
{
	(void)module;
	return run(function, TENSORS(grad_inputs, grad_inputs_len),
		   TENSORS(grad_outputs, grad_outputs_len), (ct_tensor **)grad_inputs,
		   grad_inputs_len);
}

ct_error nd_optimizer_hook(ct_optimizer *optimizer, void *function)
{
	(void)optimizer;
	return run(function, TENSORS(NULL, 0), TENSORS(NULL, 0), NULL, 0);
}

/* A rate that fails is NaN: memory.js has kept the error, and throws it after the call. */
double nd_rate(double x, void *function)
{
	napi_handle_scope scope;
	napi_value args[2], result;
	double rate = NAN;

	if (here == NULL || (uintptr_t)function >> 32 != here->number)
		return rate;
	napi_open_handle_scope(here->env, &scope);
	args[0] = pointer(here->env, function);
	args[1] = number(here->env, x);
	if (call_javascript(args, 2, &result))
		napi_get_value_double(here->env, result, &rate);
	napi_close_handle_scope(here->env, scope);
	return rate;
}

/* --- Modules of JavaScript -------------------------------------------------------------------- */

struct module { /* the data of one */
	void *forward;
};

static ct_error forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			ct_tensor **outputs, int64_t outputs_len)
{
	while (inputs_len > 0 && inputs[inputs_len - 1] == NULL)
		inputs_len--;
	return run(((struct module *)self)->forward, TENSORS(inputs, inputs_len), TENSORS(NULL, 0),
		   outputs, outputs_len);
}

static void release_module(void *self)
{
	nd_release(((struct module *)self)->forward);
}

static ct_error refuse_copy(void *self, const void *other)
{
	(void)self, (void)other;
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, "deepcopy",
				 "a module of JavaScript cannot be copied: make a new one and load "
				 "the state dict");
}

/* The library refers to a class forever; memory.js makes one for each name. */
static ct_module_class *new_class(const char *name)
{
	ct_module_class *made = malloc(sizeof *made);

	if (made != NULL)
		*made = (ct_module_class){ .name = strdup(name),
					   .size = sizeof(struct module),
					   .forward_all = forward,
					   .inputs_max = 64,
					   .outputs_max = 64,
					   .copy = refuse_copy,
					   .release = release_module };
	return made;
}

static ct_error new_module(const ct_module_class *module_class, void *forward, ct_module **result)
{
	ct_error error = ct_module_new(module_class, result);

	if (error == NULL)
		((struct module *)ct_module_data(*result))->forward = forward;
	return error;
}

/* --- Calls ------------------------------------------------------------------------------------ */

/* Those that memory.js makes itself, with slots as all others. */
#define RAWS(RAW)                                                                         \
	RAW(free_memory, (ct_free(a[0].at), NULL))                                        \
	RAW(free_value, (ct_value_free(a[0].at), NULL))                                   \
	RAW(copy, ct_tensor_copy_to(a[0].at, (ct_dtype)(intptr_t)a[1].at, a[2].at,        \
				    (int64_t)(intptr_t)a[3].at))                          \
	RAW(retain_ct_tensor, (KEEP(r, ct_tensor_retain(a[0].at)), NULL))                 \
	RAW(retain_ct_module, (KEEP(r, ct_module_retain(a[0].at)), NULL))                 \
	RAW(retain_ct_node, (KEEP(r, ct_node_retain(a[0].at)), NULL))                     \
	RAW(retain_ct_optimizer, (KEEP(r, ct_optimizer_retain(a[0].at)), NULL))           \
	RAW(module, ct_module_add_module(a[0].at, a[1].at, a[2].at, NULL))                \
	RAW(parameter, ct_module_register_parameter(a[0].at, a[1].at, a[2].at, NULL))     \
	RAW(buffer, ct_module_register_buffer(a[0].at, a[1].at, a[2].at, !a[3].at, NULL)) \
	RAW(new_class, (KEEP(r, new_class(a[0].at)), NULL))                               \
	RAW(new_module, new_module(a[0].at, a[1].at, (ct_module **)&r->at))

#define RAW(name, value)                                                 \
	static ct_error raw_##name(const struct slot *a, struct slot *r) \
	{                                                                \
		(void)r;                                                 \
		return value;                                            \
	}
RAWS(RAW)
#undef RAW

static const char *const raw_names[] = {
#define RAW(name, value) #name,
	RAWS(RAW)
#undef RAW
};

static call_function *const calls[] = {
#define CALL(symbol) call_##symbol,
#include "gen_all.h"
#undef CALL
#define RAW(name, value) raw_##name,
	RAWS(RAW)
#undef RAW
};

enum {
	RAW_COUNT = sizeof raw_names / sizeof *raw_names,
	CALL_COUNT = sizeof calls / sizeof *calls
};

_Static_assert(CT_ERROR_ASSERTION == 20, "ORDER ERRORS: errors.js has a class for each");

/* The text without the hint at its end, which has the names of C. */
static napi_value error_text(napi_env env, ct_error error)
{
	const char *hint = ct_error_hint(error);
	napi_value value;

	napi_create_string_utf8(env, error,
				hint != NULL ? (size_t)(hint - error) - 1 : NAPI_AUTO_LENGTH,
				&value);
	return value;
}

/* [class, text, function]; undefined: no error */
static napi_value take_error(napi_env env, ct_error error)
{
	napi_value list = NULL;

	if (error == NULL)
		return NULL;
	napi_create_array(env, &list);
	napi_set_element(env, list, 0, number(env, ct_error_class_of(error)));
	napi_set_element(env, list, 1, error_text(env, error));
	napi_set_element(env, list, 2, text(env, ct_error_function(error)));
	ct_error_free(error);
	return list;
}

static ct_error call_unscoped(int i, const struct slot *args, struct slot *results)
{
	const int64_t was = ct_unscoped_enter();
	ct_error error = calls[i](args, results);

	ct_unscoped_leave(was);
	return error;
}

/* call(number, arguments, results) */
static napi_value call(napi_env env, napi_callback_info info)
{
	napi_value args[3];
	ct_error error;

	get_args(env, info, args, 3);
	ct_tensor_free_pending();
	here->depth++;
	error = call_unscoped((int)number_of(env, args[0]), pointer_of(env, args[1]),
			      pointer_of(env, args[2]));
	if (--here->depth == 0)
		take_back();
	return take_error(env, error);
}

/* A call in the thread pool, with the modes of the thread that makes it. */
struct work {
	napi_async_work work;
	napi_ref done;
	int function;
	bool grad, inference;
	const struct slot *args;
	struct slot *results;
	ct_error error;
};

static void run_work(napi_env env, void *data)
{
	struct work *work = data;
	ct_autograd_was grad, inference;

	(void)env;
	ct_autograd_enter(CT_AUTOGRAD_INFERENCE, work->inference, &inference);
	ct_autograd_enter(CT_AUTOGRAD_GRAD, work->grad, &grad);
	work->error = call_unscoped(work->function, work->args, work->results);
	ct_autograd_leave(&grad);
	ct_autograd_leave(&inference);
}

static void end_work(napi_env env, napi_status status, void *data)
{
	struct work *work = data;
	napi_value done, global, error = take_error(env, work->error);

	(void)status;
	if (error == NULL)
		napi_get_undefined(env, &error);
	napi_get_reference_value(env, work->done, &done);
	napi_get_global(env, &global);
	napi_call_function(env, global, done, 1, &error, NULL);
	napi_delete_reference(env, work->done);
	napi_delete_async_work(env, work->work);
	free(work);
}

/* call_async(number, arguments, results, done) */
static napi_value call_async(napi_env env, napi_callback_info info)
{
	struct work *work = calloc(1, sizeof *work);
	napi_value args[4], name = text(env, "ctorch");

	if (work == NULL)
		abort();
	get_args(env, info, args, 4);
	work->function = (int)number_of(env, args[0]);
	work->args = pointer_of(env, args[1]);
	work->results = pointer_of(env, args[2]);
	work->grad = ct_autograd_is_grad_enabled();
	work->inference = ct_autograd_is_inference_mode_enabled();
	napi_create_reference(env, args[3], 1, &work->done);
	napi_create_async_work(env, NULL, name, run_work, end_work, work, &work->work);
	napi_queue_async_work(env, work->work);
	return NULL;
}

/* --- Memory ----------------------------------------------------------------------------------- */

/* address(buffer): where an ArrayBuffer's bytes are */
static napi_value address(napi_env env, napi_callback_info info)
{
	napi_value buffer;
	void *at = NULL;

	get_args(env, info, &buffer, 1);
	napi_get_arraybuffer_info(env, buffer, &at, NULL);
	return pointer(env, at);
}

/* peek(pointer, n): a copy of the bytes */
static napi_value peek(napi_env env, napi_callback_info info)
{
	napi_value args[2], buffer = NULL;
	void *to;
	size_t n;

	get_args(env, info, args, 2);
	n = (size_t)number_of(env, args[1]);
	if (napi_create_arraybuffer(env, n, &to, &buffer) == napi_ok && n > 0)
		memcpy(to, pointer_of(env, args[0]), n);
	return buffer;
}

/* text(pointer) */
static napi_value get_text(napi_env env, napi_callback_info info)
{
	napi_value at;

	get_args(env, info, &at, 1);
	return text(env, pointer_of(env, at));
}

/* --- The beginning and the end of a thread ---------------------------------------------------- */

static void end_thread(napi_env env, void *data, void *hint)
{
	(void)env, (void)data, (void)hint;
	for (int32_t i = 0; i < here->entries_len; i++)
		if (here->entries[i].handle != NULL)
			free_entry(i);
	take_back();
	free(here->lent);
	free(here->entries);
	free(here);
	here = NULL;
}

/* start(dispatch) */
static napi_value start(napi_env env, napi_callback_info info)
{
	napi_value dispatch;

	get_args(env, info, &dispatch, 1);
	napi_create_reference(env, dispatch, 1, &here->dispatch);
	return NULL;
}

static void add(napi_env env, napi_value exports, const char *name, napi_value value)
{
	napi_set_named_property(env, exports, name, value);
}

static const struct {
	const char *name;
	napi_callback call;
} natives[] = {
	{ "start", start },     { "own", own },   { "disown", disown },
	{ "release", release }, { "call", call }, { "call_async", call_async },
	{ "address", address }, { "peek", peek }, { "text", get_text },
};

NAPI_MODULE_INIT()
{
	static atomic_uint threads;

	if (here != NULL) { /* its objects would be entries of another table */
		napi_throw_error(env, NULL,
				 "ctorch is loaded already in this thread: require() it once, and "
				 "leave it in require.cache");
		return NULL;
	}
	here = calloc(1, sizeof *here);
	if (here == NULL)
		abort();
	here->env = env;
	here->unused = -1;
	here->number = atomic_fetch_add(&threads, 1) % 65535 + 1;
	napi_set_instance_data(env, here, end_thread, NULL);
	for (size_t i = 0; i < sizeof natives / sizeof *natives; i++) {
		napi_value function;

		napi_create_function(env, natives[i].name, NAPI_AUTO_LENGTH, natives[i].call, NULL,
				     &function);
		add(env, exports, natives[i].name, function);
	}
	for (int i = 0; i < RAW_COUNT; i++)
		add(env, exports, raw_names[i], number(env, CALL_COUNT - RAW_COUNT + i));
	add(env, exports, "version", text(env, CT_VERSION));
	add(env, exports, "thread", number(env, here->number));
	add(env, exports, "rate", pointer(env, (void *)(uintptr_t)nd_rate));
	add(env, exports, "layouts", pointer(env, layouts));
	set_canary();
	return exports;
}
