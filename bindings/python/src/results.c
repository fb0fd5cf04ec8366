/* What a call returns, as objects of Python. */
#include "generated.h"
#include "protocols.h"

/* --- One result ------------------------------------------------------------------------------- */

static PyObject *wrap_texts(const char *const *texts, int64_t count)
{
	PyObject *list = PyList_New(count);

	for (int64_t i = 0; list != NULL && i < count; i++) {
		PyObject *text = PyUnicode_FromString(texts[i]);

		if (text == NULL || PyList_SetItem(list, i, text) != 0)
			Py_CLEAR(list);
	}
	return list;
}

static PyObject *wrap_text(const struct result *result, const struct slot *slot)
{
	PyObject *text;

	if (slot->at == NULL)
		Py_RETURN_NONE;
	text = PyUnicode_FromString(slot->at);
	if (!(result->flags & BORROWED)) {
		ct_scope_disown_object(slot->at);
		ct_free(slot->at);
	}
	return text;
}

static PyObject *wrap_value(const struct result *result, struct slot *slot)
{
	PyObject *object = object_from_value(&slot->value);

	if (!(result->flags & BORROWED))
		ct_value_free(&slot->value);
	return object;
}

static PyObject *wrap_ints(const struct result *result, const struct slot *slot)
{
	PyObject *shape = wrap_shape(slot->at, slot->len);

	if (!(result->flags & BORROWED)) {
		ct_scope_disown_object(slot->at);
		ct_free(slot->at);
	}
	return shape;
}

static PyObject *wrap_bytes(const struct slot *slot)
{
	PyObject *bytes = PyBytes_FromStringAndSize(slot->at, (Py_ssize_t)slot->len);

	ct_scope_disown_object(slot->at);
	ct_free(slot->at);
	return bytes;
}

/* A number of a struct, as a result has it; `is_there` is false for an optional one that is none. */
static struct slot slot_of(const struct field *field, const char *at, bool *is_there)
{
	const bool is_pointer = field->parameter.flags & OPTIONAL;
	struct slot slot = { 0 };

	*is_there = true;
	switch ((enum kind)field->parameter.kind) {
	case KIND_TENSOR:
	case KIND_TEXT:
		memcpy(&slot.at, at, sizeof slot.at);
		return slot;
	case KIND_ENUM:
	case KIND_DTYPE:
	case KIND_LAYOUT:
	case KIND_MEMORY_FORMAT:
		memcpy(&slot.constant, at, sizeof slot.constant);
		return slot;
	case KIND_BOOL:
	case KIND_INT:
	case KIND_UNSIGNED:
	case KIND_FLOAT:
		*is_there = !is_pointer;
		if (field->parameter.size == sizeof(int32_t)) {
			memcpy(&slot.constant, at, sizeof slot.constant);
			slot.integer = slot.constant;
		} else {
			memcpy(&slot.integer, at, field->parameter.size);
		}
		return slot;
	case KIND_DEVICE:
		memcpy(&slot.device, at, sizeof slot.device);
		return slot;
	default:
		*is_there = false;
		return slot;
	}
}

/* A dict of the fields: what a function takes that has such a struct as its argument. The tensors in
 * it are new handles. */
static PyObject *wrap_struct(const struct structure *structure, const char *data)
{
	PyObject *dict = PyDict_New();

	for (const struct field *field = structure->fields; field->parameter.name != NULL;
	     field++) {
		const struct result result = { .kind = field->parameter.kind };
		bool is_there;
		struct slot slot = slot_of(field, data + field->offset, &is_there);
		PyObject *item = is_there ? wrap_result(&result, &slot) : Py_NewRef(Py_None);

		if (dict == NULL || item == NULL ||
		    PyDict_SetItemString(dict, field->parameter.name, item) != 0)
			Py_CLEAR(dict);
		Py_XDECREF(item);
	}
	return dict;
}

static void *retain(const struct handle_type *type, void *lent)
{
	return lent != NULL ? type->retain(lent) : NULL;
}

PyObject *wrap_result(const struct result *result, struct slot *slot)
{
	ct_tensor *tensor = slot->at;

	switch ((enum kind)result->kind) {
	case KIND_TENSOR:
		return wrap_tensor(result->flags & BORROWED ? ct_tensor_retain(tensor) : tensor);
	case KIND_TENSORS:
		return wrap_tensors(slot->at, slot->len);
	case KIND_HANDLE:
		return wrap_handle(result->type, result->flags & BORROWED
							 ? retain(result->type, slot->at)
							 : slot->at);
	case KIND_INT:
		return PyLong_FromLongLong(slot->integer);
	case KIND_FLOAT:
		return PyFloat_FromDouble(slot->number);
	case KIND_BOOL:
		return PyBool_FromLong(slot->truth);
	case KIND_SCALAR:
		return wrap_scalar(slot->scalar);
	case KIND_DTYPE:
		return wrap_constant(CONSTANT_DTYPE, slot->constant);
	case KIND_LAYOUT:
		return wrap_constant(CONSTANT_LAYOUT, slot->constant);
	case KIND_MEMORY_FORMAT:
		return wrap_constant(CONSTANT_MEMORY_FORMAT, slot->constant);
	case KIND_QUANT_SCHEME:
		return wrap_constant(CONSTANT_QUANT_SCHEME, slot->constant);
	case KIND_UNSIGNED:
		return PyLong_FromUnsignedLongLong((unsigned long long)slot->integer);
	case KIND_INT32:
	case KIND_ENUM:
		return PyLong_FromLong(slot->constant);
	case KIND_DEVICE:
		return wrap_device(slot->device);
	case KIND_TEXT:
		return wrap_text(result, slot);
	case KIND_TEXTS:
		return wrap_texts(slot->at, slot->len);
	case KIND_INTS:
		return wrap_ints(result, slot);
	case KIND_BYTES:
		return wrap_bytes(slot);
	case KIND_STRUCT:
		return wrap_struct(result->type, slot->at);
	case KIND_VALUE:
		return wrap_value(result, slot);
	default:
		PyErr_SetString(PyExc_SystemError, "a result of an unknown kind");
		return NULL;
	}
}

/* A stream is passed by value, and its struct has a row of its own in types.tsv, so that the
 * generator does not describe it. */
#define FIELD(name, type, bytes)                                                                  \
	{                                                                                         \
		{ #name, type, 0, bytes, PRESET_ABSENT, NULL, { 0 } }, offsetof(ct_stream, name), \
			0                                                                         \
	}

const struct structure structure_ct_stream = {
	"ct_stream",
	sizeof(ct_stream),
	(const struct field[]){
		FIELD(id, KIND_INT, 8),
		FIELD(device_type, KIND_ENUM, 4),
		FIELD(device_index, KIND_INT, 4),
		{ { 0 }, 0, 0 },
	},
};

/* --- Several results -------------------------------------------------------------------------- */

static int count_results(const struct function *function)
{
	int count = 0;

	while (function->results[count].kind != KIND_END)
		count++;
	return count;
}

/* Every result is wrapped, even after an error: its handle would leak. */
PyObject *wrap_results(const struct function *function, struct slot *results)
{
	PyTypeObject *named = *function->named;
	const int count = count_results(function);
	PyObject *tuple = named != NULL ? PyStructSequence_New(named) : PyTuple_New(count);
	bool failed = tuple == NULL;

	for (int i = 0; i < count; i++) {
		PyObject *result = wrap_result(&function->results[i], &results[i]);

		failed = failed || result == NULL;
		if (failed)
			Py_XDECREF(result);
		else if (named != NULL)
			PyStructSequence_SetItem(tuple, i, result);
		else
			PyTuple_SetItem(tuple, i, result);
	}
	if (failed)
		Py_CLEAR(tuple);
	return tuple;
}

bool make_room(const struct function *function, struct slot *results, struct arena *arena)
{
	for (int i = 0; function->results[i].kind != KIND_END; i++) {
		const struct structure *structure = function->results[i].type;

		if (function->results[i].kind != KIND_STRUCT)
			continue;
		results[i].at = arena_get(arena, structure->size);
		if (results[i].at == NULL)
			return false;
		memset(results[i].at, 0, structure->size);
	}
	return true;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* The module with the classes of several results, as Python's torch.return_types. */
static PyObject *return_types;

/* Whether the schema names all results; it has called others result0, result1, ... */
static bool has_names(const struct function *function)
{
	const struct result *result = function->results;

	for (; result->kind != KIND_END; result++)
		if (result->name == NULL || strncmp(result->name, "result", 6) == 0)
			return false;
	return result - function->results > 1;
}

/* "min_result" is "min": in C, an argument of the same name is beside it. */
static char *field_name(const char *name)
{
	const size_t length = strlen(name), suffix = strlen("_result");
	const bool has_suffix = length > suffix && strcmp(name + length - suffix, "_result") == 0;
	char *copy = PyMem_Calloc(1, length + 1);

	return copy != NULL ? memcpy(copy, name, has_suffix ? length - suffix : length) : NULL;
}

/* Types keep their names. */
static PyTypeObject *new_type(const struct function *function, const char *name)
{
	const int count = count_results(function);
	PyStructSequence_Field *fields = PyMem_Calloc((size_t)count + 1, sizeof *fields);
	char *full = PyMem_Malloc(strlen(name) + 32);
	PyStructSequence_Desc description = { full, NULL, fields, count };

	if (full == NULL || fields == NULL)
		return (PyTypeObject *)PyErr_NoMemory();
	sprintf(full, "ctorch.return_types.%s", name);
	for (int i = 0; i < count; i++) {
		fields[i].name = field_name(function->results[i].name);
		if (fields[i].name == NULL)
			return (PyTypeObject *)PyErr_NoMemory();
	}
	return PyStructSequence_NewType(&description);
}

/* Overloads of one name share a class. */
bool name_results(const struct function *function, const char *name)
{
	PyObject *known;

	if (!has_names(function) || *function->named != NULL)
		return true;
	known = PyObject_GetAttrString(return_types, name);
	PyErr_Clear();
	*function->named = known != NULL ? (PyTypeObject *)known : new_type(function, name);
	return *function->named != NULL &&
	       PyModule_AddObjectRef(return_types, name, (PyObject *)*function->named) == 0;
}

bool results_ready(PyObject *module)
{
	return_types = PyModule_New("return_types");
	return return_types != NULL &&
	       PyModule_AddObjectRef(module, "return_types", return_types) == 0;
}

/* --- Options of printing ---------------------------------------------------------------------- */

/* _set_printoptions(options): a dict as printoptions_current() returns it. */
static PyObject *set_printoptions(PyObject *module, PyObject *dict)
{
	const struct parameter options = { .name = "options",
					   .kind = KIND_STRUCT,
					   .more = &structure_ct_printoptions };
	struct arena arena;
	struct slot slot;
	ct_error error;
	enum fit fit;

	(void)module;
	arena_begin(&arena);
	fit = read_argument(&options, dict, &slot, &arena);
	error = fit == FITS ? ct_printoptions_set_current(slot.at) : NULL;
	arena_end(&arena);
	if (error != NULL)
		return raise_error(error);
	if (fit == DIFFERS)
		PyErr_SetString(PyExc_TypeError, "_set_printoptions() takes a dict");
	return fit == FITS ? Py_NewRef(Py_None) : NULL;
}

PyMethodDef result_functions[] = {
	{ "_set_printoptions", set_printoptions, METH_O, NULL },
	{ 0 },
};
