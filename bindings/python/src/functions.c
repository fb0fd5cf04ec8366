/* Calls: chooses the overload whose types fit, as Python's torch does, and calls it. */
#include "core.h"
#include "protocols.h"

/* Why no overload fits, for the message if there is only one. */
struct reason {
	const struct parameter *parameter; /* missing, or of another type */
	PyObject *given;                   /* NULL: missing */
	const char *unknown;               /* a name that is no parameter's, or given twice */
	bool too_many;
};

struct call {
	PyObject *self; /* NULL: not a method */
	PyObject *const *args;
	Py_ssize_t count;   /* of positional arguments */
	PyObject *names;    /* a tuple of the others' names, or NULL */
	bool requires_grad; /* of a new tensor */
	struct slot slots[MAX_ARGUMENTS];
	struct arena arena;
	struct reason reason;
};

/* --- Calling ---------------------------------------------------------------------------------- */

/* Calls in progress without the interpreter's lock, which guards the number. */
static int outside;

PyThreadState *leave_python(void)
{
	outside++;
	return PyEval_SaveThread();
}

void enter_python(PyThreadState *state)
{
	PyEval_RestoreThread(state);
	if (--outside == 0)
		release_freed_handles();
}

int calls_outside(void)
{
	return outside;
}

/* An in-place method returns the object that it was called with, and so does a function with the
 * argument `out`. */
static PyObject *same_tensor(const struct call *call, const ct_tensor *result)
{
	Py_ssize_t named = call->names != NULL ? PyTuple_Size(call->names) : 0;

	if (call->self != NULL && is_tensor(call->self) &&
	    ((tensor_object *)call->self)->handle == result)
		return call->self;
	for (Py_ssize_t i = 0; i < call->count + named; i++)
		if (is_tensor(call->args[i]) && ((tensor_object *)call->args[i])->handle == result)
			return call->args[i];
	return NULL;
}

static PyObject *wrap_only(const struct call *call, const struct function *function,
			   struct slot *slot)
{
	const struct result *result = function->results;
	PyObject *same = result->kind == KIND_TENSOR ? same_tensor(call, slot->at) : NULL;

	if (same == NULL)
		return wrap_result(result, slot);
	if (!(result->flags & BORROWED)) {
		ct_scope_disown(slot->at);
		ct_tensor_free_unscoped(slot->at);
	}
	return Py_NewRef(same);
}

/* A result that another object owns lives until another thread changes that object: between the
 * call and the reference that wrap_result() takes, no other thread may run. */
static bool lends(const struct function *function)
{
	for (const struct result *result = function->results; result->kind != KIND_END; result++)
		if (result->flags & BORROWED)
			return true;
	return false;
}

static bool moves_memory(const char *signature)
{
	static const char *const names[] = { "resize", "_resize", "share_memory" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(signature, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static bool may_move_all(PyObject *given)
{
	Py_ssize_t count = PyTuple_Check(given)  ? PyTuple_Size(given)
			   : PyList_Check(given) ? PyList_Size(given)
						 : -1;

	for (Py_ssize_t i = 0; i < count; i++)
		if (!may_move(PyTuple_Check(given) ? PyTuple_GetItem(given, i)
						   : PyList_GetItem(given, i)))
			return false;
	return count >= 0 || may_move(given);
}

static int find_parameter(const struct function *function, const char *name);

/* Whether no buffer shares memory that the function may move: that of its outputs, the tensors that
 * are given by name alone, such as `out`, or, of resize_() and the like, of the first argument. */
static bool memory_stays(const struct function *function, const struct call *call)
{
	Py_ssize_t named = call->names != NULL ? PyTuple_Size(call->names) : 0;

	for (Py_ssize_t k = 0; k < named; k++) {
		PyObject *name = PyTuple_GetItem(call->names, k);
		int i = find_parameter(function, PyUnicode_AsUTF8AndSize(name, NULL));

		if ((i < 0 || function->parameters[i].flags & KEYWORD_ONLY) &&
		    !may_move_all(call->args[call->count + k]))
			return false;
	}
	if (!moves_memory(function->signature))
		return true;
	if (call->self != NULL)
		return may_move(call->self);
	return call->count == 0 || may_move(call->args[0]);
}

static ct_error call_freely(const struct function *function, struct call *call,
			    struct slot *results)
{
	PyThreadState *state = leave_python();
	ct_error error = function->call(call->slots, results);

	enter_python(state);
	return error;
}

static PyObject *make_call(const struct function *function, struct call *call)
{
	struct slot results[MAX_RESULTS];
	ct_error error;

	if (!make_room(function, results, &call->arena))
		return NULL;
	if (is_memory_shared() && !memory_stays(function, call))
		return NULL;
	error = lends(function) ? function->call(call->slots, results)
				: call_freely(function, call, results);
	if (error == NULL && call->requires_grad) {
		error = ct_tensor_set_requires_grad(results[0].at, true);
		if (error != NULL)
			ct_tensor_free(results[0].at);
	}
	if (error != NULL)
		return raise_error(error);
	if (function->results[0].kind == KIND_END)
		Py_RETURN_NONE;
	if (function->results[1].kind != KIND_END)
		return wrap_results(function, results);
	return wrap_only(call, function, results);
}

/* --- Matching --------------------------------------------------------------------------------- */

static enum fit differs(struct call *call, const struct parameter *parameter, PyObject *given)
{
	call->reason.parameter = parameter;
	call->reason.given = given;
	return DIFFERS;
}

static enum fit read_one(struct call *call, const struct function *function, int i, PyObject *given)
{
	const struct parameter *parameter = &function->parameters[i];
	enum fit fit = read_argument(parameter, given, &call->slots[i], &call->arena);

	return fit == DIFFERS ? differs(call, parameter, given) : fit;
}

/* x.view(2, 3) is x.view((2, 3)): if the only argument by position is a list of ints. */
static bool takes_rest(const struct call *call, const struct function *function, int i,
		       Py_ssize_t given)
{
	PyObject *first = call->args[given];
	const struct parameter *next = &function->parameters[i + 1];
	bool is_last = next->name == NULL || next->flags & KEYWORD_ONLY ||
		       next->kind == KIND_STRUCT;
	bool is_first = i == 0 || (i == 1 && function->parameters[0].kind == KIND_TENSOR);

	if (!is_first || !is_last || function->parameters[i].kind != KIND_INTS)
		return false;
	return PyIndex_Check(first) && !PyBool_Check(first) &&
	       (!is_tensor(first) || call->arena.takes_tensors);
}

static enum fit read_rest(struct call *call, const struct function *function, int i,
			  Py_ssize_t given)
{
	struct parameter items = function->parameters[i];
	PyObject *rest = PyTuple_New(call->count - given);
	enum fit fit;

	if (rest == NULL)
		return RAISES;
	for (Py_ssize_t k = given; k < call->count; k++)
		PyTuple_SetItem(rest, k - given, Py_NewRef(call->args[k]));
	if (!arena_hold(&call->arena, rest))
		return RAISES;
	fit = read_argument(&items, rest, &call->slots[i], &call->arena);
	return fit == DIFFERS ? differs(call, &function->parameters[i], call->args[given]) : fit;
}

/* Reads arguments by position and returns the index of the first parameter after them. */
static enum fit read_positional(struct call *call, const struct function *function, int *next)
{
	Py_ssize_t given = 0;
	enum fit fit = FITS;
	int i = 0;

	if (call->self != NULL && function->parameters->name != NULL)
		fit = read_one(call, function, i++, call->self);
	for (; fit == FITS && given < call->count; i++) {
		if (function->parameters[i].name == NULL ||
		    function->parameters[i].flags & KEYWORD_ONLY) {
			call->reason.too_many = true;
			return DIFFERS;
		}
		if (takes_rest(call, function, i, given)) {
			fit = read_rest(call, function, i, given);
			given = call->count;
			continue;
		}
		fit = read_one(call, function, i, call->args[given++]);
	}
	*next = i;
	return fit;
}

static int find_by_name(const struct function *function, const char *name)
{
	for (int i = 0; function->parameters[i].name != NULL; i++) {
		const char *own = function->parameters[i].name;
		size_t length = strlen(own);

		/* from_ stands for from, a word of Python's */
		if (strncmp(own, name, length) == 0 &&
		    (name[length] == '\0' || strcmp(name + length, "_") == 0))
			return i;
	}
	return -1;
}

/* Names that Python's torch takes for those of the schemas: its own, and NumPy's. */
static const struct {
	const char *name, *own;
} synonyms[] = {
	{ "input", "self" }, { "axis", "dim" }, { "keepdims", "keepdim" }, { "x", "self" },
	{ "x", "input" },    { "a", "self" },   { "a", "input" },          { "x1", "self" },
	{ "x1", "input" },   { "x2", "other" },
};

static int find_parameter(const struct function *function, const char *name)
{
	int found = find_by_name(function, name);

	for (size_t i = 0; found < 0 && i < sizeof synonyms / sizeof *synonyms; i++)
		if (strcmp(synonyms[i].name, name) == 0)
			found = find_by_name(function, synonyms[i].own);
	return found;
}

/* The parameter with the struct of options that has this field; -1: none. */
static int find_options(const struct function *function, const char *name)
{
	for (int i = 0; function->parameters[i].name != NULL; i++)
		if (function->parameters[i].kind == KIND_STRUCT &&
		    find_field(function->parameters[i].more, name) != NULL)
			return i;
	return -1;
}

/* What was read: a bit for each parameter, and options given by their own names. */
struct named {
	uint64_t read;
	PyObject *options; /* borrowed from the arena; NULL: none */
	int place;         /* of the struct */
};

/* A function that makes a tensor of nothing: Python's takes requires_grad, the schema does not. */
static bool is_factory(const struct function *function)
{
	return find_parameter(function, "pin_memory") >= 0;
}

static enum fit add_option(struct call *call, const struct function *function, PyObject *key,
			   PyObject *given, struct named *named)
{
	const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
	int i = find_options(function, name);

	if (i < 0 && strcmp(name, "requires_grad") == 0 && is_factory(function)) {
		int truth = PyObject_IsTrue(given);

		call->requires_grad = truth > 0;
		return truth < 0 ? RAISES : FITS;
	}
	call->reason.unknown = name;
	if (i < 0 || named->read >> i & 1 || (named->options != NULL && named->place != i))
		return DIFFERS;
	if (named->options == NULL) {
		named->options = PyDict_New();
		if (named->options == NULL || !arena_hold(&call->arena, named->options))
			return RAISES;
	}
	call->reason.unknown = NULL;
	named->place = i;
	return PyDict_SetItem(named->options, key, given) == 0 ? FITS : RAISES;
}

/* out=(a, b): in the schemas each of several outputs has a name of its own. */
static enum fit read_outputs(struct call *call, const struct function *function, PyObject *tuple,
			     struct named *named)
{
	const Py_ssize_t count = PyTuple_Size(tuple);
	Py_ssize_t given = 0;

	call->reason.unknown = "out";
	for (int i = 0; function->parameters[i].name != NULL; i++) {
		const struct parameter *parameter = &function->parameters[i];
		enum fit fit;

		if (parameter->kind != KIND_TENSOR || !(parameter->flags & KEYWORD_ONLY) ||
		    parameter->preset != PRESET_ABSENT)
			continue;
		if (given == count || named->read >> i & 1)
			return DIFFERS;
		named->read |= UINT64_C(1) << i;
		fit = read_one(call, function, i, PyTuple_GetItem(tuple, given++));
		if (fit != FITS)
			return fit;
	}
	return given == count ? FITS : DIFFERS;
}

static enum fit read_name(struct call *call, const struct function *function, PyObject *key,
			  PyObject *given, struct named *named)
{
	const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
	int i = name != NULL ? find_parameter(function, name) : -1;

	if (name == NULL)
		return RAISES;
	if (i < 0 && strcmp(name, "out") == 0 && PyTuple_Check(given))
		return read_outputs(call, function, given, named);
	if (i < 0)
		return add_option(call, function, key, given, named);
	if (named->read >> i & 1) {
		call->reason.unknown = name;
		return DIFFERS;
	}
	named->read |= UINT64_C(1) << i;
	return read_one(call, function, i, given);
}

static enum fit read_by_name(struct call *call, const struct function *function, uint64_t *read)
{
	struct named named = { *read, NULL, 0 };
	Py_ssize_t count = PyTuple_Size(call->names);

	for (Py_ssize_t k = 0; k < count; k++) {
		PyObject *key = PyTuple_GetItem(call->names, k);
		enum fit fit = read_name(call, function, key, call->args[call->count + k], &named);

		if (fit != FITS)
			return fit;
	}
	if (named.options != NULL) {
		named.read |= UINT64_C(1) << named.place;
		*read = named.read;
		return read_one(call, function, named.place, named.options);
	}
	*read = named.read;
	return FITS;
}

static enum fit match(struct call *call, const struct function *function)
{
	uint64_t read;
	int next;
	enum fit fit = read_positional(call, function, &next);

	if (fit != FITS)
		return fit;
	read = (UINT64_C(1) << next) - 1;
	if (call->names != NULL) {
		fit = read_by_name(call, function, &read);
		if (fit != FITS)
			return fit;
	}
	for (int i = next; function->parameters[i].name != NULL; i++)
		if (!(read >> i & 1) && !read_preset(&function->parameters[i], &call->slots[i]))
			return differs(call, &function->parameters[i], NULL);
	return FITS;
}

/* --- Messages --------------------------------------------------------------------------------- */

static PyObject *type_name(PyObject *object)
{
	return PyType_GetName(Py_TYPE(object));
}

static const struct structure *options_of(const struct function *function)
{
	for (int i = 0; function->parameters[i].name != NULL; i++)
		if (function->parameters[i].kind == KIND_STRUCT)
			return function->parameters[i].more;
	return NULL;
}

/* A TypeError; takes the text, which is NULL if another error is set. Returns NULL. */
static PyObject *raise_text(PyObject *text)
{
	if (text != NULL)
		PyErr_SetObject(PyExc_TypeError, text);
	Py_XDECREF(text);
	return NULL;
}

static PyObject *raise_no_option(const struct group *group, const char *name,
				 const struct structure *options)
{
	PyObject *text = PyUnicode_FromFormat(
		"%s() got an unexpected keyword argument '%s'\n  %s\n  its options are",
		group->name, name, group->functions[0]->signature);

	for (const struct field *field = options->fields;
	     text != NULL && field->parameter.name != NULL; field++) {
		PyObject *longer = PyUnicode_FromFormat("%U%s%s", text,
							field == options->fields ? " " : ", ",
							field->parameter.name);

		Py_DECREF(text);
		text = longer;
	}
	return raise_text(text);
}

static PyObject *raise_reason(const struct group *group, const struct function *function,
			      const struct call *call)
{
	const struct reason *why = &call->reason;
	PyObject *type;

	if (why->unknown != NULL && options_of(function) != NULL)
		return raise_no_option(group, why->unknown, options_of(function));
	if (why->unknown != NULL)
		return PyErr_Format(PyExc_TypeError,
				    "%s() got an unexpected keyword argument '%s'\n  %s",
				    group->name, why->unknown, function->signature);
	if (why->too_many)
		return PyErr_Format(PyExc_TypeError, "%s() got too many arguments: %zd\n  %s",
				    group->name, call->count, function->signature);
	if (why->given == NULL)
		return PyErr_Format(PyExc_TypeError, "%s() is missing the argument '%s' (%s)\n  %s",
				    group->name, why->parameter->name, kind_name(why->parameter),
				    function->signature);
	type = type_name(why->given);
	if (type == NULL)
		return NULL;
	PyErr_Format(PyExc_TypeError, "%s(): argument '%s' must be %s, not %U\n  %s", group->name,
		     why->parameter->name, kind_name(why->parameter), type, function->signature);
	Py_DECREF(type);
	return NULL;
}

/* "Tensor, int, dim=float": the types of what was given. */
static PyObject *given_types(const struct call *call)
{
	Py_ssize_t named = call->names != NULL ? PyTuple_Size(call->names) : 0;
	PyObject *text = PyUnicode_FromString("");

	for (Py_ssize_t k = 0; text != NULL && k < call->count + named; k++) {
		PyObject *name = k < call->count ? NULL
						 : PyTuple_GetItem(call->names, k - call->count);
		PyObject *type = type_name(call->args[k]), *longer = NULL;

		if (type != NULL && name != NULL)
			longer = PyUnicode_FromFormat("%U%s%U=%U", text, k > 0 ? ", " : "", name,
						      type);
		else if (type != NULL)
			longer = PyUnicode_FromFormat("%U%s%U", text, k > 0 ? ", " : "", type);
		Py_XDECREF(type);
		Py_DECREF(text);
		text = longer;
	}
	return text;
}

static PyObject *raise_no_overload(const struct group *group, const struct call *call)
{
	PyObject *types = given_types(call), *text, *longer;

	if (types == NULL)
		return NULL;
	text = PyUnicode_FromFormat("%s(): no overload takes (%U). Its overloads are:", group->name,
				    types);
	Py_DECREF(types);
	for (int i = 0; text != NULL && i < group->count; i++) {
		longer = PyUnicode_FromFormat("%U\n  %s", text, group->functions[i]->signature);
		Py_DECREF(text);
		text = longer;
	}
	return raise_text(text);
}

static bool needs_outputs(const struct function *function)
{
	const struct parameter *parameter = function->parameters;

	for (; parameter->name != NULL; parameter++)
		if (parameter->kind == KIND_TENSOR && parameter->flags & KEYWORD_ONLY &&
		    parameter->preset == PRESET_ABSENT)
			return true;
	return false;
}

/* The only overload for a call without `out`: what is wrong with it, the program wants to know.
 * NULL: there are several, or the call has a name that another overload might take. */
static const struct function *only_function(const struct group *group, const struct call *call)
{
	const struct function *only = NULL;

	for (int i = 0; i < group->count; i++) {
		if (needs_outputs(group->functions[i]))
			continue;
		if (only != NULL)
			return NULL;
		only = group->functions[i];
	}
	for (Py_ssize_t k = 0; call->names != NULL && k < PyTuple_Size(call->names); k++)
		if (PyUnicode_CompareWithASCIIString(PyTuple_GetItem(call->names, k), "out") == 0)
			return group->count == 1 ? only : NULL;
	return only;
}

static PyObject *raise_no_fit(const struct group *group, struct call *call)
{
	const struct function *only = only_function(group, call);

	if (only == NULL)
		return raise_no_overload(group, call);
	memset(&call->reason, 0, sizeof call->reason);
	return match(call, only) == DIFFERS ? raise_reason(group, only, call) : NULL;
}

/* Calls the first function that the arguments fit. */
static enum fit call_first(const struct group *group, struct call *call, PyObject **result)
{
	enum fit fit = DIFFERS;

	for (int i = 0; i < group->count && fit == DIFFERS; i++) {
		memset(&call->reason, 0, sizeof call->reason);
		call->requires_grad = false;
		fit = match(call, group->functions[i]);
		if (fit == FITS)
			*result = make_call(group->functions[i], call);
	}
	return fit;
}

PyObject *call_group(const struct group *group, PyObject *self, PyObject *const *args,
		     Py_ssize_t count, PyObject *names)
{
	struct call call;
	PyObject *result = NULL;
	enum fit fit;

	call.self = self;
	call.args = args;
	call.count = count;
	call.names = names;
	arena_begin(&call.arena);
	fit = call_first(group, &call, &result);
	if (fit == DIFFERS) {
		call.arena.takes_tensors = true;
		fit = call_first(group, &call, &result);
	}
	if (fit == DIFFERS)
		result = raise_no_fit(group, &call);
	arena_end(&call.arena);
	return result;
}
