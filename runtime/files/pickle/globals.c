/*
 * Pickles: the functions and classes that they may name, all of which only describe data. Calling
 * one of them gives a node. Any other name is refused, or on request skipped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/dtype.h"
#include "core/base/utf8.h"
#include "files/pickle/skipped.h"
#include "files/pickle/unpickle.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* --- Calls --------------------------------------------------------------------------------------
 *
 * Each has the arguments that Python's __reduce__() of the type gives.
 */

static ct_error wrong_arguments(const struct ct_unpickler *self,
				const struct ct_pickle_global *global)
{
	return ct_unpickle_wrong_here(self, "%s.%s is called with unexpected arguments",
				      global->module, global->name);
}

static ct_error call_refuse(struct ct_unpickler *self, const struct ct_pickle_global *global,
			    struct ct_node *arguments, struct ct_node **result)
{
	(void)arguments;
	(void)result;
	return ct_unpickle_wrong_here(self, "calling %s.%s is not supported",
				      global->module, global->name);
}

static ct_error call_skip(struct ct_unpickler *self, const struct ct_pickle_global *global,
			  struct ct_node *arguments, struct ct_node **result)
{
	CT_TRY(ct_node_new(self, CT_NODE_SKIPPED, result));
	(*result)->global = global;
	(*result)->arguments = arguments;
	return NULL;
}

static bool is_sequence(const struct ct_node *node)
{
	return node->kind == CT_NODE_LIST || node->kind == CT_NODE_TUPLE ||
	       node->kind == CT_NODE_SET;
}

static ct_error add_all(struct ct_unpickler *self, struct ct_node *node,
			const struct ct_node *items)
{
	for (size_t i = 0; i < items->len; i++)
		CT_TRY(ct_node_append(self, node, items->items[i]));
	return NULL;
}

static ct_error add_pairs(struct ct_unpickler *self, const struct ct_pickle_global *global,
			  struct ct_node *dict, const struct ct_node *pairs)
{
	for (size_t i = 0; i < pairs->len; i++) {
		const struct ct_node *pair = pairs->items[i];

		if (!is_sequence(pair) || pair->len != 2)
			return wrong_arguments(self, global);
		CT_TRY(add_all(self, dict, pair));
	}
	return NULL;
}

enum { PLAIN, ORDERED, DEFAULT, COUNTER };

/* Nothing, a dict, or a list of pairs; a defaultdict's first argument is its factory. */
static ct_error call_dict(struct ct_unpickler *self, const struct ct_pickle_global *global,
			  struct ct_node *arguments, struct ct_node **result)
{
	const size_t first = global->kind == DEFAULT && arguments->len ? 1 : 0;
	const struct ct_node *items;

	CT_TRY(ct_node_new(self, CT_NODE_DICT, result));
	(*result)->is_ordered = global->kind == ORDERED;
	(*result)->is_counter = global->kind == COUNTER;
	if (arguments->len == first)
		return NULL;
	items = arguments->items[first];
	if (arguments->len > first + 1 || !(items->kind == CT_NODE_DICT || is_sequence(items)))
		return wrong_arguments(self, global);
	return items->kind == CT_NODE_DICT ? add_all(self, *result, items)
					   : add_pairs(self, global, *result, items);
}

/* Nothing, or a sequence: `kind` is the result's. */
static ct_error call_sequence(struct ct_unpickler *self, const struct ct_pickle_global *global,
			      struct ct_node *arguments, struct ct_node **result)
{
	CT_TRY(ct_node_new(self, (enum ct_node_kind)global->kind, result));
	if (arguments->len == 0)
		return NULL;
	if (arguments->len > 1 || !is_sequence(arguments->items[0]))
		return wrong_arguments(self, global);
	return add_all(self, *result, arguments->items[0]);
}

/* The text's characters are bytes: protocol 2 has no bytes of its own. */
static ct_error encode_latin1(struct ct_unpickler *self, const struct ct_pickle_global *global,
			      const struct ct_node *text, struct ct_node *result)
{
	char *bytes = ct_arena_new(&self->arena, text->n + 1);
	size_t n = 0;

	if (bytes == NULL)
		return ct_unpickle_no_memory(self);
	for (size_t at = 0; at < text->n;) {
		uint32_t character = 0;

		at += ct_utf8_decode(text->bytes + at, text->n - at, &character);
		if (character > 0xff)
			return wrong_arguments(self, global);
		bytes[n++] = (char)character;
	}
	result->bytes = bytes;
	result->n = n;
	return NULL;
}

/* _codecs.encode(text, "latin1"), bytes(), bytearray(bytes), bytearray(text, "latin-1"). */
static ct_error call_bytes(struct ct_unpickler *self, const struct ct_pickle_global *global,
			   struct ct_node *arguments, struct ct_node **result)
{
	const struct ct_node *from = arguments->len ? arguments->items[0] : NULL;

	CT_TRY(ct_node_new(self, CT_NODE_BYTES, result));
	if (from == NULL) {
		(*result)->bytes = "";
		return NULL;
	}
	if (arguments->len == 1 && from->kind == CT_NODE_BYTES) {
		**result = *from;
		return NULL;
	}
	if (arguments->len != 2 || from->kind != CT_NODE_STRING ||
	    !(ct_node_is_text(arguments->items[1], "latin1") ||
	      ct_node_is_text(arguments->items[1], "latin-1")))
		return wrong_arguments(self, global);
	return encode_latin1(self, global, from, *result);
}

static bool is_real(const struct ct_node *node)
{
	return node->kind == CT_NODE_FLOAT || node->kind == CT_NODE_INT;
}

static double real_of(const struct ct_node *node)
{
	return node->kind == CT_NODE_FLOAT ? node->re : (double)node->i;
}

static ct_error call_complex(struct ct_unpickler *self, const struct ct_pickle_global *global,
			     struct ct_node *arguments, struct ct_node **result)
{
	if (arguments->len != 2 || !is_real(arguments->items[0]) || !is_real(arguments->items[1]))
		return wrong_arguments(self, global);
	CT_TRY(ct_node_new(self, CT_NODE_COMPLEX, result));
	(*result)->re = real_of(arguments->items[0]);
	(*result)->im = real_of(arguments->items[1]);
	return NULL;
}

static ct_error make_constant(struct ct_unpickler *self, ct_value value, struct ct_node **result)
{
	CT_TRY(ct_node_new(self, CT_NODE_CONSTANT, result));
	(*result)->value = value;
	return NULL;
}

/* A text of the pickle, with a NUL, in `room`; false if it is not a text or too long. */
static bool short_text(const struct ct_node *node, char *room, size_t size)
{
	if (node->kind != CT_NODE_STRING || node->n >= size)
		return false;
	memcpy(room, node->bytes, node->n);
	room[node->n] = '\0';
	return true;
}

/* Takes libtorch's error, which lists all devices. */
static ct_error unknown_device(const struct ct_unpickler *self, const char *name, ct_error error)
{
	if (ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	ct_error_free(error);
	return ct_unpickle_wrong_here(self, "unknown device '%s'", name);
}

/* torch.device("cuda", 1) or ("cpu",). */
static ct_error call_device(struct ct_unpickler *self, const struct ct_pickle_global *global,
			    struct ct_node *arguments, struct ct_node **result)
{
	ct_device device;
	ct_error error;
	ct_value text;
	char name[32];

	if (arguments->len < 1 || arguments->len > 2 ||
	    !short_text(arguments->items[0], name, sizeof name))
		return wrong_arguments(self, global);
	text = ct_value_string(name);
	error = ct_value_as_device(&text, &device);
	if (error)
		return unknown_device(self, name, error);
	if (arguments->len == 2) {
		const struct ct_node *index = arguments->items[1];

		if (index->kind != CT_NODE_INT || index->i < 0 || index->i > INT8_MAX)
			return wrong_arguments(self, global);
		device.index = (int8_t)index->i;
	}
	return make_constant(self, ct_value_device(device), result);
}

static const struct {
	const char *name;
	ct_layout layout;
} layouts[] = {
	{ "torch.strided", CT_STRIDED },       { "torch.sparse_coo", CT_SPARSE_COO },
	{ "torch.sparse_csr", CT_SPARSE_CSR }, { "torch.sparse_csc", CT_SPARSE_CSC },
	{ "torch.sparse_bsr", CT_SPARSE_BSR }, { "torch.sparse_bsc", CT_SPARSE_BSC },
	{ "torch._mkldnn", CT_MKLDNN },        { "torch.jagged", CT_JAGGED },
};

/* torch.serialization._get_layout("torch.strided"). */
static ct_error call_layout(struct ct_unpickler *self, const struct ct_pickle_global *global,
			    struct ct_node *arguments, struct ct_node **result)
{
	for (size_t i = 0; i < LENGTH(layouts) && arguments->len == 1; i++)
		if (ct_node_is_text(arguments->items[0], layouts[i].name))
			return make_constant(self, ct_value_layout(layouts[i].layout), result);
	return wrong_arguments(self, global);
}

static ct_error keep_call(struct ct_unpickler *self, const struct ct_pickle_global *global,
			  struct ct_node *arguments, enum ct_node_kind kind,
			  struct ct_node **result)
{
	CT_TRY(ct_node_new(self, kind, result));
	(*result)->global = global;
	(*result)->arguments = arguments;
	return NULL;
}

/* Tensors are made when the whole pickle is known. */
static ct_error call_tensor(struct ct_unpickler *self, const struct ct_pickle_global *global,
			    struct ct_node *arguments, struct ct_node **result)
{
	return keep_call(self, global, arguments, CT_NODE_TENSOR, result);
}

static ct_error call_array(struct ct_unpickler *self, const struct ct_pickle_global *global,
			   struct ct_node *arguments, struct ct_node **result)
{
	return keep_call(self, global, arguments, CT_NODE_ARRAY, result);
}

static ct_error call_object(struct ct_unpickler *self, const struct ct_pickle_global *global,
			    struct ct_node *arguments, struct ct_node **result)
{
	return keep_call(self, global, arguments, CT_NODE_OBJECT, result);
}

/* torch._tensor._rebuild_from_type_v2(function, type, arguments, state): Python's attributes of the
 * tensor are not data of PyTorch. Those of a tensor that only Python has are all there is of it. */
static ct_error call_typed(struct ct_unpickler *self, const struct ct_pickle_global *global,
			   struct ct_node *arguments, struct ct_node **result)
{
	struct ct_node *const *given = arguments->items;

	if (arguments->len != 4 || given[0]->kind != CT_NODE_GLOBAL ||
	    given[2]->kind != CT_NODE_TUPLE)
		return wrong_arguments(self, global);
	if (given[0]->global->call == call_tensor)
		return call_tensor(self, given[0]->global, given[2], result);
	if (given[0]->global->call != call_skip)
		return wrong_arguments(self, global);
	CT_TRY(ct_node_new(self, CT_NODE_SKIPPED, result));
	(*result)->global = given[0]->global;
	(*result)->state = given[3];
	return NULL;
}

/* TorchScript's lists and typed values: the first argument is the value. */
static ct_error call_first(struct ct_unpickler *self, const struct ct_pickle_global *global,
			   struct ct_node *arguments, struct ct_node **result)
{
	if (arguments->len == 0)
		return wrong_arguments(self, global);
	*result = arguments->items[0];
	return NULL;
}

/* --- The table -------------------------------------------------------------------------------- */

#define NOTHING                       \
	{                             \
		.kind = CT_VALUE_NONE \
	}
#define STORAGE_OF(dtype)                            \
	{                                            \
		.kind = CT_VALUE_DTYPE, .i = (dtype) \
	}
#define FORMAT(format)                                        \
	{                                                     \
		.kind = CT_VALUE_MEMORY_FORMAT, .i = (format) \
	}
#define SCHEME(scheme)                                       \
	{                                                    \
		.kind = CT_VALUE_QUANT_SCHEME, .i = (scheme) \
	}

static const struct ct_pickle_global globals[] = {
	{ "collections", "OrderedDict", call_dict, ORDERED, NOTHING },
	{ "collections", "defaultdict", call_dict, DEFAULT, NOTHING },
	{ "collections", "Counter", call_dict, COUNTER, NOTHING },
	{ "builtins", "dict", call_dict, PLAIN, NOTHING },
	{ "builtins", "list", call_sequence, CT_NODE_LIST, NOTHING },
	{ "builtins", "tuple", call_sequence, CT_NODE_TUPLE, NOTHING },
	{ "builtins", "set", call_sequence, CT_NODE_SET, NOTHING },
	{ "builtins", "frozenset", call_sequence, CT_NODE_SET, NOTHING },
	{ "builtins", "bytes", call_bytes, 0, NOTHING },
	{ "builtins", "bytearray", call_bytes, 0, NOTHING },
	{ "builtins", "complex", call_complex, 0, NOTHING },
	{ "builtins", "int", call_refuse, 0, NOTHING }, /* factories of defaultdicts */
	{ "builtins", "float", call_refuse, 0, NOTHING },
	{ "builtins", "bool", call_refuse, 0, NOTHING },
	{ "builtins", "str", call_refuse, 0, NOTHING },
	{ "builtins", "long", call_refuse, 0, NOTHING }, /* protocol 2 has Python 2's names */
	{ "builtins", "unicode", call_refuse, 0, NOTHING },
	{ "_codecs", "encode", call_bytes, 0, NOTHING },

	{ "torch", "Size", call_sequence, CT_NODE_TUPLE, NOTHING },
	{ "torch", "device", call_device, 0, NOTHING },
	{ "torch.serialization", "_get_layout", call_layout, 0, NOTHING },
	{ "torch", "contiguous_format", NULL, 0, FORMAT(CT_CONTIGUOUS_FORMAT) },
	{ "torch", "channels_last", NULL, 0, FORMAT(CT_CHANNELS_LAST) },
	{ "torch", "channels_last_3d", NULL, 0, FORMAT(CT_CHANNELS_LAST_3D) },
	{ "torch", "preserve_format", NULL, 0, FORMAT(CT_PRESERVE_FORMAT) },
	{ "torch", "per_tensor_affine", NULL, 0, SCHEME(CT_PER_TENSOR_AFFINE) },
	{ "torch", "per_tensor_symmetric", NULL, 0, SCHEME(CT_PER_TENSOR_SYMMETRIC) },
	{ "torch", "per_channel_affine", NULL, 0, SCHEME(CT_PER_CHANNEL_AFFINE) },
	{ "torch", "per_channel_symmetric", NULL, 0, SCHEME(CT_PER_CHANNEL_SYMMETRIC) },
	{ "torch", "per_channel_affine_float_qparams", NULL, 0,
	  SCHEME(CT_PER_CHANNEL_AFFINE_FLOAT_QPARAMS) },
	{ "torch", "Tensor", call_refuse, 0, NOTHING },
	{ "torch.nn.parameter", "Parameter", call_tensor, CT_REBUILD_PARAMETER, NOTHING },

	{ "torch", "DoubleStorage", call_refuse, 0, STORAGE_OF(CT_FLOAT64) },
	{ "torch", "FloatStorage", call_refuse, 0, STORAGE_OF(CT_FLOAT32) },
	{ "torch", "HalfStorage", call_refuse, 0, STORAGE_OF(CT_FLOAT16) },
	{ "torch", "BFloat16Storage", call_refuse, 0, STORAGE_OF(CT_BFLOAT16) },
	{ "torch", "LongStorage", call_refuse, 0, STORAGE_OF(CT_INT64) },
	{ "torch", "IntStorage", call_refuse, 0, STORAGE_OF(CT_INT32) },
	{ "torch", "ShortStorage", call_refuse, 0, STORAGE_OF(CT_INT16) },
	{ "torch", "CharStorage", call_refuse, 0, STORAGE_OF(CT_INT8) },
	{ "torch", "ByteStorage", call_refuse, 0, STORAGE_OF(CT_UINT8) },
	{ "torch", "BoolStorage", call_refuse, 0, STORAGE_OF(CT_BOOL) },
	{ "torch", "ComplexDoubleStorage", call_refuse, 0, STORAGE_OF(CT_COMPLEX128) },
	{ "torch", "ComplexFloatStorage", call_refuse, 0, STORAGE_OF(CT_COMPLEX64) },
	{ "torch", "QInt8Storage", call_refuse, 0, STORAGE_OF(CT_QINT8) },
	{ "torch", "QUInt8Storage", call_refuse, 0, STORAGE_OF(CT_QUINT8) },
	{ "torch", "QInt32Storage", call_refuse, 0, STORAGE_OF(CT_QINT32) },
	{ "torch", "QUInt4x2Storage", call_refuse, 0, STORAGE_OF(CT_QUINT4X2) },
	{ "torch", "QUInt2x4Storage", call_refuse, 0, STORAGE_OF(CT_QUINT2X4) },
	{ "torch.storage", "_UntypedStorage", call_refuse, 0, STORAGE_OF(CT_UINT8) },
	{ "torch", "UntypedStorage", call_refuse, 0, STORAGE_OF(CT_UINT8) },

	{ "torch._utils", "_rebuild_tensor", call_tensor, CT_REBUILD_TENSOR, NOTHING },
	{ "torch._utils", "_rebuild_tensor_v2", call_tensor, CT_REBUILD_TENSOR, NOTHING },
	{ "torch._utils", "_rebuild_tensor_v3", call_tensor, CT_REBUILD_TENSOR, NOTHING },
	{ "torch._utils", "_rebuild_parameter", call_tensor, CT_REBUILD_PARAMETER, NOTHING },
	{ "torch._utils", "_rebuild_parameter_with_state", call_tensor, CT_REBUILD_PARAMETER,
	  NOTHING },
	{ "torch._utils", "_rebuild_qtensor", call_tensor, CT_REBUILD_QUANTIZED, NOTHING },
	{ "torch._utils", "_rebuild_sparse_tensor", call_tensor, CT_REBUILD_SPARSE, NOTHING },
	{ "torch._utils", "_rebuild_sparse_csr_tensor", call_tensor, CT_REBUILD_SPARSE, NOTHING },
	{ "torch._utils", "_rebuild_nested_tensor", call_tensor, CT_REBUILD_NESTED, NOTHING },
	{ "torch._utils", "_rebuild_meta_tensor_no_storage", call_tensor, CT_REBUILD_META,
	  NOTHING },
	{ "torch._utils", "_rebuild_device_tensor_from_cpu_tensor", call_tensor,
	  CT_REBUILD_CONVERTED, NOTHING },
	{ "torch._utils", "_rebuild_device_tensor_from_numpy", call_tensor, CT_REBUILD_CONVERTED,
	  NOTHING },
	{ "torch._tensor", "_rebuild_from_type_v2", call_typed, 0, NOTHING },

	{ "numpy.core.multiarray", "_reconstruct", call_array, CT_REBUILD_ARRAY, NOTHING },
	{ "numpy.core.numeric", "_frombuffer", call_array, CT_REBUILD_BUFFER, NOTHING },
	{ "numpy.core.multiarray", "scalar", call_array, CT_REBUILD_SCALAR, NOTHING },
	{ "numpy", "dtype", call_array, CT_REBUILD_DTYPE, NOTHING },
	{ "numpy", "ndarray", call_refuse, 0, NOTHING },
};

/* What the metadata of torch.distributed.checkpoint names besides: its objects are nodes with their
 * attributes. */
static const struct ct_pickle_global distributed[] = {
	{ "torch.distributed.checkpoint.metadata", "Metadata", call_object, 0, NOTHING },
	{ "torch.distributed.checkpoint.metadata", "TensorStorageMetadata", call_object, 0,
	  NOTHING },
	{ "torch.distributed.checkpoint.metadata", "BytesStorageMetadata", call_object, 0,
	  NOTHING },
	{ "torch.distributed.checkpoint.metadata", "ChunkStorageMetadata", call_object, 0,
	  NOTHING },
	{ "torch.distributed.checkpoint.metadata", "TensorProperties", call_object, 0, NOTHING },
	{ "torch.distributed.checkpoint.metadata", "MetadataIndex", call_object, 0, NOTHING },
	{ "torch.distributed.checkpoint.metadata", "StorageMeta", call_object, 0, NOTHING },
	{ "torch.distributed.checkpoint.metadata", "_MEM_FORMAT_ENCODING", call_object, 0,
	  NOTHING },
	{ "torch.distributed.checkpoint.filesystem", "_StorageInfo", call_object, 0, NOTHING },
	/* Until 2.3: */
	{ "torch.distributed._shard.sharded_tensor.metadata", "TensorProperties", call_object, 0,
	  NOTHING },
	{ "torch.distributed._shard.sharded_tensor.metadata", "MEM_FORMAT_ENCODING", call_object, 0,
	  NOTHING },
	/* The path of the folder; since Python 3.13 in another module. */
	{ "pathlib", "PosixPath", call_object, 0, NOTHING },
	{ "pathlib", "WindowsPath", call_object, 0, NOTHING },
	{ "pathlib._local", "PosixPath", call_object, 0, NOTHING },
	{ "pathlib._local", "WindowsPath", call_object, 0, NOTHING },
	/* Python 3.11.0 to 3.11.3 look up enumerators by it; here it is only a node. */
	{ "builtins", "getattr", call_object, 0, NOTHING },
};

/* Modules whose classes are listed under another name above. */
static const struct {
	const char *module, *listed;
} renamed[] = {
	{ "__builtin__", "builtins" }, /* Python 2 */
	{ "torch.cuda", "torch" },
	{ "torch.nn", "torch.nn.parameter" },
	{ "numpy._core.multiarray", "numpy.core.multiarray" }, /* NumPy 2 */
	{ "numpy._core.numeric", "numpy.core.numeric" },
};

static const struct ct_pickle_global untyped = { "torch.storage", "UntypedStorage", call_refuse, 0,
						 STORAGE_OF(CT_UINT8) };
static const struct ct_pickle_global typed_value = { "torch.jit._pickle", "", call_first, 0,
						     NOTHING };

/* --- By name ---------------------------------------------------------------------------------- */

static bool is_text(const char *at, size_t n, const char *text)
{
	return strlen(text) == n && memcmp(at, text, n) == 0;
}

static bool begins_with(const char *at, size_t n, const char *text)
{
	return n >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

static const struct ct_pickle_global *find(const char *module, size_t module_len, const char *name,
					   size_t name_len)
{
	for (size_t i = 0; i < LENGTH(renamed); i++) {
		if (is_text(module, module_len, renamed[i].module)) {
			module = renamed[i].listed;
			module_len = strlen(module);
		}
	}
	if (is_text(module, module_len, untyped.module) && is_text(name, name_len, untyped.name))
		return &untyped;
	for (size_t i = 0; i < LENGTH(globals); i++)
		if (is_text(module, module_len, globals[i].module) &&
		    is_text(name, name_len, globals[i].name))
			return &globals[i];
	return NULL;
}

static const struct ct_pickle_global *find_distributed(const char *module, size_t module_len,
						       const char *name, size_t name_len)
{
	for (size_t i = 0; i < LENGTH(distributed); i++)
		if (is_text(module, module_len, distributed[i].module) &&
		    is_text(name, name_len, distributed[i].name))
			return &distributed[i];
	return NULL;
}

static ct_error add_named(struct ct_unpickler *self, struct ct_skipped_name **table,
			  const char *module, size_t module_len, const char *name, size_t name_len,
			  const struct ct_pickle_global **result)
{
	struct ct_skipped_name *entry;

	CT_TRY(ct_skipped_find(self, table, module, module_len, name, name_len, &entry));
	entry->global.call = table == &self->classes ? call_object : call_skip;
	*result = &entry->global;
	return NULL;
}

bool ct_pickle_is_unknown(const struct ct_pickle_global *global)
{
	return global->call == call_skip;
}

/* What torch.jit.save() writes; `*result` stays NULL for other names. */
static ct_error find_script(struct ct_unpickler *self, const char *module, size_t module_len,
			    const char *name, size_t name_len,
			    const struct ct_pickle_global **result)
{
	if (begins_with(module, module_len, "__torch__"))
		return add_named(self, &self->classes, module, module_len, name, name_len, result);
	if (is_text(module, module_len, "torch.jit._pickle"))
		*result = &typed_value;
	return NULL;
}

/* torch.float32 and all others. */
static ct_dtype find_dtype(const char *module, size_t module_len, const char *name, size_t name_len)
{
	char text[32];

	if (!is_text(module, module_len, "torch") || name_len >= sizeof text)
		return CT_DTYPE_NONE;
	memcpy(text, name, name_len);
	text[name_len] = '\0';
	return ct_dtype_named(text);
}

static ct_error refuse_jagged(struct ct_unpickler *self)
{
	return ct_error_new(CT_ERROR_VALUE, self->function,
			    "%s: it contains a jagged nested tensor, a class that exists only in "
			    "Python: save its values() and offsets(), or load with skip_unknown, "
			    "which returns a dict of its parts",
			    self->path);
}

ct_error ct_pickle_refuse(struct ct_unpickler *self, const char *class_name)
{
	static const char jagged[] = "torch.nested._internal.nested_tensor.";

	if (begins_with(class_name, strlen(class_name), jagged))
		return refuse_jagged(self);
	if (self->is_distributed)
		return ct_unpickle_wrong(
			self,
			"it contains %s, which is not a class of "
			"torch.distributed.checkpoint; code in a file is never run",
			class_name);
	return ct_error_new(CT_ERROR_VALUE, self->function,
			    "%s: it contains an object of %s, which is not data; code in a file "
			    "is never run (for a whole module, save net.state_dict() in Python, "
			    "or use .state_dicts; skip_unknown loads other objects as None)",
			    self->path, class_name);
}

static ct_error refuse(struct ct_unpickler *self, const char *module, size_t module_len,
		       const char *name, size_t name_len)
{
	const int m = module_len > 100 ? 100 : (int)module_len,
		  n = name_len > 100 ? 100 : (int)name_len;
	char text[210];

	snprintf(text, sizeof text, "%.*s.%.*s", m, module, n, name);
	ct_make_printable(text);
	return ct_pickle_refuse(self, text);
}

ct_error ct_pickle_global(struct ct_unpickler *self, const char *module, size_t module_len,
			  const char *name, size_t name_len, struct ct_node **result)
{
	const struct ct_pickle_global *global = find(module, module_len, name, name_len);
	const ct_dtype dtype = find_dtype(module, module_len, name, name_len);

	if (dtype != CT_DTYPE_NONE)
		return make_constant(self, ct_value_dtype(dtype), result);
	if (global && global->call == NULL)
		return make_constant(self, global->value, result);
	if (global == NULL && self->is_distributed)
		global = find_distributed(module, module_len, name, name_len);
	if (global == NULL && self->is_script)
		CT_TRY(find_script(self, module, module_len, name, name_len, &global));
	if (global == NULL && !self->skip_unknown)
		return refuse(self, module, module_len, name, name_len);
	if (global == NULL) {
		if (!self->list_later)
			CT_TRY(ct_skipped_add(self, module, module_len, name, name_len));
		CT_TRY(add_named(self, &self->unknown, module, module_len, name, name_len,
				 &global));
	}
	CT_TRY(ct_node_new(self, CT_NODE_GLOBAL, result));
	(*result)->global = global;
	return NULL;
}

const struct ct_pickle_global *ct_pickle_storage_class(ct_dtype dtype)
{
	for (size_t i = 0; i < LENGTH(globals); i++)
		if (globals[i].value.kind == CT_VALUE_DTYPE && globals[i].value.i == dtype)
			return &globals[i];
	return &untyped;
}
