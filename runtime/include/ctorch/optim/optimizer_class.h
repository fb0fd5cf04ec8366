/**
 * @file
 * Optimizers of your own: a class has options with defaults, a state for each parameter, and a
 * function that updates one parameter from its gradient. Groups, hooks, state dicts and schedulers
 * work as for PyTorch's optimizers. docs/optim.md has examples.
 *
 *     static ct_error update(const ct_optimizer_update *self, ct_tensor *parameter,
 *                            const ct_tensor *grad)
 *     {
 *             const double lr = ct_optimizer_update_option(self, "lr");
 *
 *             CT_E(add_, parameter, CT_E(sign, grad), .alpha = CT_S(-lr));
 *             return CT_DONE();
 *     }
 *
 *     static const ct_optimizer_class sign_sgd = { .name = "SignSGD", .options = "lr=0.01",
 *                                                  .update = update };
 *
 *     ct_optimizer *optimizer = CT_OWN_OPTIMIZER(&sign_sgd, CT_PARAMETERS(net), .lr = 0.1);
 */
#ifndef CTORCH_OPTIM_OPTIMIZER_CLASS_H
#define CTORCH_OPTIM_OPTIMIZER_CLASS_H

#include <ctorch/calls/call.h>
#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/optim/optimizer.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What an update reads: the options of the parameter's group, and the parameter's state. */
typedef struct ct_optimizer_update ct_optimizer_update;

/**
 * Updates one parameter in place. Gradients are not recorded, and what the function makes belongs to
 * a scope of the step. It may be an expression: `return CT_DONE();`.
 *
 * A complex parameter, its gradient and its state are the pairs of their real and imaginary parts, as
 * in Python's optimizers. A sparse gradient is a RuntimeError before the call.
 */
typedef ct_error (*ct_optimizer_update_function)(const ct_optimizer_update *self,
						 ct_tensor *parameter CT_INOUT,
						 const ct_tensor *grad);

/** Describes a class of optimizers: one struct for each class, with static lifetime. */
typedef struct ct_optimizer_class {
	const char *name; /**< "Lion": printed, and named in errors */
	/** The options with their defaults, as Python writes them: "lr=1e-4, betas=(0.9, 0.99),
	 * nesterov=False, mode='x', limit=None". Each once; an int has at most 64 bits, and a text
	 * at most 63 bytes without a backslash. */
	const char *options;
	/** The state of a parameter, names with commas between them: "exp_avg, exp_avg_sq" are zeros
	 * like it at first; "step" is a tensor with the number of its updates, this one included,
	 * and "step: int" an int in state dicts. At most 12, each once; NULL: none. */
	const char *state CT_NULLABLE;
	ct_optimizer_update_function update;
} ct_optimizer_class;

/**
 * Creates an optimizer of the class.
 *
 * A TypeError for an option that the class does not have; a ValueError for `options` or `state` of
 * the class that cannot be read, and for no parameters.
 *
 * @param optimizer_class  borrowed forever
 * @param options          those that differ from the defaults; NULL: none
 */
CT_API ct_error ct_optimizer_new_of(const ct_optimizer_class *optimizer_class CT_KEPT,
				    ct_parameters parameters,
				    const ct_param_group_options *options CT_NULLABLE,
				    ct_optimizer **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- What an update reads -------------------------------------------------------------------
 *
 * These are parts of an expression: a name that the class does not have is an error that waits for
 * CT_DONE().
 */

/** Returns a number among the options of the group; a bool is 1 or 0, and None is CT_NO_FLOAT. */
CT_API double ct_optimizer_update_option(const ct_optimizer_update *self,
					 const char *name) CT_NOEXCEPT;
/** Returns an element of a tuple among the options: `ct_optimizer_update_option_at(self, "betas",
 * 0)`; None is CT_NO_FLOAT. */
CT_API double ct_optimizer_update_option_at(const ct_optimizer_update *self, const char *name,
					    int64_t index) CT_NOEXCEPT;
/** Returns a text among the options: 'x' of "mode='x'"; borrowed from the group. NULL for None, and
 * after an error. */
CT_API const char *ct_optimizer_update_option_text(const ct_optimizer_update *self,
						   const char *name) CT_NOEXCEPT CT_BORROWED;
/** Returns a tensor of the parameter's state, which the update may write to; borrowed. NULL after an
 * error. */
CT_API ct_tensor *ct_optimizer_update_state(const ct_optimizer_update *self,
					    const char *name) CT_NOEXCEPT CT_BORROWED;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API ct_optimizer *ct_optimizer_new_of_(const ct_optimizer_class *optimizer_class CT_KEPT,
					  ct_parameters parameters,
					  const ct_param_group_options *options, const char *file,
					  int line, const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

/** Creates an optimizer of a class of your own within an expression: `CT_OWN_OPTIMIZER(&lion,
 * CT_PARAMETERS(net), .lr = 1e-4)`. The options are those of ct_param_group_options; others are in
 * its `.others`. NULL after an error. */
#define CT_OWN_OPTIMIZER(...) CT_OWN_OPTIMIZER_(__VA_ARGS__, )
#define CT_OWN_OPTIMIZER_(optimizer_class, parameters, ...)                                  \
	__extension__({                                                                      \
		CT_QUIET_                                                                    \
		ct_optimizer *ct_made_ = ct_optimizer_new_of_(                               \
			(optimizer_class), (parameters),                                     \
			&(const ct_param_group_options){ .lr = 0, __VA_ARGS__ }, CT_PLACE_); \
		CT_AS_BEFORE_                                                                \
		ct_made_;                                                                    \
	})

/** Adds a group within an expression: `CT_ADD_GROUP(optimizer, CT_PARAMETERS(head), .lr = 0.1);`. */
#define CT_ADD_GROUP(...) CT_ADD_GROUP_(__VA_ARGS__, )
#define CT_ADD_GROUP_(optimizer, parameters, ...)                                  \
	do {                                                                       \
		CT_QUIET_                                                          \
		CT_DO(ct_optimizer_add_group(                                      \
			(optimizer), (parameters),                                 \
			&(const ct_param_group_options){ .lr = 0, __VA_ARGS__ })); \
		CT_AS_BEFORE_                                                      \
	} while (0)

#endif
