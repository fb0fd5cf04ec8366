/*
 * Schedulers: handles, attributes, steps, state dicts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd.h>
#include <ctorch/calls.h>
#include <ctorch/optim.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "memory/expression.h"
#include "memory/given.h"
#include "memory/own_scope.h"
#include "memory/scopes.h"
#include "memory/threads.h"
#include "optim/class.h"
#include "optim/scheduler.h"
#include "settings/warn.h"

#define LIVES UINT64_C(0x63746c7273636865)
#define RELEASED UINT64_C(0x72656c6c72736368)

/* --- handles ---------------------------------------------------------------------------------- */

static void drop(ct_lr_scheduler *self)
{
	if (self == NULL ||
	    atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) != 1)
		return;
	for (int64_t i = 0; i < self->parts_len; i++)
		drop(self->parts[i]);
	free(self->parts);
	free(self->lambdas);
	ct_value_free(&self->state);
	ct_optimizer_drop(self->optimizer);
	self->magic = RELEASED;
	free(self);
}

static void release_from_scope(void *self)
{
	drop(self);
}

void ct_lr_scheduler_free(ct_lr_scheduler *self)
{
	if (self == NULL)
		return;
	ct_scope_keep_object(self);
	drop(self);
}

static ct_lr_scheduler *share(const ct_lr_scheduler *self)
{
	ct_lr_scheduler *shared = (ct_lr_scheduler *)self;

	if (shared)
		atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
	return shared;
}

static ct_error give(ct_lr_scheduler *self, const char *function, ct_lr_scheduler **result)
{
	if (self &&
	    (!ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_own_object(release_from_scope, self))) {
		*result = self;
		return NULL;
	}
	drop(self);
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a scheduler");
}

ct_lr_scheduler *ct_lr_scheduler_keep(const ct_lr_scheduler *self)
{
	ct_lr_scheduler *result = NULL;

	if (self)
		ct_error_free(give(share(self), __func__, &result));
	return result;
}

ct_error ct_lr_scheduler_check(const ct_lr_scheduler *self, const char *function, int position,
			       const char *name)
{
	if (self == NULL)
		return ct_missing_argument(function, position, name);
	if (self->magic == LIVES)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (%s): %s", position, name,
			    self->magic == RELEASED ? "it was already released"
						    : "this is not a scheduler");
}
#define CHECK(self) CT_TRY(ct_lr_scheduler_check((self), __func__, 1, "self"))

const char *ct_lr_scheduler_class_name(const ct_lr_scheduler *self)
{
	return self ? self->klass->of.name : NULL;
}

ct_optimizer *ct_lr_scheduler_optimizer(const ct_lr_scheduler *self)
{
	return self ? self->optimizer : NULL;
}

/* --- attributes ------------------------------------------------------------------------------- */

static ct_error read(const ct_lr_scheduler *self, const char *name, ct_value *result)
{
	return ct_value_dict_get(&self->state, ct_value_string(name), result);
}

static ct_error read_float(const ct_lr_scheduler *self, const char *name, double *result)
{
	ct_value value;

	CT_TRY(read(self, name, &value));
	return ct_value_as_float(&value, result);
}

double ct_lr_get(const ct_lr_scheduler *self, const char *name)
{
	double result = 0;

	CT_DO(read_float(self, name, &result));
	return result;
}

static ct_error read_int(const ct_lr_scheduler *self, const char *name, int64_t *result)
{
	ct_value value;

	CT_TRY(read(self, name, &value));
	return ct_value_as_int(&value, result);
}

int64_t ct_lr_get_int(const ct_lr_scheduler *self, const char *name)
{
	int64_t result = 0;

	CT_DO(read_int(self, name, &result));
	return result;
}

static ct_error read_bool(const ct_lr_scheduler *self, const char *name, bool *result)
{
	ct_value value;

	CT_TRY(read(self, name, &value));
	return ct_value_as_bool(&value, result);
}

bool ct_lr_get_bool(const ct_lr_scheduler *self, const char *name)
{
	bool result = false;

	CT_DO(read_bool(self, name, &result));
	return result;
}

static ct_error read_at(const ct_lr_scheduler *self, const char *name, int64_t i, double *result)
{
	ct_value value, item;

	CT_TRY(read(self, name, &value));
	CT_TRY(ct_value_item(&value, i, &item));
	return ct_value_as_float(&item, result);
}

double ct_lr_get_at(const ct_lr_scheduler *self, const char *name, int64_t i)
{
	double result = 0;

	CT_DO(read_at(self, name, i, &result));
	return result;
}

static ct_error read_string(const ct_lr_scheduler *self, const char *name, const char **result)
{
	ct_value value;

	CT_TRY(read(self, name, &value));
	return ct_value_as_string(&value, result, NULL);
}

const char *ct_lr_get_string(const ct_lr_scheduler *self, const char *name)
{
	const char *result = "";

	CT_DO(read_string(self, name, &result));
	return result;
}

void ct_lr_set(ct_lr_scheduler *self, const char *name, ct_value value)
{
	CT_DO(ct_value_dict_set(&self->state, ct_value_string(name), value));
}

void ct_lr_set_float(ct_lr_scheduler *self, const char *name, double value)
{
	ct_lr_set(self, name, ct_value_float(value));
}

void ct_lr_set_int(ct_lr_scheduler *self, const char *name, int64_t value)
{
	ct_lr_set(self, name, ct_value_int(value));
}

/* --- the groups of the optimizer -------------------------------------------------------------- */

int64_t ct_lr_groups(const ct_lr_scheduler *self)
{
	return self->optimizer->groups_len;
}

static ct_error read_group(const ct_lr_scheduler *self, int64_t group, const char *name,
			   double *result)
{
	ct_tensor *tensor;
	ct_value value;

	CT_TRY(ct_optimizer_get(self->optimizer, group, name, &value));
	if (value.kind != CT_VALUE_TENSOR)
		return ct_value_as_float(&value, result);
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	*result = CT_ITEM(tensor);
	return CT_FINISH(NULL, NULL);
}

double ct_lr_group(const ct_lr_scheduler *self, int64_t group, const char *name)
{
	double result = 0;

	CT_DO(read_group(self, group, name, &result));
	return result;
}

/* A rate that is a tensor stays that tensor. */
static ct_error write_group(const ct_lr_scheduler *self, int64_t group, const char *name,
			    double number)
{
	ct_value value = ct_value_none();
	ct_tensor *tensor;

	if (ct_value_dict_has(&self->optimizer->groups[group]->options, ct_value_string(name)))
		CT_TRY(ct_optimizer_get(self->optimizer, group, name, &value));
	if (value.kind != CT_VALUE_TENSOR)
		return ct_optimizer_set(self->optimizer, group, name, ct_value_float(number));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	return CT(fill__Scalar, tensor, number);
}

void ct_lr_set_group(ct_lr_scheduler *self, int64_t group, const char *name, double value)
{
	CT_DO(write_group(self, group, name, value));
}

/* A list with an option of each group becomes an attribute. */
static ct_error list_groups(ct_lr_scheduler *self, const char *option, const char *name)
{
	ct_value list = ct_value_list_new(), value;
	ct_error error = NULL;

	for (int64_t i = 0; i < ct_lr_groups(self) && error == NULL; i++) {
		error = ct_optimizer_get(self->optimizer, i, option, &value);
		if (error == NULL)
			error = ct_value_list_append(&list, value);
	}
	if (error == NULL)
		error = ct_value_dict_move(&self->state, ct_value_string(name), &list);
	ct_value_free(&list);
	return error;
}

/* --- steps ------------------------------------------------------------------------------------ */

static ct_error set_rates(ct_lr_scheduler *self, double epoch, double *rates)
{
	const struct ct_lr_scheduler_code *code = self->klass->code;

	if (isnan(epoch)) {
		ct_lr_set_int(self, "last_epoch", ct_lr_get_int(self, "last_epoch") + 1);
		CT_TRY(code->rates(self, rates));
	} else {
		ct_lr_set_int(self, "last_epoch", (int64_t)epoch);
		CT_TRY((code->closed_form ? code->closed_form : code->rates)(self, rates));
	}
	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		ct_lr_set_group(self, i, "lr", rates[i]);
	CT_TRY(CT_FINISH(NULL, NULL));
	return list_groups(self, "lr", "_last_lr");
}

ct_error ct_lr_scheduler_update(ct_lr_scheduler *self, double epoch)
{
	double *rates = ct_given_new((size_t)ct_lr_groups(self) * sizeof *rates);

	if (rates == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "no memory for rates");
	return set_rates(self, epoch, rates);
}

static void warn_of_order(const ct_lr_scheduler *self)
{
	if (ct_lr_get_int(self, "_step_count") == 1 && !self->optimizer->has_stepped)
		ct_warn("Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch "
			"1.1.0 and later, you should call them in the opposite order: "
			"`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will "
			"result in PyTorch skipping the first value of the learning rate schedule. See "
			"more details at "
			"https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate");
}

static ct_error step(ct_lr_scheduler *self, double epoch)
{
	if (self->klass->code->step)
		return self->klass->code->step(self, epoch);
	warn_of_order(self);
	ct_lr_set_int(self, "_step_count", ct_lr_get_int(self, "_step_count") + 1);
	if (!isnan(epoch))
		ct_warn("The epoch parameter in `scheduler.step()` was not necessary and is being "
			"deprecated where possible. Please use `scheduler.step()` to step the "
			"scheduler. During the deprecation, if epoch is different from None, the closed "
			"form is used instead of the new chainable form, where available. Please open an "
			"issue if you are unable to replicate your use case: "
			"https://github.com/pytorch/pytorch/issues/new/choose.");
	return ct_lr_scheduler_update(self, epoch);
}

static ct_error step_checked(ct_lr_scheduler *self, double epoch, const char *function)
{
	CT_TRY(ct_lr_scheduler_check(self, function, 1, "self"));
	CT_OWN_SCOPE(function);
	CT_NO_GRAD_SCOPE;
	CT_TRY(step(self, epoch));
	return CT_FINISH(NULL, NULL);
}

ct_error ct_lr_scheduler_step(ct_lr_scheduler *self)
{
	return step_checked(self, NAN, __func__);
}

ct_error ct_lr_scheduler_step_epoch(ct_lr_scheduler *self, double epoch)
{
	return step_checked(self, epoch, __func__);
}

double ct_lr_scheduler_last_lr(const ct_lr_scheduler *self, int64_t group)
{
	double result = NAN;
	ct_value value, item;
	ct_error error;

	if (self == NULL)
		return NAN;
	error = read(self, "_last_lr", &value);
	if (error == NULL)
		error = ct_value_item(&value, group, &item);
	if (error == NULL)
		error = ct_value_as_float(&item, &result);
	ct_error_free(error);
	return result;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error begin_groups(ct_lr_scheduler *self, int64_t last_epoch)
{
	const ct_value key = ct_value_string("initial_lr");
	ct_value lr;

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		if (ct_value_dict_has(&self->optimizer->groups[i]->options, key))
			continue;
		if (last_epoch != -1)
			return ct_error_new(
				CT_ERROR_KEY, self->klass->of.name,
				"\"param 'initial_lr' is not specified in param_groups[%lld] when "
				"resuming scheduler with last_epoch >= 0.\\nThis typically happens "
				"when:\\n1. You're trying to resume training from a checkpoint but "
				"haven't properly loaded the optimizer state\\n2. You're using "
				"last_epoch >= 0 for a fresh training run (not recommended)\"",
				(long long)i);
		CT_TRY(ct_optimizer_get(self->optimizer, i, "lr", &lr));
		CT_TRY(ct_optimizer_set(self->optimizer, i, "initial_lr", lr));
	}
	return list_groups(self, "initial_lr", "base_lrs");
}

ct_error ct_lr_scheduler_init(ct_lr_scheduler *self, int64_t last_epoch)
{
	CT_TRY(begin_groups(self, last_epoch));
	ct_lr_set_int(self, "last_epoch", last_epoch);
	ct_lr_set_int(self, "_step_count", 0);
	ct_lr_set(self, "_is_initial", ct_value_bool(true));
	ct_lr_set(self, "_get_lr_called_within_step", ct_value_bool(false));
	CT_TRY(step(self, NAN));
	ct_lr_set(self, "_is_initial", ct_value_bool(false));
	return CT_FINISH(NULL, NULL);
}

static const struct ct_argument *find_argument(const struct ct_class *klass, const char *name,
					       size_t n)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (strlen(klass->arguments[i].name) == n &&
		    !strncmp(klass->arguments[i].name, name, n))
			return &klass->arguments[i];
	return NULL;
}

static void copy_argument(ct_lr_scheduler *self, const struct ct_argument *argument, const void *at)
{
	switch (argument->held) {
	case CT_HELD_INT:
		ct_lr_set_int(self, argument->name, *(const int64_t *)at);
		break;
	case CT_HELD_FLOAT:
		ct_lr_set_float(self, argument->name, *(const double *)at);
		break;
	case CT_HELD_BOOL:
		ct_lr_set(self, argument->name, ct_value_bool(*(const bool *)at));
		break;
	case CT_HELD_STRING:
		ct_lr_set(self, argument->name, ct_value_string(*(const char *const *)at));
		break;
	default:
		break;
	}
}

/* What the class keeps under the name of an argument is that argument. */
static void copy_arguments(ct_lr_scheduler *self, const char *args)
{
	for (const char *rest = self->klass->state; *rest;) {
		const size_t n = strcspn(rest, ", ");
		const struct ct_argument *argument = find_argument(&self->klass->of, rest, n);

		if (argument && strcmp(argument->name, "last_epoch") != 0)
			copy_argument(self, argument, args + argument->offset);
		rest += n;
		rest += strspn(rest, ", ");
	}
}

static ct_error init(ct_lr_scheduler *self, const char *args)
{
	const struct ct_lr_scheduler_code *code = self->klass->code;
	const struct ct_argument *last = find_argument(&self->klass->of, "last_epoch", 10);

	if (code->init)
		return code->init(self, args);
	copy_arguments(self, args);
	if (code->begin)
		CT_TRY(code->begin(self, args));
	return ct_lr_scheduler_init(self, *(const int64_t *)(const void *)(args + last->offset));
}

static ct_lr_scheduler *alloc(const struct ct_lr_scheduler_class *klass)
{
	ct_lr_scheduler *self = calloc(1, sizeof *self);

	if (self == NULL)
		return NULL;
	self->klass = klass;
	self->references = 1;
	self->magic = LIVES;
	self->state = ct_value_dict_new();
	return self;
}

static ct_error make(const struct ct_lr_scheduler_class *klass, const char *args,
		     ct_lr_scheduler **result)
{
	const struct ct_argument *argument = find_argument(&klass->of, "optimizer", 9);
	const ct_optimizer *optimizer = *(ct_optimizer *const *)(const void *)(args +
									       argument->offset);
	ct_lr_scheduler *self;

	if (optimizer || !argument->is_optional)
		CT_TRY(ct_optimizer_check(optimizer, klass->of.name, 1, "optimizer"));
	CT_OWN_SCOPE(klass->of.name);
	CT_NO_GRAD_SCOPE;
	CT_TRY(give(alloc(klass), klass->of.name, &self));
	self->optimizer = ct_optimizer_share(optimizer);
	CT_TRY(init(self, args));
	CT_TRY(CT_FINISH(NULL, NULL));
	ct_scope_move_object_up(self);
	*result = self;
	return NULL;
}

static const struct ct_lr_scheduler_class *find_class(const char *name)
{
	for (size_t i = 0; i < ct_lr_scheduler_classes_len; i++)
		if (!strcmp(ct_lr_scheduler_classes[i].of.name, name))
			return &ct_lr_scheduler_classes[i];
	return NULL;
}

static ct_error make_checked(const char *class_name, const void *args, size_t size,
			     ct_lr_scheduler **result)
{
	const struct ct_lr_scheduler_class *klass = find_class(class_name);

	if (klass == NULL)
		return ct_error_new(CT_ERROR_KEY, class_name,
				    "torch.optim.lr_scheduler has no class %s in this build",
				    class_name);
	if (klass->of.size != size)
		return ct_error_new(CT_ERROR_ARGUMENT, class_name,
				    "the program was compiled with headers of another version: "
				    "compile it again");
	return make(klass, args, result);
}

ct_lr_scheduler *ct_lr_scheduler_make_(const char *class_name, const void *args, size_t size,
				       const char *file, int line, const char *function)
{
	ct_lr_scheduler *result = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = make_checked(class_name, args, size, &result);
	if (error)
		ct_expression_note(error, file, line, function);
	return result;
}

/* --- state dicts ------------------------------------------------------------------------------ */

ct_error ct_lr_scheduler_state_dict(const ct_lr_scheduler *self, ct_value *result)
{
	CHECK(self);
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	return ct_value_copy(&self->state, result);
}

/* Python's `self.__dict__.update(state_dict)`. */
static ct_error update_dict(ct_value *dict, const ct_value *from)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_len(from); i++) {
		CT_TRY(ct_value_dict_item(from, i, &key, &value));
		CT_TRY(ct_value_dict_set(dict, key, value));
	}
	return NULL;
}

ct_error ct_lr_scheduler_load_state_dict(ct_lr_scheduler *self, const ct_value *state_dict)
{
	ct_value updated;
	ct_error error;

	CHECK(self);
	if (state_dict == NULL)
		return ct_missing_argument(__func__, 2, "state_dict");
	if (state_dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__, "state_dict must be a dict, not %s",
				    ct_value_type_name(state_dict));
	CT_TRY(ct_value_copy(&self->state, &updated));
	error = update_dict(&updated, state_dict);
	if (error) {
		ct_value_free(&updated);
		return error;
	}
	ct_value_free(&self->state);
	self->state = updated;
	return NULL;
}
