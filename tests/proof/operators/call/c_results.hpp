/*
 * The places where a C function writes its results, and their boxed values.
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

/* A parsed result pointer. */
struct c_result {
	c_result(const c_types &types, const api_param &result);

	c_type pointee; /* "ct_tensor" and 1 pointer: the type that the function writes */
	bool length;
	bool list;
	std::string name;
};

/* A place for each result. The places hold a pattern at first, which shows what was written. */
class c_result_slots {
public:
	c_result_slots(const c_types &types, const std::vector<c_result> &results);

	void *slot(size_t i) { return slots_[i].data(); }

	/* The values, whose handles and lists are released; a None for a dropped one, whose pointer
	 * does not point to its slot. Throws std::runtime_error if one was not written, or does not
	 * have its type. */
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
