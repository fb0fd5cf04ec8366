#include "inputs/hostile.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "call/guard.hpp"
#include "call/heap.hpp"

namespace ops {

/* --- Values ----------------------------------------------------------------------------------- */

using texts = std::vector<const char *>;

/* With wrong dtypes, sizes, numbers of dimensions, layouts and devices; one that claims more bytes
 * than allowed (set_memory_limit() below) and has four; sizes near 2^62, without elements or
 * without memory, since a loop over so many elements would never end. */
static const texts tensors = {
	"float[0]",
	"float[0,3]",
	"float[2,0,3]",
	"float[]",
	"float[1,1,1,1,1,1,1]",
	"float[7]",
	"float[2,3]",
	"double[3,3,3]",
	"int64[2]",
	"int64[5]{-9223372036854775808,9223372036854775807,-1,0,1}",
	"int32[3]{-5..5}",
	"uint8[4]{255..255}",
	"bool[2]",
	"complex64[2,2]",
	"bfloat16[2,2]",
	"float8_e4m3fn[2]",
	"float[2]{nan,inf}",
	"expand(float[1], [1048577])",
	"expand(float[0,1,1,1], [0,1099511627776,1048576,1])",
	"as_strided(float[4], [2,2], [0,0])",
	"empty.memory_format([2,3], device=meta)",
	"empty.memory_format([1099511627776,65536], dtype=int64, device=meta)",
	"to_sparse(float[2,2])",
	"_to_sparse_csr(float[2,2])",
	"to_mkldnn(float[2,3])",
	"quantize_per_tensor(float[2,3], 0.1, 10, quint8)",
	"_nested_tensor_from_tensor_list([float[2,3], float[1,3]])",
};

static const texts integers = {
	"0",
	"-1",
	"7",
	"2147483648",
	"4611686018427387904",
	"-4611686018427387905", /* no SymInt can hold it */
	"9223372036854775807",
	"-9223372036854775808",
};

static const texts numbers = { "nan", "inf", "-inf", "-1.0", "0.0", "1e308", "1e-320" };

static const texts scalars = {
	"nan",
	"-1",
	"0",
	"True",
	"2+3j",
	"1e308",
	"9223372036854775807",
	"-9223372036854775808",
	"18446744073709551615",
};

static const texts lists_of_integers = {
	"[]",
	"[0]",
	"[-1]",
	"[1,1,1,1,1,1,1,1,1,1]",
	"[0,0]",
	"[-1,-1]",
	"[1,-2,3]",
	"[1099511627776]",
	"[9223372036854775807,9223372036854775807]",
	"[-9223372036854775808]",
};

static const texts lists_of_numbers = { "[]", "[nan]", "[1.0,inf,-1.0,0.0,2.0,3.0,4.0]" };

static const texts lists_of_tensors = {
	"[]",
	"[float[0]]",
	"[float[2], int64[3], complex64[2,2]]",
	"[float[2,3], empty.memory_format([2,3], device=meta)]",
	"[expand(float[1], [1048577])]",
	"[to_sparse(float[2,2]), float[2,2]]",
	"[float[2],float[2],float[2],float[2],float[2],float[2],float[2],float[2],float[2]]",
};

static const texts strings = {
	"\"\"", "\"\\xff\\xfe\\x80\"", "\"no such word\"", "\"%s%n\"", "\"0123456789,0123456789\"",
};

static const texts dtypes = { "bool", "complex128", "uint8", "int64", "quint8", "float8_e5m2" };
static const texts layouts = { "sparse_coo", "sparse_csr", "mkldnn", "jagged" };
static const texts memory_formats = { "channels_last", "channels_last_3d", "preserve_format" };
static const texts devices = { "meta", "cuda", "\"cuda:99\"", "\"xpu\"", "\"privateuseone\"" };
static const texts bools = { "True", "False" };
static const texts none = { "None" };
static const texts storages = { "storage(float[0])", "storage(int64[1])" };
static const texts nothing = {};

static const texts &values_of_list(const c10::Type &element)
{
	switch (element.kind()) {
	case c10::TypeKind::FloatType:
		return lists_of_numbers;
	case c10::TypeKind::BoolType:
		return nothing; /* of a fixed length in C, and every value is valid */
	case c10::TypeKind::TensorType:
	case c10::TypeKind::OptionalType:
		return lists_of_tensors;
	case c10::TypeKind::NumberType:
	case c10::TypeKind::IntType:
	case c10::TypeKind::SymIntType:
		return lists_of_integers;
	default:
		throw std::runtime_error("no hostile lists of " + element.annotation_str());
	}
}

static const texts &values_of(const c10::Type &type)
{
	switch (type.kind()) {
	case c10::TypeKind::OptionalType:
		return values_of(*type.expectRef<c10::OptionalType>().getElementType());
	case c10::TypeKind::ListType:
		return values_of_list(*type.expectRef<c10::ListType>().getElementType());
	case c10::TypeKind::TensorType:
		return tensors;
	case c10::TypeKind::IntType:
	case c10::TypeKind::SymIntType:
		return integers;
	case c10::TypeKind::FloatType:
		return numbers;
	case c10::TypeKind::NumberType:
		return scalars;
	case c10::TypeKind::BoolType:
		return bools;
	case c10::TypeKind::StringType:
		return strings;
	case c10::TypeKind::ScalarTypeType:
		return dtypes;
	case c10::TypeKind::LayoutType:
		return layouts;
	case c10::TypeKind::MemoryFormatType:
		return memory_formats;
	case c10::TypeKind::DeviceObjType:
		return devices;
	case c10::TypeKind::StorageType:
		return storages;
	case c10::TypeKind::GeneratorType:
	case c10::TypeKind::StreamObjType:
		return nothing;
	default:
		throw std::runtime_error("no hostile values of " + type.annotation_str());
	}
}

static void add_values(const sample &first, const c10::FunctionSchema &schema, size_t argument,
		       std::vector<item> &items)
{
	const c10::Argument &what = schema.arguments()[argument];
	texts values = values_of(*what.real_type());

	if (what.real_type()->kind() == c10::TypeKind::OptionalType)
		values.insert(values.end(), none.begin(), none.end());
	for (const char *value : values) {
		item item;

		item.call = first;
		item.call.arguments[argument] = parse_expr(value);
		item.change = what.name() + ": " + value;
		item.argument = int(argument);
		items.push_back(item);
	}
}

/* --- Edits that no value can express ---------------------------------------------------------- */

static bool has_none(const api_param &param)
{
	return strchr(param.type, '?') != nullptr && strstr(param.type, "?[]") == nullptr;
}

static void add_edit(const sample &first, const std::string &text, bool refused,
		     std::vector<item> &items)
{
	item item;

	item.call = first;
	item.edits = { text };
	item.change = text;
	item.refused = refused;
	items.push_back(item);
}

/* Unless 0 or NULL is None, which is among the values. */
static void add_none(const sample &first, const std::string &text, const api_param &param,
		     std::vector<item> &items)
{
	if (!has_none(param))
		add_edit(first, text, true, items);
}

/* For an enumeration: just outside of it, far outside, and numbers that become valid if their upper
 * bits are lost. */
static void add_enumerators(const sample &first, const std::string &name, const api_param &param,
			    std::vector<item> &items)
{
	for (const char *value : { "=-1", "=99", "=257", "=2147483647", "=-2147483648" })
		add_edit(first, name + value, true, items);
	add_none(first, name + "=0", param, items);
}

static void add_scalar(const sample &first, const std::string &name, std::vector<item> &items)
{
	for (const char *value : { ".kind=-1", ".kind=5", ".kind=256" })
		add_edit(first, name + value, true, items);
}

static void add_device(const sample &first, const api_param &param, std::vector<item> &items)
{
	const std::string name = param.name;

	for (const char *value : { ".type=-1", ".type=99", ".type=257" })
		add_edit(first, name + value, true, items);
	for (const char *value : { ".index=-2", ".index=128", ".index=256" }) {
		add_edit(first, name + value, true, items);
		/* Without a device no index is read. */
		items.back().edits.insert(items.back().edits.begin(), name + ".type=1");
	}
	add_none(first, name + ".type=0", param, items);
}

static bool is_empty_list(const expr &value)
{
	return value.kind == expr_kind::list && value.items.empty();
}

/* A pointer: to one value, to several, to a tensor. */
static void add_pointer(const sample &first, const expr &value, const api_param &param,
			std::vector<item> &items)
{
	const std::string name = param.name, type = param.c_type;
	const bool given = value.kind != expr_kind::none && !is_empty_list(value);

	if (is_empty_list(value) || type == "ct_generator *")
		add_edit(first, name + "=NULL", false, items);
	else
		add_none(first, name + "=NULL", param, items);
	if (!given)
		return;
	if (type == "const bool *")
		add_edit(first, "*" + name + "=2", true, items);
	else if (type == "const ct_scalar *")
		add_scalar(first, "*" + name, items);
	else if (type == "ct_tensor *const *")
		add_edit(first, "*" + name + "=NULL", strstr(param.type, "Tensor?") == nullptr,
			 items);
}

static void add_param(const sample &first, const expr &value, const api_param &param,
		      std::vector<item> &items)
{
	const std::string type = param.c_type;

	if (param.role == API_LENGTH)
		add_edit(first, std::string(param.name) + "=-1", value.kind != expr_kind::none,
			 items);
	else if (type.back() == '*')
		add_pointer(first, value, param, items);
	else if (type == "ct_scalar")
		add_scalar(first, param.name, items);
	else if (type == "ct_device")
		add_device(first, param, items);
	else if (type == "ct_dtype" || type == "ct_layout" || type == "ct_memory_format")
		add_enumerators(first, param.name, param, items);
	else if (type == "int32_t")
		for (const char *value_text : { "=-2", "=128", "=256" })
			add_edit(first, param.name + std::string(value_text), true, items);
	else if (type == "ct_stream")
		for (const char *value_text : { ".device_type=99", ".device_index=-2",
						".device_index=128", ".device_index=256" })
			add_edit(first, param.name + std::string(value_text), true, items);
}

/* NULL for all results is refused if the operator has no other effect. */
static bool needs_result(const api_function &function)
{
	size_t values = 0;

	for (size_t i = 0; i < function.results_len; i++)
		values += function.results[i].role == API_VALUE;
	return values == 1 && strcmp(function.kind, "functional") == 0;
}

/* NULL drops a result; a list's length must not be dropped without the list. */
static void add_results(const sample &first, const api_function &function, std::vector<item> &items)
{
	for (size_t i = 0; i < function.results_len; i++) {
		const api_param &result = function.results[i];

		add_edit(first, std::string(result.name) + "=NULL", result.role == API_LENGTH,
			 items);
		items.back().must_fail = result.role == API_VALUE && needs_result(function);
	}
}

/* --- All of them ------------------------------------------------------------------------------ */

static size_t argument_named(const c10::FunctionSchema &schema, const char *name)
{
	for (size_t i = 0; i < schema.arguments().size(); i++)
		if (schema.arguments()[i].name() == name)
			return i;
	throw std::runtime_error(schema.name() + " has no argument " + name);
}

std::vector<item> hostile_items(const operator_entry &entry, const sample_store &store)
{
	const c10::FunctionSchema &schema = entry.schema();
	const api_function &function = *entry.function;
	const std::vector<sample> samples = store.of(schema);
	std::vector<item> items;

	if (samples.empty())
		throw std::runtime_error("there is no sample to start from");
	for (size_t i = 0; i < function.params_len; i++) {
		const api_param &param = function.params[i];
		const size_t argument = argument_named(schema, param.arg);

		add_param(samples[0], samples[0].arguments[argument], param, items);
	}
	add_results(samples[0], function, items);
	for (size_t i = 0; i < schema.arguments().size(); i++)
		add_values(samples[0], schema, i, items);
	return items;
}

/* --- The process that tries them -------------------------------------------------------------- */

/* The extent of stray reads depends on the kernels' vector width. Call it before libtorch's first
 * operator. */
static void use_plain_kernels()
{
	setenv("ATEN_CPU_CAPABILITY", "default", 1);
	setenv("ONEDNN_MAX_CPU_ISA", "AVX2", 1);
	setenv("MKL_ENABLE_INSTRUCTIONS", "AVX2", 1);
}

void bear_hostile_arguments()
{
	use_plain_kernels();
	limit_heap(size_t{ 256 } << 20);
	set_memory_limit(size_t{ 4 } << 20); /* see tensors */
}

} // namespace ops
