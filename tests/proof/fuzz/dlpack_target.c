/*
 * DLPack's structs as an attacker would fill them in. An accepted tensor lies within the memory
 * that the struct describes, and the deleter runs exactly once, whether the struct is accepted or
 * not.
 *
 * The input: a byte of choices (see enum), dimensions, dtype, device, offset, flags, then a size
 * and a stride for each dimension.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum choices {
	VERSIONED = 1,
	OTHER_VERSION = 2,
	NO_SHAPE = 4,
	NO_STRIDES = 8,
	NO_DATA = 16,
	ODD_ADDRESS = 32,
	NO_DELETER = 64
};

enum { DIMS_AT_MOST = 64, BYTES_AT_MOST = 64 * 1024 };

/* One of the two structs, and its memory. */
struct given {
	ct_dlpack_managed plain;
	ct_dlpack_managed_versioned versioned;
	ct_dlpack_tensor tensor;
	char *memory; /* NULL: there is none, and the data must not be read */
	int choices, deleted;
	struct fuzz_input input;
};

static struct given *current;

static void delete_plain(ct_dlpack *self)
{
	FUZZ_CHECK(self == (ct_dlpack *)&current->plain, "another struct is deleted");
	current->deleted++;
}

static void delete_versioned(ct_dlpack_versioned *self)
{
	FUZZ_CHECK(self == (ct_dlpack_versioned *)&current->versioned, "another struct is deleted");
	current->deleted++;
}

/* --- filling in ------------------------------------------------------------------------------- */

/* Exactly as many as there are dimensions, so that a sanitizer detects reads beyond them. */
static void fill_dims(struct given *given)
{
	int32_t ndim = given->tensor.ndim;
	size_t n = ndim < 0 ? 0 : ndim < DIMS_AT_MOST ? (size_t)ndim : DIMS_AT_MOST;

	given->tensor.shape = given->choices & NO_SHAPE ? NULL : malloc(n * sizeof(int64_t));
	given->tensor.strides = given->choices & NO_STRIDES ? NULL : malloc(n * sizeof(int64_t));
	for (size_t i = 0; i < n; i++) {
		int64_t size = fuzz_int(&given->input), stride = fuzz_int(&given->input);

		if (given->tensor.shape)
			given->tensor.shape[i] = size;
		if (given->tensor.strides)
			given->tensor.strides[i] = stride;
	}
}

static bool add_step(int64_t size, int64_t stride, int64_t *last)
{
	int64_t step;

	return !__builtin_mul_overflow(size - 1, stride, &step) &&
	       !__builtin_add_overflow(*last, step, last) && *last < BYTES_AT_MOST;
}

/* The bytes from the first element to the end of the last one; -1 for an absurd number; such memory
 * is never touched. */
static int64_t extent(const ct_dlpack_tensor *tensor)
{
	int64_t last = 0, step = 1, item = (tensor->dtype.bits * tensor->dtype.lanes + 7) / 8;
	bool is_empty = false;

	if (tensor->ndim < 0 || tensor->ndim > DIMS_AT_MOST || (tensor->ndim && !tensor->shape))
		return -1;
	for (int32_t i = tensor->ndim; i-- > 0;) {
		int64_t size = tensor->shape[i];

		if (size < 0 ||
		    !add_step(size ? size : 1, tensor->strides ? tensor->strides[i] : step,
			      &last) ||
		    __builtin_mul_overflow(step, size ? size : 1, &step) || last < 0)
			return -1;
		is_empty = is_empty || !size;
	}
	return is_empty ? 0 : (last + 1) * item;
}

static void fill_data(struct given *given)
{
	int64_t nbytes = extent(&given->tensor);
	uint64_t offset = given->tensor.byte_offset;

	if (given->choices & NO_DATA)
		return;
	if (nbytes >= 0 && nbytes <= BYTES_AT_MOST * 32 && offset < 4096) {
		given->memory = calloc(1, (size_t)nbytes + offset + 1);
		given->tensor.data = given->memory + ((given->choices & ODD_ADDRESS) != 0);
	} else {
		given->tensor.data = (void *)(uintptr_t)(4096 + (given->choices & ODD_ADDRESS));
	}
}

static void fill(struct given *given)
{
	ct_dlpack_tensor *tensor = &given->tensor;
	struct fuzz_input *input = &given->input;

	given->choices = fuzz_byte(input);
	tensor->ndim = (int32_t)fuzz_int(input);
	tensor->dtype.code = fuzz_byte(input);
	tensor->dtype.bits = fuzz_byte(input);
	tensor->dtype.lanes = (uint16_t)fuzz_int(input);
	tensor->device.type = (ct_dlpack_device_type)fuzz_int(input);
	tensor->device.index = (int32_t)fuzz_int(input);
	tensor->byte_offset = (uint64_t)fuzz_int(input);
	given->versioned.flags = (uint64_t)fuzz_int(input);
	given->versioned.version.major = given->choices & OTHER_VERSION ? fuzz_byte(input) : 1;
	fill_dims(given);
	fill_data(given);
	given->plain.dl_tensor = given->versioned.dl_tensor = *tensor;
	if (given->choices & NO_DELETER)
		return;
	given->plain.deleter = delete_plain;
	given->versioned.deleter = delete_versioned;
}

/* --- the result ------------------------------------------------------------------------------- */

/* Reads every element, in a way that a sanitizer sees. */
static void touch(const ct_tensor *tensor)
{
	int64_t dim = ct_tensor_dim(tensor), item = ct_tensor_element_size(tensor);
	const int64_t *shape = ct_tensor_shape(tensor), *strides = ct_tensor_strides(tensor);
	volatile unsigned char sum = 0;

	for (int64_t n = 0; n < ct_tensor_numel(tensor) && n < 1000; n++) {
		const unsigned char *at = ct_tensor_data(tensor);
		/* From both ends, since there may be too many for all. */
		int64_t rest = n % 2 ? ct_tensor_numel(tensor) - 1 - n / 2 : n / 2;

		for (int64_t i = dim; i-- > 0; rest /= shape[i])
			at += rest % shape[i] * strides[i] * item;
		for (int64_t i = 0; i < item; i++)
			sum = (unsigned char)(sum + at[i]);
	}
}

static void check_taken(const struct given *given, const ct_tensor *tensor)
{
	FUZZ_CHECK(ct_tensor_dim(tensor) == given->tensor.ndim, "%lld dimensions of %d",
		   (long long)ct_tensor_dim(tensor), given->tensor.ndim);
	for (int32_t i = 0; i < given->tensor.ndim; i++)
		FUZZ_CHECK(ct_tensor_shape(tensor)[i] == given->tensor.shape[i], "size %d", i);
	FUZZ_CHECK(!given->deleted, "deleted while it is in use");
	if (given->memory)
		touch(tensor);
}

static void check(struct given *given)
{
	bool is_versioned = given->choices & VERSIONED;
	ct_dlpack *plain = (ct_dlpack *)&given->plain;
	ct_dlpack_versioned *versioned = (ct_dlpack_versioned *)&given->versioned;
	ct_tensor *tensor = FUZZ_UNTOUCHED;
	ct_error error = is_versioned ? ct_tensor_from_dlpack_versioned(versioned, &tensor)
				      : ct_tensor_from_dlpack(plain, &tensor);

	tensor = fuzz_tensor(error, tensor);
	if (tensor)
		check_taken(given, tensor);
	else if (is_versioned)
		ct_dlpack_versioned_free(versioned);
	else
		ct_dlpack_free(plain);
	ct_tensor_free(tensor);
	FUZZ_CHECK(given->deleted == !(given->choices & NO_DELETER), "deleted %d times",
		   given->deleted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct given given = { .input = { data, size } };

	current = &given;
	fuzz_enter();
	fill(&given);
	check(&given);
	fuzz_leave();
	free(given.tensor.shape);
	free(given.tensor.strides);
	free(given.memory);
	return 0;
}
