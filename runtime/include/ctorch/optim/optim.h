/**
 * @file
 * Python's torch.optim: optimizers and schedulers. docs/optim.md has examples.
 *
 *     ct_optimizer *optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.1, .momentum = 0.9);
 *     ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(StepLR, optimizer, 30, .gamma = 0.1);
 *
 * The arguments are Python's, as with CT(); omitted arguments have Python's defaults. The macros
 * are parts of expressions (call.h): after an error they return NULL, and the error waits for
 * CT_FINISH(). The new objects belong to the innermost scope.
 */
#ifndef CTORCH_OPTIM_OPTIM_H
#define CTORCH_OPTIM_OPTIM_H

#include <ctorch/calls/call.h>
#include <ctorch/optim/grad_scaler.h>
#include <ctorch/optim/lr_scheduler.h>
#include <ctorch/optim/optimizer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes by name -------------------------------------------------------------------------- */

/**
 * Creates an optimizer from the name of its class and Python's arguments after the parameters:
 * `"Adam"`, `{"lr": 0.01, "betas": (0.9, 0.98)}`. ctorch_api.json lists the classes with their
 * arguments.
 *
 * Errors are Python's: a TypeError for an argument that is unknown, given twice or of another type,
 * a ValueError for one that is out of range. A KeyError for an unknown class.
 *
 * @param args    a list of the arguments after the parameters by position; NULL: none
 * @param kwargs  a dict of the arguments given by name; NULL: none
 */
CT_API ct_error ct_optimizer_new(const char *name, ct_parameters parameters,
				 const ct_value *args CT_NULLABLE,
				 const ct_value *kwargs CT_NULLABLE,
				 ct_optimizer **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all optimizers: a new list of dicts in alphabetical order with "name", "schema" (the
 * constructor with its arguments), "state" (the state of each parameter) and "group" (the options
 * of a group). */
CT_API ct_error ct_optimizer_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Creates a scheduler from the name of its class and Python's arguments after the optimizer:
 * `"StepLR"`, `{"step_size": 30}`. Where Python accepts a number or a list, a list has a number for
 * each group.
 *
 * Errors are as for ct_optimizer_new(). LambdaLR, MultiplicativeLR, SequentialLR and
 * ChainedScheduler take functions or schedulers: ct_lr_scheduler_new_from().
 *
 * @param args    a list of the arguments after the optimizer by position; NULL: none
 * @param kwargs  a dict of the arguments given by name; NULL: none
 */
CT_API ct_error ct_lr_scheduler_new(const char *name, ct_optimizer *optimizer,
				    const ct_value *args CT_NULLABLE,
				    const ct_value *kwargs CT_NULLABLE,
				    ct_lr_scheduler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Creates a scheduler of a class that takes functions or schedulers. They replace the argument
 * `lr_lambda`, `scale_fn` or `schedulers`; `args` are the positional arguments after the leading
 * optimizer, functions and schedulers. A TypeError for a class that takes neither.
 *
 * @param optimizer   NULL for ChainedScheduler: the optimizer of its first scheduler
 * @param lambdas     `{ NULL, 0 }`: not given
 * @param schedulers  `{ NULL, 0 }`: not given
 */
CT_API ct_error ct_lr_scheduler_new_from(const char *name, ct_optimizer *optimizer CT_NULLABLE,
					 ct_lr_lambdas lambdas, ct_lr_schedulers schedulers,
					 const ct_value *args CT_NULLABLE,
					 const ct_value *kwargs CT_NULLABLE,
					 ct_lr_scheduler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all schedulers: a new list of dicts in alphabetical order with "name", "schema", and
 * "state" (the attributes that the class adds). */
CT_API ct_error ct_lr_scheduler_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API ct_optimizer *ct_optimizer_new_(const char *class_name, const void *args CT_LENGTH(1),
				       size_t size, const char *file, int line,
				       const char *function) CT_NOEXCEPT CT_BORROWED;

CT_API ct_lr_scheduler *ct_lr_scheduler_new_(const char *class_name, const void *args CT_LENGTH(1),
					     size_t size, const char *file, int line,
					     const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#ifdef CT_HAS_CALLS

#include <ctorch/classes/lr_scheduler.h>
#include <ctorch/classes/optim.h>

/* As in call.h: code that programs do not write is in a system header. */
#ifndef __clang__
#pragma GCC system_header
#endif

/* Implements CT_OPTIMIZER() and CT_LR_SCHEDULER(), as CT_CALL_BEGIN_() does CT(). */
#define CT_NEW_OPTIMIZER_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_OPTIMIZER_END_(name)                                          \
	;                                                                    \
	ct_optimizer_new_(&#name[6], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_OPTIMIZER_CLOSE_()
#define CT_NEW_LR_SCHEDULER_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_LR_SCHEDULER_END_(name)                                           \
	;                                                                        \
	ct_lr_scheduler_new_(&#name[13], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_LR_SCHEDULER_CLOSE_()

#ifndef __clang__
#pragma GCC system_header
# 123 "<ctorch/optim/optim.h>"
#endif

/* clang-format off: an argument of a macro is a brace. */

/** Creates an optimizer: `CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 1e-3)`. NULL after an
 * error. */
#define CT_OPTIMIZER(...) \
	__extension__({                                                              \
		CT_QUIET_                                                            \
		ct_optimizer *ct_made_ = CT_OPTIMIZER_PICK_(__VA_ARGS__, )(          \
			CT_NEW_OPTIMIZER_, {, __VA_ARGS__, );                        \
		CT_AS_BEFORE_                                                        \
		ct_made_;                                                            \
	})
/** Creates a scheduler: `CT_LR_SCHEDULER(StepLR, optimizer, 30, .gamma = 0.1)`. NULL after an
 * error. */
#define CT_LR_SCHEDULER(...) \
	__extension__({                                                              \
		CT_QUIET_                                                            \
		ct_lr_scheduler *ct_made_ = CT_LR_SCHEDULER_PICK_(__VA_ARGS__, )(    \
			CT_NEW_LR_SCHEDULER_, {, __VA_ARGS__, );                     \
		CT_AS_BEFORE_                                                        \
		ct_made_;                                                            \
	})
/* clang-format on */

/** Makes a group: `CT_GROUP(CT_PARAMETERS(head), .lr = 0.1)` is Python's `{"params":
 * head.parameters(), "lr": 0.1}`. */
#define CT_GROUP(...) CT_GROUP_(__VA_ARGS__, )
#define CT_GROUP_(parameters, ...)                                                                \
	__extension__({                                                                           \
		CT_QUIET_                                                                         \
		const ct_parameters ct_of_ = (parameters);                                        \
		const ct_param_group ct_group_ = { ct_of_.module,     ct_of_.tensors,             \
						   ct_of_.names,      ct_of_.len,                 \
						   ct_of_.with_names, { .lr = 0, __VA_ARGS__ } }; \
		CT_AS_BEFORE_                                                                     \
		ct_group_;                                                                        \
	})

/** Makes ct_parameters from groups, also the first one with options of its own:
 * `CT_OPTIMIZER(SGD, CT_GROUPS(CT_GROUP(CT_PARAMETERS(body)), CT_GROUP(CT_PARAMETERS(head), .lr =
 * 0.1)), .lr = 0.01)`. */
#define CT_GROUPS(...)                                                              \
	((ct_parameters){ .groups = (const ct_param_group[]){ __VA_ARGS__ },        \
			  .groups_len = sizeof((ct_param_group[]){ __VA_ARGS__ }) / \
					sizeof(ct_param_group) })

#endif

#endif
