#include "call/c_results.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <ctorch/core/memory.h>
#include <ctorch/libtorch.hpp>
#include <ctorch/tensor/tensor.h>

#include "support/releases.hpp"

namespace ops {

namespace {

/* Not a handle, not a bool, and not a number that an operator returns. */
constexpr std::byte untouched{ 0xa5 };

template <class T> T get(const void *from)
{
	T value;

	std::memcpy(&value, from, sizeof value);
	return value;
}

/* The undefined tensor is NULL, not a handle on libtorch's own. */
at::Tensor tensor_of(const ct_tensor *handle)
{
	at::Tensor tensor = ct::to_tensor(handle);

	if (handle && !tensor.defined())
		throw std::runtime_error("an undefined tensor that is not NULL");
	return tensor;
}

c10::IValue take_tensor(ct_tensor *handle)
{
	at::Tensor tensor = tensor_of(handle);

	ct_tensor_free(handle);
	return tensor;
}

bool get_bool(const void *from)
{
	unsigned byte = get<unsigned char>(from);

	if (byte > 1)
		throw std::runtime_error("a bool is " + std::to_string(byte));
	return byte;
}

c10::IValue get_enum(const c_types &types, const std::string &enumeration, const void *from)
{
	int32_t value = get<int32_t>(from);

	if (types.enumerator_name(enumeration, value).empty())
		throw std::runtime_error("no " + enumeration + " is " + std::to_string(value));
	return int64_t{ value } - types.shift(enumeration);
}

c10::IValue get_scalar(const c_types &types, const std::byte *from)
{
	auto member = [&](const char *name) { return from + types.offset("ct_scalar", name); };
	std::string kind = types.enumerator_name("ct_scalar_kind", get<int32_t>(member("kind")));
	int64_t i = get<int64_t>(member("i"));
	double re = get<double>(member("re"));
	double im = get<double>(member("im"));

	if (kind == "CT_SCALAR_INT")
		return i;
#if CT_HAS_UNSIGNED_SCALAR
	if (kind == "CT_SCALAR_UINT")
		return at::Scalar(static_cast<uint64_t>(i));
#endif
	if (kind == "CT_SCALAR_BOOL" && (i == 0 || i == 1))
		return i == 1;
	if (kind == "CT_SCALAR_FLOAT")
		return re;
	if (kind == "CT_SCALAR_COMPLEX")
		return c10::complex<double>(re, im);
	throw std::runtime_error("invalid ct_scalar: kind " + kind);
}

} // namespace

c_result::c_result(const c_types &types, const api_param &result)
    : pointee(read_c_type(result.c_type).pointee()), length(result.role == API_LENGTH),
      list(!length && pointee.pointers > (types.is_handle(pointee.base) ? 1 : 0)), name(result.name)
{
	if (pointee.pointers < 0)
		throw std::runtime_error(name + ": no result can be written to a " + result.c_type);
	const bool of_tensors = pointee.base == "ct_tensor" && pointee.pointers == 2;
	const bool of_ints = pointee.base == "int64_t" && pointee.pointers == 1;

	if (list && !of_tensors && !of_ints)
		throw std::runtime_error(name + ": no result is a list of " + pointee.base);
	types.ffi(pointee);
}

c_result_slots::c_result_slots(const c_types &types, const std::vector<c_result> &results)
    : types_(types), results_(results)
{
	for (const c_result &result : results)
		slots_.emplace_back(types.size(result.pointee), untouched);
}

bool c_result_slots::is_written(size_t i) const
{
	return std::any_of(slots_[i].begin(), slots_[i].end(),
			   [](std::byte byte) { return byte != untouched; });
}

std::string c_result_slots::written() const
{
	for (size_t i = 0; i < slots_.size(); i++)
		if (is_written(i))
			return results_[i].name;
	return "";
}

/* The length follows the list. */
c10::IValue c_result_slots::take_tensors(size_t i)
{
	auto **list = get<ct_tensor **>(slot(i));
	auto length = get<int64_t>(slot(i + 1));
	c10::List<at::Tensor> tensors;

	if (list == nullptr || length < 0)
		throw std::runtime_error("the list is NULL, or its length is negative");
	for (int64_t j = 0; j < length; j++)
		tensors.push_back(tensor_of(list[j]));
	ct_tensors_free(list, length);
	return tensors;
}

c10::IValue c_result_slots::take_ints(size_t i)
{
	auto *list = get<int64_t *>(slot(i));
	auto length = get<int64_t>(slot(i + 1));

	if (list == nullptr || length < 0)
		throw std::runtime_error("the list is NULL, or its length is negative");

	const std::vector<int64_t> ints(list, list + length);

	ct_free(list);
	return ints;
}

c10::IValue c_result_slots::take_one(size_t i)
{
	const std::string &base = results_[i].pointee.base;
	const std::byte *from = slots_[i].data();

	if (results_[i].list)
		return base == "int64_t" ? take_ints(i) : take_tensors(i);
	if (types_.is_handle(base))
		return take_tensor(get<ct_tensor *>(from));
	if (types_.is_enum(base))
		return get_enum(types_, base, from);
	if (base == "ct_scalar")
		return get_scalar(types_, from);
	if (base == "bool")
		return get_bool(from);
	if (base == "int64_t")
		return get<int64_t>(from);
	if (base == "double")
		return get<double>(from);
	throw std::runtime_error("no result is a " + base);
}

/* Checks that the results are where they should be; a dropped one must not be written, but a
 * dropped list may return its length. */
void c_result_slots::check(const std::vector<void *> &pointers) const
{
	for (size_t i = 0; i < results_.size(); i++) {
		bool wanted = pointers[i] == slots_[i].data();

		if (results_[i].length && pointers[i - 1] != slots_[i - 1].data())
			continue;
		if (wanted != is_written(i))
			throw std::runtime_error(results_[i].name +
						 (wanted ? " was not written" : " was written"));
	}
}

std::vector<c10::IValue> c_result_slots::take(const std::vector<void *> &pointers)
{
	std::vector<c10::IValue> values;

	check(pointers);
	for (size_t i = 0; i < results_.size(); i++) {
		if (results_[i].length)
			continue;
		try {
			values.push_back(is_written(i) ? take_one(i) : c10::IValue());
		} catch (const std::runtime_error &error) {
			throw std::runtime_error(results_[i].name + ": " + error.what());
		}
	}
	return values;
}

} // namespace ops
