/*
 * Boxed values as arguments of a C function: each parameter has a cell with exactly the bytes that
 * are passed.
 */
#ifndef OPS_C_ARGUMENTS_HPP
#define OPS_C_ARGUMENTS_HPP

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include <ctorch/core/types.h>

#include "call/api.h"
#include "call/c_types.hpp"

namespace ops {

/* The memory that a call's arguments point to, until it returns: arrays, numbers, handles. */
class call_memory {
public:
	call_memory() = default;
	call_memory(const call_memory &) = delete;
	call_memory &operator=(const call_memory &) = delete;
	~call_memory();

	/* Never NULL, even for 0 bytes: the list is given, and empty. */
	std::byte *bytes(size_t n);
	/* The size of memory from bytes(); 0 for any other address. */
	size_t size(const std::byte *given) const;
	/* NULL for the undefined tensor. */
	ct_tensor *handle(const at::Tensor &tensor);

private:
	std::deque<std::vector<std::byte>> blocks_;
	std::vector<ct_tensor *> handles_;
};

/* How the contract passes a schema's type. */
enum class passing {
	by_value, /* int64_t, ct_dtype, ct_scalar */
	handle,   /* ct_tensor *, ct_generator *, ct_storage * */
	text,     /* const char * */
	optional, /* const int64_t *: NULL is None */
	array,    /* const int64_t *, and a length or a fixed number of elements */
	length,
};

/* A parsed parameter. Throws std::runtime_error if the C type does not fit the schema's. */
struct c_parameter {
	c_parameter(const c_types &types, const api_param &param);

	passing how;
	c_type type;     /* "int64_t" and 1 pointer */
	c_type element;  /* of an array; otherwise the target, or the type itself */
	size_t argument; /* the schema's, from 0 */
	size_t fixed;    /* elements of an array without a length: 3 of bool[3] */
	std::string name;
};

/* Writes the bytes of an argument's parameter. Throws std::runtime_error, with the parameter's
 * name, for a value that its type cannot have. */
void write_parameter(const c_types &types, const c_parameter &parameter, const c10::IValue &value,
		     call_memory &memory, std::byte *cell);

} // namespace ops

#endif
