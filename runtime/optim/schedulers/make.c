/*
 * Making schedulers: by a typed call, and by the name of the class and Python's arguments.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/optim/optim.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/lengths.h"
#include "classes/fill.h"
#include "classes/values.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"

/* --- arguments as values ---------------------------------------------------------------------- */

/* In a typed call a list of one number is that number. */
static ct_error floats_value(const struct ct_argument *argument, const ct_floats *list,
			     ct_value *result)
{
	if (list->len == 1) {
		*result = ct_class_float_value(argument, list->at[0]);
		return NULL;
	}
	*result = ct_value_list_new();
	for (int64_t i = 0; i < list->len; i++)
		CT_TRY(ct_value_list_append(result, ct_value_float(list->at[i])));
	return NULL;
}

static bool has_value(const struct ct_argument *argument)
{
	return argument->held != CT_HELD_OPTIMIZER && argument->held != CT_HELD_SCHEDULERS &&
	       argument->held != CT_HELD_LAMBDAS;
}

static ct_error list_arguments(ct_lr_scheduler *self, const char *args)
{
	const struct ct_class *klass = &self->klass->of;

	self->arguments = ct_value_dict_new();
	for (size_t i = 0; i < klass->arguments_len; i++) {
		const struct ct_argument *argument = &klass->arguments[i];
		ct_value value = ct_value_none();
		ct_error error;

		if (!has_value(argument))
			continue;
		error = argument->held == CT_HELD_FLOATS
				? floats_value(argument, (const void *)(args + argument->offset),
					       &value)
				: ct_class_value(argument, args + argument->offset, &value);
		if (error == NULL)
			error = ct_value_dict_move(&self->arguments,
						   ct_value_string(argument->name), &value);
		ct_value_free(&value);
		if (error)
			return error;
	}
	return NULL;
}

/* A scheduler made by name keeps what it was given, as Python's does: an int, a list of one. */
struct given {
	size_t first; /* of the arguments by position */
	const ct_value *args, *kwargs;
};

/* --- functions and schedulers ----------------------------------------------------------------- */

static const void *held(const struct ct_class *klass, const char *args, enum ct_held kind)
{
	for (size_t i = 0; i < klass->arguments_len; i++)
		if (klass->arguments[i].held == kind)
			return args + klass->arguments[i].offset;
	return NULL;
}

static ct_error keep_lambdas(ct_lr_scheduler *self, const ct_lr_lambdas *lambdas)
{
	if (lambdas == NULL || lambdas->len == 0)
		return NULL;
	self->lambdas = ct_array_new(lambdas->len, sizeof *self->lambdas);
	if (self->lambdas == NULL)
		return ct_no_memory(self->klass->of.name, "for functions");
	memcpy(self->lambdas, lambdas->at, (size_t)lambdas->len * sizeof *self->lambdas);
	self->lambdas_len = lambdas->len;
	return NULL;
}

static ct_error keep_parts(ct_lr_scheduler *self, const ct_lr_schedulers *schedulers)
{
	char what[100];

	if (schedulers == NULL || schedulers->len == 0)
		return NULL;
	self->parts = ct_array_new(schedulers->len, sizeof(ct_lr_scheduler *));
	if (self->parts == NULL)
		return ct_no_memory(self->klass->of.name, "for schedulers");
	for (int64_t i = 0; i < schedulers->len; i++) {
		snprintf(what, sizeof what, "schedulers[%lld]", (long long)i);
		CT_TRY(ct_lr_scheduler_check(schedulers->at[i], self->klass->of.name, 1, what));
		self->parts[self->parts_len++] = ct_counted_share(schedulers->at[i]);
	}
	return NULL;
}

/* ChainedScheduler takes that of its first scheduler. */
static const ct_optimizer *find_optimizer(const ct_lr_scheduler *self, const ct_optimizer *given)
{
	return given || self->parts_len == 0 ? given : self->parts[0]->optimizer;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error init(ct_lr_scheduler *self)
{
	const struct ct_lr_scheduler_code *code = self->klass->code;

	if (code->begin) {
		CT_TRY(code->begin(self));
	} else {
		ct_lr_keep_arguments(self);
		CT_TRY(CT_DONE());
	}
	return code->init ? code->init(self) : ct_lr_scheduler_init(self);
}

static ct_error scheduler_make_fill(ct_lr_scheduler *self, const char *args,
				    const struct given *given)
{
	const struct ct_class *klass = &self->klass->of;
	const ct_optimizer *optimizer = *(ct_optimizer *const *)held(klass, args,
								     CT_HELD_OPTIMIZER);

	CT_TRY(keep_lambdas(self, held(klass, args, CT_HELD_LAMBDAS)));
	CT_TRY(keep_parts(self, held(klass, args, CT_HELD_SCHEDULERS)));
	optimizer = find_optimizer(self, optimizer);
	if (optimizer || held(klass, args, CT_HELD_SCHEDULERS) == NULL || self->parts_len)
		CT_TRY(ct_optimizer_check(optimizer, klass->name, 1, "optimizer"));
	self->optimizer = ct_counted_share(optimizer);
	CT_TRY(list_arguments(self, args));
	if (given)
		CT_TRY(ct_class_keep_given(klass, given->first, given->args, given->kwargs,
					   &self->arguments));
	return init(self);
}

static ct_error scheduler_make(const struct ct_lr_scheduler_class *klass, const char *args,
			       const struct given *given, void **result)
{
	ct_lr_scheduler *self;

	CT_OWN_SCOPE(klass->of.name);
	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_lr_scheduler_give(ct_lr_scheduler_alloc(klass), klass->of.name, &self));
	CT_TRY(scheduler_make_fill(self, args, given));
	ct_value_free(&self->arguments);
	ct_scope_move_object_up(self);
	*result = self;
	return NULL;
}

/* --- classes ---------------------------------------------------------------------------------- */

static ct_error scheduler_make_typed(const void *klass, const void *args, void **result)
{
	return scheduler_make(klass, args, NULL, result);
}

static const struct ct_class_text texts[] = {
	{ "state", offsetof(struct ct_lr_scheduler_class, state) }, { 0 }
};

static const struct ct_class_table table = { .module = "torch.optim.lr_scheduler",
					     .lister = CT_NAME_OF(ct_lr_scheduler_list_classes),
					     .classes = ct_lr_scheduler_classes,
					     .len = &ct_lr_scheduler_classes_len,
					     .size = sizeof *ct_lr_scheduler_classes,
					     .texts = texts,
					     .make = scheduler_make_typed };

ct_lr_scheduler *ct_lr_scheduler_new_(const char *class_name, const void *args, size_t size,
				      const char *file, int line, const char *function)
{
	return ct_class_make_at(&table, class_name, args, size, file, line, function);
}

/* --- by name ---------------------------------------------------------------------------------- */

/* How many of the first arguments are the optimizer, the functions and the schedulers that the
 * caller has; those of a class that takes none of them come after it. */
static size_t count_given(const struct ct_class *klass, bool has_lambdas, bool has_schedulers)
{
	size_t n = 0;

	while (n < klass->arguments_len &&
	       (klass->arguments[n].held == CT_HELD_OPTIMIZER ||
		(klass->arguments[n].held == CT_HELD_LAMBDAS && has_lambdas) ||
		(klass->arguments[n].held == CT_HELD_SCHEDULERS && has_schedulers)))
		n++;
	return n;
}

static ct_error takes_none(const struct ct_class *klass, const char *what)
{
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_lr_scheduler_new_from), "%s takes no %s",
			    klass->name, what);
}

static ct_error put(const struct ct_class *klass, char *args, enum ct_held kind, const void *from,
		    size_t size, const char *what)
{
	void *at = (void *)held(klass, args, kind);

	if (at == NULL)
		return takes_none(klass, what);
	memcpy(at, from, size);
	return NULL;
}

/* What the caller has besides values. */
struct context {
	const ct_optimizer *optimizer;
	ct_lr_lambdas lambdas;
	ct_lr_schedulers schedulers;
};

static ct_error put_all(const struct ct_class *klass, char *args, const struct context *context)
{
	const ct_optimizer *optimizer = context->optimizer;
	const ct_lr_lambdas *lambdas = &context->lambdas;
	const ct_lr_schedulers *schedulers = &context->schedulers;

	CT_TRY(put(klass, args, CT_HELD_OPTIMIZER, &optimizer, sizeof optimizer, "optimizer"));
	if (lambdas->len)
		CT_TRY(put(klass, args, CT_HELD_LAMBDAS, lambdas, sizeof *lambdas, "functions"));
	if (schedulers->len)
		CT_TRY(put(klass, args, CT_HELD_SCHEDULERS, schedulers, sizeof *schedulers,
			   "schedulers"));
	return NULL;
}

static ct_error scheduler_make_by_name(const void *of_class, const struct ct_class_call *call,
				       const ct_value *args, const ct_value *kwargs, void **result)
{
	const struct ct_lr_scheduler_class *klass = of_class;
	const struct context *context = call->context;
	const struct given given = { count_given(&klass->of, context->lambdas.at != NULL,
						 context->schedulers.at != NULL),
				     args, kwargs };
	struct ct_class_call filling = *call;
	void *filled;

	filling.given = given.first;
	CT_TRY(ct_class_fill(&klass->of, &filling, args, kwargs, &filled));
	CT_TRY(put_all(&klass->of, filled, context));
	return scheduler_make(klass, filled, &given, result);
}

ct_error ct_lr_scheduler_new_from(const char *name, ct_optimizer *optimizer, ct_lr_lambdas lambdas,
				  ct_lr_schedulers schedulers, const ct_value *args,
				  const ct_value *kwargs, ct_lr_scheduler **result)
{
	const struct context context = { optimizer, lambdas, schedulers };
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_lr_scheduler_new),
					    .make = scheduler_make_by_name,
					    .context = &context };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 7 : 1, name ? "result" : "name");
	if ((lambdas.at == NULL && lambdas.len) || (schedulers.at == NULL && schedulers.len))
		return ct_missing_argument(__func__, lambdas.at ? 4 : 3,
					   lambdas.at ? "schedulers" : "lambdas");
	CT_TRY(ct_class_new(&table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_lr_scheduler_new(const char *name, ct_optimizer *optimizer, const ct_value *args,
			     const ct_value *kwargs, ct_lr_scheduler **result)
{
	return ct_lr_scheduler_new_from(name, optimizer, (ct_lr_lambdas){ NULL, 0 },
					(ct_lr_schedulers){ NULL, 0 }, args, kwargs, result);
}

ct_error ct_lr_scheduler_list_classes(ct_value *result)
{
	return ct_class_list(&table, __func__, result);
}
