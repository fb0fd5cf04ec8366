/*
 * Optimizers of the program's own: a class whose update is a function for one parameter.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/optim/optimizer_class.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"
#include "optim/optimizer/new.h"

/* What the library knows of a class: made for the first optimizer, and kept. */
struct own_class {
	struct ct_optim_class klass;
	const ct_optimizer_class *given;
	struct own_class *next;
};

/* In the data of an optimizer. */
struct own_data {
	const struct own_class *own;
};

struct ct_optimizer_update {
	const struct ct_optim_block *block;
	int64_t i;
};

static const ct_optimizer_class *class_of(const ct_optimizer *self)
{
	return ((const struct own_data *)(const void *)self->data)->own->given;
}

/* --- updates ---------------------------------------------------------------------------------- */

static bool counts_updates(const ct_optimizer *self, int slot)
{
	return !strcmp(self->slots[slot], "step");
}

static ct_error own_begin(const struct ct_optim_block *block, int64_t i)
{
	const ct_optimizer *self = block->optimizer;

	for (int slot = 0; slot < CT_OPTIM_SLOTS && *self->slots[slot]; slot++)
		CT_TRY(counts_updates(self, slot) ? ct_optim_begin_step(block, slot, i)
						  : ct_optim_begin_zeros(block, slot, i));
	return NULL;
}

static ct_error own_update(const struct ct_optim_block *block)
{
	const ct_optimizer *self = block->optimizer;
	const int step = ct_optim_slot(self, "step");

	if (step >= 0)
		CT_TRY(ct_optim_count(block, step));
	for (int64_t i = 0; i < block->len; i++) {
		const struct ct_optimizer_update update = { block, i };

		CT_TRY(class_of(self)->update(&update, block->params[i], block->grads[i]));
	}
	return NULL;
}

static const struct ct_optim_code code = {
	.begin = own_begin,
	.update = own_update,
	.data_size = sizeof(struct own_data),
};

/* --- what an update reads --------------------------------------------------------------------- */

static ct_error lacks(const ct_optimizer_update *self, const char *what, const char *name)
{
	return ct_error_new(CT_ERROR_KEY, self->block->optimizer->klass->of.name,
			    "%s has no %s '%s'", self->block->optimizer->klass->of.name, what,
			    name);
}

/* The name as the group has it, NULL if it has none. A step notes what it has read by the address
 * of the name, and an update may put one name after the other into the same memory. */
static const char *find_option(const ct_optimizer_update *self, const char *name)
{
	const ct_value *options = &self->block->group->options;
	ct_value key = ct_value_none(), value;
	const char *own;

	for (int64_t i = 0; name && i < ct_value_count(options); i++) {
		CT_DO(ct_value_dict_item(options, i, &key, &value));
		own = NULL;
		CT_DO(ct_value_as_string(&key, &own, NULL));
		if (own && !strcmp(own, name))
			return own;
	}
	CT_DO(lacks(self, "option", name ? name : "NULL"));
	return NULL;
}

static bool is_none(const ct_optimizer_update *self, const char *name)
{
	ct_value value = ct_value_none();

	CT_DO(ct_value_dict_get(&self->block->group->options, ct_value_string(name), &value));
	return ct_value_is_none(&value);
}

double ct_optimizer_update_option(const ct_optimizer_update *self, const char *name)
{
	const char *own = self ? find_option(self, name) : NULL;

	if (own == NULL)
		return 0;
	return is_none(self, own) ? CT_NO_FLOAT : ct_optim_float(self->block, own);
}

double ct_optimizer_update_option_at(const ct_optimizer_update *self, const char *name,
				     int64_t index)
{
	const char *own = self ? find_option(self, name) : NULL;

	return own ? ct_optim_float_at(self->block, own, index) : 0;
}

const char *ct_optimizer_update_option_text(const ct_optimizer_update *self, const char *name)
{
	const char *own = self ? find_option(self, name) : NULL;

	return own ? ct_optim_string(self->block, own) : NULL;
}

ct_tensor *ct_optimizer_update_state(const ct_optimizer_update *self, const char *name)
{
	const int slot = self && name ? ct_optim_slot(self->block->optimizer, name) : -1;

	if (slot >= 0)
		return self->block->state[slot][self->i];
	if (self)
		CT_DO(lacks(self, "state", name ? name : "NULL"));
	return NULL;
}

/* --- classes ---------------------------------------------------------------------------------- */

/* "lr, betas": the names of the defaults. */
static ct_error list_names(const ct_value *defaults, struct ct_text *names)
{
	ct_value key, value;
	const char *name;

	for (int64_t i = 0; i < ct_value_count(defaults); i++) {
		CT_TRY(ct_value_dict_item(defaults, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		ct_text_addf(names, "%s%s", i ? ", " : "", name);
	}
	return names->failed ? ct_no_memory(NULL, "for a class") : NULL;
}

static ct_error wrong_state(const ct_optimizer_class *given, const char *expected, const char *at)
{
	return ct_error_new(CT_ERROR_VALUE, given->name,
			    "the state of %s: expected %s at '%s', in '%s'", given->name, expected,
			    at, given->state);
}

/* Whether the name at `name` comes once more, before it. */
static bool comes_before(const char *state, const char *name, size_t length)
{
	for (const char *at = state; at < name; at += strspn(at, ", ")) {
		const size_t other = ct_identifier_length(at);

		if (other == length && !strncmp(at, name, length))
			return true;
		at += strcspn(at, ",");
	}
	return false;
}

/* One name; "step" alone may be an int. */
static ct_error check_state_name(const ct_optimizer_class *given, const char *at, const char **end)
{
	const size_t length = ct_identifier_length(at);
	const bool is_step = length == strlen("step") && !strncmp(at, "step", length);

	if (!length || length >= sizeof((ct_optimizer *)NULL)->slots[0])
		return wrong_state(given, "a name of at most 19 letters, digits and '_'", at);
	if (comes_before(given->state, at, length))
		return wrong_state(given, "each name once, but there is a second one", at);
	*end = at + length;
	if (is_step && !strncmp(*end, ": int", strlen(": int")))
		*end += strlen(": int");
	if (**end && **end != ',')
		return wrong_state(given, is_step ? "',' or ': int'" : "','", *end);
	return NULL;
}

/* What ct_optimizer_alloc() reads: names with commas between them. */
static ct_error check_state_names(const ct_optimizer_class *given)
{
	const char *at = given->state ? given->state : "", *end = NULL;

	static_assert(sizeof((ct_optimizer *)NULL)->slots[0] == 20, "check_state_name() says 19");
	for (int count = 1; *at; count++) {
		if (count > CT_OPTIM_SLOTS)
			return wrong_state(given, "at most 12 names", at);
		CT_TRY(check_state_name(given, at, &end));
		if (*end == ',' && !*(end + 1 + strspn(end + 1, " ")))
			return wrong_state(given, "a name after ','", end);
		at = end + (*end == ',');
		at += strspn(at, " ");
	}
	return NULL;
}

static ct_error make_class(const ct_optimizer_class *given, const ct_value *defaults,
			   struct own_class **result)
{
	struct ct_text names = { 0 };
	struct own_class *own = calloc(1, sizeof *own);
	ct_error error = own ? list_names(defaults, &names) : ct_no_memory(NULL, "for a class");

	if (error) {
		ct_text_release(&names);
		free(own);
		return error;
	}
	own->klass = (struct ct_optim_class){ .of = { .name = given->name },
					      .group = names.data ? names.data : "",
					      .state = given->state ? given->state : "",
					      .code = &code };
	own->given = given;
	*result = own;
	return NULL;
}

/* Each class once, whichever thread is the first. */
static ct_error find_class(const ct_optimizer_class *given, const ct_value *defaults,
			   const struct own_class **result)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct own_class *classes;
	struct own_class *own, *made = NULL;
	ct_error error = NULL;

	pthread_mutex_lock(&lock);
	for (own = classes; own && own->given != given;)
		own = own->next;
	if (own == NULL)
		error = make_class(given, defaults, &made);
	if (made) {
		made->next = classes;
		classes = own = made;
	}
	pthread_mutex_unlock(&lock);
	*result = own;
	return error;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_class(const ct_optimizer_class *given)
{
	if (given == NULL || given->name == NULL || given->options == NULL || given->update == NULL)
		return CT_RAISED(
			CT_ERROR_ARGUMENT,
			given ? "argument 1 (optimizer_class) needs a name, options and an "
				"update function"
			      : "argument 1 (optimizer_class) must not be NULL");
	return check_state_names(given);
}

/* The options that are given take the place of the defaults. */
static ct_error change_defaults(const char *name, const ct_value *given, ct_value *defaults)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(given); i++) {
		const char *option;

		CT_TRY(ct_value_dict_item(given, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &option, NULL));
		if (!ct_value_dict_has(defaults, key))
			return ct_error_new(CT_ERROR_TYPE, name,
					    "%s.__init__() got an unexpected keyword argument '%s'",
					    name, option);
		CT_TRY(ct_value_dict_set(defaults, key, value));
	}
	return NULL;
}

static ct_error fill_defaults(const ct_optimizer_class *given,
			      const ct_param_group_options *options, ct_value *defaults)
{
	ct_value changes = ct_value_dict_new();
	ct_error error = ct_optim_group_dict(options, &changes);

	if (error == NULL)
		error = change_defaults(given->name, &changes, defaults);
	ct_value_free(&changes);
	return error;
}

static ct_error make_of(const struct own_class *own, ct_parameters parameters, ct_value *defaults,
			ct_optimizer **result)
{
	ct_optimizer *self;

	CT_TRY(ct_optimizer_give(ct_optimizer_alloc(&own->klass), own->given->name, &self));
	((struct own_data *)(void *)self->data)->own = own;
	ct_value_free(&self->defaults);
	self->defaults = *defaults;
	*defaults = ct_value_none();
	CT_TRY(ct_optim_add_groups(self, parameters));
	if (parameters.groups_len == 0 && ct_optimizer_parameter_count(self, 0) == 0)
		return ct_error_new(CT_ERROR_VALUE, own->given->name,
				    "optimizer got an empty parameter list");
	ct_scope_move_object_up(self);
	*result = self;
	return NULL;
}

ct_error ct_optimizer_new_of(const ct_optimizer_class *optimizer_class, ct_parameters parameters,
			     const ct_param_group_options *options, ct_optimizer **result)
{
	const struct own_class *own = NULL;
	ct_value defaults;
	ct_error error;

	CT_TRY(check_class(optimizer_class));
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	CT_OWN_SCOPE(optimizer_class->name);
	defaults = ct_value_dict_new();
	error = ct_optim_read_options(optimizer_class->name, optimizer_class->options, &defaults);
	if (error == NULL)
		error = find_class(optimizer_class, &defaults, &own);
	if (error == NULL && options)
		error = fill_defaults(optimizer_class, options, &defaults);
	if (error == NULL)
		error = make_of(own, parameters, &defaults, result);
	ct_value_free(&defaults);
	return error;
}

ct_optimizer *ct_optimizer_new_of_(const ct_optimizer_class *optimizer_class,
				   ct_parameters parameters, const ct_param_group_options *options,
				   const char *file, int line, const char *function)
{
	ct_optimizer *made = NULL;

	if (!ct_expression_failed_at(file, line)) {
		const ct_error error = ct_optimizer_new_of(optimizer_class, parameters, options,
							   &made);

		if (error)
			ct_expression_note(error, file, line, function);
	}
	return made;
}
