/*
 * Where a C function writes its results, and the boxed values that they are.
 */
#ifndef OPS_C_RESULTS_HPP
#define OPS_C_RESULTS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "call/api.h"
#include "call/c_types.hpp"

namespace ops {

/* A result pointer, understood. */
struct c_result {
	c_result(const c_types &types, const api_param &result);

	c_type pointee; /* "ct_tensor" behind 1 pointer: what the function writes */
	bool length;
	bool list;
	std::string name;
};

/* A place for each result. The places hold a pattern at first, which tells what was written. */
class c_result_slots {
public:
	c_result_slots(const c_types &types, const std::vector<c_result> &results);

	void *slot(size_t i) { return slots_[i].data(); }

	/* The values, whose handles and lists are released; a None for what was dropped, its
	 * pointer being another than to its slot. Throws std::runtime_error when one was not
	 * written, or is nothing that its type has. */
	std::vector<c10::IValue> take(const std::vector<void *> &pointers);
	/* The name of a result that was written to; "" if none. */
	std::string written() const;

private:
	void check(const std::vector<void *> &pointers) const;
	bool is_written(size_t i) const;
	c10::IValue take_one(size_t i);
	c10::IValue take_tensors(size_t i);
	c10::IValue take_ints(size_t i);

	const c_types &types_;
	const std::vector<c_result> &results_;
	std::vector<std::vector<std::byte>> slots_;
};

} // namespace ops

#endif
