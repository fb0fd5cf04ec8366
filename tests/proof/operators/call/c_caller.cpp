/*
 * Calls C functions through libffi. They are known only by their descriptors.
 */
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include <dlfcn.h>

#include <ctorch/core/error.h>

#include "call/c_arguments.hpp"
#include "call/c_results.hpp"
#include "call/caller.hpp"

namespace ops {

namespace {

/* A function, parsed and ready to be called. */
struct c_function {
	explicit c_function(const api_function &function);

	const api_function &api;
	const c_types &types;
	std::vector<c_parameter> parameters;
	std::vector<c_result> results;
	std::vector<ffi_type *> ffi_types;
	ffi_cif cif;
	void *address;
	void *method_address; /* NULL if there is no method form */
};

void *find_symbol(const char *symbol)
{
	void *address = dlsym(RTLD_DEFAULT, symbol);

	if (address == nullptr)
		throw std::runtime_error(std::string("libctorch has no function ") + symbol);
	return address;
}

/* Checks that the descriptor's arguments are the schema's. */
void check_arguments(const api_function &function)
{
	const c10::OperatorHandle op = find_operator(function);
	const c10::FunctionSchema &schema = op.schema();
	const std::vector<c10::Argument> &arguments = schema.arguments();
	size_t known = 0, results = 0;

	for (size_t i = 0; i < function.params_len; i++) {
		const api_param &param = function.params[i];
		size_t index = static_cast<size_t>(param.index);

		if (index >= arguments.size() || arguments[index].name() != param.arg)
			throw std::runtime_error(std::string("the schema's argument ") +
						 std::to_string(index) + " is not " + param.arg);
		known = index + 1;
	}
	for (size_t i = 0; i < function.results_len; i++)
		results = static_cast<size_t>(function.results[i].index) + 1;
	if (known != arguments.size() || results != schema.returns().size())
		throw std::runtime_error("the schema has more arguments or returns");
}

c_function::c_function(const api_function &function)
    : api(function), types(c_types::of(*function.types)), address(find_symbol(function.symbol)),
      method_address(function.method ? find_symbol(function.method) : nullptr)
{
	check_arguments(function);
	for (size_t i = 0; i < function.params_len; i++) {
		parameters.emplace_back(types, function.params[i]);
		ffi_types.push_back(types.ffi(parameters.back().type));
	}
	for (size_t i = 0; i < function.results_len; i++) {
		results.emplace_back(types, function.results[i]);
		ffi_types.push_back(&ffi_type_pointer);
	}
	if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, static_cast<unsigned>(ffi_types.size()),
			 &ffi_type_pointer, ffi_types.data()) != FFI_OK)
		throw std::runtime_error("libffi refuses the signature");
}

/* Created once for each function. */
const c_function &function_of(const api_function &function)
{
	static std::mutex mutex;
	static std::map<const api_function *, std::unique_ptr<c_function>> made;
	std::lock_guard<std::mutex> lock(mutex);
	std::unique_ptr<c_function> &one = made[&function];

	try {
		if (!one)
			one = std::make_unique<c_function>(function);
	} catch (const std::runtime_error &error) {
		throw std::runtime_error(std::string(function.symbol) + ": " + error.what());
	}
	return *one;
}

/* One call: first the arguments, then the edits, then the call itself. */
class c_call {
public:
	c_call(const c_function &function, const std::vector<c10::IValue> &arguments);

	void drop(int result);
	void edit(const raw_edit &edit);
	outcome invoke(void *address);

private:
	std::string check_error(ct_error error) const;
	outcome result_of(ct_error error);
	std::byte *edited(const raw_edit &edit);

	const c_function &function_;
	call_memory memory_;
	std::vector<std::vector<std::byte>> cells_; /* the bytes of each parameter */
	c_result_slots slots_;
	std::vector<void *> pointers_; /* to the slots */
};

c_call::c_call(const c_function &function, const std::vector<c10::IValue> &arguments)
    : function_(function), slots_(function.types, function.results)
{
	for (const c_parameter &parameter : function.parameters) {
		cells_.emplace_back(function.types.size(parameter.type));
		if (parameter.argument >= arguments.size())
			throw std::runtime_error(parameter.name + ": no value is given");
		write_parameter(function.types, parameter, arguments[parameter.argument], memory_,
				cells_.back().data());
	}
	for (size_t i = 0; i < function.results.size(); i++)
		pointers_.push_back(slots_.slot(i));
}

/* Also drops a list's length. */
void c_call::drop(int result)
{
	for (size_t i = 0; i < pointers_.size(); i++)
		if (result == every_result || function_.api.results[i].index == result)
			pointers_[i] = nullptr;
}

/* The bytes that an edit changes; throws std::runtime_error if there are fewer. */
std::byte *c_call::edited(const raw_edit &edit)
{
	size_t parameters = cells_.size(), size;
	std::byte *bytes;

	if (edit.param >= parameters) {
		bytes = reinterpret_cast<std::byte *>(&pointers_.at(edit.param - parameters));
		size = sizeof(void *);
	} else {
		bytes = cells_[edit.param].data();
		size = cells_[edit.param].size();
	}
	if (edit.pointee) {
		std::memcpy(&bytes, bytes, sizeof bytes);
		size = memory_.size(bytes);
	}
	if (edit.offset > size || edit.size > size - edit.offset || edit.size > sizeof edit.value)
		throw std::runtime_error("there is nothing to edit at parameter " +
					 std::to_string(edit.param));
	return bytes + edit.offset;
}

void c_call::edit(const raw_edit &edit)
{
	/* Little-endian: the low bytes come first. */
	std::memcpy(edited(edit), &edit.value, edit.size);
}

/* Checks everything about an error but its text; "" if all is right. */
std::string c_call::check_error(ct_error error) const
{
	const char *symbol = ct_error_function(error);
	std::string written = slots_.written();

	if (symbol == nullptr || std::strcmp(symbol, function_.api.symbol) != 0)
		return std::string("ct_error_function() says ") + (symbol ? symbol : "NULL");
	return written.empty() ? "" : written + " was written";
}

outcome c_call::result_of(ct_error error)
{
	outcome result;
	std::string broken;

	result.op = function_.api.op;
	if (error) {
		broken = check_error(error);
		result.error = text_without_hint(error);
		ct_error_free(error);
	} else {
		try {
			result.results = slots_.take(pointers_);
		} catch (const std::runtime_error &unfit) {
			broken = unfit.what();
		}
	}
	if (!broken.empty())
		result.error = broken_contract + broken +
			       (result.error.empty() ? "" : ": " + result.error);
	return result;
}

outcome c_call::invoke(void *address)
{
	std::vector<void *> values;
	ct_error error = nullptr;

	for (std::vector<std::byte> &cell : cells_)
		values.push_back(cell.data());
	for (void *&pointer : pointers_)
		values.push_back(&pointer);
	/* libffi does not write to the description. */
	ffi_call(const_cast<ffi_cif *>(&function_.cif), FFI_FN(address), &error, values.data());
	return result_of(error);
}

} // namespace

void check_callable(const api_function &function)
{
	function_of(function);
}

outcome call_c(const api_function &function, bool method, const std::vector<c10::IValue> &arguments)
{
	const c_function &known = function_of(function);

	if (method && known.method_address == nullptr)
		throw std::runtime_error(std::string(function.symbol) + " has no method form");
	return c_call(known, arguments).invoke(method ? known.method_address : known.address);
}

outcome call_c_dropping(const api_function &function, const std::vector<c10::IValue> &arguments,
			int dropped)
{
	const c_function &known = function_of(function);
	c_call call(known, arguments);

	call.drop(dropped);
	return call.invoke(known.address);
}

outcome call_c_edited(const api_function &function, const std::vector<c10::IValue> &arguments,
		      const std::vector<raw_edit> &edits)
{
	const c_function &known = function_of(function);
	c_call call(known, arguments);

	for (const raw_edit &edit : edits)
		call.edit(edit);
	return call.invoke(known.address);
}

std::string text_without_hint(ct_error error)
{
	const char *hint = ct_error_hint(error);

	return hint ? std::string(error, hint - 1) : error;
}

} // namespace ops
