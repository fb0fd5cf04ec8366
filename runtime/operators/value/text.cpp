/*
 * Printing values as Python's repr() does.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/print.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/impl.h"
#include "core/base/names.h"
#include "core/base/number_text.hpp"
#include "core/base/utf8.h"
#include "core/bridge/callback.hpp"
#include "core/memory/given.h"
#include "operators/value/text.hpp"

namespace {

/* --- Texts ----------------------------------------------------------------------------------- */

struct range {
	uint32_t first, last;
};

/* Characters that Python writes as escapes: controls, spaces except the usual one, marks without a
 * glyph, surrogates, private use. Characters that Unicode does not define yet are not included. */
constexpr range escaped[] = {
	{ 0x0, 0x1f },         { 0x7f, 0xa0 },       { 0xad, 0xad },       { 0x600, 0x605 },
	{ 0x61c, 0x61c },      { 0x6dd, 0x6dd },     { 0x70f, 0x70f },     { 0x890, 0x891 },
	{ 0x8e2, 0x8e2 },      { 0x1680, 0x1680 },   { 0x180e, 0x180e },   { 0x2000, 0x200f },
	{ 0x2028, 0x202f },    { 0x205f, 0x206f },   { 0x3000, 0x3000 },   { 0xd800, 0xf8ff },
	{ 0xfeff, 0xfeff },    { 0xfff0, 0xfffb },   { 0xfffe, 0xffff },   { 0x110bd, 0x110bd },
	{ 0x110cd, 0x110cd },  { 0x13430, 0x1343f }, { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
	{ 0xe0000, 0x10ffff },
};

bool is_escaped(uint32_t character)
{
	for (const range &range : escaped)
		if (character >= range.first && character <= range.last)
			return !(character >= 0xe0100 && character <= 0xe01ef);
	return false;
}

void append_escape(std::string &text, uint32_t character)
{
	char escape[16];

	if (character == '\n' || character == '\r' || character == '\t')
		std::snprintf(escape, sizeof escape, "\\%c",
			      character == '\n'   ? 'n'
			      : character == '\r' ? 'r'
						  : 't');
	else
		std::snprintf(escape, sizeof escape,
			      character < 0x100     ? "\\x%02x"
			      : character < 0x10000 ? "\\u%04x"
						    : "\\U%08x",
			      character);
	text += escape;
}

/* Double quotes only where single ones would need escapes. */
char quote_for(std::string_view text)
{
	return text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
}

std::string string_text(const char *at, size_t n)
{
	const char *end = at + n;
	const char quote = quote_for({ at, n });
	std::string text(1, quote);

	while (at < end) {
		uint32_t character = 0;
		const size_t length =
			ct_utf8_decode(at, static_cast<size_t>(end - at), &character);

		if (length == 0)
			character = static_cast<unsigned char>(*at);
		if (*at == quote || *at == '\\')
			text += '\\';
		if (length == 0 || is_escaped(character))
			append_escape(text, character);
		else
			text.append(at, length);
		at += length ? length : 1;
	}
	return text + quote;
}

/* Python's repr() of bytes. */
std::string bytes_text(const ct_value &value)
{
	const std::string_view bytes(static_cast<const char *>(value.object),
				     static_cast<size_t>(value.i));
	const char quote = quote_for(bytes);
	std::string text = std::string("b") + quote;

	for (char byte : bytes) {
		const unsigned char code = static_cast<unsigned char>(byte);

		if (byte == quote || byte == '\\')
			text += '\\';
		if (code < 0x20 || code >= 0x7f)
			append_escape(text, code);
		else
			text += byte;
	}
	return text + quote;
}

/* --- The others ------------------------------------------------------------------------------ */

std::string number_text(const ct_value &value)
{
	ct_scalar number;

	ct::check_callback(ct_value_as_scalar(&value, &number));
	return ct::number_text(number);
}

std::string device_text(ct_device device)
{
	char name[48];
	std::string type = ct_impl_device_text({ device.type, -1 }, name, sizeof name);

	if (device.index < 0)
		return "device(type='" + type + "')";
	return "device(type='" + type + "', index=" + std::to_string(device.index) + ")";
}

/* ORDER MEMORY FORMAT: as enum ct_memory_format_value */
constexpr const char *formats[] = { "none", "contiguous_format", "preserve_format", "channels_last",
				    "channels_last_3d" };

std::string format_text(int64_t format)
{
	bool known = format >= 0 && format < static_cast<int64_t>(std::size(formats));

	return known ? formats[format] : "unknown";
}

std::string scheme_text(int64_t scheme)
{
	const bool fits = scheme == static_cast<ct_quant_scheme>(scheme);

	return std::string("torch.") +
	       ct_name_of_quant_scheme(fits ? static_cast<ct_quant_scheme>(scheme) : -1);
}

std::string stream_text(const ct_value &value)
{
	char name[48];

	return std::string("torch.Stream device_type=") +
	       ct_impl_device_text({ value.device.type, -1 }, name, sizeof name) +
	       ", device_index=" + std::to_string(value.device.index) +
	       ", stream_id=" + std::to_string(value.i);
}

std::string tensor_text(const ct_value &value)
{
	char *text = nullptr;

	ct::check_callback(
		ct_tensor_to_string(static_cast<const ct_tensor *>(value.object), &text));
	return std::unique_ptr<char, ct::free_given>(text).get();
}

std::string object_text(const char *type, const void *object)
{
	char text[160];

	std::snprintf(text, sizeof text, "<%s object at %p>", type, object);
	return text;
}

std::string storage_text(const ct_value &value)
{
	const ct_storage *storage = static_cast<const ct_storage *>(value.object);

	return "<torch.UntypedStorage of " + std::to_string(ct_storage_nbytes(storage)) + " bytes>";
}

std::string leaf_text(const ct_value &value)
{
	switch (value.kind) {
	case CT_VALUE_NONE:
		return "None";
	case CT_VALUE_BOOL:
	case CT_VALUE_INT:
	case CT_VALUE_UINT:
	case CT_VALUE_FLOAT:
	case CT_VALUE_COMPLEX:
		return number_text(value);
	case CT_VALUE_BIG_INT:
		return { static_cast<const char *>(value.object), static_cast<size_t>(value.i) };
	case CT_VALUE_STRING:
		return string_text(static_cast<const char *>(value.object),
				   static_cast<size_t>(value.i));
	case CT_VALUE_BYTES:
		return bytes_text(value);
	case CT_VALUE_TENSOR:
		return tensor_text(value);
	case CT_VALUE_DEVICE:
		return device_text(value.device);
	case CT_VALUE_DTYPE:
		return std::string("torch.") + ct_dtype_name(static_cast<ct_dtype>(value.i));
	case CT_VALUE_LAYOUT:
		return std::string("torch.") + ct_name_of_layout(static_cast<ct_layout>(value.i));
	case CT_VALUE_MEMORY_FORMAT:
		return "torch." + format_text(value.i);
	case CT_VALUE_QUANT_SCHEME:
		return scheme_text(value.i);
	case CT_VALUE_STORAGE:
		return storage_text(value);
	case CT_VALUE_STREAM:
		return stream_text(value);
	case CT_VALUE_GENERATOR:
		return object_text("torch._C.Generator", value.object);
	default:
		return object_text(ct_value_type_name(&value), value.object);
	}
}

/* --- Nested ---------------------------------------------------------------------------------- */

/* Texts of lists that do not have values: of numbers, or of tensors. */
std::string flat_text(const ct_value &list)
{
	std::string text = "[";

	for (int64_t i = 0; i < list.i; i++) {
		text += i ? ", " : "";
		text += leaf_text(ct_value_element(&list, i));
	}
	return text + ']';
}

class value_writer {
	struct open_nest {
		const ct_value *nest;
		int64_t next; /* slot */
	};

	std::string text;
	/* No recursion, which would need more stack than some threads have. */
	std::vector<open_nest> open;

	void begin(const ct_value &value)
	{
		const char *fault = ct_value_fault(&value);

		if (fault)
			ct::refuse("invalid value: %s", fault);
		if (open.size() > CT_VALUE_MAX_DEPTH)
			ct::refuse(CT_VALUE_TOO_DEEP, CT_VALUE_MAX_DEPTH);
		if (ct_value_is_nest(&value)) {
			text += opening(value);
			open.push_back({ &value, 0 });
		} else {
			text += ct_value_is_sequence(&value) ? flat_text(value) : leaf_text(value);
		}
	}

	/* Python 3.11's for an ordered dict: since 3.12 its items are printed as a dict. */
	static const char *opening(const ct_value &nest)
	{
		switch (nest.kind) {
		case CT_VALUE_LIST:
			return "[";
		case CT_VALUE_TUPLE:
			return "(";
		case CT_VALUE_SET:
			return nest.i ? "{" : "set(";
		default:
			if (!ct_value_is_ordered_dict(&nest))
				return "{";
			return nest.i ? "OrderedDict([" : "OrderedDict(";
		}
	}

	static const char *closing(const ct_value &nest)
	{
		switch (nest.kind) {
		case CT_VALUE_LIST:
			return "]";
		case CT_VALUE_TUPLE:
			return nest.i == 1 ? ",)" : ")";
		case CT_VALUE_SET:
			return nest.i ? "}" : ")";
		default:
			if (!ct_value_is_ordered_dict(&nest))
				return "}";
			return nest.i ? ")])" : ")";
		}
	}

	void separate(const ct_value &nest, int64_t slot)
	{
		const bool is_ordered = ct_value_is_ordered_dict(&nest);

		if (nest.kind == CT_VALUE_DICT && slot % 2) {
			text += is_ordered ? ", " : ": ";
			return;
		}
		if (slot)
			text += is_ordered ? "), " : ", ";
		if (is_ordered)
			text += '(';
	}

	void step()
	{
		const ct_value &nest = *open.back().nest;
		int64_t slot = open.back().next;

		open.back().next += nest.kind == CT_VALUE_SET ? 2 : 1; /* its values are None */
		if (slot < ct_value_slots(&nest)) {
			separate(nest, slot);
			begin(*ct_value_slot(&nest, slot));
			return;
		}
		text += closing(nest);
		open.pop_back();
	}

public:
	std::string write(const ct_value &value)
	{
		begin(value);
		while (!open.empty())
			step();
		return std::move(text);
	}
};

} // namespace

std::string ct::value_text(const ct_value &value)
{
	return value_writer().write(value);
}

ct_error ct_value_to_string(const ct_value *self, char **result) noexcept
try {
	const ct_value borrowed = ct_value_borrow(self);
	std::string text = ct::value_text(borrowed);
	char *copy;

	if (result == nullptr)
		return nullptr;
	copy = static_cast<char *>(ct_given_new(text.size() + 1));
	if (copy == nullptr)
		throw ct::out_of_memory{ text.size() + 1, "the text of a value" };
	std::memcpy(copy, text.c_str(), text.size() + 1);
	*result = copy;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
