/*
 * Operators that were found by name, in the current state of libtorch's dispatcher.
 */
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <ctorch/operators/operator.h>

#include "operators/by_name/overload.hpp"

namespace ct {

/* The meaning of a name at that number of registrations. */
struct resolution {
	std::atomic<uint64_t> generation;
	std::vector<const overload *> overloads; /* in the order of trying */
};

/* "aten::add.Tensor" in its parts. */
struct operator_name {
	std::string base;
	maybe<std::string> overload; /* "" for "default" */
};

/* None if it is not an operator's name. */
maybe<operator_name> parse_name(const char *name);

/* The operator of a name, never freed; throws argument_error if there is none. */
const ct_operator &find_operator(const char *name);

/* Its current overloads; throws if it is gone. */
const resolution &resolve(const ct_operator &op);

/* "Tensor", "default", in the order of trying. */
std::vector<std::string> overload_names(const resolution &of);

/* The only overload; throws if there are several. */
const overload &only_overload(const ct_operator &op);

/* Call it when operators may have been added or removed. */
void registrations_changed() noexcept;

/* Starts to check whether new operators' schemas are truncated, see default_of(). */
void watch_registrations();

/* Whether a decimal comma may have truncated the schema of an earlier operator. */
bool may_be_cut_before(const c10::OperatorName &name);
void note_schema(const c10::OperatorName &name, bool is_cut);

/* The default of an argument that has one, and all of them; throw for one that a decimal comma may
 * have truncated. */
const c10::IValue &default_of(const c10::FunctionSchema &schema, const c10::Argument &argument);
void check_defaults(const c10::FunctionSchema &schema);

/* What follows a call by name, where none of the caller's kernels can be running; NULL: nothing. It
 * throws nothing. library/ frees libraries there. */
extern std::atomic<void (*)()> after_call;

/* All names, sorted, with overloads. */
std::vector<std::string> all_operator_names();

/* As many names as fit in a message. */
std::string joined(const std::vector<std::string> &names);

/* The result of ct_operator_list(). */
void give_names(const std::vector<std::string> &names, const char *const **result,
		int64_t *result_len);

/* Throws argument_error, which lists similar names. */
[[noreturn]] void refuse_unknown(const char *name);

} // namespace ct

struct ct_operator {
	const std::string name;

	mutable std::atomic<const ct::resolution *> current;
	mutable std::mutex changing;
	mutable std::deque<ct::overload> overloads;     /* number of all registrations */
	mutable std::deque<ct::resolution> resolutions; /* the same; other threads may read them */

	explicit ct_operator(const char *text) : name(text), current(nullptr) {}
};
