#include "inputs/synthesize.hpp"

#include <string_view>

#include "language/words.hpp"

namespace ops {

namespace {

struct value_by_name {
	c10::TypeKind type;
	std::string_view name; /* what the argument's name contains; "" for any other */
	const char *text;
};

/* Of the lines that fit, those with the name of the first one count. If a value is in effect the
 * default, there is another one that changes the result, or is an error. */
const value_by_name by_name[] = {
	{ c10::TypeKind::ScalarTypeType, "", "float64" },
	{ c10::TypeKind::LayoutType, "", "strided" },
	{ c10::TypeKind::LayoutType, "", "sparse_coo" },
	{ c10::TypeKind::MemoryFormatType, "", "contiguous_format" },
	{ c10::TypeKind::MemoryFormatType, "", "channels_last" },
	{ c10::TypeKind::DeviceObjType, "", "cpu" },
	{ c10::TypeKind::DeviceObjType, "", "meta" },
	{ c10::TypeKind::GeneratorType, "", "generator(7)" },
	{ c10::TypeKind::BoolType, "pin_memory", "False" },
	{ c10::TypeKind::BoolType, "pin_memory", "True" },
	{ c10::TypeKind::BoolType, "", "True" },
	{ c10::TypeKind::IntType, "dim", "0" },
	{ c10::TypeKind::IntType, "axis", "0" },
	{ c10::TypeKind::IntType, "end", "2" },
	{ c10::TypeKind::IntType, "divisor", "3" },
	{ c10::TypeKind::IntType, "fs", "1" },
	{ c10::TypeKind::IntType, "", "1" },
	{ c10::TypeKind::FloatType, "scale", "2.0" },
	{ c10::TypeKind::FloatType, "eps", "1e-05" },
	{ c10::TypeKind::FloatType, "tol", "1e-05" },
	{ c10::TypeKind::FloatType, "", "0.25" },
	{ c10::TypeKind::NumberType, "max", "0.7" },
	{ c10::TypeKind::NumberType, "ord", "2" },
	{ c10::TypeKind::NumberType, "p", "2" },
	{ c10::TypeKind::NumberType, "", "0.25" },
	{ c10::TypeKind::StringType, "rounding_mode", "\"floor\"" },
	{ c10::TypeKind::StringType, "norm", "\"ortho\"" },
	{ c10::TypeKind::StringType, "driver", "\"gelsd\"" },
	{ c10::TypeKind::StringType, "side", "\"right\"" },
	{ c10::TypeKind::StringType, "approximate", "\"tanh\"" },
	{ c10::TypeKind::StringType, "", "\"mean\"" },
};

c10::TypeKind without_symbols(c10::TypeKind kind)
{
	return kind == c10::TypeKind::SymIntType ? c10::TypeKind::IntType : kind;
}

const expr *first_tensor(const expr &value)
{
	if (value.kind == expr_kind::tensor)
		return &value;
	for (const expr &item : value.items)
		if (const expr *tensor = first_tensor(item))
			return tensor;
	return nullptr;
}

const expr *first_tensor(const std::vector<expr> &values)
{
	for (const expr &value : values)
		if (const expr *tensor = first_tensor(value))
			return tensor;
	return nullptr;
}

expr tensor_of(c10::ScalarType dtype, std::vector<int64_t> sizes)
{
	expr tensor;
	tensor.kind = expr_kind::tensor;
	tensor.dtype = dtype;
	tensor.sizes = std::move(sizes);
	return tensor;
}

bool contains(const std::string &name, std::string_view part)
{
	return name.find(part) != std::string::npos;
}

/* One number for each channel, for each element, for all. For a bias, one for each channel of the
 * weight's output. */
std::vector<expr> tensors(const std::string &name, const std::vector<expr> &others)
{
	const expr *any = first_tensor(others);
	const expr first = any ? *any : tensor_of(at::kFloat, { 2 });
	c10::ScalarType dtype = first.dtype;
	const std::vector<int64_t> &sizes = first.sizes;
	if (contains(name, "mask"))
		return { tensor_of(at::kBool, sizes), tensor_of(dtype, sizes) };
	if (contains(name, "sorter") || contains(name, "indices"))
		return { tensor_of(at::kLong, sizes) };
	std::vector<expr> made;
	if (contains(name, "bias") && others.size() > 1 && others[1].sizes.size() > 1)
		made.push_back(tensor_of(dtype, { others[1].sizes[0] }));
	if (sizes.size() > 1)
		made.push_back(tensor_of(dtype, { sizes[1] }));
	made.push_back(tensor_of(dtype, sizes));
	made.push_back(tensor_of(dtype, {}));
	return made;
}

expr list_of(size_t length, const char *item)
{
	expr list;
	list.kind = expr_kind::list;
	list.items.assign(length, parse_expr(item));
	return list;
}

/* As many as a tensor has dimensions after batch and channel, as for sizes and scales; for
 * dimensions, the first one. */
std::vector<expr> lists(const c10::Argument &argument, const c10::Type &element, const expr *first)
{
	if (contains(argument.name(), "dim"))
		return { list_of(1, "0") };
	/* libtorch reads as many of them as the operator has dimensions, even beyond the list. */
	if (argument.name() == "input_size")
		return {};
	size_t rank = first ? first->sizes.size() : 1;
	size_t length = rank > 2 ? rank - 2 : 1;
	switch (element.kind()) {
	case c10::TypeKind::IntType:
	case c10::TypeKind::SymIntType:
		return { list_of(length, "2"), list_of(rank, "1") };
	case c10::TypeKind::FloatType:
		return { list_of(length, "2.0"), list_of(2 * rank, "1.0") };
	default:
		return {};
	}
}

std::vector<expr> by_type_and_name(c10::TypeKind type, const std::string &name)
{
	std::vector<expr> made;
	std::string_view part;
	for (const value_by_name &value : by_name) {
		if (value.type != type || !contains(name, value.name))
			continue;
		if (made.empty())
			part = value.name;
		if (value.name == part)
			made.push_back(parse_expr(value.text));
	}
	return made;
}

} // namespace

std::vector<expr> synthesize(const c10::Argument &argument, const std::vector<expr> &others)
{
	c10::TypePtr type = argument.real_type();
	if (auto optional = type->cast<c10::OptionalType>())
		type = optional->getElementType();
	const expr *first = first_tensor(others);
	if (type->kind() == c10::TypeKind::TensorType)
		return tensors(argument.name(), others);
	if (auto list = type->cast<c10::ListType>())
		return lists(argument, *list->getElementType(), first);
	std::vector<expr> made = by_type_and_name(without_symbols(type->kind()), argument.name());
	if (type->kind() == c10::TypeKind::ScalarTypeType && first)
		made.push_back(parse_expr(dtype_name(first->dtype)));
	return made;
}

} // namespace ops
