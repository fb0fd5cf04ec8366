/* Reads the structs of the library's options: dicts, whose keys are the fields. */
#include "core.h"

/* Where the value is that the field gets, and its size. A pointer for everything else. */
static const void *value_of(const struct field *field, const struct slot *slot, size_t *size)
{
	const struct parameter *parameter = &field->parameter;

	*size = sizeof slot->at;
	switch (parameter->kind) {
	case KIND_BOOL:
	case KIND_INT:
	case KIND_UNSIGNED:
	case KIND_FLOAT:
		if (parameter->flags & OPTIONAL)
			return &slot->at;
		*size = parameter->kind == KIND_BOOL ? sizeof slot->truth : parameter->size;
		return &slot->integer; /* the address of every member of the union */
	case KIND_CHAR:
		*size = sizeof(char);
		return &slot->integer;
	case KIND_DTYPE:
	case KIND_LAYOUT:
	case KIND_MEMORY_FORMAT:
	case KIND_QUANT_SCHEME:
	case KIND_ENUM:
		*size = sizeof slot->constant;
		return &slot->constant;
	case KIND_SCALAR:
		*size = sizeof slot->scalar;
		return &slot->scalar;
	case KIND_DEVICE:
		*size = sizeof slot->device;
		return &slot->device;
	case KIND_STRUCT:
		if (!(parameter->flags & EMBEDDED))
			return &slot->at;
		*size = ((const struct structure *)parameter->more)->size;
		return slot->at;
	default:
		return &slot->at;
	}
}

/* Lists with the same length share its field. */
static enum fit put_length(const struct field *field, const struct slot *slot, char *data)
{
	char *to = data + field->length_offset;
	int64_t length;

	memcpy(&length, to, sizeof length);
	if (length != 0 && slot->at != NULL && length != slot->len) {
		PyErr_Format(PyExc_ValueError, "%s must have %lld elements, not %lld",
			     field->parameter.name, (long long)length, (long long)slot->len);
		return RAISES;
	}
	if (slot->at != NULL)
		memcpy(to, &slot->len, sizeof slot->len);
	return FITS;
}

static enum fit put_field(const struct field *field, const struct slot *slot, char *data)
{
	size_t size;
	const void *value = value_of(field, slot, &size);

	memcpy(data + field->offset, value, size);
	return field->length_offset != 0 ? put_length(field, slot, data) : FITS;
}

const struct field *find_field(const struct structure *structure, const char *name)
{
	for (const struct field *field = structure->fields; field->parameter.name != NULL; field++)
		if (strcmp(field->parameter.name, name) == 0)
			return field;
	return NULL;
}

/* Optional numbers point to the slot, which must live as long as the call. */
static enum fit read_field(const struct field *field, PyObject *object, char *data,
			   struct arena *arena)
{
	struct slot *slot = arena_get(arena, sizeof *slot);
	PyObject *type;
	enum fit fit;

	if (slot == NULL)
		return RAISES;
	fit = read_argument(&field->parameter, object, slot, arena);
	if (fit == FITS)
		return put_field(field, slot, data);
	if (fit == RAISES)
		return RAISES;
	type = PyType_GetName(Py_TYPE(object));
	if (type != NULL)
		PyErr_Format(PyExc_TypeError, "%s must be %s, not %U", field->parameter.name,
			     kind_name(&field->parameter), type);
	Py_XDECREF(type);
	return RAISES;
}

/* A field whose 0 is a value has a default of its own. */
static bool put_presets(const struct structure *structure, char *data, struct arena *arena)
{
	for (const struct field *field = structure->fields; field->parameter.name != NULL; field++) {
		struct slot *slot;

		if (field->parameter.preset == PRESET_ABSENT)
			continue;
		slot = arena_get(arena, sizeof *slot);
		if (slot == NULL)
			return false;
		read_preset(&field->parameter, slot);
		put_field(field, slot, data);
	}
	return true;
}

static bool is_missing(const struct field *field, const char *data)
{
	const void *at;

	memcpy(&at, data + field->offset, sizeof at);
	return at == NULL;
}

/* Of two lists that share a length, either none or both are given. */
static enum fit check_pairs(const struct structure *structure, const char *data)
{
	for (const struct field *one = structure->fields; one->parameter.name != NULL; one++) {
		for (const struct field *other = structure->fields; other != one; other++) {
			if (one->length_offset == 0 || one->length_offset != other->length_offset ||
			    is_missing(one, data) == is_missing(other, data))
				continue;
			PyErr_Format(PyExc_ValueError, "%s and %s must be given together",
				     other->parameter.name, one->parameter.name);
			return RAISES;
		}
	}
	return FITS;
}

/* Fields that the dict lacks have their defaults, mostly zeros. */
enum fit read_struct(const struct structure *structure, PyObject *object, char *data,
		     struct arena *arena)
{
	PyObject *items;

	if (!PyDict_Check(object))
		return DIFFERS;
	memset(data, 0, structure->size);
	if (!put_presets(structure, data, arena))
		return RAISES;
	items = PyMapping_Items(object); /* reading a value may change the dict */
	if (items == NULL || !arena_hold(arena, items))
		return RAISES;
	for (Py_ssize_t i = 0; i < PyList_Size(items); i++) {
		PyObject *pair = PyList_GetItem(items, i);
		const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(pair, 0), NULL);
		const struct field *field;

		if (name == NULL)
			return RAISES;
		field = find_field(structure, name);
		if (field == NULL) {
			PyErr_Format(PyExc_TypeError, "'%s' is not an option", name);
			return RAISES;
		}
		if (read_field(field, PyTuple_GetItem(pair, 1), data, arena) != FITS)
			return RAISES;
	}
	return check_pairs(structure, data);
}

enum fit read_new_struct(const struct structure *structure, PyObject *object, void **at,
			 struct arena *arena)
{
	*at = arena_get(arena, structure->size);
	return *at != NULL ? read_struct(structure, object, *at, arena) : RAISES;
}
