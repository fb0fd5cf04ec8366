/*
 * Making modules of TorchScript, and compiling methods.
 */
#include <cctype>
#include <set>

#include <torch/csrc/jit/frontend/lexer.h>

#include "jit/script/script.hpp"

namespace ct {

namespace {

/* In the language of TorchScript. */
bool is_keyword(const char *word)
{
	torch::jit::Lexer lexer(std::make_shared<torch::jit::Source>(word));

	return lexer.cur().kind != torch::jit::TK_IDENT;
}

/* libtorch takes any text for a name, but the code that it writes then does not compile. */
const char *identifier(const char *text, int position, const char *name)
{
	const char *at = needed(text, position, name);

	if (std::isdigit(static_cast<unsigned char>(*at)))
		at = "";
	for (bool first = true; first || *at; at++, first = false)
		if (!std::isalnum(static_cast<unsigned char>(*at)) && *at != '_')
			refuse("argument %d (%s): '%s' is not an identifier", position, name, text);
	if (is_keyword(text))
		refuse("argument %d (%s): '%s' is a keyword of TorchScript", position, name, text);
	return text;
}

/* The name of a new part. */
const char *new_name(const torch::jit::Module &module, const char *name)
{
	if (module.hasattr(identifier(name, 2, "name")) || module.find_method(name))
		check_callback(CT_RAISED(CT_ERROR_KEY, "attribute '%s' already exists", name));
	return name;
}

/* --- Children -------------------------------------------------------------------------------- */

using class_set = std::set<const c10::ClassType *>;

/* Adds the classes of a module and of all modules in it. */
void add_classes(const c10::ClassType &type, class_set &classes)
{
	if (!classes.insert(&type).second)
		return;
	for (size_t i = 0; i < type.numAttributes(); i++) {
		const auto part = type.getAttribute(i)->cast<c10::ClassType>();

		if (part && part->is_module())
			add_classes(*part, classes);
	}
}

/* libtorch would go through the parts of such a module for ever. */
void check_child(const torch::jit::Module &module, const torch::jit::Module &child,
		 const char *name)
{
	class_set classes;

	add_classes(*child.type(), classes);
	if (classes.count(module.type().get()))
		refuse("argument 3 (%s): a module of the class '%s' cannot contain itself, nor "
		       "another one of its class",
		       name, class_of(module).c_str());
}

/* --- Code ------------------------------------------------------------------------------------ */

using function_set = std::set<const torch::jit::Function *>;

function_set functions_of(const c10::ClassType &type)
{
	return function_set(type.methods().begin(), type.methods().end());
}

/* libtorch adds methods before it compiles them, and leaves those that it could not compile. */
void remove_others(const torch::jit::Module &module, const function_set &kept)
{
	const auto unit = module._ivalue()->compilation_unit();
	const std::vector<torch::jit::Function *> all = module.type()->methods();

	for (const torch::jit::Function *method : all) {
		if (kept.count(method))
			continue;
		const c10::QualifiedName name = method->qualname();

		module.type()->unsafeRemoveMethod(name.name());
		unit->unsafeRemoveMethod(name);
	}
}

void define(torch::jit::Module &module, const char *source)
{
	const function_set present = functions_of(*module.type());

	try {
		module.define(source);
	} catch (const std::exception &) {
		remove_others(module, present);
		throw;
	}
}

} // namespace

} // namespace ct

ct_error ct_jit_new(const char *name, ct_jit **result) noexcept
try {
	torch::jit::Module module(c10::QualifiedName("__torch__", ct::identifier(name, 1, "name")));

	module.register_attribute("training", c10::BoolType::get(), true);
	*ct::wanted(result, 2) = new ct_jit(module);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_parameter(ct_jit *self, const char *name, const ct_tensor *tensor) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);

	module.register_parameter(ct::new_name(module, name), ct::tensor(tensor, 3, "tensor"),
				  false);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_buffer(ct_jit *self, const char *name, const ct_tensor *tensor) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);

	module.register_buffer(ct::new_name(module, name), ct::tensor(tensor, 3, "tensor"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_attribute(ct_jit *self, const char *name, ct_value value) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);
	const c10::IValue attribute = ct::to_ivalue(value);

	ct::new_name(module, name);
	if (attribute.isModule())
		ct::check_child(module, attribute.toModule(), "value");
	module.register_attribute(name, attribute.type(), attribute);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_add_child(ct_jit *self, const char *name, const ct_jit *child) noexcept
try {
	torch::jit::Module &module = ct::module_of(self);

	if (child == nullptr)
		ct::refuse_null(3, "child");
	ct::new_name(module, name);
	ct::check_child(module, child->module, "child");
	module.register_module(name, child->module);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_define(ct_jit *self, const char *source) noexcept
try {
	ct::c_locale numbers_have_points;

	ct::define(ct::module_of(self), ct::needed(source, 2, "source"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
