#include "formats.h"

#include <string.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/utf8.h"

/* The longest name of an array: that of its entry in a zip archive, without ".npy". */
enum { LONGEST_NAME = 65531 };

static const struct {
	const char *name, *ending;
	enum target target;
} targets[] = {
	{ "pt", ".pt", TO_TORCH },
	{ "pth", ".pth", TO_TORCH },
	{ "safetensors", ".safetensors", TO_SAFETENSORS },
	{ "npz", ".npz", TO_NPZ },
};

enum { TARGETS = sizeof targets / sizeof *targets };

bool target_by_name(const char *name, enum target *result)
{
	for (size_t i = 0; i < TARGETS; i++) {
		if (strcmp(name, targets[i].name) != 0)
			continue;
		*result = targets[i].target;
		return true;
	}
	return false;
}

bool target_by_path(const char *path, enum target *result)
{
	const size_t n = strlen(path);

	for (size_t i = 0; i < TARGETS; i++) {
		const size_t len = strlen(targets[i].ending);

		if (n <= len || strcmp(path + n - len, targets[i].ending) != 0)
			continue;
		*result = targets[i].target;
		return true;
	}
	return false;
}

/* --- What they hold --------------------------------------------------------------------------- */

static bool is_one_of(ct_dtype dtype, const ct_dtype *dtypes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (dtypes[i] == dtype)
			return true;
	return false;
}

/* The tables in safetensors.h and npy.h. */
static bool has_dtype(enum target target, ct_dtype dtype)
{
	static const ct_dtype both[] = { CT_BOOL,    CT_INT8,    CT_INT16,    CT_INT32,  CT_INT64,
					 CT_UINT8,   CT_UINT16,  CT_UINT32,   CT_UINT64, CT_FLOAT16,
					 CT_FLOAT32, CT_FLOAT64, CT_COMPLEX64 };
	static const ct_dtype safetensors[] = { CT_BFLOAT16,        CT_FLOAT8_E4M3FN,
						CT_FLOAT8_E5M2,     CT_FLOAT8_E4M3FNUZ,
						CT_FLOAT8_E5M2FNUZ, CT_FLOAT8_E8M0FNU,
						CT_FLOAT4_E2M1FN_X2 };
	static const ct_dtype npz[] = { CT_COMPLEX128 };

	if (is_one_of(dtype, both, sizeof both / sizeof *both))
		return true;
	return target == TO_NPZ
		       ? is_one_of(dtype, npz, sizeof npz / sizeof *npz)
		       : is_one_of(dtype, safetensors, sizeof safetensors / sizeof *safetensors);
}

static bool is_number(const ct_value *value)
{
	return value->kind == CT_VALUE_BOOL || value->kind == CT_VALUE_INT ||
	       value->kind == CT_VALUE_UINT || value->kind == CT_VALUE_FLOAT ||
	       value->kind == CT_VALUE_COMPLEX;
}

static const char *why_no_tensor(enum target target, const ct_tensor *tensor)
{
	if (ct_tensor_is_nested(tensor))
		return "it is a nested tensor";
	if (ct_tensor_layout(tensor) != CT_STRIDED)
		return "it is sparse";
	if (ct_tensor_is_quantized(tensor))
		return "it is quantized";
	if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_META)
		return "it is on the meta device, without elements";
	return has_dtype(target, ct_tensor_dtype(tensor)) ? NULL : "the format has no such dtype";
}

/* As the writers refuse it. */
static const char *why_no_name(enum target target, const struct entry *entry)
{
	if (memchr(entry->name, '\0', entry->name_len))
		return "its name contains a NUL";
	if (!ct_is_utf8(entry->name, entry->name_len))
		return "its name is not UTF-8";
	if (target == TO_NPZ && entry->name_len > LONGEST_NAME)
		return "its name is too long for a zip archive";
	if (target == TO_SAFETENSORS && strcmp(entry->name, "__metadata__") == 0)
		return "its name is reserved for metadata in this format";
	return NULL;
}

static const char *why_no_value(enum target target, const struct entry *entry)
{
	if (entry->tensor)
		return why_no_tensor(target, entry->tensor);
	if (target == TO_NPZ)
		return is_number(&entry->value) ? NULL : "it is neither a tensor nor a number";
	return "it is not a tensor";
}

const char *why_not(enum target target, const struct entry *entry)
{
	const char *why;

	if (target == TO_TORCH)
		return NULL;
	why = why_no_value(target, entry);
	return why ? why : why_no_name(target, entry);
}
