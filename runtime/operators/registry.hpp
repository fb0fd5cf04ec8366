/*
 * Operators that were found by name, as libtorch's dispatcher has them now.
 */
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <ctorch/operator.h>

#include "operators/overload.hpp"

namespace ct {

/* What a name stood for when there were so many registrations. */
struct resolution {
	std::atomic<uint64_t> generation;
	std::vector<const overload *> overloads; /* in the order in which they are tried */
};

/* "aten::add.Tensor" in its parts. */
struct operator_name {
	std::string base;
	maybe<std::string> overload; /* "" for "default" */
};

/* None for what is no name of an operator. */
maybe<operator_name> parse_name(const char *name);

/* The operator of a name, for ever; throws argument_error when there is none. */
const ct_operator &find_operator(const char *name);

/* What it stands for now; throws when it is gone. */
const resolution &resolve(const ct_operator &op);

/* "Tensor", "default", in the order in which they are tried. */
std::vector<std::string> overload_names(const resolution &of);

/* The only one; throws when there are several. */
const overload &only_overload(const ct_operator &op);

/* Says that operators may have come or gone. */
void registrations_changed() noexcept;

/* Finds out from now on whether the schemas of operators that come are cut, see default_of(). */
void watch_registrations();

/* Whether a decimal comma may have cut the schema of an operator from before that. */
bool may_be_cut_before(const c10::OperatorName &name);
void note_schema(const c10::OperatorName &name, bool is_cut);

/* The default of an argument that has one, and all of them; throw for one that a decimal comma may
 * have cut. */
const c10::IValue &default_of(const c10::FunctionSchema &schema, const c10::Argument &argument);
void check_defaults(const c10::FunctionSchema &schema);

/* Frees what ct_library_free() could not, since kernels were running that are not any more. To be
 * called where none of the caller's can be. */
void free_idle_libraries() noexcept;

/* All names, sorted, with overloads. */
std::vector<std::string> all_operator_names();

/* For a message: as many of them as fit. */
std::string joined(const std::vector<std::string> &names);

/* As ct_operator_list() gives them. */
void give_names(const std::vector<std::string> &names, const char *const **result,
		int64_t *result_len);

/* Throws argument_error, which names what is similar. */
[[noreturn]] void refuse_unknown(const char *name);

} // namespace ct

struct ct_operator {
	const std::string name;

	mutable std::atomic<const ct::resolution *> current;
	mutable std::mutex changing;
	mutable std::deque<ct::overload> overloads;     /* all that there were */
	mutable std::deque<ct::resolution> resolutions; /* likewise; other threads may read them */

	explicit ct_operator(const char *text) : name(text), current(nullptr) {}
};
