/* The addon: objects that own handles, calls, and functions of JavaScript that C calls. Arguments and
 * results are in memory that JavaScript writes and reads itself (memory.js): a number of JavaScript
 * is a pointer here, since those have 48 bits. */
#define NAPI_VERSION 8
#include <node_api.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "nd.h"

enum { CHECK_EVERY = 256, REPORT_FROM = 1 << 20 };

/* What an object of JavaScript owns. There are no finalizers: Node calls those from its event loop
 * alone, so that a loop would pile up tensors, and each costs more than a small tensor. Instead, after
 * every collection of the process the entries are looked through for objects that are gone. */
struct entry {
	void *handle; /* NULL: the entry is free */
	napi_ref object; /* weak */
	int64_t nbytes;
	int32_t type, next; /* the next free one */
};

/* A thread of JavaScript: the main one, or a worker. */
struct thread {
	napi_env env;
	napi_ref canary; /* to an object that the next collection finds; its finalizer is called when
			  * the program waits */
	struct entry *entries;
	int32_t entries_len, unused, made;
	int64_t nbytes; /* not yet reported to the collector */
};

static _Thread_local struct thread *here;

static call_function *const calls[] = {
#define CALL(symbol) call_##symbol,
#include "gen_all.h"
#undef CALL
};

static const uint16_t *const layouts[] = {
#define STRUCT(symbol) layout_##symbol,
#include "gen_structs.h"
#undef STRUCT
};

/* Functions that leave handles of a scope alone, where there are any. */
#define ct_tensor_free ct_tensor_free_unscoped
#define ct_module_free ct_module_free_unscoped
#define ct_node_free ct_node_free_unscoped
#define ct_storage_free ct_storage_free_unscoped
#define ct_generator_free ct_generator_free_unscoped
#define HANDLE(symbol)                          \
	static void free_##symbol(void *handle) \
	{                                       \
		symbol##_free(handle);          \
	}
#include "gen_handles.h"
#undef HANDLE

#define HANDLE(symbol) free_##symbol,
typedef void free_function(void *handle);
static free_function *const frees[] = {
#include "gen_handles.h"
};
#undef HANDLE

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
static void forget_functions(bool all);

/* Frees what belonged to objects that are gone, if the collector has run since the last time. */
static void sweep(void)
{
	napi_handle_scope scope;

	if (here == NULL || !is_gone(here->canary))
		return;
	forget_functions(false);
	napi_delete_reference(here->env, here->canary);
	set_canary();
	napi_open_handle_scope(here->env, &scope);
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

static void add_entries(void)
{
	const int32_t old = here->entries_len, len = old ? 2 * old : 1024;

	here->entries = realloc(here->entries, (size_t)len * sizeof *here->entries);
	if (here->entries == NULL)
		abort();
	for (int32_t i = old; i < len; i++)
		here->entries[i] = (struct entry){ .next = i + 1 < len ? i + 1 : -1 };
	here->unused = old;
	here->entries_len = len;
}

static int64_t nbytes_of(int32_t type, const void *handle)
{
	/* ORDER: handles.js begins with ct_tensor, as the list of handles does. */
	return frees[type] == free_ct_tensor
		       ? ct_tensor_numel(handle) * ct_tensor_element_size(handle)
		       : 0;
}

/* own(object, handle, type): the entry */
static napi_value own(napi_env env, napi_callback_info info)
{
	napi_value args[3];
	struct entry *entry;
	int64_t nbytes;
	int32_t i;

	get_args(env, info, args, 3);
	if (here->unused < 0)
		add_entries();
	i = here->unused;
	entry = &here->entries[i];
	here->unused = entry->next;
	entry->handle = pointer_of(env, args[1]);
	entry->type = (int32_t)number_of(env, args[2]);
	entry->nbytes = nbytes_of(entry->type, entry->handle);
	napi_create_reference(env, args[0], 0, &entry->object);
	nbytes = entry->nbytes;
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

/* --- Calls ------------------------------------------------------------------------------------ */

/* [class, text, function]; undefined: no error */
static napi_value take_error(napi_env env, ct_error error)
{
	napi_value list = NULL;

	if (error == NULL)
		return NULL;
	napi_create_array(env, &list);
	napi_set_element(env, list, 0, number(env, ct_error_class_of(error)));
	napi_set_element(env, list, 1, text(env, error));
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

	get_args(env, info, args, 3);
	ct_tensor_free_pending();
	return take_error(env, call_unscoped((int)number_of(env, args[0]), pointer_of(env, args[1]),
					     pointer_of(env, args[2])));
}

/* A call in the thread pool. */
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

/* call_async(number, arguments, results, done): with the modes of this thread */
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

static napi_value free_memory(napi_env env, napi_callback_info info)
{
	napi_value at;

	get_args(env, info, &at, 1);
	ct_free(pointer_of(env, at));
	return NULL;
}

static napi_value free_value(napi_env env, napi_callback_info info)
{
	napi_value at;

	get_args(env, info, &at, 1);
	ct_value_free(pointer_of(env, at));
	return NULL;
}

/* retain(handle, type): a new handle on what another object lends */
static napi_value retain(napi_env env, napi_callback_info info)
{
	napi_value args[2];
	free_function *is_freed;
	void *handle;

	get_args(env, info, args, 2);
	handle = pointer_of(env, args[0]);
	is_freed = frees[(int)number_of(env, args[1])];
	if (is_freed == free_ct_tensor)
		handle = ct_tensor_retain(handle);
	else if (is_freed == free_ct_module)
		handle = ct_module_retain(handle);
	else if (is_freed == free_ct_node)
		handle = ct_node_retain(handle);
	else
		handle = ct_optimizer_retain(handle);
	return pointer(env, handle);
}

/* copy(tensor, dtype, array): all elements; undefined, or an error */
static napi_value copy(napi_env env, napi_callback_info info)
{
	napi_value args[3];
	size_t length = 0;
	void *data = NULL;

	get_args(env, info, args, 3);
	napi_get_typedarray_info(env, args[2], NULL, &length, &data, NULL, NULL);
	return take_error(env, ct_tensor_copy_to(pointer_of(env, args[0]),
						 (ct_dtype)number_of(env, args[1]), data,
						 (int64_t)length));
}

/* layout(i): the size of a struct, and the offsets of its fields */
static napi_value layout(napi_env env, napi_callback_info info)
{
	napi_value i, list = NULL;
	const uint16_t *offsets;

	get_args(env, info, &i, 1);
	offsets = layouts[(int)number_of(env, i)];
	napi_create_array(env, &list);
	for (uint32_t k = 0; offsets[k] != UINT16_MAX; k++)
		napi_set_element(env, list, k, number(env, offsets[k]));
	return list;
}

/* --- Functions of JavaScript ------------------------------------------------------------------ */

/* C may release one in any thread, and twice if a call fails: so it has a number, and its own thread
 * forgets it later. */
struct function {
	uintptr_t number;
	napi_ref function;
	const struct thread *thread;
	bool is_released;
	struct function *next;
};

static struct function *functions;
static uintptr_t last_number;
static pthread_mutex_t functions_lock = PTHREAD_MUTEX_INITIALIZER;

static struct function *find(const void *number)
{
	struct function *f = functions;

	while (f != NULL && f->number != (uintptr_t)number)
		f = f->next;
	return f;
}

void nd_release(void *number)
{
	struct function *f;

	pthread_mutex_lock(&functions_lock);
	f = find(number);
	if (f != NULL)
		f->is_released = true;
	pthread_mutex_unlock(&functions_lock);
}

/* Forgets those of this thread that are released, or all. */
static void forget_functions(bool all)
{
	struct function **at = &functions, *f;

	pthread_mutex_lock(&functions_lock);
	while ((f = *at) != NULL) {
		if (f->thread != here || !(all || f->is_released)) {
			at = &f->next;
			continue;
		}
		*at = f->next;
		napi_delete_reference(here->env, f->function);
		free(f);
	}
	pthread_mutex_unlock(&functions_lock);
}

/* hold(function): its number */
static napi_value hold(napi_env env, napi_callback_info info)
{
	struct function *f = calloc(1, sizeof *f);
	napi_value function;

	if (f == NULL)
		abort();
	get_args(env, info, &function, 1);
	napi_create_reference(env, function, 1, &f->function);
	f->thread = here;
	pthread_mutex_lock(&functions_lock);
	f->number = ++last_number;
	f->next = functions;
	functions = f;
	pthread_mutex_unlock(&functions_lock);
	return number(env, (double)f->number);
}

/* drop(number) */
static napi_value drop(napi_env env, napi_callback_info info)
{
	napi_value number;

	get_args(env, info, &number, 1);
	nd_release(pointer_of(env, number));
	forget_functions(false);
	return NULL;
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

/* What JavaScript returns: undefined, the text of an error, a number, or a list of handles. */
static ct_error invoke(void *function, napi_value *args, size_t count, napi_value *result)
{
	napi_value call = NULL, global;
	struct function *f;
	char message[2000];
	bool is_mine;

	pthread_mutex_lock(&functions_lock);
	f = find(function);
	is_mine = f != NULL && here != NULL && f->thread == here;
	if (is_mine)
		napi_get_reference_value(here->env, f->function, &call);
	pthread_mutex_unlock(&functions_lock);
	if (!is_mine)
		return ct_error_new_text(CT_ERROR_RUNTIME, "callback",
					 "a function of JavaScript was called in another thread: make "
					 "the call without Async, or without workers");
	napi_get_global(here->env, &global);
	if (napi_call_function(here->env, global, call, count, args, result) != napi_ok)
		return ct_error_new_text(CT_ERROR_RUNTIME, "callback", "JavaScript is ending");
	if (napi_get_value_string_utf8(here->env, *result, message, sizeof message, NULL) != napi_ok)
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

static ct_error run(void *function, struct tensors one, const struct tensors *other,
		    ct_tensor **outputs, int64_t outputs_len)
{
	napi_handle_scope scope = NULL;
	napi_value args[2], result;
	ct_error error;

	if (here != NULL) {
		napi_open_handle_scope(here->env, &scope);
		args[0] = give(one);
		if (other != NULL)
			args[1] = give(*other);
	}
	error = invoke(function, args, other != NULL ? 2 : 1, &result);
	if (error == NULL)
		error = take(result, outputs, outputs_len);
	if (scope != NULL)
		napi_close_handle_scope(here->env, scope);
	return error;
}

ct_error nd_tensor_hook(const ct_tensor *grad, void *function, ct_tensor **replacement)
{
	return run(function, (struct tensors){ &grad, 1 }, NULL, replacement, 1);
}

ct_error nd_leaf_hook(ct_tensor *leaf, void *function)
{
	const ct_tensor *at = leaf;

	return run(function, (struct tensors){ &at, 1 }, NULL, NULL, 0);
}

ct_error nd_closure(void *function, ct_tensor **loss)
{
	return run(function, (struct tensors){ NULL, 0 }, NULL, loss, 1);
}

ct_error nd_tensors_function(ct_tensor *const *inputs, int64_t inputs_len, void *function,
			     ct_tensor **outputs, int64_t outputs_len)
{
	return run(function, (struct tensors){ (const ct_tensor *const *)inputs, inputs_len }, NULL,
		   outputs, outputs_len);
}

ct_error nd_forward_pre_hook(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			     void *function)
{
	(void)module;
	return run(function, (struct tensors){ inputs, inputs_len }, NULL, (ct_tensor **)inputs,
		   inputs_len);
}

ct_error nd_forward_hook(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			 ct_tensor **outputs, int64_t outputs_len, void *function)
{
	const struct tensors out = { (const ct_tensor *const *)outputs, outputs_len };

	(void)module;
	return run(function, (struct tensors){ inputs, inputs_len }, &out, outputs, outputs_len);
}

/* A rate that fails is NaN: JavaScript has kept its error, and throws it after the call. */
double nd_rate(double x, void *function)
{
	napi_handle_scope scope = NULL;
	napi_value arg, result;
	double rate = NAN;
	ct_error error;

	if (here == NULL)
		return rate;
	napi_open_handle_scope(here->env, &scope);
	arg = number(here->env, x);
	error = invoke(function, &arg, 1, &result);
	if (error == NULL)
		napi_get_value_double(here->env, result, &rate);
	ct_error_free(error);
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
	return run(((struct module *)self)->forward, (struct tensors){ inputs, inputs_len }, NULL,
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

/* The library refers to a class forever. */
static ct_module_class *class_named(const char *name)
{
	static struct known {
		ct_module_class class;
		struct known *next;
		char name[];
	} *all;
	struct known *known;

	pthread_mutex_lock(&functions_lock);
	for (known = all; known != NULL && strcmp(known->name, name) != 0;)
		known = known->next;
	if (known == NULL) {
		known = calloc(1, sizeof *known + strlen(name) + 1);
		if (known == NULL)
			abort();
		strcpy(known->name, name);
		known->class = (ct_module_class){ .name = known->name,
						  .size = sizeof(struct module),
						  .forward_all = forward,
						  .inputs_max = 16,
						  .outputs_max = 16,
						  .copy = refuse_copy,
						  .release = release_module };
		known->next = all;
		all = known;
	}
	pthread_mutex_unlock(&functions_lock);
	return &known->class;
}

/* module(name, forward): [error, handle] */
static napi_value new_module(napi_env env, napi_callback_info info)
{
	const int64_t was = ct_unscoped_enter();
	napi_value args[2], list = NULL;
	ct_module *made = NULL;
	char name[200] = "";
	ct_error error;

	get_args(env, info, args, 2);
	napi_get_value_string_utf8(env, args[0], name, sizeof name, NULL);
	error = ct_module_new(class_named(name), &made);
	ct_unscoped_leave(was);
	if (error == NULL)
		((struct module *)ct_module_data(made))->forward = pointer_of(env, args[1]);
	napi_create_array(env, &list);
	napi_set_element(env, list, 1, pointer(env, made));
	if (error != NULL)
		napi_set_element(env, list, 0, take_error(env, error));
	return list;
}

/* part(module, what, name, handle, persistent): an error, or undefined */
static napi_value part(napi_env env, napi_callback_info info)
{
	napi_value args[5];
	bool is_persistent = true;
	char what[20], name[500];
	void *module, *handle;

	get_args(env, info, args, 5);
	module = pointer_of(env, args[0]);
	handle = pointer_of(env, args[3]);
	napi_get_value_string_utf8(env, args[1], what, sizeof what, NULL);
	napi_get_value_string_utf8(env, args[2], name, sizeof name, NULL);
	napi_get_value_bool(env, args[4], &is_persistent);
	if (strcmp(what, "module") == 0)
		return take_error(env, ct_module_add_module(module, name, handle, NULL));
	if (strcmp(what, "parameter") == 0)
		return take_error(env, ct_module_register_parameter(module, name, handle, NULL));
	return take_error(env, ct_module_register_buffer(module, name, handle, is_persistent, NULL));
}

/* --- The beginning and the end of a thread ---------------------------------------------------- */

static void end_thread(napi_env env, void *data, void *hint)
{
	(void)env, (void)data, (void)hint;
	for (int32_t i = 0; i < here->entries_len; i++)
		if (here->entries[i].handle != NULL)
			free_entry(i);
	forget_functions(true);
	free(here->entries);
	free(here);
	here = NULL;
}

static void add(napi_env env, napi_value exports, const char *name, napi_callback call)
{
	napi_value function;

	napi_create_function(env, name, NAPI_AUTO_LENGTH, call, NULL, &function);
	napi_set_named_property(env, exports, name, function);
}

NAPI_MODULE_INIT()
{
	static const struct {
		const char *name;
		napi_callback call;
	} natives[] = {
		{ "own", own },		{ "disown", disown },	     { "release", release },
		{ "call", call },	{ "call_async", call_async }, { "address", address },
		{ "peek", peek },	{ "text", get_text },	     { "free_memory", free_memory },
		{ "retain", retain },	{ "free_value", free_value }, { "copy", copy },
		{ "layout", layout },	{ "hold", hold },	     { "drop", drop },
		{ "module", new_module }, { "part", part },
	};

	here = calloc(1, sizeof *here);
	if (here == NULL)
		abort();
	here->env = env;
	here->unused = -1;
	napi_set_instance_data(env, here, end_thread, NULL);
	for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
		add(env, exports, natives[i].name, natives[i].call);
	napi_set_named_property(env, exports, "version", text(env, CT_VERSION));
	napi_set_named_property(env, exports, "rate", pointer(env, (void *)(uintptr_t)nd_rate));
	set_canary();
	return exports;
}
