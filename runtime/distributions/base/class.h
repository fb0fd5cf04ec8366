/*
 * Inside the library: distributions. What a class is called and takes comes from
 * runtime/distributions/distributions.yaml, from which ctorch-gen writes classes/distribution.c; what
 * it does is in a `struct ct_distribution_code` for each class, in families/.
 *
 * The functions of a class are parts of expressions: they return NULL after an error, which waits.
 * They compute in the order of Python's operators, so that results have the same bits. What they
 * create belongs to a scope of the public function that called them.
 */
#ifndef CT_DISTRIBUTIONS_BASE_CLASS_H
#define CT_DISTRIBUTIONS_BASE_CLASS_H

#include <ctorch/calls/call.h>
#include <ctorch/calls/nn.h>
#include <ctorch/classes/distribution.h>
#include <ctorch/distributions/distributions.h>
#include <ctorch/ops/all.h>

#include "classes/class.h"
#include "core/memory/counted.h"
#include "distributions/base/constraint.h"
#include "distributions/base/shape.h"
#include "nn/functional/give.h"
#include "tensor/tensor/sizes.h"

#define CT_DISTR_PI 3.14159265358979323846
#define CT_DISTR_EULER 0.57721566490153286060 /* the Euler-Mascheroni constant */

enum {
	CT_DISTR_PARAMETERS = 8, /* that an object keeps, at most */
	CT_DISTR_PARTS = 2,      /* distributions that it is made of, at most */
	CT_DISTR_NATURAL = 8     /* natural parameters, at most */
};

/* A parameter that has a constraint: an item of Python's `arg_constraints`. */
struct ct_distr_parameter {
	const char *name;                             /* "scale" */
	const struct ct_distr_constraint *constraint; /* NULL: `find` finds it */
	/* NULL: `find_constraint` of the class does. */
	void (*find)(const ct_distribution *self, struct ct_distr_constraint *result);
	/* Computes one that was not given; NULL: all are given. */
	ct_tensor *(*compute)(const ct_distribution *self);
	int64_t dims; /* that it has after those of the batch */
	/* A property of a part in Python, which is checked, but not printed. */
	bool is_property;
};

struct ct_distr_transform;

typedef ct_tensor *ct_distr_moment(const ct_distribution *self);
typedef ct_tensor *ct_distr_draw(const ct_distribution *self, ct_ints sample_shape);
typedef ct_tensor *ct_distr_score(const ct_distribution *self, const ct_tensor *value);

/* A tensor that Python computes for an attribute without a constraint. */
struct ct_distr_attribute {
	const char *name; /* "precision_matrix" */
	ct_distr_moment *compute;
};

/* What a class with the parent "ExponentialFamily" adds (exp_family.c): its entropy, unless it has a
 * formula, and kl_divergence() of two of the class are computed from this. */
struct ct_distr_exp_family {
	int natural_len; /* how many natural parameters, up to CT_DISTR_NATURAL */
	void (*natural_params)(const ct_distribution *self, ct_tensor **result);
	ct_tensor *(*log_normalizer)(const ct_distribution *self, ct_tensor *const *natural);
	/* The expected carrier measure; NULL: Python does not implement it, nor the entropy. */
	double (*mean_carrier_measure)(const ct_distribution *self);
};

/* What a class does. NULL: Python does not implement it. */
struct ct_distribution_code {
	const char *parent; /* the base class in Python, below Distribution: "ExponentialFamily" */
	const char *python; /* the class in Python's text of a missing mode; NULL: its own name */
	const struct ct_distr_exp_family
		*exp_family; /* NULL: it is none, or its parts are missing */
	const struct ct_distr_parameter *parameters; /* in the order of Python's dict */
	int64_t parameters_len;
	const struct ct_distr_attribute *attributes;
	int64_t attributes_len;
	void (*find_constraint)(const ct_distribution *self, int64_t index,
				struct ct_distr_constraint *result);
	/* Python's constructor before the checks: sets parameters, parts and shapes. NULL: the
	 * parameters are the tensors among the arguments, in their order, broadcast. */
	ct_error (*setup)(ct_distribution *self, const void *args);
	/* What it does after the checks of the parameters; NULL: nothing. */
	ct_error (*finish)(ct_distribution *self);
	ct_distr_draw *sample; /* NULL: rsample without recording */
	ct_distr_draw *rsample;
	ct_distr_score *log_prob, *cdf, *icdf;
	ct_distr_score *log_cdf, *log_survival_function; /* of GeneralizedPareto */
	ct_distr_moment *entropy, *mean, *mode, *variance;
	ct_distr_moment *stddev; /* NULL: the root of the variance */
	ct_tensor *(*enumerate_support)(const ct_distribution *self, bool expand);
	/* Makes an expanded one itself, which belongs to the scope; NULL: `expand` does. */
	ct_distribution *(*remake)(const ct_distribution *self, ct_ints batch_shape);
	/* Completes `result`, whose shapes are set; NULL: ct_distr_expand_parameters(). */
	void (*expand)(const ct_distribution *self, ct_distribution *result);
	const struct ct_distr_constraint *support; /* NULL: `find_support` finds it */
	ct_error (*find_support)(const ct_distribution *self, struct ct_distr_constraint *result);
	/* What print shows in parentheses; NULL: the parameters. */
	void (*print)(const ct_distribution *self, struct ct_text *text);
	bool has_base; /* the first part is Python's base_dist */
	const char *part_names[CT_DISTR_PARTS]; /* other attributes that are parts; NULL: none */
	/* families/transformed.h: what is done to samples of the base; NULL: the transforms of the
	 * object. Returns the number of steps. */
	int (*steps)(const ct_distribution *self, struct ct_distr_transform *result);
	/* Those that depend on the object; NULL: whether there is the function. */
	bool (*has_rsample)(const ct_distribution *self);
	bool (*has_enumerate_support)(const ct_distribution *self);
};

struct ct_distr_class {
	struct ct_class of;
	const char *support; /* "interval(low, high)" */
	const char
		*module; /* "relaxed_bernoulli": its module in Python; NULL: torch.distributions */
	const struct ct_distribution_code *code;
	const struct ct_distr_own_class *own; /* NULL: it is PyTorch's */
	const struct ct_distr_class *parent;  /* if that is the program's own, too */
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_distr_class ct_distribution_classes[];
extern const size_t ct_distribution_classes_len;

/* What the program gave to an object of its own class; those that are expanded share it. */
struct ct_distr_data {
	struct ct_counted counted;
	void *context;
	ct_release_function release;
};

struct ct_distribution {
	struct ct_counted counted;
	const struct ct_distr_class *klass;
	/* By the class's own enumeration. NULL: not given, and not computed yet: threads may compute
	 * it at the same time. */
	ct_tensor *_Atomic at[CT_DISTR_PARAMETERS];
	ct_distribution *parts[CT_DISTR_PARTS]; /* with a reference to each */
	/* Of a TransformedDistribution, with a reference to each. */
	ct_distribution_transform **transforms;
	int64_t transforms_len;
	int64_t number;   /* of the class: total_count, ... */
	int param;        /* the index of the one that was given */
	double limits[2]; /* of the class: ContinuousBernoulli's lims */
	int64_t batch_len, event_len;
	bool validates;
	struct ct_distr_data *data;   /* with a reference; NULL: it has none */
	int64_t shape[CT_DISTR_DIMS]; /* of the batch, then of an event */
};

/* CT_HOLD() of an object that may call functions of the program, as its class or a part has them: they
 * may release it. */
#define CT_HOLD_OWN(self) CT_HOLD((self)->klass->own || (self)->parts[0] ? (self) : NULL)

/* --- distribution.c: objects ------------------------------------------------------------------ */

/* A new one without parameters, which belongs to no scope; NULL: no memory. */
ct_distribution *ct_distr_alloc(const struct ct_distr_class *klass);

/* Keeps a reference to each transform. False: no memory, and an error waits. */
bool ct_distr_share_transforms(ct_distribution *self, ct_distribution_transform *const *list,
			       int64_t len) CT_WARN_UNUSED;

/* Gives it to the innermost scope, and stores it; on an error releases it. */
ct_error ct_distr_give(ct_distribution *self, const char *function,
		       ct_distribution **result) CT_WARN_UNUSED;

ct_error ct_distr_check(const ct_distribution *self, const char *function, int position,
			const char *name) CT_WARN_UNUSED;

/* The same for each of a list. */
ct_error ct_distr_check_list(ct_distributions list, const char *function, int position,
			     const char *name) CT_WARN_UNUSED;

/* --- make.c ----------------------------------------------------------------------------------- */

/* All classes. */
extern const struct ct_class_table ct_distr_table;

/* A new one of a class, as Python's constructor makes it: within an expression, and NULL after an
 * error. It belongs to the scope. */
ct_distribution *ct_distr_make(const struct ct_distr_class *klass, const void *args);

/* --- parameters.c ----------------------------------------------------------------------------- */

/* Numbers become tensors in the dtype and on the device of the first one that is no number. */
void ct_distr_tensors(int count, const ct_tensor *const *arguments, const ct_tensor **results);

/* broadcast_all(): tensors and numbers become tensors of one shape, which belong to the scope. */
void ct_distr_broadcast(int count, const ct_tensor *const *arguments, const ct_tensor **results);

/* The same for the tensors among the arguments of a constructor, which become the parameters, and
 * their shape that of the batch. */
ct_error ct_distr_set_up_batch(ct_distribution *self, const void *args) CT_WARN_UNUSED;

/* Keeps a reference to a tensor of the expression; NULL is ignored. */
void ct_distr_set(ct_distribution *self, int index, const ct_tensor *tensor);

/* The same in place of one that it has. */
void ct_distr_replace(ct_distribution *self, int index, const ct_tensor *tensor);

/* Keeps a reference to a part of the expression. */
void ct_distr_set_part(ct_distribution *self, int index, const ct_distribution *part);

/* A parameter, computed if necessary. */
ct_tensor *ct_distr_get(const ct_distribution *self, int index);

/* What it is now: NULL if it was not given, nor computed. */
static inline ct_tensor *ct_distr_given(const ct_distribution *self, int index)
{
	return self->at[index];
}

/* The constraint on a parameter; its bounds are borrowed or belong to the scope. */
void ct_distr_find_constraint(const ct_distribution *self, int64_t index,
			      struct ct_distr_constraint *result);

/* An error unless exactly one of the two was given. */
ct_error ct_distr_one_of(const ct_tensor *probs, const ct_tensor *logits) CT_WARN_UNUSED;

/* Sets a parameter of the result: the given one, expanded to the batch shape, followed by its own
 * last dimensions. */
void ct_distr_expand_parameter(const ct_distribution *self, ct_distribution *result, int index,
			       int64_t dims);

/* Does that for all given parameters. */
void ct_distr_expand_parameters(const ct_distribution *self, ct_distribution *result);

/* --- shapes.c, also in shape.h ---------------------------------------------------------------- */

/* Sets the shapes; `shape` has the event's dimensions at its end. */
void ct_distr_set_shapes(ct_distribution *self, ct_ints shape, int64_t event_len);

/* sample_shape + batch_shape + event_shape */
struct ct_distr_shape ct_distr_extended(const ct_distribution *self, ct_ints sample_shape);

static inline ct_ints ct_distr_batch(const ct_distribution *self)
{
	return (ct_ints){ self->shape, self->batch_len };
}

static inline ct_ints ct_distr_event(const ct_distribution *self)
{
	return (ct_ints){ self->shape + self->batch_len, self->event_len };
}

/* Whether `x` has so many dimensions, for x.shape[-dims]; false: Python's error waits. */
bool ct_distr_has_dims(const ct_tensor *x, int64_t dims);

/* Sums the last dimensions, as _sum_rightmost() does. */
ct_tensor *ct_distr_sum_rightmost(ct_tensor *value, int64_t dims);

/* torch.full() with a sample's shape, in the dtype of `like`. */
ct_tensor *ct_distr_full(const ct_distribution *self, double number, const ct_tensor *like);

/* `like.new(shape)`: not initialized. */
ct_tensor *ct_distr_new(const ct_tensor *like, const struct ct_distr_shape *shape);

/* values.view((-1,) + (1,) * len(batch_shape)), expanded over the batch. */
ct_tensor *ct_distr_along_batch(const ct_distribution *self, ct_tensor *values, bool expand);

/* --- numbers.c -------------------------------------------------------------------------------- */

/* torch.finfo(): 0 for a dtype that is not floating point. */
struct ct_distr_finfo {
	double eps, tiny, min;
};
struct ct_distr_finfo ct_distr_finfo(ct_dtype dtype);

/* Clamps to what is above 0 and below 1 in the dtype. */
ct_tensor *ct_distr_clipped(const ct_tensor *x);

/* A number as an operand of an operator with `x`: the result has the bits that it has with the number
 * itself, but takes less time. */
const ct_tensor *ct_distr_number_beside(const ct_tensor *x, ct_scalar number);
#define CT_DISTR_BESIDE(x, number) ct_distr_number_beside(x, CT_S(number).value)

/* Operators that may overwrite `x`, to which only the caller has a handle. */
ct_tensor *ct_distr_plus(ct_tensor *x, const ct_tensor *other);
ct_tensor *ct_distr_minus(ct_tensor *x, const ct_tensor *other);
ct_tensor *ct_distr_times(ct_tensor *x, const ct_tensor *other);
ct_tensor *ct_distr_over(ct_tensor *x, const ct_tensor *other);

ct_tensor *ct_distr_one_minus(const ct_tensor *x);

static inline ct_tensor *ct_distr_sum_last(const ct_tensor *x)
{
	return CT_E(sum_dim_IntList, x, CT_L(-1));
}

/* `x.to(like.dtype)` */
ct_tensor *ct_distr_as(const ct_tensor *x, const ct_tensor *like);

/* logits_to_probs() and probs_to_logits(). */
ct_tensor *ct_distr_probs(const ct_tensor *logits, bool is_binary);
ct_tensor *ct_distr_logits(const ct_tensor *probs, bool is_binary);

/* clamp_probs() */
ct_tensor *ct_distr_clamped(const ct_tensor *probs);

/* binary_cross_entropy_with_logits(..., reduction="none") */
ct_tensor *ct_distr_cross_entropy(const ct_tensor *logits, const ct_tensor *target);

/* `x[mask] = number`, of a copy of x. */
ct_tensor *ct_distr_filled(const ct_tensor *x, const ct_tensor *mask, double number);

/* --- validate.c ------------------------------------------------------------------------------- */

/* Python's checks of the parameters. Within an expression, in a scope. */
ct_error ct_distr_check_parameters(const ct_distribution *self) CT_WARN_UNUSED;

/* _validate_sample(), if the distribution checks: a ValueError waits. */
void ct_distr_check_value(const ct_distribution *self, const ct_tensor *value);

/* The same, even if it does not check. */
void ct_distr_require_value(const ct_distribution *self, const ct_tensor *value);

/* "(Tensor of shape (2, 3)) of distribution Normal(...) to ...": what errors of parameters say. */
ct_error ct_distr_refuse(const ct_distribution *self, const char *name, const ct_tensor *value,
			 const char *wanted, const ct_tensor *shown) CT_WARN_UNUSED;

/* --- print.c ---------------------------------------------------------------------------------- */

void ct_distr_add(const ct_distribution *self, struct ct_text *text);

/* "(2, 3)", "(2,)" */
void ct_distr_add_tuple(struct ct_text *text, ct_ints list);

/* --- exp_family.c ----------------------------------------------------------------------------- */

/* A measure of 0, for the table of a class. */
double ct_distr_no_carrier(const ct_distribution *self);

/* The entropy by the derivatives of the log normalizer, for a class with a carrier measure. */
ct_tensor *ct_distr_bregman_entropy(const ct_distribution *self);

/* kl_divergence() of two distributions of one class. */
ct_tensor *ct_distr_bregman_divergence(const ct_distribution *p, const ct_distribution *q);

/* --- use.c: what public functions do, for the functions of other classes ---------------------- */

/* They require the function of the class, or a NotImplementedError waits. */
ct_tensor *ct_distr_sample(const ct_distribution *self, ct_ints sample_shape);
ct_tensor *ct_distr_rsample(const ct_distribution *self, ct_ints sample_shape);
ct_tensor *ct_distr_log_prob(const ct_distribution *self, const ct_tensor *value);
ct_tensor *ct_distr_cdf(const ct_distribution *self, const ct_tensor *value);
ct_tensor *ct_distr_icdf(const ct_distribution *self, const ct_tensor *value);
ct_tensor *ct_distr_entropy(const ct_distribution *self);
ct_tensor *ct_distr_mean(const ct_distribution *self);
ct_tensor *ct_distr_mode(const ct_distribution *self);
ct_tensor *ct_distr_variance(const ct_distribution *self);
ct_tensor *ct_distr_enumerate_support(const ct_distribution *self, bool expand);

/* An expanded one, which belongs to the scope; NULL after an error. */
ct_distribution *ct_distr_expand(const ct_distribution *self, ct_ints batch_shape);

bool ct_distr_has_rsample(const ct_distribution *self);
bool ct_distr_has_enumerate_support(const ct_distribution *self);

/* The support; its bounds are borrowed from the distribution or belong to the scope. */
ct_error ct_distr_find_support(const ct_distribution *self,
			       struct ct_distr_constraint *result) CT_WARN_UNUSED;

/* What is not implemented: NULL, and the error waits. */
ct_tensor *ct_distr_lacks(const ct_distribution *self, const char *what);

/* The class below; NULL: Distribution, or a base of Python's that has no objects. */
const struct ct_distr_class *ct_distr_parent(const struct ct_distr_class *klass);

/* Whether Python's class of the distribution is this one, or has it as a base class. */
bool ct_distr_is(const ct_distribution *self, const char *name);

/* Copies what is neither a tensor, a part, nor a shape. */
void ct_distr_copy_plain(const ct_distribution *self, ct_distribution *result);

/* The class of a name; NULL: PyTorch has none. */
const struct ct_distr_class *ct_distr_class(const char *name);

/* The KeyError for a class that does not exist. */
ct_error ct_distr_unknown(const char *name, const char *function) CT_WARN_UNUSED;

#endif
