/**
 * @file
 * torch.distributions: the classes of distributions, of their transforms and of constraints, and the
 * other headers of this room. docs/distributions.md has examples.
 *
 *     ct_distribution *prior = CT_DISTRIBUTION(Normal, 0.0, 1.0);
 *     ct_distribution *policy = CT_DISTRIBUTION(Categorical, .logits = CT_M(net, state));
 *     ct_distribution_transform *exp = CT_DISTRIBUTION_TRANSFORM(ExpTransform);
 *     ct_constraint *above = CT_CONSTRAINT(greater_than, 1.5);
 *
 * The arguments are Python's, as with CT(); omitted arguments have Python's defaults. Where a
 * required argument is a tensor, a number is accepted, too; CT_NUMBER() makes one for an argument
 * with a default, which goes by name. The macros are parts of expressions (call.h): after an error
 * they return NULL, and the error waits for CT_FINISH(). The new objects belong to the innermost
 * scope, which must be open.
 */
#ifndef CTORCH_DISTRIBUTIONS_DISTRIBUTIONS_H
#define CTORCH_DISTRIBUTIONS_DISTRIBUTIONS_H

#include <ctorch/calls/call.h>
#include <ctorch/distributions/constraint.h>
#include <ctorch/distributions/distribution.h>
#include <ctorch/distributions/transform.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes by name -------------------------------------------------------------------------- */

/**
 * Creates a distribution from the name of its class and Python's arguments: `"Normal"`, `[0.0, x]`,
 * `{"validate_args": False}`. ctorch_api.json lists the classes with their arguments. A distribution
 * as an argument, as of Independent, is a dict: `{"class": "Normal", "args": [x, y]}`, with optional
 * `args` and `kwargs`; the transforms of a TransformedDistribution are such a dict, or a list of them.
 *
 * Errors are Python's: a TypeError for an argument that is unknown, given twice or of another type,
 * a ValueError for one that is out of range. A KeyError for an unknown class.
 *
 * @param args    a list of the arguments given by position; NULL: none
 * @param kwargs  a dict of the arguments given by name; NULL: none
 */
CT_API ct_error ct_distribution_new(const char *name, const ct_value *args CT_NULLABLE,
				    const ct_value *kwargs CT_NULLABLE,
				    ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a distribution as ct_distribution_new() does, of distributions that exist: a distribution
 * as an argument may also be an index into `distributions`. The new one has a reference to each. An
 * IndexError for another index. */
CT_API ct_error ct_distribution_new_from(const char *name, ct_distributions distributions,
					 const ct_value *args CT_NULLABLE,
					 const ct_value *kwargs CT_NULLABLE,
					 ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a distribution as ct_distribution_new_from() does, also of transforms that exist: a
 * transform as an argument may be an index into `transforms`. */
CT_API ct_error ct_distribution_new_from_parts(
	const char *name, ct_distributions distributions, ct_distribution_transforms transforms,
	const ct_value *args CT_NULLABLE, const ct_value *kwargs CT_NULLABLE,
	ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all classes: a new list of dicts in alphabetical order with "name", "schema" (the
 * constructor with its arguments) and "support". */
CT_API ct_error ct_distribution_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a transform of distributions from the name of its class and Python's arguments, as
 * ct_distribution_new() creates a distribution: `"AffineTransform"`, `[0.0, x]`. A transform as an
 * argument is a dict: `{"class": "ExpTransform"}`, with optional `args` and `kwargs`; with
 * `"inverse": True` it is the inverse. */
CT_API ct_error ct_distribution_transform_new(
	const char *name, const ct_value *args CT_NULLABLE, const ct_value *kwargs CT_NULLABLE,
	ct_distribution_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a transform as ct_distribution_transform_new() does, of objects that exist: a transform as
 * an argument may also be an index into `transforms`, and a distribution one into `distributions`. An
 * IndexError for another index. */
CT_API ct_error ct_distribution_transform_new_from(
	const char *name, ct_distribution_transforms transforms, ct_distributions distributions,
	const ct_value *args CT_NULLABLE, const ct_value *kwargs CT_NULLABLE,
	ct_distribution_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all classes of transforms: a new list of dicts in alphabetical order with "name", "schema"
 * (the constructor with its arguments), "domain" and "codomain". */
CT_API ct_error ct_distribution_transform_list_classes(ct_value *result CT_NOT_NULL)
	CT_RETURNS_ERROR;

/** Creates a constraint from its name in torch.distributions.constraints and Python's arguments:
 * `"interval"`, `[0.0, x]`; `"real"`. A constraint as an argument is a dict: `{"class": "real"}`, with
 * optional `args` and `kwargs`. Errors are those of ct_distribution_new(). */
CT_API ct_error ct_constraint_new(const char *name, const ct_value *args CT_NULLABLE,
				  const ct_value *kwargs CT_NULLABLE,
				  ct_constraint **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a constraint as ct_constraint_new() does, of constraints that exist: one as an argument
 * may also be an index into `constraints`. An IndexError for another index. */
CT_API ct_error ct_constraint_new_from(const char *name, ct_constraints constraints,
				       const ct_value *args CT_NULLABLE,
				       const ct_value *kwargs CT_NULLABLE,
				       ct_constraint **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all constraints: a new list of dicts in alphabetical order with "name" and "schema". */
CT_API ct_error ct_constraint_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API ct_distribution *ct_distribution_new_(const char *class_name, const void *args CT_LENGTH(1),
					     size_t size, const char *file, int line,
					     const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_distribution_transform *ct_distribution_transform_new_(
	const char *class_name, const void *args CT_LENGTH(1), size_t size, const char *file,
	int line, const char *function) CT_NOEXCEPT CT_BORROWED;
CT_API ct_constraint *ct_constraint_new_(const char *class_name, const void *args CT_LENGTH(1),
					 size_t size, const char *file, int line,
					 const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#ifdef CT_HAS_CALLS

#include <ctorch/classes/constraint.h>
#include <ctorch/classes/distribution.h>
#include <ctorch/classes/distribution_transform.h>

/* As in call.h: code that programs do not write is in a system header. */
#ifndef __clang__
#pragma GCC system_header
#endif

static inline const ct_tensor *ct_parameter_of_tensor_(const ct_tensor *tensor)
{
	return tensor;
}

/* A tensor that is still known to be a number; NULL after an error. */
static inline const ct_tensor *ct_write_a_tensor_or_a_number_here_(ct_number number)
{
	return CT_F(ct_tensor_new_wrapped_number, number.value);
}

/* `x`, or a tensor of the number `x`; once, as it may be a long expression. */
#define CT_PARAMETER_OF_(x)                                        \
	__extension__({                                            \
		__auto_type ct_given_ = (x);                       \
		CT_IF_TENSOR_(ct_given_, ct_parameter_of_tensor_,  \
			      ct_write_a_tensor_or_a_number_here_) \
		(CT_NUMBER_OR_(ct_given_));                        \
	})

/* Implements CT_DISTRIBUTION(), as CT_CALL_BEGIN_() does CT(). */
#define CT_NEW_DISTRIBUTION_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_DISTRIBUTION_END_(name)                                           \
	;                                                                        \
	ct_distribution_new_(&#name[14], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_DISTRIBUTION_CLOSE_()

#define CT_NEW_DISTRIBUTION_TRANSFORM_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_DISTRIBUTION_TRANSFORM_END_(name)                                           \
	;                                                                                  \
	ct_distribution_transform_new_(&#name[24], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_DISTRIBUTION_TRANSFORM_CLOSE_()

#define CT_NEW_CONSTRAINT_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_CONSTRAINT_END_(name)                                           \
	;                                                                      \
	ct_constraint_new_(&#name[12], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_CONSTRAINT_CLOSE_()

#ifndef __clang__
#pragma GCC system_header
# 176 "<ctorch/distributions/distributions.h>"
#endif

/* clang-format off: an argument of a macro is a brace. */

/** Creates a distribution: `CT_DISTRIBUTION(Normal, loc, scale)`. NULL after an error. */
#define CT_DISTRIBUTION(...) \
	__extension__({                                                          \
		CT_QUIET_                                                        \
		ct_distribution *ct_made_ = CT_DISTRIBUTION_PICK_(__VA_ARGS__, )(      \
			CT_NEW_DISTRIBUTION_, {, __VA_ARGS__, );                    \
		CT_AS_BEFORE_                                                    \
		ct_made_;                                                        \
	})
/** Creates a transform of distributions: `CT_DISTRIBUTION_TRANSFORM(AffineTransform, loc, scale)`.
 * NULL after an error. */
#define CT_DISTRIBUTION_TRANSFORM(...) \
	__extension__({                                                          \
		CT_QUIET_                                                        \
		ct_distribution_transform *ct_made_ =                            \
			CT_DISTRIBUTION_TRANSFORM_PICK_(__VA_ARGS__, )(          \
				CT_NEW_DISTRIBUTION_TRANSFORM_, {, __VA_ARGS__, ); \
		CT_AS_BEFORE_                                                    \
		ct_made_;                                                        \
	})
/** Creates a constraint: `CT_CONSTRAINT(interval, 0.0, high)`, `CT_CONSTRAINT(real)`. NULL after an
 * error. */
#define CT_CONSTRAINT(...) \
	__extension__({                                                          \
		CT_QUIET_                                                        \
		ct_constraint *ct_made_ = CT_CONSTRAINT_PICK_(__VA_ARGS__, )(          \
			CT_NEW_CONSTRAINT_, {, __VA_ARGS__, );                    \
		CT_AS_BEFORE_                                                    \
		ct_made_;                                                        \
	})
/* clang-format on */

/** The inverse of a transform within an expression: `CT_INVERSE(CT_DISTRIBUTION_TRANSFORM(
 * SigmoidTransform))`. NULL after an error. */
#define CT_INVERSE(transform)                                                        \
	__extension__({                                                              \
		ct_distribution_transform *ct_inverse_ = NULL;                       \
		CT_DO(ct_distribution_transform_inverse((transform), &ct_inverse_)); \
		ct_inverse_;                                                         \
	})

/** Makes a number an argument that may also be a tensor: `CT_DISTRIBUTION(Bernoulli, .probs =
 * CT_NUMBER(0.3))`. As in Python, a number takes the dtype of the tensors beside it. */
#define CT_NUMBER(number) CT_F(ct_tensor_new_wrapped_number, CT_S(number).value)

#endif

#endif
