#include "call/c_arguments.hpp"

#include <cstring>
#include <stdexcept>

#include <ATen/core/Generator.h>
#include <ctorch/libtorch.hpp>
#include <ctorch/tensor/tensor.h>

#include "support/releases.hpp"

namespace ops {

call_memory::~call_memory()
{
	for (ct_tensor *handle : handles_)
		ct_tensor_free(handle);
}

std::byte *call_memory::bytes(size_t n)
{
	return blocks_.emplace_back(n ? n : 1).data();
}

size_t call_memory::size(const std::byte *given) const
{
	for (const std::vector<std::byte> &block : blocks_)
		if (block.data() == given)
			return block.size();
	return 0;
}

ct_tensor *call_memory::handle(const at::Tensor &tensor)
{
	if (!tensor.defined())
		return nullptr;
	handles_.push_back(ct::to_handle(tensor));
	return handles_.back();
}

namespace {

/* A schema's type, taken apart: "int[2]?" is an optional list of int of 2. */
struct schema_type {
	std::string base;
	bool optional = false;
	bool list = false;
	size_t size = 0; /* of the list, if the schema has it */
};

schema_type read_schema_type(std::string text)
{
	schema_type type;
	size_t bracket;

	if (!text.empty() && text.back() == '?') {
		type.optional = true;
		text.pop_back();
	}
	bracket = text.find('[');
	if (bracket != std::string::npos) {
		type.list = true;
		type.size = static_cast<size_t>(std::atoi(text.c_str() + bracket + 1));
		text.resize(bracket);
	}
	type.base = text;
	return type;
}

passing passing_of(const c_types &types, const c_type &c, const schema_type &schema,
		   const api_param &param)
{
	if (param.role == API_LENGTH)
		return passing::length;
	if (schema.list && c.pointers > 0)
		return passing::array;
	if (c.pointers == 0)
		return passing::by_value;
	if (types.is_handle(c.base))
		return passing::handle;
	if (c.base == "char")
		return passing::text;
	return passing::optional;
}

template <class T> void put(std::byte *to, T value)
{
	std::memcpy(to, &value, sizeof value);
}

/* Writes to a member of a struct, at the offset from the file. */
template <class T>
void put(const c_types &types, const char *structure, const char *member, std::byte *to, T value)
{
	put(to + types.offset(structure, member), value);
}

int64_t integer(const c10::IValue &value)
{
	if (value.isSymInt())
		return value.toSymInt().guard_int(__FILE__, __LINE__);
	return value.toInt();
}

void put_scalar(const c_types &types, const c10::IValue &value, std::byte *to)
{
	auto put_kind = [&](const char *kind) {
		put(types, "ct_scalar", "kind", to, static_cast<int32_t>(types.enumerator(kind)));
	};

	std::memset(to, 0, types.size({ "ct_scalar" }));
	if (value.isBool()) {
		put_kind("CT_SCALAR_BOOL");
		put(types, "ct_scalar", "i", to, int64_t{ value.toBool() });
	} else if (value.isInt() || value.isSymInt()) {
		put_kind("CT_SCALAR_INT");
		put(types, "ct_scalar", "i", to, integer(value));
#if HAS_UNSIGNED_VALUE
	} else if (value.isUnsigned()) {
		put_kind("CT_SCALAR_UINT");
		put(types, "ct_scalar", "i", to, value.toUInt());
#endif
	} else if (value.isDouble()) {
		put_kind("CT_SCALAR_FLOAT");
		put(types, "ct_scalar", "re", to, value.toDouble());
	} else {
		c10::complex<double> number = value.toComplexDouble();

		put_kind("CT_SCALAR_COMPLEX");
		put(types, "ct_scalar", "re", to, number.real());
		put(types, "ct_scalar", "im", to, number.imag());
	}
}

/* Our number for one of libtorch's enumerators. */
template <class Number>
int32_t our_number(const c_types &types, const std::string &enumeration, Number libtorchs)
{
	return static_cast<int32_t>(libtorchs) + types.shift(enumeration);
}

void put_device(const c_types &types, const c10::IValue &value, std::byte *to)
{
	if (value.isNone()) {
		put(types, "ct_device", "type", to, types.none("ct_device_type"));
		put(types, "ct_device", "index", to, int32_t{ -1 });
		return;
	}
	put(types, "ct_device", "type", to,
	    our_number(types, "ct_device_type", value.toDevice().type()));
	put(types, "ct_device", "index", to, int32_t{ value.toDevice().index() });
}

void put_stream(const c_types &types, const c10::IValue &value, std::byte *to)
{
	c10::Stream stream = value.toStream();

	put(types, "ct_stream", "id", to, int64_t{ stream.id() });
	put(types, "ct_stream", "device_type", to,
	    our_number(types, "ct_device_type", stream.device_type()));
	put(types, "ct_stream", "device_index", to, int32_t{ stream.device_index() });
}

void put_struct(const c_types &types, const c_type &type, const c10::IValue &value, std::byte *to)
{
	if (type.base == "ct_scalar")
		put_scalar(types, value, to);
	else if (type.base == "ct_device")
		put_device(types, value, to);
	else if (type.base == "ct_stream")
		put_stream(types, value, to);
	else
		throw std::runtime_error("no argument is a struct " + type.base);
}

void put_number(const c_type &type, const c10::IValue &value, std::byte *to)
{
	if (type.base == "int64_t")
		put(to, integer(value));
	else if (type.base == "double")
		put(to, value.toDouble());
	else if (type.base == "bool")
		put(to, value.toBool());
	else if (type.base == "int32_t")
		put(to, static_cast<int32_t>(value.toInt()));
	else
		throw std::runtime_error("no argument is a " + type.base);
}

/* A handle is the address of libtorch's object. For a tensor a new one is created, since a checked
 * build looks it up. */
const void *handle_of(const c_type &type, const c10::IValue &value, call_memory &memory)
{
	if (value.isNone())
		return nullptr;
	if (type.base == "ct_tensor")
		return memory.handle(value.toTensor());
	if (type.base == "ct_generator")
		return value.toGenerator().unsafeGetGeneratorImpl();
	if (type.base == "ct_storage")
		return value.toStorage().unsafeGetStorageImpl();
	throw std::runtime_error("no argument is a " + type.base);
}

/* A boxed Dimname is a string that begins with "dimname::". */
const char *text_of(const std::string &text)
{
	const std::string mark = "dimname::";

	return text.c_str() + (text.rfind(mark, 0) == 0 ? mark.size() : 0);
}

void put_element(const c_types &types, const c_type &type, const c10::IValue &value,
		 call_memory &memory, std::byte *to)
{
	if (type.pointers == 1 && type.base == "char")
		put(to, value.isNone() ? nullptr : text_of(value.toStringRef()));
	else if (type.pointers == 1)
		put(to, handle_of(type, value, memory));
	else if (type.pointers > 1)
		throw std::runtime_error("no argument is a " + type.base + " behind 2 pointers");
	else if (types.is_enum(type.base))
		put(to, value.isNone() ? types.none(type.base)
				       : our_number(types, type.base, value.toInt()));
	else if (types.is_struct(type.base))
		put_struct(types, type, value, to);
	else
		put_number(type, value, to);
}

const void *array_of(const c_types &types, const c_parameter &parameter, const c10::IValue &value,
		     call_memory &memory)
{
	size_t size = types.size(parameter.element);

	if (value.isNone())
		return nullptr;

	c10::ArrayRef<c10::IValue> list = value.toListRef();
	std::byte *array = memory.bytes(size * list.size());

	if (parameter.fixed && parameter.fixed != list.size())
		throw std::runtime_error("a list of " + std::to_string(list.size()) +
					 " elements cannot be passed");
	for (size_t i = 0; i < list.size(); i++)
		put_element(types, parameter.element, list[i], memory, array + i * size);
	return array;
}

void put_parameter(const c_types &types, const c_parameter &parameter, const c10::IValue &value,
		   call_memory &memory, std::byte *cell)
{
	std::byte *element;

	switch (parameter.how) {
	case passing::by_value:
	case passing::handle:
	case passing::text:
		put_element(types, parameter.type, value, memory, cell);
		return;
	case passing::optional:
		element = nullptr;
		if (!value.isNone()) {
			element = memory.bytes(types.size(parameter.element));
			put_element(types, parameter.element, value, memory, element);
		}
		put(cell, element);
		return;
	case passing::array:
		put(cell, array_of(types, parameter, value, memory));
		return;
	case passing::length:
		put(cell,
		    value.isNone() ? int64_t{ 0 } : static_cast<int64_t>(value.toListRef().size()));
		return;
	}
}

} // namespace

c_parameter::c_parameter(const c_types &types, const api_param &param)
    : type(read_c_type(param.c_type)), argument(static_cast<size_t>(param.index)), fixed(0),
      name(param.name)
{
	schema_type schema = read_schema_type(param.type);

	how = passing_of(types, type, schema, param);
	element = how == passing::array || how == passing::optional ? type.pointee() : type;
	/* The only lists without a length. */
	if (how == passing::array && schema.base == "bool")
		fixed = schema.size;
	if (schema.list && how != passing::array && how != passing::length)
		throw std::runtime_error(name + ": a " + param.type + " is no " + param.c_type);
	if (how == passing::optional && !schema.optional)
		throw std::runtime_error(name + ": a " + param.type + " is no " + param.c_type);
	types.ffi(type);
	types.ffi(element);
}

void write_parameter(const c_types &types, const c_parameter &parameter, const c10::IValue &value,
		     call_memory &memory, std::byte *cell)
{
	try {
		put_parameter(types, parameter, value, memory, cell);
	} catch (const c10::Error &error) {
		throw std::runtime_error(parameter.name + ": " + error.what_without_backtrace());
	} catch (const std::runtime_error &error) {
		throw std::runtime_error(parameter.name + ": " + error.what());
	}
}

} // namespace ops
