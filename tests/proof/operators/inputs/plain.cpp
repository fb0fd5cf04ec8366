#include "inputs/plain.hpp"

#include <cstring>

namespace ops {

static const char *const plain_tensors[] = { "float[2,3]", "float[4]", "int64[3]",
					     "float[1,2,4,4]" };

/* Whether the argument is the name of a dimension or several: the dispatcher has only strings. */
static bool is_dimname(const operator_entry &entry, const std::string &argument)
{
	for (size_t i = 0; i < entry.function->params_len; i++)
		if (argument == entry.function->params[i].arg)
			return strncmp(entry.function->params[i].type, "Dimname", 7) == 0;
	return false;
}

static std::string plain_text(const c10::Type &type, const char *tensor, const char *word)
{
	switch (type.kind()) {
	case c10::TypeKind::OptionalType:
		return plain_text(*type.expectRef<c10::OptionalType>().getElementType(), tensor,
				  word);
	case c10::TypeKind::TensorType:
		return tensor;
	case c10::TypeKind::FloatType:
		return "1.0";
	case c10::TypeKind::BoolType:
		return "True";
	case c10::TypeKind::StringType:
		return word;
	case c10::TypeKind::ScalarTypeType:
		return "float";
	case c10::TypeKind::LayoutType:
		return "strided";
	case c10::TypeKind::MemoryFormatType:
		return "contiguous_format";
	case c10::TypeKind::DeviceObjType:
		return "cpu";
	case c10::TypeKind::StorageType:
		return "storage(float[4])";
	case c10::TypeKind::GeneratorType:
		return "generator(1)";
	case c10::TypeKind::StreamObjType:
		return "stream()";
	default:
		return "1";
	}
}

static expr plain_value(const c10::Argument &argument, const char *tensor, const char *word)
{
	const expr by_default = default_of(argument);

	if (by_default.kind != expr_kind::omitted)
		return by_default;
	if (argument.real_type()->kind() != c10::TypeKind::ListType)
		return parse_expr(plain_text(*argument.real_type(), tensor, word));

	const c10::TypePtr element =
		argument.real_type()->expectRef<c10::ListType>().getElementType();
	expr list = parse_expr("[]");

	list.items.assign(size_t(argument.N().value_or(1)),
			  parse_expr(plain_text(*element, tensor, word)));
	return list;
}

std::vector<sample> plain_samples(const operator_entry &entry)
{
	std::vector<sample> samples;

	for (const char *tensor : plain_tensors) {
		sample plain = { entry.name, {}, "plain" };

		for (const c10::Argument &argument : entry.schema().arguments())
			plain.arguments.push_back(plain_value(argument, tensor,
							      is_dimname(entry, argument.name())
								      ? "\"dimname::N\""
								      : "\"none\""));
		samples.push_back(plain);
	}
	return samples;
}

} // namespace ops
