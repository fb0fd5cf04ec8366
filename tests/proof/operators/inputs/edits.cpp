#include "inputs/edits.hpp"

#include <cstddef>
#include <cstring>
#include <stdexcept>

#include <ctorch/core/types.h>

namespace ops {

/* The named fields inside a parameter. */
static const struct field {
	const char *type;
	const char *name;
	size_t offset;
	size_t size;
} fields[] = {
	{ "ct_scalar", "kind", offsetof(ct_scalar, kind), sizeof(int32_t) },
	{ "ct_scalar", "i", offsetof(ct_scalar, i), sizeof(int64_t) },
	{ "ct_device", "type", offsetof(ct_device, type), sizeof(int32_t) },
	{ "ct_device", "index", offsetof(ct_device, index), sizeof(int32_t) },
	{ "ct_stream", "id", offsetof(ct_stream, id), sizeof(int64_t) },
	{ "ct_stream", "device_type", offsetof(ct_stream, device_type), sizeof(int32_t) },
	{ "ct_stream", "device_index", offsetof(ct_stream, device_index), sizeof(int32_t) },
};

/* The name of the type that a type of the descriptors, such as "const ct_scalar *", points to. */
static std::string bare(std::string type)
{
	if (type.rfind("const ", 0) == 0)
		type.erase(0, sizeof "const " - 1);
	while (!type.empty() && (type.back() == '*' || type.back() == ' '))
		type.pop_back();
	return type;
}

static size_t size_of(const std::string &type)
{
	if (type.back() == '*' || type == "int64_t" || type == "double")
		return 8;
	return type == "bool" ? 1 : 4;
}

/* "ct_tensor *const *" points to a pointer. */
static size_t size_of_pointee(const std::string &type)
{
	return type.find('*') != type.rfind('*') ? sizeof(void *) : size_of(bare(type));
}

static const api_param &param_at(const api_function &function, size_t i)
{
	return i < function.params_len ? function.params[i]
				       : function.results[i - function.params_len];
}

static size_t param_named(const api_function &function, const std::string &name)
{
	for (size_t i = 0; i < function.params_len + function.results_len; i++)
		if (name == param_at(function, i).name)
			return i;
	throw std::runtime_error(std::string(function.symbol) + " has no parameter " + name);
}

static int64_t value_of(const std::string &text)
{
	char *end;
	const int64_t value = strtoll(text.c_str(), &end, 10);

	if (text == "NULL")
		return 0;
	if (text.empty() || *end != '\0')
		throw std::runtime_error("'" + text + "' is neither a number nor NULL");
	return value;
}

static void find_field(const std::string &type, const std::string &name, raw_edit &edit)
{
	for (const field &field : fields)
		if (type == field.type && name == field.name) {
			edit.offset = field.offset;
			edit.size = field.size;
			return;
		}
	throw std::runtime_error(type + " has no field " + name);
}

raw_edit parse_edit(const api_function &function, const std::string &text)
{
	const bool pointee = text[0] == '*';
	const size_t equals = text.find('='), dot = text.find('.');
	const size_t name_end = std::min(equals, dot);
	raw_edit edit = {};

	if (equals == std::string::npos)
		throw std::runtime_error("'" + text + "' is no NAME=VALUE");
	edit.param = param_named(function, text.substr(pointee, name_end - pointee));
	edit.pointee = pointee;
	edit.value = value_of(text.substr(equals + 1));

	const std::string type = param_at(function, edit.param).c_type;

	if (dot < equals)
		find_field(bare(type), text.substr(dot + 1, equals - dot - 1), edit);
	else
		edit.size = pointee ? size_of_pointee(type) : size_of(type);
	return edit;
}

std::vector<raw_edit> parse_edits(const api_function &function,
				  const std::vector<std::string> &texts)
{
	std::vector<raw_edit> edits;

	for (const std::string &text : texts)
		edits.push_back(parse_edit(function, text));
	return edits;
}

std::string refusal_of(const api_function &function, size_t argument, const std::string &name)
{
	return std::string("ArgumentError: ") + function.symbol + ": argument " +
	       std::to_string(argument + 1) + " (" + name + ")";
}

std::string refusal_of(const api_function &function, const raw_edit &edit)
{
	const api_param &param = param_at(function, edit.param);

	if (edit.param < function.params_len)
		return refusal_of(function, size_t(param.index), param.arg);
	return std::string("ArgumentError: ") + function.symbol + ": " +
	       (param.role == API_LENGTH ? param.name + std::string(" must not be NULL")
					 : "every result pointer is NULL");
}

} // namespace ops
