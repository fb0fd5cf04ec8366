/*
 * Errors of torch.nn: the parts of Python's texts.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/scalar.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/text.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

ct_error ct_nn_or_waiting(ct_error error)
{
	ct_error waiting = ct_expression_take();

	if (waiting == NULL)
		return error;
	ct_error_free(error);
	return waiting;
}

/* Releases the text. */
static struct ct_nn_text by_value(struct ct_text *text)
{
	struct ct_nn_text copy = { "..." };
	size_t n = text->length < sizeof copy.at ? text->length : sizeof copy.at - 1;

	if (text->data) {
		memcpy(copy.at, text->data, n);
		copy.at[n] = '\0';
	}
	ct_text_release(text);
	return copy;
}

static struct ct_nn_text ints_text(const char *before, ct_ints ints, const char *after)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, before);
	for (int64_t i = 0; i < ints.len; i++)
		ct_text_addf(&text, "%s%lld", i ? ", " : "", (long long)ints.at[i]);
	ct_text_add(&text, after);
	return by_value(&text);
}

struct ct_nn_text ct_nn_size_text(const ct_tensor *x)
{
	return ints_text("torch.Size([", ct_sizes_of(x), "])");
}

struct ct_nn_text ct_nn_list_text(ct_ints list)
{
	return ints_text("[", list, "]");
}

struct ct_nn_text ct_nn_tuple_text(ct_ints tuple)
{
	return ints_text("(", tuple, tuple.len == 1 ? ",)" : ")");
}

struct ct_nn_text ct_nn_float_text(double number)
{
	struct ct_text text = { 0 };

	ct_text_add_number(&text, ct_scalar_float(number));
	return by_value(&text);
}

struct ct_nn_text ct_nn_floats_text(ct_floats list)
{
	struct ct_nn_text text = { "[" };
	size_t length = 1;

	for (int64_t i = 0; i < list.len && length < sizeof text.at - 32; i++)
		length += (size_t)snprintf(text.at + length, sizeof text.at - length, "%s%s",
					   i ? ", " : "", ct_nn_float_text(list.at[i]).at);
	text.at[length] = ']';
	return text;
}

bool ct_nn_same_ints(ct_ints a, ct_ints b)
{
	return a.len == b.len &&
	       (a.len <= 0 || memcmp(a.at, b.at, (size_t)a.len * sizeof *a.at) == 0);
}

struct ct_nn_text ct_nn_type_text(const ct_tensor *x)
{
	static const struct {
		ct_dtype dtype;
		const char *name;
	} names[] = {
		{ CT_FLOAT32, "Float" },
		{ CT_FLOAT64, "Double" },
		{ CT_FLOAT16, "Half" },
		{ CT_BFLOAT16, "BFloat16" },
		{ CT_COMPLEX64, "ComplexFloat" },
		{ CT_COMPLEX128, "ComplexDouble" },
		{ CT_INT64, "Long" },
		{ CT_INT32, "Int" },
		{ CT_INT16, "Short" },
		{ CT_INT8, "Char" },
		{ CT_UINT8, "Byte" },
		{ CT_BOOL, "Bool" },
	};

	const bool is_cuda = ct_tensor_device(x).type == CT_DEVICE_TYPE_CUDA;
	const char *name = "";
	struct ct_nn_text text;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].dtype == ct_tensor_dtype(x))
			name = names[i].name;
	snprintf(text.at, sizeof text.at, "torch.%s%sTensor", is_cuda ? "cuda." : "", name);
	return text;
}
