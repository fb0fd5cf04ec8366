/*
 * Inside the library: the parts of printing, from a number to a tensor.
 */
#ifndef CT_TENSOR_PRINTING_PRINTING_H
#define CT_TENSOR_PRINTING_PRINTING_H

#include <ctorch/tensor/print.h>

#include "core/base/names.h"
#include "core/base/text.h"
#include "tensor/tensor/facts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- shape.c ---------------------------------------------------------------------------------- */

/* "(2, 3)", or "[2, 3]" with other brackets; `lone_comma` is Python's comma in (2,). */
void ct_add_shape(struct ct_text *text, const ct_tensor *self, const char *lone_comma,
		  const char brackets[2]);

/* --- elements.c: readable elements ----------------------------------------------------------- */

enum ct_element_kind { CT_ELEMENTS_INT, CT_ELEMENTS_UINT, CT_ELEMENTS_BOOL, CT_ELEMENTS_FLOAT };

/* Adjacent elements: int64_t, uint64_t, bool or double. For complex numbers, real and imaginary
 * parts alternate, as FLOAT. They belong to `owner`, a handle of the innermost scope. */
struct ct_elements {
	enum ct_element_kind kind;
	bool is_complex;
	double zero; /* the format's zero: 0, except for float8_e8m0fnu */
	const void *data;
	int64_t n; /* a complex number counts once */
	ct_tensor *owner;
};

/* The elements of a strided tensor. `edgeitems`: of each dimension that is longer than twice this
 * number, reads only so many at both ends; -1: all. */
ct_error ct_elements_of(const ct_tensor *self, int64_t edgeitems, struct ct_elements *elements);

/* Python's error for a tensor of a dtype whose elements it cannot print. */
ct_error ct_check_readable(const ct_tensor *self);

/* Whether only the ends of a dimension of this size are shown. */
static inline bool ct_is_cut(int64_t size, int64_t edgeitems)
{
	return edgeitems >= 0 && size > 0 && edgeitems <= (size - 1) / 2;
}

/* --- number.c: elements as text -------------------------------------------------------------- */

/* The format of all of a tensor's elements, or of one part of complex ones. */
struct ct_number_format {
	bool is_scientific;
	bool is_integral; /* floating point, all of them integers: "3." */
	int precision;
	int64_t width;
};

/* `part` is 1 for the imaginary parts of complex numbers, otherwise 0. */
struct ct_number_format ct_number_format_for(const struct ct_elements *elements, int part,
					     const ct_printoptions *options);

/* The longest number: a sign, 309 digits, a point, 1074 more. */
enum { CT_NUMBER_SIZE = 1408 };

/* Element `i` in this format, without leading spaces. */
void ct_write_number(char *number, const struct ct_elements *elements, int64_t i, int part,
		     const struct ct_number_format *format);

/* --- body.c ---------------------------------------------------------------------------------- */

/* The elements of a strided tensor, between their brackets: the text after "tensor(". `indent` is
 * the column that it begins in. */
ct_error ct_add_body(struct ct_text *text, const ct_tensor *self, int64_t indent,
		     const ct_printoptions *options);

/* --- forms.c --------------------------------------------------------------------------------- */

/* All of a tensor, which may be NULL or a part of another one. */
ct_error ct_add_tensor(struct ct_text *text, const ct_tensor *self, const ct_printoptions *options);

/* --- print.c, options.c ---------------------------------------------------------------------- */

/* With zeros and CT_ZERO replaced by the numbers that they mean. An error for a number that is out
 * of range. */
ct_error ct_printoptions_read(const ct_printoptions *given, int position, const char *function,
			      ct_printoptions *result);

/* The same for the process's options. */
ct_printoptions ct_current_printoptions(void);

/* Around all code that reads tensors: nothing is recorded, no handle is left. */
struct ct_looking {
	struct ct_scope *scope;
	bool was_recording;
};

/* A checked build looks the tensor up. NULL is accepted. */
ct_error ct_begin_looking(struct ct_looking *looking, const ct_tensor *self, const char *function);
/* Returns the error as one of `function`'s. */
ct_error ct_end_looking(struct ct_looking *looking, const char *function, ct_error error);

/* --- statistics.c ---------------------------------------------------------------------------- */

/* The statistics of a tensor, with quartiles on request. The caller provides the surroundings (see
 * above). */
ct_error ct_measure(const ct_tensor *self, const struct ct_facts *facts, bool with_quartiles,
		    const char *function, ct_tensor_statistics *result);

/* A short number: integers up to 15 digits exactly, others with `digits` significant digits. */
void ct_add_short(struct ct_text *text, double value, int digits);

/* --- quartiles.c ----------------------------------------------------------------------------- */

/* The quartiles of finite values, where each counts `repeat` times; reorders them. Writes nothing
 * if there are no values. */
void ct_find_quartiles(double *values, int64_t n, int64_t repeat, ct_tensor_statistics *result);

#ifdef __cplusplus
}
#endif

#endif
