#include "call/c_types.hpp"

#include <memory>
#include <mutex>
#include <stdexcept>

namespace ops {

namespace {

ffi_type *type_of_c(const std::string &name)
{
	static const std::map<std::string, ffi_type *> types = {
		{ "bool", &ffi_type_uint8 },      { "char", &ffi_type_schar },
		{ "double", &ffi_type_double },   { "int32_t", &ffi_type_sint32 },
		{ "int64_t", &ffi_type_sint64 },  { "uint8_t", &ffi_type_uint8 },
		{ "uint16_t", &ffi_type_uint16 }, { "uint32_t", &ffi_type_uint32 },
		{ "uint64_t", &ffi_type_uint64 },
	};
	auto found = types.find(name);

	return found == types.end() ? nullptr : found->second;
}

bool ends_with(const std::string &text, const std::string &end)
{
	return text.size() >= end.size() &&
	       text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

c_type read_c_type(const char *text)
{
	c_type type;
	std::string word;

	for (const char *at = text;; at++) {
		if (*at != '\0' && *at != ' ' && *at != '*') {
			word += *at;
			continue;
		}
		if (!word.empty() && word != "const")
			type.base += word;
		word.clear();
		type.pointers += *at == '*';
		if (*at == '\0')
			return type;
	}
}

c_types::c_types(const api_types &types) : types_(types)
{
	for (size_t i = 0; i < types.enums_len; i++)
		for (size_t j = 0; j < types.enums[i].enumerators_len; j++)
			enumerators_[types.enums[i].enumerators[j].name] =
				types.enums[i].enumerators[j].value;
	for (size_t i = 0; i < types.structs_len; i++)
		if (!is_struct(types.structs[i].name))
			lay_out(types.structs[i]);
}

const c_types &c_types::of(const api_types &types)
{
	static std::mutex mutex;
	static std::map<const api_types *, std::unique_ptr<c_types>> made;
	std::lock_guard<std::mutex> lock(mutex);
	std::unique_ptr<c_types> &one = made[&types];

	if (!one)
		one = std::make_unique<c_types>(types);
	return *one;
}

/* A struct within a struct is laid out first, wherever it is in the file. One with a callback,
 * whose type is not in the file, stays unknown: no operator has one. */
void c_types::lay_out(const api_struct &structure)
{
	struct_layout layout;

	for (size_t i = 0; i < structure.members_len; i++) {
		c_type type = read_c_type(structure.members[i].c_type);
		const api_struct *inner = api_find_struct(&types_, type.base.c_str());

		if (inner && type.pointers == 0 && !is_struct(type.base))
			lay_out(*inner);
		if (type.pointers == 0 && !is_struct(type.base) && !is_enum(type.base) &&
		    !type_of_c(type.base))
			return;
		layout.elements.push_back(ffi(type));
	}
	layout.elements.push_back(nullptr);

	struct_layout &kept = structs_[structure.name] = std::move(layout);
	std::vector<size_t> offsets(structure.members_len);

	kept.type.type = FFI_TYPE_STRUCT;
	kept.type.elements = kept.elements.data();
	if (ffi_get_struct_offsets(FFI_DEFAULT_ABI, &kept.type, offsets.data()) != FFI_OK)
		throw std::runtime_error(std::string("libffi refuses struct ") + structure.name);
	for (size_t i = 0; i < offsets.size(); i++)
		kept.offsets[structure.members[i].name] = offsets[i];
}

bool c_types::is_enum(const std::string &name) const
{
	return api_find_enum(&types_, name.c_str());
}

bool c_types::is_handle(const std::string &name) const
{
	return api_find_handle(&types_, name.c_str());
}

ffi_type *c_types::ffi(const c_type &type) const
{
	if (type.pointers > 0)
		return &ffi_type_pointer;
	if (ffi_type *plain = type_of_c(type.base))
		return plain;
	if (is_enum(type.base))
		return &ffi_type_sint32;

	auto found = structs_.find(type.base);

	if (found == structs_.end())
		throw std::runtime_error("unknown C type '" + type.base + "'");
	/* libffi takes it without const, but does not write to a type that is laid out. */
	return const_cast<ffi_type *>(&found->second.type);
}

size_t c_types::offset(const std::string &structure, const std::string &member) const
{
	auto layout = structs_.find(structure);

	if (layout == structs_.end())
		throw std::runtime_error("no struct " + structure);

	auto found = layout->second.offsets.find(member);

	if (found == layout->second.offsets.end())
		throw std::runtime_error("no member " + member + " in struct " + structure);
	return found->second;
}

int64_t c_types::enumerator(const std::string &name) const
{
	auto found = enumerators_.find(name);

	if (found == enumerators_.end())
		throw std::runtime_error("no enumerator " + name);
	return found->second;
}

std::string c_types::enumerator_name(const std::string &enumeration, int64_t value) const
{
	const api_enum *found = api_find_enum(&types_, enumeration.c_str());

	for (size_t i = 0; found && i < found->enumerators_len; i++)
		if (found->enumerators[i].value == value)
			return found->enumerators[i].name;
	return "";
}

int32_t c_types::none(const std::string &enumeration) const
{
	const api_enum *found = api_find_enum(&types_, enumeration.c_str());

	for (size_t i = 0; found && i < found->enumerators_len; i++)
		if (ends_with(found->enumerators[i].name, "_NONE"))
			return static_cast<int32_t>(found->enumerators[i].value);
	throw std::runtime_error(enumeration + " has no enumerator for None");
}

int32_t c_types::shift(const std::string &enumeration) const
{
	return ends_with(enumerator_name(enumeration, 0), "_NONE");
}

} // namespace ops
