/*
 * Inputs from texts: "randn", "2x3x224x224:float32:randn", "int64:[1, 2, 3]", "2.5".
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "inputs.h"
#include "inspect/text.h"

enum { MAX_DIMS = 64 };

/* A tensor to make. */
struct spec {
	ct_dtype dtype;
	int64_t sizes[MAX_DIMS], dim;
	const char *word; /* "randn", "rand", "zeros", "ones", "randint:10"; NULL: by the dtype */
};

/* --- Words ------------------------------------------------------------------------------------ */

static bool is_word(const char *text)
{
	static const char *const words[] = { "randn", "rand", "zeros", "ones" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return strncmp(text, "randint:", strlen("randint:")) == 0;
}

/* Small numbers, which are valid places in most tables. */
static const char *default_word(ct_dtype dtype)
{
	return ct_dtype_is_floating_point(dtype) || ct_dtype_is_complex(dtype) ? "randn"
									       : "randint:2";
}

static ct_error high_of(const char *word, int64_t *result)
{
	const char *text = word + strlen("randint:");
	char *end;

	errno = 0;
	*result = strtoll(text, &end, 10);
	if (errno || end == text || *end || *result < 1)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "'%s': after randint: a number above 0 is expected", word);
	return NULL;
}

/* The dtype in which the random numbers are drawn: not all dtypes can. */
static ct_dtype drawn_dtype(const struct spec *spec)
{
	if (strncmp(spec->word, "randint:", strlen("randint:")) == 0)
		return CT_INT64;
	if (spec->dtype == CT_COMPLEX64 || spec->dtype == CT_COMPLEX128 ||
	    spec->dtype == CT_FLOAT64)
		return spec->dtype;
	return strncmp(spec->word, "rand", 4) == 0 ? CT_FLOAT32 : spec->dtype;
}

static ct_error draw(const struct spec *spec, ct_tensor **result)
{
	const ct_tensor_options options = { .dtype = drawn_dtype(spec) };
	const ct_ints sizes = CT_INTS_OF(spec->sizes, spec->dim);
	int64_t high;

	if (strcmp(spec->word, "randn") == 0)
		return ct_tensor_randn(sizes, &options, result);
	if (strcmp(spec->word, "rand") == 0)
		return ct_tensor_rand(sizes, &options, result);
	if (strcmp(spec->word, "zeros") == 0)
		return ct_tensor_zeros(sizes, &options, result);
	if (strcmp(spec->word, "ones") == 0)
		return ct_tensor_ones(sizes, &options, result);
	CT_TRY(high_of(spec->word, &high));
	return ct_tensor_randint(0, high, sizes, &options, result);
}

/* As a value that owns it. */
static ct_error give(ct_tensor *tensor, ct_value *result)
{
	const ct_value borrowed = ct_value_tensor(tensor);
	const ct_error error = ct_value_copy(&borrowed, result);

	ct_tensor_free(tensor);
	return error;
}

static ct_error make_tensor(struct spec spec, ct_value *result)
{
	ct_tensor *drawn, *tensor;
	ct_error error;

	if (spec.word == NULL)
		spec.word = default_word(spec.dtype);
	CT_TRY(draw(&spec, &drawn));
	if (ct_tensor_dtype(drawn) == spec.dtype)
		return give(drawn, result);
	error = ct_to_dtype(drawn, spec.dtype, false, false, CT_MEMORY_FORMAT_NONE, &tensor);
	ct_tensor_free(drawn);
	return error ? error : give(tensor, result);
}

/* --- By the program --------------------------------------------------------------------------- */

/* A size that is unknown becomes 2. */
static ct_error spec_of_leaf(const ct_value *leaf, struct spec *result)
{
	ct_value example, size;
	const char *name;

	CT_TRY(ct_value_at_string(leaf, "/dtype", &name));
	CT_TRY(ct_dtype_from_name(name, &result->dtype));
	CT_TRY(ct_value_at(leaf, "/example", &example));
	for (int64_t i = 0; i < ct_value_count(&example) && i < MAX_DIMS; i++) {
		CT_TRY(ct_value_item(&example, i, &size));
		result->sizes[result->dim++] = size.kind == CT_VALUE_INT ? size.i : 2;
	}
	return NULL;
}

static ct_error fill_leaf(const struct model *model, int64_t index, const char *word,
			  ct_value *result)
{
	struct spec spec = { .word = word };
	ct_value leaf, value;

	if (!find_leaf(model, index, &leaf))
		return ct_error_new(CT_ERROR_VALUE, __func__, "the program has no input %lld",
				    (long long)index);
	if (ct_value_dict_has(&leaf, ct_value_string("dtype"))) {
		CT_TRY(spec_of_leaf(&leaf, &spec));
		return make_tensor(spec, result);
	}
	if (!ct_value_dict_has(&leaf, ct_value_string("value")))
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "the file has no example for input %lld; give it with --input",
				    (long long)index);
	CT_TRY(ct_value_dict_get(&leaf, ct_value_string("value"), &value));
	return ct_value_copy(&value, result);
}

static ct_error fill_items(const struct model *model, const ct_value *argument, const char *word,
			   ct_value *made)
{
	const bool is_dict = argument->kind == CT_VALUE_DICT;
	ct_value key = ct_value_none(), item, filled;

	for (int64_t i = 0; i < ct_value_count(argument); i++) {
		if (is_dict)
			CT_TRY(ct_value_dict_item(argument, i, &key, &item));
		else
			CT_TRY(ct_value_item(argument, i, &item));
		CT_TRY(fill_argument(model, &item, word, &filled));
		CT_TRY(is_dict ? ct_value_dict_move(made, key, &filled)
			       : ct_value_list_move(made, &filled));
	}
	return NULL;
}

ct_error fill_argument(const struct model *model, const ct_value *argument, const char *word,
		       ct_value *result)
{
	ct_value made;
	ct_error error;

	if (argument->kind == CT_VALUE_INT)
		return fill_leaf(model, argument->i, word, result);
	made = argument->kind == CT_VALUE_DICT   ? ct_value_dict_new()
	       : argument->kind == CT_VALUE_LIST ? ct_value_list_new()
						 : ct_value_tuple_new();
	error = fill_items(model, argument, word, &made);
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

/* --- Shapes ----------------------------------------------------------------------------------- */

/* Reads "2x3x224", or "scalar"; false: the text does not begin with a shape and a colon, or an x
 * in it. */
static bool read_shape(const char **text, struct spec *result)
{
	const char *at = *text;
	char *end;

	result->dim = 0;
	if (strncmp(at, "scalar:", strlen("scalar:")) == 0) {
		*text = at + strlen("scalar");
		return true;
	}
	for (;;) {
		if (!isdigit((unsigned char)*at) || result->dim == MAX_DIMS)
			return false;
		result->sizes[result->dim++] = strtoll(at, &end, 10);
		at = end;
		if (*at != 'x')
			break;
		at++;
	}
	*text = at;
	return *at == ':' || (*at == '\0' && result->dim > 1);
}

/* The rest of a spec: ":float32:randn", each of which may be missing. */
static ct_error read_rest(const char *whole, const char *rest, struct spec *result)
{
	const char *name = rest + (*rest == ':');
	const size_t n = strcspn(name, ":");
	char *dtype;
	ct_error error = NULL;

	if (*name == '\0')
		return NULL;
	if (is_word(name)) {
		result->word = name;
		return NULL;
	}
	dtype = strndup(name, n);
	error = ct_dtype_from_name(dtype, &result->dtype);
	free(dtype);
	if (error)
		return error;
	if (name[n] == '\0')
		return NULL;
	result->word = name + n + 1;
	if (is_word(result->word))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, __func__,
			    "'%s': '%s' is not one of randn, rand, zeros, ones and randint:HIGH",
			    whole, result->word);
}

/* --- Numbers ---------------------------------------------------------------------------------- */

/* The dtype that the program wants; NONE: it is unknown, or the input is not a tensor. */
static ct_dtype wanted_dtype(const struct model *model, const ct_value *argument)
{
	ct_dtype dtype = CT_DTYPE_NONE;
	const char *name;
	ct_value leaf;
	ct_error error;

	if (argument == NULL || argument->kind != CT_VALUE_INT ||
	    !find_leaf(model, argument->i, &leaf) ||
	    !ct_value_dict_has(&leaf, ct_value_string("dtype")))
		return dtype;
	error = ct_value_at_string(&leaf, "/dtype", &name);
	if (error == NULL)
		error = ct_dtype_from_name(name, &dtype);
	ct_error_free(error);
	return dtype;
}

/* Whether the input is known to be something other than a tensor. */
static bool is_plain(const struct model *model, const ct_value *argument)
{
	ct_value leaf;

	return argument && argument->kind == CT_VALUE_INT && find_leaf(model, argument->i, &leaf) &&
	       !ct_value_dict_has(&leaf, ct_value_string("dtype"));
}

ct_value plain_of_text(const char *text)
{
	char *end;
	const long long i = strtoll(text, &end, 10);
	double f;

	if (*text && *end == '\0')
		return ct_value_int(i);
	f = strtod(text, &end);
	if (*text && *end == '\0')
		return ct_value_float(f);
	if (strcmp(text, "True") == 0 || strcmp(text, "False") == 0)
		return ct_value_bool(*text == 'T');
	return strcmp(text, "None") == 0 ? ct_value_none() : ct_value_string(text);
}

/* Skips "float32:" and sets the dtype; the dtype stays if there is none. */
static const char *skip_dtype(const char *text, ct_dtype *dtype)
{
	const size_t n = strcspn(text, ":");
	ct_dtype found;
	ct_error error;
	char *name;

	if (text[n] != ':')
		return text;
	name = strndup(text, n);
	error = ct_dtype_from_name(name, &found);
	free(name);
	if (error) {
		ct_error_free(error);
		return text;
	}
	*dtype = found;
	return text + n + 1;
}

/* "1,2,3" is "[1,2,3]". */
static ct_error tensor_of_text(const char *whole, ct_dtype dtype, ct_value *result)
{
	const ct_tensor_options options = { .dtype = dtype };
	const bool is_list = strchr(whole, ',') && *whole != '[' && *whole != '(';
	struct text text = { 0 };
	ct_tensor *tensor;
	ct_error error;

	text_add(&text, is_list ? "[%s]" : "%s", whole);
	error = ct_tensor_from_text(text.data, &options, &tensor);
	free(text.data);
	if (error) {
		ct_error_free(error);
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "'%s' is neither a file, nor numbers such as 1,2 or "
				    "int64:[[1,2],[3,4]], nor a shape such as 2x3:float32:randn, "
				    "nor randn, rand, zeros, ones or randint:HIGH",
				    whole);
	}
	return give(tensor, result);
}

ct_error input_of_text(const struct model *model, const char *text, const ct_value *argument,
		       ct_value *result)
{
	struct spec spec = { .dtype = wanted_dtype(model, argument) };
	const char *rest = text;

	if (is_word(text) && argument == NULL)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "the shape of this input is unknown; write it before '%s', "
				    "such as 1x3:float32:%s",
				    text, text);
	if (is_word(text))
		return fill_argument(model, argument, text, result);
	if (is_plain(model, argument)) {
		const ct_value plain = plain_of_text(text);

		return ct_value_copy(&plain, result);
	}
	if (read_shape(&rest, &spec)) {
		if (spec.dtype == CT_DTYPE_NONE)
			spec.dtype = CT_FLOAT32;
		CT_TRY(read_rest(text, rest, &spec));
		return make_tensor(spec, result);
	}
	rest = skip_dtype(text, &spec.dtype);
	return tensor_of_text(rest, spec.dtype, result);
}
