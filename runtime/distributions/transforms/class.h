/*
 * Inside the library: the classes of transforms. What a class is called and takes comes from
 * runtime/distributions/transforms.yaml, from which ctorch-gen writes
 * classes/distribution_transform.c; what it does is in a `struct ct_distribution_transform_code` for
 * each class.
 */
#ifndef CT_DISTRIBUTIONS_TRANSFORMS_CLASS_H
#define CT_DISTRIBUTIONS_TRANSFORMS_CLASS_H

#include <pthread.h>

#include <ctorch/classes/distribution_transform.h>

#include "distributions/base/class.h"
#include "distributions/transforms/transform.h"

typedef ct_tensor *ct_distr_map(const struct ct_distr_transform *self, const ct_tensor *x);
typedef void ct_distr_place(const struct ct_distr_transform *self,
			    struct ct_distr_constraint *result);
typedef void ct_distr_reshape(const struct ct_distr_transform *self, struct ct_distr_shape *shape);

/* What a class does. NULL: Python does not implement it, or the default that follows. */
struct ct_distribution_transform_code {
	/* Checks and completes the struct of arguments, which is a copy, in a scope. */
	ct_error (*setup)(void *args);
	/* Sets fields from arguments that the object keeps; NULL: there are none. */
	void (*read)(struct ct_distr_transform *self, const void *args);
	ct_distr_map *call, *inverse;
	ct_tensor *(*log_det)(const struct ct_distr_transform *self, const ct_tensor *x,
			      const ct_tensor *y);
	const struct ct_distr_constraint *domain, *codomain; /* NULL: the functions find them */
	ct_distr_place *find_domain, *find_codomain;
	int64_t (*event_dim)(const struct ct_distr_transform *self); /* NULL: the domain's */
	bool bijective;
	bool (*is_bijective)(const struct ct_distr_transform *self); /* NULL: `bijective` */
	bool rises;                                                  /* sign is 1 */
	struct ct_distr_bound (*sign)(const struct ct_distr_transform *self);
	ct_distr_reshape *forward_shape, *inverse_shape; /* NULL: the same shape */
	/* Whether two of the class are equal; NULL: only if they are the same object. */
	bool (*equal)(const struct ct_distr_transform *a, const struct ct_distr_transform *b);
	void (*print)(const struct ct_distr_transform *self, struct ct_text *text); /* NULL: "()" */
	/* A list of the inverses of the parts is the inverse, and the parts have the caches. */
	bool is_composed;
};

struct ct_distribution_transform_class {
	struct ct_class of;
	const char *domain, *codomain; /* "real" */
	const struct ct_distribution_transform_code *code;
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_distribution_transform_class ct_distribution_transform_classes[];
extern const size_t ct_distribution_transform_classes_len;

/* The last pair of x and y, with a reference to each. */
struct ct_distr_cache {
	pthread_mutex_t lock;
	ct_tensor *x, *y;
};

struct ct_distribution_transform {
	struct ct_counted counted;
	const struct ct_distribution_transform_class *klass;
	struct ct_distr_transform of;
	const void *args; /* that `of` borrows from; NULL: those of `first` */
	int64_t cache_size;
	struct ct_distr_cache cache;
	ct_distribution_transform *first; /* NULL: it is not the inverse of another one */
};

/* All are equal: there are no parameters. */
bool ct_distr_always_equal(const struct ct_distr_transform *a, const struct ct_distr_transform *b);

/* --- object.c --------------------------------------------------------------------------------- */

/* A new one without parameters, which belongs to no scope; NULL: no memory. */
ct_distribution_transform *ct_distr_transform_alloc(
	const struct ct_distribution_transform_class *klass);

/* Gives it to the innermost scope, and stores it; on an error releases it. */
ct_error ct_distr_transform_give(ct_distribution_transform *self, const char *function,
				 ct_distribution_transform **result) CT_WARN_UNUSED;

ct_error ct_distr_transform_check(const ct_distribution_transform *self, const char *function,
				  int position, const char *name) CT_WARN_UNUSED;

/* The same for each of a list. */
ct_error ct_distr_transforms_check(ct_distribution_transforms list, const char *function,
				   int position, const char *name) CT_WARN_UNUSED;

/* The class of what has this code. */
const struct ct_distribution_transform_class *ct_distr_transform_class_of(
	const struct ct_distribution_transform_code *code);

/* --- make.c ----------------------------------------------------------------------------------- */

/* Those of a public function, without its checks; the result belongs to the innermost scope. */
ct_error ct_distr_transform_inverse(const ct_distribution_transform *self, const char *function,
				    ct_distribution_transform **result) CT_WARN_UNUSED;
ct_error ct_distr_transform_with_cache(const ct_distribution_transform *self, int64_t cache_size,
				       const char *function,
				       ct_distribution_transform **result) CT_WARN_UNUSED;

/* All classes. */
extern const struct ct_class_table ct_distr_transform_table;

#endif
