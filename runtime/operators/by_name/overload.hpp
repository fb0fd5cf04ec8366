/*
 * One overload of an operator, and the contents of its schema.
 */
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>

#include "operators/by_name/ivalue.hpp"

namespace ct {

/* An argument or result, as ct_schema_argument shows it. */
struct described_argument {
	std::string name, type;
	bool keyword_only, is_written, has_default;
	owned_value default_value;
};

/* One overload. It is never freed; what libtorch owns, above all `handle`, is used only while the
 * dispatcher has the operator. */
struct overload {
	c10::OperatorHandle handle;
	const void *identity; /* where the dispatcher has its schema */
	std::string name, overload_name, schema;
	std::vector<int> written; /* for each result the argument that it is, or -1 */
	bool writes = false;      /* one of them is not -1 */
	bool takes_numbers;       /* for its tensors, see numbers.hpp */

	explicit overload(const c10::OperatorHandle &found);

	const std::vector<described_argument> &arguments() const;
	const std::vector<described_argument> &results() const;

private:
	mutable std::once_flag described;
	mutable std::vector<described_argument> described_arguments, described_results;

	void describe() const;
};

/* "aten::mm(Tensor self, Tensor mat2) -> Tensor" */
std::string schema_text(const c10::FunctionSchema &schema);

} // namespace ct
