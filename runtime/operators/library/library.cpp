/*
 * Registering operators.
 */
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "core/base/name_of.h"
#include "core/base/numbers.h"
#include "operators/by_name/registry.hpp"
#include "operators/library/kernel.hpp"
#include "operators/library/schema_depth.h"

namespace {

/* Kernels that C libraries have registered, "my::scale CPU": a second one would silently replace
 * the first. */
class taken_places {
	std::mutex lock;
	std::set<std::string> places;

public:
	bool take(const std::string &place)
	{
		std::lock_guard<std::mutex> locked(lock);

		return places.insert(place).second;
	}

	void leave(const std::string &place)
	{
		std::lock_guard<std::mutex> locked(lock);

		places.erase(place);
	}
};

taken_places &taken()
{
	static auto *places = new taken_places;

	return *places;
}

} // namespace

struct ct_library {
	std::mutex lock;
	std::string name_space;
	ct::running_calls &running;
	ct_library *next_freed = nullptr;
	/* Released after the registrations, outside libtorch's lock. */
	std::vector<ct::callback_context> contexts;
	torch::Library registrations;
	std::vector<std::string> places;

	explicit ct_library(const char *name)
	    : name_space(name), running(ct::running_in(name_space)),
	      registrations(torch::Library::FRAGMENT, name, ct::nullopt, CT_NAME_OF(ct_library_new),
			    0)
	{
	}

	~ct_library()
	{
		for (const std::string &place : places)
			taken().leave(place);
	}

	/* "my::scale" for "scale" and, since libtorch has no name for the overload without one, for
	 * "my::scale.default". */
	std::string full_name(const std::string &name) const
	{
		static const std::string none = ".default";
		std::string full = name.find("::") == std::string::npos ? name_space + "::" + name
									: name;

		if (full.size() > none.size() &&
		    full.compare(full.size() - none.size(), none.size(), none) == 0)
			full.resize(full.size() - none.size());
		return full;
	}

	/* Registers it, or changes nothing. */
	void implement(const char *name, const char *key, torch::CppFunction &&kernel,
		       const ct::callback_context &context)
	{
		c10::DispatchKey parsed = c10::parseDispatchKey(key);
		std::string full = full_name(name), place = full + " " + key;
		std::lock_guard<std::mutex> locked(lock);

		TORCH_CHECK(taken().take(place),
			    "This is not allowed since there's already a kernel registered from "
			    "C overriding ",
			    full, "'s behavior for ", key, " dispatch key and ", name_space,
			    " namespace.");
		try {
			contexts.push_back(context);
			registrations.impl(full.c_str(),
					   torch::dispatch(parsed, std::move(kernel)));
			places.push_back(place);
		} catch (...) {
			taken().leave(place);
			throw;
		}
	}
};

/* --- Freed while it runs --------------------------------------------------------------------- */

ct::running_calls &ct::running_in(const std::string &name_space)
{
	static auto *lock = new std::mutex;
	static auto *namespaces = new std::map<std::string, running_calls>;
	std::lock_guard<std::mutex> locked(*lock);

	return (*namespaces)[name_space];
}

namespace {

void free_idle_libraries() noexcept;

/* Without its registrations, libtorch would return from a kernel to freed memory: a library that is
 * freed meanwhile waits here. */
class freed_libraries {
	std::mutex lock;
	ct_library *first = nullptr;
	std::atomic<bool> some{ false };

public:
	void add(ct_library *library)
	{
		std::lock_guard<std::mutex> locked(lock);

		library->next_freed = first;
		first = library;
		some.store(true);
		ct::after_call.store(free_idle_libraries, std::memory_order_release);
	}

	/* One without a running kernel, for the caller to delete; NULL if there is none. */
	ct_library *take_idle()
	{
		if (!some.load(std::memory_order_relaxed))
			return nullptr;

		std::lock_guard<std::mutex> locked(lock);
		ct_library **place = &first, *idle;

		while (*place && (*place)->running.load() > 0)
			place = &(*place)->next_freed;
		idle = *place;
		if (idle)
			*place = idle->next_freed;
		some.store(first != nullptr);
		return idle;
	}
};

freed_libraries &freed()
{
	static auto *libraries = new freed_libraries;

	return *libraries;
}

/* Frees the libraries that ct_library_free() left while their kernels ran, once none does. Call it
 * where none of the caller's kernels can be running. */
void free_idle_libraries() noexcept
{
	while (ct_library *idle = freed().take_idle()) {
		delete idle;
		ct::registrations_changed();
	}
}

} // namespace

/* --- Registering ----------------------------------------------------------------------------- */

namespace {

ct_library &library(ct_library *self)
{
	if (self == nullptr)
		ct::refuse_null(1, "self");
	return *self;
}

const char *text(const char *given, int position, const char *name)
{
	if (given == nullptr)
		ct::refuse_null(position, name);
	return given;
}

/* A valid namespace, in every locale. */
bool is_identifier(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const std::string digits = "0123456789";

	return *name && digits.find(*name) == std::string::npos &&
	       name[std::strspn(name, (letters + digits).c_str())] == '\0';
}

/* libtorch would parse the rest as arguments, with unlimited recursion. */
const char *plain_name(const char *name)
{
	if (std::strchr(name, '('))
		ct::refuse("argument 2 (name): '%.64s' has arguments; expected a name like 'scale' "
			   "or 'scale.Tensor'",
			   name);
	return name;
}

void check_depth(const char *schema)
{
	const char *at = ct_schema_too_deep(schema);

	if (at)
		ct::refuse("argument 2 (schema): its types are nested more than %d deep at "
			   "character %td",
			   CT_SCHEMA_MAX_DEPTH, at - schema);
}

} // namespace

ct_error ct_library_new(const char *library_name, ct_library **result) noexcept
try {
	const char *name = text(library_name, 1, "library_name");

	if (!is_identifier(name))
		ct::refuse("argument 1 (library_name): not a name: '%s' (expected one like 'my')",
			   name);
	if (result == nullptr)
		ct::refuse_null(2, "result");
	free_idle_libraries();
	ct::watch_registrations();
	*result = new ct_library(name);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

void ct_library_free(ct_library *self) noexcept
{
	if (self)
		freed().add(self);
	free_idle_libraries();
}

ct_error ct_library_define(ct_library *self, const char *schema) noexcept
try {
	ct_library &into = library(self);
	const char *given = text(schema, 2, "schema");
	free_idle_libraries();
	std::lock_guard<std::mutex> lock(into.lock);

	if (std::strchr(given, '(') == nullptr)
		ct::refuse("argument 2 (schema): '%s' has no arguments; expected a schema like "
			   "'scale(Tensor self, float factor=2) -> Tensor'",
			   given);
	check_depth(given);
	ct::c_locale numbers_have_points;
	into.registrations.def(given);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_library_implement(ct_library *self, const char *name, const char *dispatch_key,
			      ct_kernel kernel, void *context, ct_release_function release) noexcept
try {
	ct::callback_context shared(context, release);

	ct_library &into = library(self);

	if (kernel == nullptr)
		ct::refuse_null(4, "kernel");
	free_idle_libraries();
	const char *given = plain_name(text(name, 2, "name"));
	const char *key = text(dispatch_key, 3, "dispatch_key");

	into.implement(given, key, ct::make_kernel(kernel, key, shared, into.running), shared);
	shared.arm();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* The operator that implement() registers for: the default overload if the name has none; NULL if
 * it does not exist. */
static const ct::overload *overload_of(const std::string &name)
{
	const std::string exact = name.find('.') == std::string::npos ? name + ".default" : name;

	if (!ct_operator_exists(exact.c_str()))
		return nullptr;
	return &ct::only_overload(ct::find_operator(exact.c_str()));
}

/* Throws in the same cases as Python's register_fake(). */
static void check_needs_fake(const std::string &name)
{
	const ct::overload *found = overload_of(name);

	TORCH_CHECK(found, "operator ", name, " does not exist");

	const c10::OperatorHandle &handle = found->handle;

	TORCH_CHECK(!handle.hasKernelForDispatchKey(c10::DispatchKey::Meta),
		    "register_fake(...): the operator ", name,
		    " already has a DispatchKey::Meta implementation via a pre-existing "
		    "torch.library or TORCH_LIBRARY registration. Please either remove that "
		    "registration or don't call register_fake.");
	TORCH_CHECK(!handle.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd),
		    "register_fake(...): the operator ", name,
		    " already has an implementation for this device type via a pre-existing "
		    "registration to DispatchKey::CompositeImplicitAutograd."
		    "CompositeImplicitAutograd operators do not need a fake impl; instead, the "
		    "operator will decompose into its constituents and those can have fake impls "
		    "defined on them.");
}

ct_error ct_library_register_fake(ct_library *self, const char *name, ct_kernel kernel,
				  void *context, ct_release_function release) noexcept
try {
	ct::callback_context shared(context, release);
	ct_library &into = library(self);
	const char *given = text(name, 2, "name");

	if (kernel == nullptr)
		ct::refuse_null(3, "kernel");
	free_idle_libraries();
	check_needs_fake(into.full_name(given));
	into.implement(given, "Meta", ct::make_kernel(kernel, "Meta", shared, into.running),
		       shared);
	shared.arm();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* Throws for an operator whose calls cannot be one node of the graph. */
static void check_functional(const std::string &name)
{
	const ct::overload *found = overload_of(name);

	if (found == nullptr)
		ct::refuse("argument 2 (name): there is no operator '%s'; call ct_library_define() "
			   "first",
			   name.c_str());
	const c10::FunctionSchema &schema = found->handle.schema();
	bool functional = true;

	for (const c10::Argument &argument : schema.arguments())
		functional = functional &&
			     !(argument.alias_info() && argument.alias_info()->isWrite());
	for (const c10::Argument &result : schema.returns())
		functional = functional && result.alias_info() == nullptr;
	TORCH_CHECK(functional, "Cannot register autograd formula for non-functional operator ",
		    name, " with schema ", schema,
		    ". Please create a functional operator and register an autograd formula for "
		    "that.");
}

ct_error ct_library_set_backward(ct_library *self, const char *name,
				 ct_operator_setup_function setup,
				 ct_operator_backward_function backward, void *context,
				 ct_release_function release) noexcept
try {
	ct::callback_context shared(context, release);
	ct_library &into = library(self);
	const char *given = text(name, 2, "name");

	if (backward == nullptr)
		ct::refuse_null(4, "backward");
	free_idle_libraries();
	check_functional(into.full_name(given));
	into.implement(given, "Autograd",
		       ct::make_derivative(setup, backward, shared, into.running), shared);
	shared.arm();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
