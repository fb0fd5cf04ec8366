/*
 * Subscripts as text, of a tensor [2, 3, 4]. The result can be assigned to the same subscript,
 * which leaves the tensor unchanged.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum { PLACEHOLDERS = 3, ELEMENTS = 24, DIMS_AT_MOST = 32 };

static ct_tensor *placeholders[PLACEHOLDERS];

static void make_placeholders(void)
{
	FUZZ_MUST(ct_tensor_from_text("[1, -1]", NULL, &placeholders[0]));
	FUZZ_MUST(ct_tensor_from_text("[[True, False, True], [False, True, True]]", NULL,
				      &placeholders[1]));
	FUZZ_MUST(ct_tensor_from_text("0", NULL, &placeholders[2]));
}

/* All elements differ, so that none can be mistaken for another. */
static ct_tensor *make_tensor(void)
{
	static const int64_t shape[] = { 2, 3, 4 };
	float values[ELEMENTS];
	ct_tensor *tensor;

	for (int i = 0; i < ELEMENTS; i++)
		values[i] = (float)i;
	FUZZ_MUST(ct_tensor_from_data(values, CT_FLOAT32, CT_INTS_OF(shape, 3), &tensor));
	return tensor;
}

/* As many tensors as the text seems to name, since more are an error. */
static int64_t count_placeholders(const char *text)
{
	int64_t n = 0;

	for (; n < PLACEHOLDERS && (text = strchr(text, '{')); text++)
		n++;
	return n;
}

static void check_text(const char *text)
{
	ct_tensor *self = make_tensor(), *as_before = make_tensor(), *part = FUZZ_UNTOUCHED;
	int64_t n = count_placeholders(text);
	ct_error error = ct_tensor_index_text_with(self, text, CT_TENSORS_OF(placeholders, n),
						   &part);
	ct_tensor *value = NULL;

	part = fuzz_tensor(error, part);
	/* libtorch's kernels do not copy tensors of very many dimensions. */
	if (part && ct_tensor_dim(part) <= DIMS_AT_MOST) {
		FUZZ_MUST(ct_clone(part, CT_MEMORY_FORMAT_NONE, &value));
		FUZZ_MUST(ct_tensor_index_put_text_with(self, text, CT_TENSORS_OF(placeholders, n),
							value));
		FUZZ_CHECK(fuzz_same(self, as_before), "x[%s] = x[%s] changes x", text, text);
	} else if (!part) {
		error = ct_tensor_index_put_text_with(self, text, CT_TENSORS_OF(placeholders, n),
						      placeholders[2]);
		fuzz_succeeds(error);
	}
	ct_tensor_free(value);
	ct_tensor_free(part);
	ct_tensor_free(as_before);
	ct_tensor_free(self);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	if (!placeholders[0])
		make_placeholders();
	fuzz_enter();
	if (text)
		check_text(text);
	fuzz_leave();
	free(text);
	return 0;
}
