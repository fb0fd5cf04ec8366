/**
 * @file
 * The core of the extension: objects, arguments and calls. The generated part describes every
 * function with the structs of this header.
 */
#ifndef CTORCH_PYTHON_CORE_H
#define CTORCH_PYTHON_CORE_H

/* Python's slots are functions in void pointers. */
#pragma GCC diagnostic ignored "-Wpedantic"

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/export.h>

#include "slot.h"

/* --- Objects ---------------------------------------------------------------------------------- */

/* A tensor. Its handle belongs to no scope of the library. */
typedef struct tensor_object {
	PyObject ob_base;
	ct_tensor *handle; /* NULL: freed by a `with ctorch.scope()` */
	PyObject *weak_references;
	struct tensor_object *next,
		**previous; /* among those of the open ctorch.scope(); NULL: in none */
} tensor_object;

/* Any other handle: a module, an optimizer, a storage, ... */
typedef struct handle_object {
	PyObject ob_base;
	void *handle;
	PyObject *weak_references;
	PyObject *keeps; /* an object that must live as long, or NULL */
} handle_object;

/* What the library knows of a type of handles. The generated list has one for each. */
struct handle_type {
	const char *name;              /* "module" */
	void (*release)(void *handle); /* of a handle that belongs to no scope */
	void *(*retain)(void *handle); /* NULL: no function returns one that it lends */
	PyTypeObject *type;            /* written when the module is made */
};

/* A dtype, layout, memory format, device, or a value of another enumeration. */
enum constant_kind {
	CONSTANT_DTYPE,
	CONSTANT_LAYOUT,
	CONSTANT_MEMORY_FORMAT,
	CONSTANT_QUANT_SCHEME,
	CONSTANT_KINDS
};

extern PyTypeObject *tensor_type, *device_type, *constant_types[CONSTANT_KINDS];

/* A pointer to a function is not a pointer to an object, so the closures of properties point to
 * one. */
#define POINTER_TO(function)               \
	(void *)&(__typeof__(&(function))) \
	{                                  \
		function                   \
	}

static inline bool is_tensor(PyObject *object)
{
	return Py_TYPE(object) == tensor_type || PyObject_TypeCheck(object, tensor_type);
}

/* Makes objects of new handles, which leave the scope that may be open; None for NULL. On an error
 * the handle has been released. */
PyObject *wrap_tensor(ct_tensor *handle);
PyObject *wrap_tensors(ct_tensor **tensors, int64_t count);
PyObject *wrap_handle(const struct handle_type *type, void *handle);
PyObject *wrap_device(ct_device device);
PyObject *wrap_scalar(ct_scalar scalar);
PyObject *wrap_constant(enum constant_kind kind, int32_t value);
PyObject *wrap_shape(const int64_t *sizes, int64_t count); /* a tuple */
PyObject *wrap_size(const int64_t *sizes, int64_t count);  /* a Size */

/* Whether an object is an array of NumPy or the like, and the tensor that ctorch.tensor() makes of
 * it or of lists. */
bool is_array(PyObject *object);
PyObject *tensor_from_data(PyObject *object);
PyObject *tensor_from_buffer(PyObject *object);

/* The dtype of a number of NumPy, or of an array without dimensions; CT_DTYPE_NONE: of none. */
ct_dtype array_scalar_dtype(PyObject *object);

/* The handle of any other object; NULL with an exception for one without. */
void *object_handle(PyObject *object);

/* Returns the handle of a tensor object; NULL with an exception for one that a scope has freed. */
ct_tensor *tensor_handle(PyObject *object);

bool handles_ready(PyObject *module);
bool tensors_ready(PyObject *module);
bool constants_ready(PyObject *module);
bool functions_ready(PyObject *module);
bool errors_ready(PyObject *module);
bool values_ready(PyObject *module);
bool results_ready(PyObject *module);

/* --- Errors ----------------------------------------------------------------------------------- */

/* Raises the exception of an error and releases it. Returns NULL. */
PyObject *raise_error(ct_error error);

/* Turns the exception of a callback into an error. The exception itself is kept for raise_error()
 * of the call that returns the error. */
ct_error error_from_python(const char *function);

/* --- Calls ------------------------------------------------------------------------------------ */

/* Calls that may take long run without the interpreter's lock. Handles that a scope has freed
 * meanwhile are released when the last of these calls has returned. */
PyThreadState *leave_python(void);
void enter_python(PyThreadState *state);

/* What an argument is. */
enum kind {
	KIND_END, /* there are no more */
	KIND_TENSOR,
	KIND_TENSORS, /* elements may be None */
	KIND_SCALAR,
	KIND_SCALARS,
	KIND_INT,
	KIND_INT32, /* a result; arguments are INT of 4 bytes */
	KIND_UNSIGNED,
	KIND_INTS,
	KIND_FLOAT,
	KIND_FLOATS,
	KIND_BOOL,
	KIND_BOOLS,
	KIND_TEXT,
	KIND_TEXTS,
	KIND_BYTES,
	KIND_DTYPE,
	KIND_LAYOUT,
	KIND_MEMORY_FORMAT,
	KIND_QUANT_SCHEME,
	KIND_DEVICE,
	KIND_VALUE,
	KIND_VALUES,
	KIND_ENUM,
	KIND_HANDLE,
	KIND_HANDLES,
	KIND_RATES, /* functions that return learning rates */
	KIND_STRUCT,
	/* only in structs */
	KIND_CHAR,
	KIND_ENUMS,
	KIND_STRUCTS
};

enum {
	OPTIONAL = 1,
	KEYWORD_ONLY = 2,
	BORROWED = 4,
	TRUTHS = 8,   /* bools are ints, too */
	EMBEDDED = 16 /* a struct in a struct, which has no pointer to it */
};

/* What an argument is if it is not given. */
enum preset {
	PRESET_ABSENT, /* it must be given */
	PRESET_NONE,
	PRESET_BOOL,
	PRESET_INT,
	PRESET_FLOAT,
	PRESET_TEXT,
	PRESET_INTS
};

/* One parameter; kept small, since there are 15,000. */
struct parameter {
	const char *name;
	uint8_t kind;
	uint8_t flags;
	uint8_t size; /* of int[2]: one number stands for this many; of numbers: their bytes */
	uint8_t preset;
	const void *more; /* of a HANDLE its handle_type, of a STRUCT its structure; else of the
			   * preset: a text, or `integer` ints */
	union {
		int64_t integer;
		double number;
	};
};

struct result {
	uint8_t kind;
	uint8_t flags;
	const void *type; /* of a HANDLE its handle_type, of a STRUCT its structure */
	const char *name; /* of a tensor: in the schema, or "result0" */
};

/* A field of a struct of options: an argument given by name. */
struct field {
	struct parameter parameter;
	uint16_t offset;
	uint16_t length_offset; /* of a list */
};

struct structure {
	const char *name; /* "ct_adam_options" */
	size_t size;
	const struct field *fields; /* the last one has no name */
};

enum { MAX_ARGUMENTS = 40, MAX_RESULTS = 12 };

/* One function of the library. */
struct function {
	const char *signature; /* "relu(self: Tensor) -> Tensor", for messages */
	ct_error (*call)(const struct slot *args, struct slot *results);
	const struct parameter *parameters; /* the last one has no name */
	const struct result *results;       /* the last one has no kind */
	PyTypeObject **named; /* the class of results with names; there, NULL: a tuple */
};

/* All functions that Python calls by one name, in the order in which they are tried. */
struct arena;

struct group {
	const char *name;
	const struct function **functions;
	int count;
};

/* results.c */
PyObject *wrap_result(const struct result *result, struct slot *slot);
PyObject *wrap_results(const struct function *function, struct slot *results); /* a tuple */
bool make_room(const struct function *function, struct slot *results, struct arena *arena);
bool name_results(const struct function *function, const char *name);

PyObject *call_group(const struct group *group, PyObject *self, PyObject *const *args,
		     Py_ssize_t count, PyObject *names);

/* --- Arguments -------------------------------------------------------------------------------- */

/* Memory and references that the arguments of one call need. */
struct arena {
	char *at, *end;
	struct arena_block *blocks;
	PyObject **held;
	int held_count, held_room;
	bool takes_tensors; /* as numbers, where no function takes them as tensors */
	_Alignas(16) char first[512];
};

void arena_begin(struct arena *arena);
void arena_end(struct arena *arena);
void *arena_get(struct arena *arena, size_t size);      /* NULL with an exception */
bool arena_hold(struct arena *arena, PyObject *object); /* takes the reference */

enum fit { FITS, DIFFERS, RAISES };

/* Reads one argument. DIFFERS: the object is of another type, and there is no exception. */
enum fit read_argument(const struct parameter *parameter, PyObject *object, struct slot *slot,
		       struct arena *arena);
bool read_preset(const struct parameter *parameter, struct slot *slot);
/* structures.c: reads a dict into zeros, or into new memory, whose address it writes. */
enum fit read_struct(const struct structure *structure, PyObject *object, char *data,
		     struct arena *arena);
enum fit read_new_struct(const struct structure *structure, PyObject *object, void **at,
			 struct arena *arena);
const struct field *find_field(const struct structure *structure, const char *name);
enum fit read_scalar(PyObject *object, ct_scalar *scalar);
enum fit read_device(PyObject *object, ct_device *device);
enum fit read_constant(PyObject *object, enum constant_kind kind, int32_t *value);
enum fit read_int(PyObject *object, int64_t *value);
/* Of Python's int; a ValueError, as torch's, if it has more than 64 bits. */
bool unpack_int(PyObject *number, int64_t *value);

/* What Python calls a kind: "int", "Tensor or None". The text is valid until the next call. */
const char *kind_name(const struct parameter *parameter);

/* --- Values ----------------------------------------------------------------------------------- */

/* Makes a new value of any object: ct_value_free(). */
bool value_from_object(PyObject *object, ct_value *value);
/* The same, but an object without a value in C travels as it is, and so does each of a subclass of
 * Python's types: a namedtuple, a float of NumPy. */
bool sample_from_object(PyObject *object, ct_value *value);
/* Makes an object of a value, which stays as it is. */
PyObject *object_from_value(const ct_value *value);

#endif
