/*
 * Expressions to values.
 */
#include "language/expr.hpp"

#include <cmath>
#include <stdexcept>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include "support/releases.hpp"
#include "language/words.hpp"

namespace ops {

namespace {

constexpr uint64_t max_elements = 1 << 24;

/* Spreads the bits of small consecutive numbers (splitmix64). */
uint64_t hash(uint64_t number)
{
	number += 0x9e3779b97f4a7c15;
	number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
	number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
	return number ^ (number >> 31);
}

/* The elements of a tensor for which none are written. */
class contents {
public:
	contents(const expr &tensor, uint64_t ordinal) : tensor_(tensor), ordinal_(ordinal) {}

	double floating(uint64_t element) const
	{
		double low = tensor_.ranged ? tensor_.low : 0.1;
		double high = tensor_.ranged ? tensor_.high : 0.9;
		double unit = static_cast<double>(bits(element) >> 11) * 0x1p-53;
		return low + unit * (high - low);
	}
	int64_t integral(uint64_t element) const
	{
		int64_t low = tensor_.ranged ? static_cast<int64_t>(std::ceil(tensor_.low)) : 0;
		int64_t high = tensor_.ranged ? static_cast<int64_t>(std::floor(tensor_.high)) : 2;
		if (high < low)
			return low;
		return low +
		       static_cast<int64_t>(bits(element) % static_cast<uint64_t>(high - low + 1));
	}
	bool boolean(uint64_t element) const
	{
		return tensor_.ranged ? integral(element) != 0 : (bits(element) & 1) != 0;
	}

private:
	const expr &tensor_;
	uint64_t ordinal_;

	uint64_t bits(uint64_t element) const { return hash(hash(ordinal_) + element); }
};

uint64_t count_elements(const expr &tensor)
{
	uint64_t count = 1;
	for (int64_t size : tensor.sizes) {
		count *= static_cast<uint64_t>(size);
		if (count > max_elements)
			throw std::runtime_error(print_expr(tensor) + " is too large for a sample");
	}
	return count;
}

double real_part(const expr &item)
{
	bool whole = item.kind == expr_kind::integer || item.kind == expr_kind::boolean;
	return whole ? static_cast<double>(item.integer) : item.re;
}

int64_t whole_part(const expr &item)
{
	if (item.kind == expr_kind::integer || item.kind == expr_kind::boolean)
		return item.integer;
	if (!(std::abs(item.re) < 9e18))
		throw std::runtime_error(print_expr(item) +
					 " is not an element of an integer tensor");
	return static_cast<int64_t>(item.re);
}

/* The elements as the widest type of the dtype's kind; libtorch converts them. */
at::Tensor widest(const expr &tensor, uint64_t ordinal)
{
	uint64_t count = count_elements(tensor);
	contents contents(tensor, ordinal);
	const std::vector<expr> &items = tensor.items;
	if (c10::isComplexType(tensor.dtype)) {
		at::Tensor wide = at::empty(tensor.sizes, at::kComplexDouble);
		auto *data = wide.data_ptr<c10::complex<double>>();
		for (uint64_t i = 0; i < count; i++)
			data[i] = items.empty()
					  ? c10::complex<double>(contents.floating(2 * i),
								 contents.floating(2 * i + 1))
					  : c10::complex<double>(real_part(items[i]), items[i].im);
		return wide;
	}
	if (c10::isFloatingType(tensor.dtype)) {
		at::Tensor wide = at::empty(tensor.sizes, at::kDouble);
		double *data = wide.data_ptr<double>();
		for (uint64_t i = 0; i < count; i++)
			data[i] = items.empty() ? contents.floating(i) : real_part(items[i]);
		return wide;
	}
	at::Tensor wide = at::empty(tensor.sizes, at::kLong);
	int64_t *data = wide.data_ptr<int64_t>();
	bool boolean = tensor.dtype == at::kBool;
	for (uint64_t i = 0; i < count; i++)
		data[i] = !items.empty() ? whole_part(items[i])
			  : boolean      ? contents.boolean(i)
					 : contents.integral(i);
	return wide;
}

at::Tensor convert(const at::Tensor &wide, c10::ScalarType dtype)
{
	if (c10::isQIntType(dtype))
		throw std::runtime_error("a quantized tensor is made by a call: "
					 "quantize_per_tensor(float[2,3], 0.1, 10, quint8)");
#if HAS_FLOAT4
	/* Two elements in each byte: libtorch cannot convert to it. */
	if (dtype == c10::ScalarType::Float4_e2m1fn_x2)
		return wide.to(at::kByte).view(dtype);
#endif
	return wide.to(dtype);
}

/* Every other element of the last dimension of a larger one, from its second on. */
at::Tensor as_strided(const at::Tensor &tensor)
{
	std::vector<int64_t> larger = tensor.sizes().vec();
	if (larger.empty())
		larger.push_back(1);
	larger.back() = 2 * larger.back() + 1;
	at::Tensor room = at::zeros({}, tensor.options()).expand(larger).contiguous();
	at::Tensor strided = room.slice(-1, 1, ct::nullopt, 2);
	if (tensor.dim() == 0)
		strided = strided.select(0, 0);
	return strided.copy_(tensor);
}

at::Tensor in_form(const at::Tensor &tensor, expr_form form)
{
	switch (form) {
	case expr_form::strided:
		return as_strided(tensor);
	case expr_form::channels_last:
		return tensor.contiguous(tensor.dim() == 4 ? at::MemoryFormat::ChannelsLast
							   : at::MemoryFormat::ChannelsLast3d);
	case expr_form::contiguous:
		break;
	}
	return tensor;
}

[[noreturn]] void refuse(const expr &value, const c10::Type &type)
{
	throw std::runtime_error(print_expr(value) + " cannot be an argument of type " +
				 type.annotation_str());
}

c10::IValue make_int(const expr &value, const c10::Type &type)
{
	if (value.kind == expr_kind::integer)
		return value.integer;
	if (value.kind == expr_kind::word)
		if (std::optional<int64_t> number = number_of_word(value.text))
			return *number;
	refuse(value, type);
}

c10::IValue make_double(const expr &value, const c10::Type &type)
{
	if (value.kind != expr_kind::integer && value.kind != expr_kind::number)
		refuse(value, type);
	return real_part(value);
}

c10::IValue make_scalar(const expr &value, const c10::Type &type)
{
	switch (value.kind) {
	case expr_kind::boolean:
		return value.integer != 0;
	case expr_kind::integer:
		return value.integer;
#if HAS_UNSIGNED_VALUE
	case expr_kind::unsigned_integer:
		return static_cast<uint64_t>(value.integer);
#endif
	case expr_kind::number:
		return value.re;
	case expr_kind::complex:
		return c10::complex<double>(value.re, value.im);
	default:
		refuse(value, type);
	}
}

c10::IValue make_bool(const expr &value, const c10::Type &type)
{
	if (value.kind != expr_kind::boolean)
		refuse(value, type);
	return value.integer != 0;
}

c10::IValue make_string(const expr &value, const c10::Type &type)
{
	if (value.kind != expr_kind::string)
		refuse(value, type);
	return value.text;
}

c10::IValue make_device(const expr &value, const c10::Type &type)
{
	if (value.kind != expr_kind::string && value.kind != expr_kind::word)
		refuse(value, type);
	return c10::Device(value.text);
}

template <typename T>
c10::IValue list_of(const std::vector<c10::IValue> &values, T (c10::IValue::*get)() const)
{
	c10::List<T> list;
	for (const c10::IValue &value : values)
		list.push_back((value.*get)());
	return list;
}

c10::IValue list_of_tensors(const std::vector<c10::IValue> &values)
{
	c10::List<at::Tensor> list;
	for (const c10::IValue &value : values)
		list.push_back(value.toTensor());
	return list;
}

c10::IValue list_of_optional_tensors(const std::vector<c10::IValue> &values)
{
	c10::List<ct::maybe<at::Tensor>> list;
	for (const c10::IValue &value : values)
		list.push_back(value.toOptional<at::Tensor>());
	return list;
}

c10::IValue list_of_strings(const std::vector<c10::IValue> &values)
{
	c10::List<std::string> list;
	for (const c10::IValue &value : values)
		list.push_back(value.toStringRef());
	return list;
}

} // namespace

bool is_special_call(const std::string &name)
{
	return name == "generator" || name == "storage" || name == "stream";
}

c10::IValue expr_maker::make_tensor(const expr &value)
{
	return in_form(convert(widest(value, tensors_++), value.dtype), value.form);
}

c10::IValue expr_maker::make_list(const expr &value, const c10::TypePtr &element)
{
	std::vector<c10::IValue> values;
	for (const expr &item : value.items)
		values.push_back(make(item, element));
	switch (element->kind()) {
	case c10::TypeKind::TensorType:
		return list_of_tensors(values);
	case c10::TypeKind::OptionalType:
		return list_of_optional_tensors(values);
	case c10::TypeKind::FloatType:
		return list_of<double>(values, &c10::IValue::toDouble);
	case c10::TypeKind::StringType:
		return list_of_strings(values);
	case c10::TypeKind::BoolType:
		return list_of<bool>(values, &c10::IValue::toBool);
	case c10::TypeKind::NumberType:
		return list_of<at::Scalar>(values, &c10::IValue::toScalar);
	default:
		return list_of<int64_t>(values, &c10::IValue::toInt);
	}
}

c10::IValue expr_maker::make_special(const expr &value)
{
	if (value.text == "stream" && value.items.empty())
		return c10::Stream(c10::Stream::DEFAULT, c10::Device(c10::kCPU));
	if (value.text == "storage" && value.items.size() == 1)
		return make(value.items[0], c10::TensorType::get()).toTensor().storage();
	if (value.text == "generator" && value.items.size() == 1 &&
	    value.items[0].kind == expr_kind::integer)
		return at::make_generator<at::CPUGeneratorImpl>(
			static_cast<uint64_t>(value.items[0].integer));
	throw std::runtime_error(print_expr(value) +
				 ": there are generator(7), storage(float[4]) and stream()");
}

c10::IValue expr_maker::call(const expr &value)
{
	const c10::FunctionSchema &schema = schema_named(value.text);
	std::vector<expr> arguments;
	try {
		arguments = bind_arguments(value, schema);
	} catch (const expr_error &error) {
		throw std::runtime_error(error.message);
	}
	std::vector<c10::IValue> stack;
	for (size_t i = 0; i < arguments.size(); i++)
		stack.push_back(make(arguments[i], schema.arguments()[i].real_type()));
	at::manual_seed(0);
	c10::Dispatcher::singleton()
		.findSchemaOrThrow(schema.name().c_str(), schema.overload_name().c_str())
		.callBoxed(stack);
	if (static_cast<size_t>(value.result) >= stack.size())
		throw std::runtime_error(value.text + " has " + std::to_string(stack.size()) +
					 " results");
	return stack[static_cast<size_t>(value.result)];
}

c10::IValue expr_maker::make(const expr &value, const c10::TypePtr &type)
{
	if (value.kind == expr_kind::call)
		return is_special_call(value.text) ? make_special(value) : call(value);
	switch (type->kind()) {
	case c10::TypeKind::OptionalType:
		if (value.kind == expr_kind::none)
			return {};
		return make(value, type->expectRef<c10::OptionalType>().getElementType());
	case c10::TypeKind::TensorType:
		if (value.kind == expr_kind::none)
			return at::Tensor();
		if (value.kind != expr_kind::tensor)
			refuse(value, *type);
		return make_tensor(value);
	case c10::TypeKind::ListType:
		if (value.kind != expr_kind::list)
			refuse(value, *type);
		return make_list(value, type->expectRef<c10::ListType>().getElementType());
	case c10::TypeKind::IntType:
	case c10::TypeKind::SymIntType:
	case c10::TypeKind::ScalarTypeType:
	case c10::TypeKind::LayoutType:
	case c10::TypeKind::MemoryFormatType:
		return make_int(value, *type);
	case c10::TypeKind::FloatType:
		return make_double(value, *type);
	case c10::TypeKind::NumberType:
		return make_scalar(value, *type);
	case c10::TypeKind::BoolType:
		return make_bool(value, *type);
	case c10::TypeKind::StringType:
		return make_string(value, *type);
	case c10::TypeKind::DeviceObjType:
		return make_device(value, *type);
	default:
		refuse(value, *type);
	}
}

} // namespace ops
