/*
 * Operators found by name. Finding one in libtorch takes longer than many operators run, so results
 * are cached with the number of registrations; after new registrations they are looked up again.
 */
#include <shared_mutex>
#include <sstream>
#include <unordered_map>

#include <torch/csrc/jit/runtime/operator.h>

#include "core/base/missing.hpp"
#include "core/base/numbers.h"
#include "core/base/release.hpp"
#include "operators/by_name/registry.hpp"

CT_MAY_BE_MISSING("_ZTIN3c1022OpRegistrationListenerE");

namespace ct {

std::atomic<void (*)()> after_call{ nullptr };

namespace {

std::atomic<uint64_t> generation{ 1 };

/* The number of overloads of each name. libtorch stores every name that is looked up, so look up
 * only these. */
class overload_counts {
	std::shared_mutex lock;
	std::unordered_map<std::string, size_t> counts;

public:
	void add(const std::string &base)
	{
		std::lock_guard<std::shared_mutex> locked(lock);

		counts[base]++;
	}

	void remove(const std::string &base)
	{
		std::lock_guard<std::shared_mutex> locked(lock);

		if (--counts[base] == 0)
			counts.erase(base);
	}

	bool has(const std::string &base)
	{
		std::shared_lock<std::shared_mutex> locked(lock);

		return counts.count(base) > 0;
	}
};

struct registered {
	overload_counts counts;
	/* While the dispatcher lists the existing operators. */
	bool are_from_before = true;
};

class listener : public c10::OpRegistrationListener {
	registered &to;

	void onOperatorRegistered(const c10::OperatorHandle &op) override
	{
		const c10::OperatorName &name = op.operator_name();

		to.counts.add(name.name);
		/* Otherwise libtorch has just parsed its schema, in this thread. */
		note_schema(name,
			    to.are_from_before ? may_be_cut_before(name) : !ct_has_decimal_point());
		registrations_changed();
	}
	void onOperatorDeregistered(const c10::OperatorHandle &op) override
	{
		to.counts.remove(op.operator_name().name);
		note_schema(op.operator_name(), false);
		registrations_changed();
	}

public:
	explicit listener(registered &where) : to(where) {}
};

struct found_operators {
	registered seen;
	std::shared_mutex lock;
	std::unordered_map<std::string, std::unique_ptr<ct_operator>> by_name;
	c10::RegistrationHandleRAII listening;

	found_operators()
	    : listening(c10::Dispatcher::singleton().addRegistrationListener(
		      std::make_unique<listener>(seen)))
	{
		seen.are_from_before = false;
	}
};

/* For as long as the process lives: libtorch's own registrations end after our destructors. */
found_operators &found()
{
	static auto *operators = new found_operators;

	return *operators;
}

/* --- Asking libtorch ------------------------------------------------------------------------- */

using handle_list = std::vector<c10::OperatorHandle>;

void add_overload(handle_list &handles, const c10::OperatorName &name)
{
	auto handle = c10::Dispatcher::singleton().findSchema(name);

	if (handle)
		handles.push_back(*handle);
}

/* In the order in which torch.ops tries them. */
handle_list overloads_of(const std::string &base)
{
	handle_list handles;

	if (!found().seen.counts.has(base))
		return handles;
	/* At the first request, libtorch parses some schemas here. */
	c_locale numbers_have_points;
	at::Symbol symbol = at::Symbol::fromQualString(base);
#if CT_HAS_SORTED_OPERATORS
	for (const auto &op : torch::jit::getAllSortedOperatorsFor(symbol))
#else
	for (const auto &op : torch::jit::getAllOperatorsFor(symbol))
#endif
		if (op->isC10Op())
			add_overload(handles, op->schema().operator_name());
	if (handles.empty())
		add_overload(handles, { base, "" });
	return handles;
}

handle_list look_up(const operator_name &name)
{
	handle_list handles;

	if (!name.overload)
		return overloads_of(name.base);
	add_overload(handles, { name.base, *name.overload });
	return handles;
}

/* --- Keeping --------------------------------------------------------------------------------- */

/* The cached entry; the same one if nothing has changed. */
const overload *keep_overload(const ct_operator &op, const c10::OperatorHandle &handle)
{
	const std::string schema = schema_text(handle.schema());

	for (const overload &kept : op.overloads)
		if (kept.identity == &handle.schema() && kept.schema == schema)
			return &kept;
	return &op.overloads.emplace_back(handle);
}

bool is_same(const resolution *last, const std::vector<const overload *> &now)
{
	return last && last->overloads == now;
}

/* Call with the operator's lock held. */
const resolution *resolve_again(const ct_operator &op)
{
	uint64_t now = generation.load(std::memory_order_acquire);
	std::vector<const overload *> overloads;

	for (const c10::OperatorHandle &handle : look_up(*parse_name(op.name.c_str())))
		overloads.push_back(keep_overload(op, handle));
	if (overloads.empty())
		refuse("the operator %s was deregistered", op.name.c_str());
	if (!op.resolutions.empty() && is_same(&op.resolutions.back(), overloads)) {
		op.resolutions.back().generation.store(now, std::memory_order_release);
		return &op.resolutions.back();
	}
	resolution &fresh = op.resolutions.emplace_back();
	fresh.overloads = std::move(overloads);
	fresh.generation.store(now, std::memory_order_release);
	return &fresh;
}

/* A decimal comma that truncates a schema is noticed only during its registration, and libraries of
 * operators may be loaded before the first call by name. */
[[gnu::constructor]] void begin()
try {
	if (release_fits())
		watch_registrations();
} catch (...) {
	/* The first call by name tries again, and can return an error. */
}

} // namespace

void watch_registrations()
{
	found();
}

void registrations_changed() noexcept
{
	generation.fetch_add(1, std::memory_order_acq_rel);
}

maybe<operator_name> parse_name(const char *name)
{
	const char *colons = std::strstr(name, "::");
	const char *dot = colons ? std::strchr(colons + 2, '.') : nullptr;
	std::string overload = dot ? dot + 1 : "";

	if (colons == nullptr || colons == name || colons[2] == '\0' || dot == colons + 2)
		return nullopt;
	if (dot == nullptr)
		return operator_name{ name, nullopt };
	return operator_name{ std::string(name, dot),
			      overload == "default" ? std::string() : overload };
}

const resolution &resolve(const ct_operator &op)
{
	const resolution *current = op.current.load(std::memory_order_acquire);

	if (__builtin_expect(current != nullptr, true) &&
	    current->generation.load(std::memory_order_acquire) ==
		    generation.load(std::memory_order_acquire))
		return *current;
	std::lock_guard<std::mutex> lock(op.changing);
	current = resolve_again(op);
	op.current.store(current, std::memory_order_release);
	return *current;
}

std::vector<std::string> overload_names(const resolution &of)
{
	std::vector<std::string> names;

	for (const overload *one : of.overloads)
		names.push_back(one->overload_name.empty() ? "default" : one->overload_name);
	return names;
}

const overload &only_overload(const ct_operator &op)
{
	const resolution &now = resolve(op);

	if (now.overloads.size() == 1)
		return *now.overloads[0];
	refuse("argument 1 (self): %s has several overloads; name one of them: %s", op.name.c_str(),
	       joined(overload_names(now)).c_str());
}

namespace {

/* NULL if there is none. */
const ct_operator *find_if_any(const char *name)
{
	found_operators &operators = found();

	{
		std::shared_lock<std::shared_mutex> lock(operators.lock);
		auto known = operators.by_name.find(name);

		if (known != operators.by_name.end())
			return known->second.get();
	}
	maybe<operator_name> parsed = parse_name(name);
	if (!parsed || look_up(*parsed).empty())
		return nullptr;
	std::lock_guard<std::shared_mutex> lock(operators.lock);
	std::unique_ptr<ct_operator> &place = operators.by_name[name];
	if (place == nullptr)
		place = std::make_unique<ct_operator>(name);
	return place.get();
}

} // namespace

const ct_operator &find_operator(const char *name)
{
	if (name == nullptr)
		refuse_null(1, "name");
	const ct_operator *op = find_if_any(name);
	if (op == nullptr)
		refuse_unknown(name);
	return *op;
}

} // namespace ct

ct_error ct_operator_find(const char *name, const ct_operator **result) noexcept
try {
	const ct_operator &op = ct::find_operator(name);

	ct::resolve(op);
	if (result)
		*result = &op;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_overloads(const ct_operator *self, const char *const **result,
			       int64_t *result_len) noexcept
try {
	if (self == nullptr)
		ct::refuse_null(1, "self");
	ct::give_names(ct::overload_names(ct::resolve(*self)), result, result_len);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_operator_exists(const char *name) noexcept
try {
	const ct_operator *op = name ? ct::find_if_any(name) : nullptr;

	if (op)
		ct::resolve(*op);
	return op != nullptr;
} catch (...) {
	return false;
}
