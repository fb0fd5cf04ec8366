/* shim.c: the functions of torch_api.h that are not generated. */
#include "shim.h"

#include <stdio.h>
#include <string.h>

#include <ctorch/ctorch.h>

/* --- errors ----------------------------------------------------------------------------------- */

static _Thread_local char *last_error;

/* The first error since the last question: those after it follow from it. */
static bool note_error(ct_error error)
{
	if (error == NULL)
		return true;
	if (last_error == NULL)
		last_error = strdup(error);
	ct_error_free(error);
	return false;
}

bool tch_done(int64_t was, ct_error error)
{
	ct_unscoped_leave(was);
	return note_error(error);
}

char *get_and_reset_last_err(void)
{
	char *error = last_error;

	last_error = NULL;
	return error;
}

/* A call of libctorch. */
#define CALL(call) \
	do { \
		const int64_t was_ = ct_unscoped_enter(); \
		\
		tch_done(was_, call); \
	} while (0)

/* --- what the generated functions need -------------------------------------------------------- */

tensor *tch_list(tensor *tensors, int64_t len)
{
	tensor *list = tensors ? malloc(sizeof *list * ((size_t)len + 1)) : NULL;

	if (list) {
		memcpy(list, tensors, sizeof *list * (size_t)len);
		list[len] = NULL;
	}
	ct_free(tensors);
	return list;
}

char *tch_text(const char *text, int64_t len)
{
	return text ? strndup(text, (size_t)len) : NULL;
}

ct_device tch_device(int device)
{
	switch (device) {
	case -1:
		return (ct_device){ CT_DEVICE_TYPE_CPU, -1 };
	case -2:
		return (ct_device){ CT_DEVICE_TYPE_MPS, -1 };
	case -3:
		return (ct_device){ CT_DEVICE_TYPE_VULKAN, -1 };
	default:
		return (ct_device){ CT_DEVICE_TYPE_CUDA, device };
	}
}

/* --- tensors ---------------------------------------------------------------------------------- */

void at_manual_seed(int64_t seed)
{
	CALL(ct_manual_seed((uint64_t)seed));
}

tensor at_new_tensor(void)
{
	return NULL;
}

tensor at_tensor_of_data(void *data, int64_t *dims, size_t ndims, size_t element_size, int type)
{
	const ct_ints shape = CT_INTS_OF(dims, (int64_t)ndims);
	const int64_t size = ct_dtype_size(tch_dtype(type));
	tensor result = NULL;

	if (size != (int64_t)element_size)
		note_error(ct_error_new(CT_ERROR_VALUE, "at_tensor_of_data",
					"an element of this type has %lld bytes, not %zu",
					(long long)size, element_size));
	else
		CALL(ct_tensor_from_data(data, tch_dtype(type), shape, &result));
	return result;
}

void at_copy_data(tensor self, void *data, size_t numel, size_t element_size)
{
	if (ct_tensor_element_size(self) != (int64_t)element_size)
		note_error(ct_error_new(CT_ERROR_VALUE, "at_copy_data",
					"an element of the tensor has %lld bytes, not %zu",
					(long long)ct_tensor_element_size(self), element_size));
	else
		CALL(ct_tensor_copy_to(self, ct_tensor_dtype(self), data, (int64_t)numel));
}

tensor at_shallow_clone(tensor self)
{
	const int64_t was = ct_unscoped_enter();
	tensor clone = ct_tensor_retain(self);

	ct_unscoped_leave(was);
	return clone;
}

void *at_data_ptr(tensor self)
{
	return ct_tensor_mutable_data(self);
}

int at_defined(tensor self)
{
	return self != NULL;
}

size_t at_dim(tensor self)
{
	return (size_t)ct_tensor_dim(self);
}

void at_shape(tensor self, int64_t *sizes)
{
	for (int64_t i = 0; i < ct_tensor_dim(self); i++)
		sizes[i] = ct_tensor_size(self, i);
}

void at_stride(tensor self, int64_t *strides)
{
	for (int64_t i = 0; i < ct_tensor_dim(self); i++)
		strides[i] = ct_tensor_strides(self)[i];
}

int at_scalar_type(tensor self)
{
	return ct_tensor_dtype(self) - 1;
}

int at_device(tensor self)
{
	const ct_device device = ct_tensor_device(self);

	switch (device.type) {
	case CT_DEVICE_TYPE_CPU:
		return -1;
	case CT_DEVICE_TYPE_MPS:
		return -2;
	case CT_DEVICE_TYPE_VULKAN:
		return -3;
	default:
		return device.index;
	}
}

void at_copy_(tensor dst, tensor src)
{
	CALL(ct_copy_(dst, src, false, NULL));
}

/* The element at the indexes, a tensor without dimensions. */
static tensor element_at(tensor self, const int64_t *indexes, int len)
{
	tensor at = at_shallow_clone(self);

	for (int i = 0; at && i < len; i++) {
		tensor part = NULL;

		CALL(ct_select_int(at, 0, indexes[i], &part));
		at_free(at);
		at = part;
	}
	return at;
}

/* The number that the element at the indexes is; 0 after an error. */
#define ITEM_AT(name, type, item)                                        \
	type name(tensor self, int64_t *indexes, int indexes_len)        \
	{                                                                \
		tensor element = element_at(self, indexes, indexes_len); \
		type value = 0;                                          \
                                                                         \
		if (element || indexes_len == 0)                         \
			CALL(item(element, &value));                     \
		at_free(element);                                        \
		return value;                                            \
	}

ITEM_AT(at_double_value_at_indexes, double, ct_tensor_item_double)
ITEM_AT(at_int64_value_at_indexes, int64_t, ct_tensor_item_int64)

char *at_to_string(tensor self, int line_size)
{
	const ct_printoptions options = { .linewidth = line_size };
	char *text = NULL, *copy;

	CALL(ct_tensor_to_string_with(self, &options, &text));
	copy = text ? strdup(text) : NULL;
	ct_free(text);
	return copy;
}

void at_print(tensor self)
{
	CALL(ct_tensor_print(self, stdout));
}

void at_save(tensor self, char *path)
{
	const ct_value value = ct_value_tensor(self);

	CALL(ct_save(&value, path));
}

tensor at_load(char *path)
{
	ct_value value = ct_value_none();
	tensor result = NULL;

	CALL(ct_load(path, NULL, &value));
	CALL(ct_value_take_tensor(&value, &result));
	ct_value_free(&value);
	return result;
}

void at_free(tensor self)
{
	ct_tensor_free_unscoped(self);
}

/* --- gradients -------------------------------------------------------------------------------- */

void at_backward(tensor self, int keep_graph, int create_graph)
{
	const bool retain_graph = keep_graph;

	CALL(ct_tensor_backward_with(self, NULL, &retain_graph, create_graph, (ct_tensors){ 0 }));
}

int at_requires_grad(tensor self)
{
	return ct_tensor_requires_grad(self);
}

int at_grad_set_enabled(int enabled)
{
	const bool was = ct_autograd_is_grad_enabled();

	ct_autograd_set_grad_enabled(enabled);
	return was;
}

/* --- scalars ---------------------------------------------------------------------------------- */

static scalar new_scalar(ct_scalar value)
{
	scalar made = malloc(sizeof *made);

	if (made)
		*made = value;
	return made;
}

scalar ats_int(int64_t value)
{
	return new_scalar(ct_scalar_int(value));
}

scalar ats_float(double value)
{
	return new_scalar(ct_scalar_float(value));
}

int64_t ats_to_int(scalar self)
{
	int64_t value = 0;

	CALL(ct_scalar_to_int64(*self, &value));
	return value;
}

double ats_to_float(scalar self)
{
	double value = 0;

	CALL(ct_scalar_to_double(*self, &value));
	return value;
}

void ats_free(scalar self)
{
	free(self);
}

/* --- optimizers ------------------------------------------------------------------------------- */

/* Python's optimizers need all parameters of a group when they are made; tch-rs adds one at a time
 * afterward. So the optimizer is made when it is needed. */
struct tch_optimizer {
	const char *name;
	ct_value options; /* a dict */
	ct_optimizer *made;
	tensor *parameters; /* those that it does not have yet, with their groups */
	size_t *groups, len;
};

static void *grown(void *block, size_t size)
{
	void *larger = realloc(block, size);

	if (larger == NULL)
		abort();
	return larger;
}

static optimizer new_optimizer(const char *name)
{
	optimizer made = grown(NULL, sizeof *made);

	*made = (struct tch_optimizer){ .name = name, .options = ct_value_dict_new() };
	return made;
}

static void set_option(optimizer self, const char *name, ct_value value)
{
	CALL(ct_value_dict_set(&self->options, ct_value_string(name), value));
}

optimizer ato_adam(double learning_rate, double beta1, double beta2, double weight_decay, double eps,
		   int amsgrad)
{
	const double betas[] = { beta1, beta2 };
	optimizer made = new_optimizer("Adam");

	set_option(made, "lr", ct_value_float(learning_rate));
	set_option(made, "betas", ct_value_floats((ct_floats){ betas, 2 }));
	set_option(made, "weight_decay", ct_value_float(weight_decay));
	set_option(made, "eps", ct_value_float(eps));
	set_option(made, "amsgrad", ct_value_bool(amsgrad));
	return made;
}

optimizer ato_sgd(double learning_rate, double momentum, double dampening, double weight_decay,
		  int nesterov)
{
	optimizer made = new_optimizer("SGD");

	set_option(made, "lr", ct_value_float(learning_rate));
	set_option(made, "momentum", ct_value_float(momentum));
	set_option(made, "dampening", ct_value_float(dampening));
	set_option(made, "weight_decay", ct_value_float(weight_decay));
	set_option(made, "nesterov", ct_value_bool(nesterov));
	return made;
}

void ato_add_parameters(optimizer self, tensor parameter, size_t group)
{
	const size_t len = self->len + 1;

	self->parameters = grown(self->parameters, len * sizeof *self->parameters);
	self->groups = grown(self->groups, len * sizeof *self->groups);
	self->parameters[self->len] = at_shallow_clone(parameter);
	self->groups[self->len] = group;
	self->len = len;
}

static ct_error add_group(optimizer self, ct_tensor *const *tensors, int64_t len)
{
	const ct_parameters parameters = { .tensors = (const ct_tensor *const *)tensors,
					   .len = len };

	return self->made ? ct_optimizer_add_param_group(self->made, parameters, NULL)
			  : ct_optimizer_new(self->name, parameters, NULL, &self->options,
					     &self->made);
}

/* Moves the parameters of a group to the end of the list, and gives them to the optimizer. */
static bool add_next_group(optimizer self)
{
	const size_t group = self->groups[0];
	size_t kept = 0, taken = 0;
	tensor *of_group = grown(NULL, self->len * sizeof *of_group);
	bool is_fine;

	for (size_t i = 0; i < self->len; i++) {
		if (self->groups[i] == group) {
			of_group[taken++] = self->parameters[i];
		} else {
			self->parameters[kept] = self->parameters[i];
			self->groups[kept++] = self->groups[i];
		}
	}
	self->len = kept;
	const int64_t was = ct_unscoped_enter();

	is_fine = tch_done(was, add_group(self, of_group, (int64_t)taken));
	for (size_t i = 0; i < taken; i++)
		at_free(of_group[i]);
	free(of_group);
	return is_fine;
}

/* The optimizer with all parameters; false: an error was noted, or it has none. */
static bool is_ready(optimizer self)
{
	while (self->len > 0)
		if (!add_next_group(self))
			return false;
	if (self->made == NULL)
		note_error(ct_error_new(CT_ERROR_VALUE, self->name, "the optimizer has no parameters"));
	return self->made != NULL;
}

void ato_set_learning_rate(optimizer self, double learning_rate)
{
	set_option(self, "lr", ct_value_float(learning_rate));
	if (self->made)
		CALL(ct_optimizer_set_lr(self->made, learning_rate));
}

void ato_zero_grad(optimizer self)
{
	if (is_ready(self))
		CALL(ct_optimizer_zero_grad(self->made));
}

void ato_step(optimizer self)
{
	if (is_ready(self))
		CALL(ct_optimizer_step(self->made));
}

void ato_free(optimizer self)
{
	if (self == NULL)
		return;
	for (size_t i = 0; i < self->len; i++)
		at_free(self->parameters[i]);
	ct_optimizer_free(self->made);
	ct_value_free(&self->options);
	free(self->parameters);
	free(self->groups);
	free(self);
}

/* --- operators with other arguments than the rules give ----------------------------------------- */

void atg_grad(tensor *out, tensor self)
{
	CALL(ct_tensor_grad(self, out));
}

/* The tensor itself, as the C++ method returns. */
void atg_set_requires_grad(tensor *out, tensor self, int r)
{
	const int64_t was = ct_unscoped_enter();

	if (tch_done(was, ct_tensor_set_requires_grad(self, r)))
		*out = at_shallow_clone(self);
}

void atg_to(tensor *out, tensor self, int device)
{
	CALL(ct_to_device(self, tch_device(device), ct_tensor_dtype(self), false, false,
			  CT_MEMORY_FORMAT_NONE, out));
}

void atg_totype(tensor *out, tensor self, int scalar_type)
{
	CALL(ct_to_dtype(self, tch_dtype(scalar_type), false, false, CT_MEMORY_FORMAT_NONE, out));
}

void atg_arange_start_step(tensor *out, scalar start, scalar end, scalar step, int options_kind,
			   int options_device)
{
	CALL(ct_arange_start_step(*start, *end, *step, tch_dtype(options_kind), CT_LAYOUT_NONE,
				  tch_device(options_device), NULL, out));
}

void atg_baddbmm(tensor *out, tensor self, tensor batch1, tensor batch2, scalar beta, scalar alpha)
{
	CALL(ct_baddbmm(self, batch1, batch2, *beta, *alpha, out));
}

void atg_baddbmm_dtype(tensor *out, tensor self, tensor batch1, tensor batch2, int out_dtype,
		       scalar beta, scalar alpha)
{
	CALL(ct_baddbmm_dtype(self, batch1, batch2, tch_dtype(out_dtype), *beta, *alpha, out));
}

/* What the functions of the form x_like() have after their own arguments: the same as the tensor. */
#define LIKE CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE

void atg_empty_like(tensor *out, tensor self)
{
	CALL(ct_empty_like(self, LIKE, out));
}

void atg_full_like(tensor *out, tensor self, scalar fill_value)
{
	CALL(ct_full_like(self, *fill_value, LIKE, out));
}

void atg_ones_like(tensor *out, tensor self)
{
	CALL(ct_ones_like(self, LIKE, out));
}

void atg_rand_like(tensor *out, tensor self)
{
	CALL(ct_rand_like(self, LIKE, out));
}

void atg_randint_like(tensor *out, tensor self, int64_t high)
{
	CALL(ct_randint_like(self, high, LIKE, out));
}

void atg_randint_like_low_dtype(tensor *out, tensor self, int64_t low, int64_t high)
{
	CALL(ct_randint_like_low_dtype(self, low, high, LIKE, out));
}

void atg_randint_like_tensor(tensor *out, tensor self, tensor high)
{
	CALL(ct_randint_like_Tensor(self, high, LIKE, out));
}

void atg_randn_like(tensor *out, tensor self)
{
	CALL(ct_randn_like(self, LIKE, out));
}

void atg_zeros_like(tensor *out, tensor self)
{
	CALL(ct_zeros_like(self, LIKE, out));
}

/* libtorch 2.11 does not have the last argument. */
void atg__scaled_dot_product_attention_math_for_mps(tensor *out, tensor query, tensor key,
						    tensor value, tensor attn_mask,
						    double dropout_p, int is_causal,
						    tensor dropout_mask, double scale_v,
						    uint8_t scale_null)
{
	CALL(ct__scaled_dot_product_attention_math_for_mps(query, key, value, attn_mask, dropout_p,
							   is_causal, dropout_mask,
							   scale_null ? NULL : &scale_v, false,
							   &out[0], &out[1]));
}
