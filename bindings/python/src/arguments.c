/* Reads the arguments of calls: one reader for each kind. */
#include "core.h"
#include "protocols.h"

/* --- Numbers ---------------------------------------------------------------------------------- */

bool unpack_int(PyObject *number, int64_t *value)
{
	*value = PyLong_AsLongLong(number);
	if (*value != -1 || !PyErr_Occurred())
		return true;
	if (PyErr_ExceptionMatches(PyExc_OverflowError))
		PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
	return false;
}

enum fit read_int(PyObject *object, int64_t *value)
{
	PyObject *index = object;
	bool fits;

	if (PyBool_Check(object) || is_tensor(object))
		return DIFFERS;
	if (!PyLong_Check(object)) {
		if (!PyIndex_Check(object))
			return DIFFERS;
		index = PyNumber_Index(object);
		if (index == NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {
			PyErr_Clear(); /* an array of NumPy has __index__, but is no number */
			return DIFFERS;
		}
		if (index == NULL)
			return RAISES;
	}
	fits = unpack_int(index, value);
	if (index != object)
		Py_DECREF(index);
	return fits ? FITS : RAISES;
}

/* Numbers of NumPy are not Python's, but convert themselves. */
static bool has_float(PyObject *object)
{
	return !PyUnicode_Check(object) && !PyBytes_Check(object) && !is_tensor(object) &&
	       PyObject_HasAttrString(object, "__float__");
}

static enum fit read_float(PyObject *object, double *value)
{
	if (PyFloat_Check(object)) {
		*value = PyFloat_AsDouble(object);
		return FITS;
	}
	if (PyBool_Check(object) || (!PyLong_Check(object) && !has_float(object)))
		return DIFFERS;
	*value = PyFloat_AsDouble(object);
	if (*value != -1 || !PyErr_Occurred())
		return FITS;
	if (!PyErr_ExceptionMatches(PyExc_TypeError))
		return RAISES;
	PyErr_Clear(); /* an array of NumPy has __float__, but is no number */
	return DIFFERS;
}

static enum fit read_big_scalar(PyObject *object, ct_scalar *scalar)
{
	uint64_t value;

	PyErr_Clear();
	value = PyLong_AsUnsignedLongLong(object);
	if (PyErr_Occurred())
		return RAISES;
	*scalar = ct_scalar_uint(value);
	return FITS;
}

/* NumPy's numbers convert themselves to Python's, of the kind that they are. */
static enum fit read_array_scalar(PyObject *object, ct_scalar *scalar)
{
	PyObject *number = PyObject_CallMethod(object, "item", NULL);
	enum fit fit = RAISES;

	if (number != NULL)
		fit = Py_TYPE(number) != Py_TYPE(object) ? read_scalar(number, scalar) : DIFFERS;
	Py_XDECREF(number);
	return fit;
}

enum fit read_scalar(PyObject *object, ct_scalar *scalar)
{
	int64_t integer;
	double number;
	enum fit fit;

	if (PyBool_Check(object)) {
		*scalar = ct_scalar_bool(object == Py_True);
		return FITS;
	}
	if (PyComplex_Check(object)) {
		*scalar = ct_scalar_complex(PyComplex_RealAsDouble(object),
					    PyComplex_ImagAsDouble(object));
		return FITS;
	}
	if (array_scalar_dtype(object) != CT_DTYPE_NONE)
		return read_array_scalar(object, scalar);
	fit = PyFloat_Check(object) ? DIFFERS : read_int(object, &integer);
	if (fit == FITS)
		*scalar = ct_scalar_int(integer);
	if (fit == RAISES && PyLong_Check(object))
		return read_big_scalar(object, scalar);
	if (fit != DIFFERS)
		return fit;
	fit = read_float(object, &number);
	if (fit == FITS)
		*scalar = ct_scalar_float(number);
	return fit;
}

static enum fit read_bool(PyObject *object, bool *value)
{
	*value = object == Py_True;
	return PyBool_Check(object) ? FITS : DIFFERS;
}

/* Python's torch.nn.functional takes a reduction as text. */
static enum fit read_reduction(PyObject *object, int64_t *value)
{
	static const char *const names[] = { "none", "mean", "sum" };
	const char *text = PyUnicode_AsUTF8AndSize(object, NULL);

	if (text == NULL)
		return RAISES;
	for (int i = 0; i < 3; i++) {
		if (strcmp(text, names[i]) == 0) {
			*value = i;
			return FITS;
		}
	}
	PyErr_Format(PyExc_ValueError, "%s is not a valid value for reduction", text);
	return RAISES;
}

/* --- Texts ------------------------------------------------------------------------------------ */

static enum fit read_text(PyObject *object, void **text, struct arena *arena)
{
	const char *utf8;
	Py_ssize_t size;

	if (PyUnicode_Check(object)) {
		Py_INCREF(object);
	} else if (PyObject_HasAttrString(object, "__fspath__")) {
		object = PyOS_FSPath(object);
		if (object == NULL)
			return RAISES;
	} else {
		return DIFFERS;
	}
	if (!arena_hold(arena, object))
		return RAISES;
	utf8 = PyUnicode_AsUTF8AndSize(object, &size);
	if (utf8 == NULL)
		return RAISES;
	if (strlen(utf8) != (size_t)size) {
		PyErr_SetString(PyExc_ValueError, "embedded null character");
		return RAISES;
	}
	*text = (void *)utf8;
	return FITS;
}

/* One byte in C, such as a separator. */
static enum fit read_character(PyObject *object, int32_t *character)
{
	const char *text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, NULL) : NULL;

	if (text == NULL)
		return PyUnicode_Check(object) ? RAISES : DIFFERS;
	if (PyUnicode_GetLength(object) != 1 || (unsigned char)*text >= 128 || *text == '\0') {
		PyErr_Format(PyExc_ValueError, "%R is not one character of ASCII", object);
		return RAISES;
	}
	*character = *text;
	return FITS;
}

static enum fit read_bytes(PyObject *object, struct slot *slot)
{
	char *bytes;
	Py_ssize_t size;

	if (!PyBytes_Check(object))
		return DIFFERS;
	if (PyBytes_AsStringAndSize(object, &bytes, &size) != 0)
		return RAISES;
	slot->at = bytes;
	slot->len = size;
	return FITS;
}

/* --- Constants and devices -------------------------------------------------------------------- */

static enum fit read_device_text(PyObject *object, ct_device *device)
{
	const char *text = PyUnicode_AsUTF8AndSize(object, NULL);
	ct_error error;

	if (text == NULL)
		return RAISES;
	error = ct_device_from_string(text, device);
	if (error != NULL) {
		raise_error(error);
		return RAISES;
	}
	return FITS;
}

static enum fit read_enum(PyObject *object, int32_t *constant)
{
	int64_t value;
	enum fit fit = read_int(object, &value);

	if (fit == FITS && (value < INT32_MIN || value > INT32_MAX)) {
		PyErr_Format(PyExc_OverflowError, "no value of this enumeration is %lld",
			     (long long)value);
		return RAISES;
	}
	if (fit == FITS)
		*constant = (int32_t)value;
	return fit;
}

/* --- Lists ------------------------------------------------------------------------------------ */

static bool is_list(PyObject *object)
{
	return PyTuple_Check(object) || PyList_Check(object);
}

/* Another thread may change a list while the call runs, so a copy holds the items. */
static PyObject *fixed_list(PyObject *object, struct arena *arena)
{
	PyObject *tuple = object;

	if (PyTuple_Check(object))
		return object;
	tuple = PyList_AsTuple(object);
	return tuple != NULL && arena_hold(arena, tuple) ? tuple : NULL;
}

static const size_t item_sizes[] = {
	[KIND_TENSORS] = sizeof(ct_tensor *), [KIND_SCALARS] = sizeof(ct_scalar),
	[KIND_INTS] = sizeof(int64_t),        [KIND_FLOATS] = sizeof(double),
	[KIND_BOOLS] = sizeof(bool),          [KIND_TEXTS] = sizeof(char *),
	[KIND_VALUES] = sizeof(ct_value),     [KIND_HANDLES] = sizeof(void *),
	[KIND_RATES] = sizeof(ct_lr_lambda),  [KIND_ENUMS] = sizeof(int32_t),
};

static size_t item_size(const struct parameter *list)
{
	return list->kind == KIND_STRUCTS ? ((const struct structure *)list->more)->size
					  : item_sizes[list->kind];
}

static enum fit read_tensor(PyObject *object, void **tensor)
{
	if (!is_tensor(object))
		return DIFFERS;
	*tensor = tensor_handle(object);
	return *tensor != NULL ? FITS : RAISES;
}

static enum fit read_handle(const struct handle_type *type, PyObject *object, void **at)
{
	if (!PyObject_TypeCheck(object, type->type))
		return DIFFERS;
	*at = object_handle(object);
	return *at != NULL ? FITS : RAISES;
}

static void free_value(PyObject *capsule)
{
	ct_value *value = PyCapsule_GetPointer(capsule, NULL);

	ct_value_free(value);
	PyMem_Free(value);
}

/* The arena releases the value with the capsule that owns it. */
static enum fit read_value(PyObject *object, ct_value *result, void **at, struct arena *arena)
{
	ct_value *value = PyMem_Malloc(sizeof *value);
	PyObject *capsule;

	if (value == NULL) {
		PyErr_NoMemory();
		return RAISES;
	}
	if (!value_from_object(object, value)) {
		PyMem_Free(value);
		return RAISES;
	}
	capsule = PyCapsule_New(value, NULL, free_value);
	if (capsule == NULL || !arena_hold(arena, capsule))
		return RAISES;
	if (at != NULL)
		*at = value;
	*result = ct_value_borrow(value);
	return FITS;
}

/* The number in a tensor without dimensions, where the call takes these for numbers; any other
 * object as it is. NULL with an exception. */
static PyObject *number_in(PyObject *object, struct arena *arena)
{
	const ct_tensor *handle;
	PyObject *number;

	if (!arena->takes_tensors || !is_tensor(object))
		return object;
	handle = tensor_handle(object);
	if (handle == NULL)
		return NULL;
	if (ct_tensor_dim(handle) != 0 || ct_tensor_requires_grad(handle))
		return object;
	number = PyObject_CallMethod(object, "item", NULL);
	return number != NULL && arena_hold(arena, number) ? number : NULL;
}

static bool is_of_numbers(const struct parameter *list)
{
	return list->kind == KIND_SCALARS || list->kind == KIND_INTS || list->kind == KIND_FLOATS;
}

static enum fit read_item(const struct parameter *list, PyObject *item, void *to,
			  struct arena *arena)
{
	if (is_of_numbers(list))
		item = number_in(item, arena);
	if (item == NULL)
		return RAISES;
	switch (list->kind) {
	case KIND_TENSORS:
		*(void **)to = NULL;
		return item == Py_None ? FITS : read_tensor(item, to);
	case KIND_SCALARS:
		return read_scalar(item, to);
	case KIND_INTS:
		if (PyBool_Check(item) && list->flags & TRUTHS) {
			*(int64_t *)to = item == Py_True;
			return FITS;
		}
		return read_int(item, to);
	case KIND_ENUMS:
		return read_enum(item, to);
	case KIND_STRUCTS:
		return read_struct(list->more, item, to, arena);
	case KIND_FLOATS:
		return read_float(item, to);
	case KIND_BOOLS:
		return read_bool(item, to);
	case KIND_TEXTS:
		return read_text(item, to, arena);
	case KIND_HANDLES:
		return read_handle(list->more, item, to);
	case KIND_RATES:
		*(ct_lr_lambda *)to = (ct_lr_lambda){ call_rate, item };
		return PyCallable_Check(item) ? FITS : DIFFERS;
	default:
		return read_value(item, to, NULL, arena);
	}
}

static enum fit read_items(const struct parameter *list, PyObject *const *items, Py_ssize_t count,
			   struct slot *slot, struct arena *arena)
{
	size_t size = item_size(list);
	char *to = arena_get(arena, (size_t)count * size);

	if (to == NULL)
		return RAISES;
	slot->at = to;
	slot->len = count;
	for (Py_ssize_t i = 0; i < count; i++) {
		enum fit fit = read_item(list, items[i], to + (size_t)i * size, arena);

		if (fit != FITS)
			return fit;
	}
	return FITS;
}

/* One number for all items of int[2]. */
static enum fit read_repeated(const struct parameter *list, PyObject *object, struct slot *slot,
			      struct arena *arena)
{
	PyObject *items[8];

	for (int i = 0; i < list->size; i++)
		items[i] = object;
	return read_items(list, items, list->size, slot, arena);
}

/* C has no length for these. */
static bool has_fixed_length(const struct parameter *list)
{
	return list->size > 0 && (list->kind == KIND_BOOLS || list->kind == KIND_FLOATS);
}

static enum fit read_list(const struct parameter *list, PyObject *object, struct slot *slot,
			  struct arena *arena)
{
	PyObject *tuple, *items[16], **all = items;
	Py_ssize_t count;

	if (list->kind == KIND_TENSORS && PyIter_Check(object)) { /* net.parameters() */
		object = PySequence_List(object);
		if (object == NULL || !arena_hold(arena, object))
			return RAISES;
	}
	if (!is_list(object)) {
		if (list->size == 0 || list->size > 8)
			return DIFFERS;
		return read_repeated(list, object, slot, arena);
	}
	tuple = fixed_list(object, arena);
	if (tuple == NULL)
		return RAISES;
	count = PyTuple_Size(tuple);
	if (has_fixed_length(list) && count != list->size) {
		PyErr_Format(PyExc_ValueError, "%s must have %d elements, not %zd", list->name,
			     (int)list->size, count);
		return RAISES;
	}
	if (count > 16)
		all = arena_get(arena, (size_t)count * sizeof(PyObject *));
	if (all == NULL)
		return RAISES;
	for (Py_ssize_t i = 0; i < count; i++)
		all[i] = PyTuple_GetItem(tuple, i);
	return read_items(list, all, count, slot, arena);
}

/* --- All -------------------------------------------------------------------------------------- */

static void set_none(struct slot *slot)
{
	memset(slot, 0, sizeof *slot);
}

static enum fit read_unsigned(PyObject *object, int64_t *bits)
{
	enum fit fit = read_int(object, bits);

	if (fit == FITS && *bits < 0) {
		PyErr_SetString(PyExc_OverflowError, "the number must not be negative");
		return RAISES;
	}
	if (fit == RAISES && PyLong_Check(object)) {
		PyErr_Clear();
		*bits = (int64_t)PyLong_AsUnsignedLongLong(object);
		return PyErr_Occurred() ? RAISES : FITS;
	}
	return fit;
}

/* Some numbers have 32 bits in C. */
static enum fit read_sized_int(const struct parameter *parameter, PyObject *object, int64_t *value)
{
	enum fit fit = read_int(object, value);

	if (fit != FITS || parameter->size != sizeof(int32_t) ||
	    (*value >= INT32_MIN && *value <= INT32_MAX))
		return fit;
	PyErr_Format(PyExc_OverflowError, "%s has at most 32 bits", parameter->name);
	return RAISES;
}

static enum fit read_number(const struct parameter *parameter, PyObject *object, struct slot *slot)
{
	slot->at = &slot->integer; /* the address of every member of the union */
	switch (parameter->kind) {
	case KIND_SCALAR:
		return read_scalar(object, &slot->scalar);
	case KIND_FLOAT:
		return read_float(object, &slot->number);
	case KIND_BOOL:
		return read_bool(object, &slot->truth);
	case KIND_UNSIGNED:
		return read_unsigned(object, &slot->integer);
	default:
		if (PyUnicode_Check(object) && strcmp(parameter->name, "reduction") == 0)
			return read_reduction(object, &slot->integer);
		return read_sized_int(parameter, object, &slot->integer);
	}
}

enum fit read_argument(const struct parameter *parameter, PyObject *object, struct slot *slot,
		       struct arena *arena)
{
	if (object == Py_None && parameter->flags & OPTIONAL) {
		set_none(slot);
		return FITS;
	}
	switch ((enum kind)parameter->kind) {
	case KIND_TENSOR:
		return read_tensor(object, &slot->at);
	case KIND_SCALAR:
	case KIND_INT:
	case KIND_UNSIGNED:
	case KIND_FLOAT:
		object = number_in(object, arena);
		return object != NULL ? read_number(parameter, object, slot) : RAISES;
	case KIND_BOOL:
		return read_number(parameter, object, slot);
	case KIND_TEXT:
		return read_text(object, &slot->at, arena);
	case KIND_BYTES:
		return read_bytes(object, slot);
	case KIND_DTYPE:
		return read_constant(object, CONSTANT_DTYPE, &slot->constant);
	case KIND_LAYOUT:
		return read_constant(object, CONSTANT_LAYOUT, &slot->constant);
	case KIND_MEMORY_FORMAT:
		return read_constant(object, CONSTANT_MEMORY_FORMAT, &slot->constant);
	case KIND_QUANT_SCHEME:
		return read_constant(object, CONSTANT_QUANT_SCHEME, &slot->constant);
	case KIND_ENUM:
		return read_enum(object, &slot->constant);
	case KIND_DEVICE:
		return PyUnicode_Check(object) ? read_device_text(object, &slot->device)
					       : read_device(object, &slot->device);
	case KIND_HANDLE:
		return read_handle(parameter->more, object, &slot->at);
	case KIND_STRUCT:
		return read_new_struct(parameter->more, object, &slot->at, arena);
	case KIND_CHAR:
		return read_character(object, &slot->constant);
	case KIND_VALUE:
		return read_value(object, &slot->value, &slot->at, arena);
	default:
		return read_list(parameter, object, slot, arena);
	}
}

/* --- Defaults --------------------------------------------------------------------------------- */

static void preset_number(const struct parameter *parameter, struct slot *slot)
{
	bool is_float = parameter->preset == PRESET_FLOAT;

	slot->at = &slot->integer;
	if (parameter->kind == KIND_FLOAT)
		slot->number = is_float ? parameter->number : (double)parameter->integer;
	else if (parameter->kind == KIND_BOOL)
		slot->truth = parameter->integer != 0;
	else if (parameter->kind == KIND_INT || parameter->kind == KIND_UNSIGNED)
		slot->integer = parameter->integer;
	else if (parameter->preset == PRESET_BOOL)
		slot->scalar = ct_scalar_bool(parameter->integer != 0);
	else
		slot->scalar = is_float ? ct_scalar_float(parameter->number)
					: ct_scalar_int(parameter->integer);
}

static bool is_number(const struct parameter *parameter)
{
	return parameter->kind == KIND_INT || parameter->kind == KIND_UNSIGNED ||
	       parameter->kind == KIND_FLOAT || parameter->kind == KIND_BOOL ||
	       parameter->kind == KIND_SCALAR;
}

/* Fills an argument that was not given. Returns false if it has no default. */
bool read_preset(const struct parameter *parameter, struct slot *slot)
{
	if (parameter->preset == PRESET_ABSENT)
		return false;
	set_none(slot);
	if (parameter->preset == PRESET_NONE)
		return true;
	if (parameter->preset == PRESET_TEXT || parameter->preset == PRESET_INTS) {
		slot->at = (void *)parameter->more;
		slot->len = parameter->integer;
	} else if (is_number(parameter)) {
		preset_number(parameter, slot);
	} else {
		slot->constant = (int32_t)parameter->integer;
	}
	return true;
}

const char *kind_name(const struct parameter *parameter)
{
	static const char *const names[] = {
		[KIND_TENSOR] = "Tensor",
		[KIND_TENSORS] = "list of Tensors",
		[KIND_SCALAR] = "number",
		[KIND_SCALARS] = "list of numbers",
		[KIND_INT] = "int",
		[KIND_INT32] = "int",
		[KIND_UNSIGNED] = "int",
		[KIND_INTS] = "tuple of ints",
		[KIND_FLOAT] = "float",
		[KIND_FLOATS] = "list of floats",
		[KIND_BOOL] = "bool",
		[KIND_BOOLS] = "list of bools",
		[KIND_TEXT] = "str",
		[KIND_TEXTS] = "list of str",
		[KIND_BYTES] = "bytes",
		[KIND_DTYPE] = "ctorch.dtype",
		[KIND_LAYOUT] = "ctorch.layout",
		[KIND_MEMORY_FORMAT] = "ctorch.memory_format",
		[KIND_QUANT_SCHEME] = "ctorch.qscheme",
		[KIND_DEVICE] = "ctorch.device",
		[KIND_VALUE] = "value",
		[KIND_VALUES] = "list",
		[KIND_ENUM] = "int",
		[KIND_HANDLE] = "object",
		[KIND_HANDLES] = "list of objects",
		[KIND_RATES] = "list of functions",
		[KIND_STRUCT] = "dict",
		[KIND_CHAR] = "str of one character",
		[KIND_ENUMS] = "list of ints",
		[KIND_STRUCTS] = "list of dicts",
	};

	return parameter->kind == KIND_HANDLE ? ((const struct handle_type *)parameter->more)->name
					      : names[parameter->kind];
}
