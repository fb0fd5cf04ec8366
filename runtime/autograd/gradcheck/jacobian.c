/*
 * Jacobians: see jacobian.h.
 */
#include <stdlib.h>

#include "autograd/gradcheck/jacobian.h"
#include "core/base/name_of.h"
#include "core/memory/own_scope.h"

/* Not by ct_to_dense(), whose arguments differ between releases. */
ct_error ct_densified(ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *zeros;

	*result = tensor;
	if (ct_tensor_layout(tensor) == CT_STRIDED)
		return NULL;
	CT_TRY(ct_zeros_like(tensor, CT_DTYPE_NONE, CT_STRIDED, CT_DEVICE_NONE, NULL,
			     CT_MEMORY_FORMAT_NONE, &zeros));
	return ct_add_Tensor(zeros, tensor, ct_scalar_int(1), result);
}

/* In the given tensor's dtype or another one. */
static ct_error new_jacobian(const ct_tensor *like, ct_dtype dtype, int64_t rows, int64_t columns,
			     ct_tensor **result)
{
	const int64_t shape[] = { rows, columns };

	return ct_new_zeros(like, shape, 2, dtype, CT_STRIDED, CT_DEVICE_NONE, NULL, result);
}

/* Sets one row or column to these elements. */
static ct_error set_line(ct_tensor *jacobian, int64_t dim, int64_t index, const ct_tensor *elements)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *line, *flat;

	CT_TRY(ct_select_int(jacobian, dim, index, &line));
	CT_TRY(ct_reshape(elements, (const int64_t[]){ -1 }, 1, &flat));
	return ct_copy_(line, flat, false, NULL);
}

/* --- By differences -------------------------------------------------------------------------- */

/* How an input is moved. */
struct probe {
	const struct ct_map *map;
	ct_tensor *const *inputs;
	int64_t inputs_len;
	double eps;
	ct_tensor *const *sample;
	ct_tensor *data; /* the input's memory */
};

/* Python's x.data: the same memory, but writes are not recorded and do not change the version, so
 * backward still works from tensors computed before. */
static ct_error data_of(const ct_tensor *x, ct_tensor **result)
{
	const int64_t none[] = { 0 };
	ct_storage *storage = NULL;
	ct_error err;

	CT_TRY(ct_tensor_storage(x, &storage));
	err = ct_empty_memory_format(none, 1, ct_tensor_dtype(x), CT_STRIDED, ct_tensor_device(x),
				     NULL, CT_MEMORY_FORMAT_NONE, result);
	if (err == NULL)
		err = ct_set__source_Storage_storage_offset(
			*result, storage, ct_tensor_storage_offset(x), ct_tensor_shape(x),
			ct_tensor_dim(x), ct_tensor_strides(x), ct_tensor_dim(x), NULL);
	ct_storage_free(storage);
	return err;
}

/* The element with this number, counted as if all were adjacent, as a separate tensor. */
static ct_error element_of(const ct_tensor *data, int64_t number, ct_tensor **result)
{
	int64_t offset = ct_tensor_storage_offset(data);

	for (int64_t dim = ct_tensor_dim(data) - 1; dim >= 0; dim--) {
		int64_t size = ct_tensor_size(data, dim);

		offset += number % size * ct_tensor_strides(data)[dim];
		number /= size;
	}
	return ct_as_strided(data, NULL, 0, NULL, 0, &offset, result);
}

static ct_scalar jacobian_moved(ct_scalar from, double re, double im)
{
	return from.kind == CT_SCALAR_COMPLEX ? ct_scalar_complex(from.re + re, from.im + im)
					      : ct_scalar_float(from.re + re);
}

static bool have_same_form(const ct_tensor *a, const ct_tensor *b)
{
	if (ct_tensor_dtype(a) != ct_tensor_dtype(b) || ct_tensor_dim(a) != ct_tensor_dim(b))
		return false;
	for (int64_t i = 0; i < ct_tensor_dim(a); i++)
		if (ct_tensor_size(a, i) != ct_tensor_size(b, i))
			return false;
	return true;
}

static ct_error slope(const ct_tensor *below, const ct_tensor *above, double eps, int64_t output,
		      ct_tensor **result)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *difference;

	if (below == NULL || above == NULL || !have_same_form(below, above))
		return CT_RAISED(
			CT_ERROR_RUNTIME,
			"output %lld changes its shape or dtype when an input changes by %g; both "
			"must be the same in every call",
			(long long)output, eps);
	CT_TRY(ct_sub_Tensor(above, below, ct_scalar_int(1), &difference));
	CT_TRY(ct_div_Scalar(difference, ct_scalar_float(2 * eps), result));
	ct_scope_move_up(*result);
	return NULL;
}

/* The map's outputs with the element moved to there: copies, since an output may be a view of the
 * input, which moves again. */
static ct_error call_at(const struct probe *probe, ct_tensor *element, ct_scalar there,
			ct_tensor **outputs)
{
	CT_TRY(ct_fill__Scalar(element, there, NULL));
	CT_TRY(probe->map->call(probe->map, probe->inputs, probe->inputs_len, outputs));
	for (int64_t i = 0; i < probe->map->outputs_len; i++) {
		if (probe->sample[i] == NULL || outputs[i] == NULL)
			continue;
		CT_TRY(ct_detach(outputs[i], &outputs[i]));
		CT_TRY(ct_clone(outputs[i], CT_MEMORY_FORMAT_NONE, &outputs[i]));
	}
	return NULL;
}

/* How fast the outputs change along one direction of one element. */
static ct_error slopes(const struct probe *probe, ct_tensor *element, double re, double im,
		       ct_tensor **results)
{
	int64_t n = probe->map->outputs_len;
	ct_scalar here;
	ct_error err;
	CT_LIST(below, n);
	CT_LIST(above, n);

	CT_TRY(ct_tensor_item(element, &here));
	err = call_at(probe, element, jacobian_moved(here, -re, -im), below);
	if (err == NULL)
		err = call_at(probe, element, jacobian_moved(here, re, im), above);
	if (err != NULL) {
		/* The caller's memory is restored in any case; the first error is returned. */
		ct_error_free(ct_fill__Scalar(element, here, NULL));
		return err;
	}
	CT_TRY(ct_fill__Scalar(element, here, NULL));
	for (int64_t i = 0; i < n; i++)
		if (probe->sample[i] != NULL)
			CT_TRY(slope(below[i], above[i], probe->eps, i, &results[i]));
	return NULL;
}

/* The rows of one element. For a complex x + iy it is the slope along x plus i times that along y,
 * the conjugate of PyTorch's gradient of a real function: as backward computes it. */
static ct_error fill_rows(const struct probe *probe, int64_t number, ct_tensor **jacobians)
{
	CT_OWN_SCOPE(NULL);
	int64_t n = probe->map->outputs_len;
	bool is_complex;
	ct_tensor *element;
	CT_LIST(along_x, n);
	CT_LIST(along_y, n);

	CT_TRY(element_of(probe->data, number, &element));
	CT_TRY(slopes(probe, element, probe->eps, 0, along_x));
	CT_TRY(ct_is_complex(element, &is_complex));
	if (is_complex)
		CT_TRY(slopes(probe, element, 0, probe->eps, along_y));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *row = along_x[i];

		if (row == NULL)
			continue;
		if (is_complex)
			CT_TRY(ct_complex(along_x[i], along_y[i], &row));
		CT_TRY(set_line(jacobians[i], 0, number, row));
	}
	return NULL;
}

ct_error ct_jacobian_numerical(const struct ct_map *map, ct_tensor *const *inputs,
			       int64_t inputs_len, int64_t which, double eps,
			       ct_tensor *const *sample, ct_tensor **jacobians)
{
	struct probe probe = { map, inputs, inputs_len, eps, sample, NULL };
	const ct_tensor *input = inputs[which];
	int64_t n = ct_tensor_numel(input);
	bool is_complex;

	CT_TRY(data_of(input, &probe.data));
	CT_TRY(ct_is_complex(input, &is_complex));
	for (int64_t i = 0; i < map->outputs_len; i++)
		if (sample[i] != NULL)
			CT_TRY(new_jacobian(sample[i],
					    is_complex ? ct_tensor_dtype(input) : CT_DTYPE_NONE, n,
					    ct_tensor_numel(sample[i]), &jacobians[i]));
	for (int64_t number = 0; number < n; number++)
		CT_TRY(fill_rows(&probe, number, jacobians));
	return NULL;
}

/* --- By forward mode ------------------------------------------------------------------------- */

/* The inputs that require a gradient as new dual tensors with zero tangents. They require a
 * gradient, too, since the map may be a gradient. `tangent` is that of inputs[which]. */
static ct_error make_duals(ct_tensor *const *inputs, int64_t n, int64_t which, ct_tensor **duals,
			   ct_tensor **tangent)
{
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *primal, *zeros;

		duals[i] = inputs[i];
		if (!ct_is_differentiable(inputs[i]))
			continue;
		CT_TRY(ct_detach(inputs[i], &primal));
		CT_TRY(ct_contiguous(primal, CT_CONTIGUOUS_FORMAT, &primal));
		CT_TRY(ct_zeros_like(primal, CT_DTYPE_NONE, CT_STRIDED, CT_DEVICE_NONE, NULL,
				     CT_CONTIGUOUS_FORMAT, &zeros));
		CT_TRY(ct_tensor_set_requires_grad(primal, true));
		CT_TRY(ct_forward_ad_make_dual(primal, zeros, &duals[i]));
		/* The one in the dual tensor may be a copy. */
		if (i == which)
			CT_TRY(ct_forward_ad_unpack_dual(duals[i], NULL, tangent));
	}
	return NULL;
}

/* The outputs' tangents for this movement of the inputs: a row of each Jacobian. */
static ct_error fill_tangents(const struct ct_map *map, ct_tensor *const *duals, int64_t n,
			      int64_t row, ct_tensor **jacobians)
{
	CT_OWN_SCOPE(NULL);
	CT_LIST(outputs, map->outputs_len);

	CT_TRY(map->call(map, duals, n, outputs));
	for (int64_t i = 0; i < map->outputs_len; i++) {
		ct_tensor *tangent = NULL, *dense;

		if (jacobians[i] != NULL && outputs[i] != NULL)
			CT_TRY(ct_forward_ad_unpack_dual(outputs[i], NULL, &tangent));
		if (tangent == NULL)
			continue;
		CT_TRY(ct_detach(tangent, &tangent));
		CT_TRY(ct_densified(tangent, &dense));
		CT_TRY(set_line(jacobians[i], 0, row, dense));
	}
	return NULL;
}

ct_error ct_jacobian_forward(const struct ct_map *map, ct_tensor *const *inputs, int64_t inputs_len,
			     int64_t which, ct_tensor *const *sample, ct_tensor **jacobians)
{
	int64_t n = ct_tensor_numel(inputs[which]);
	ct_tensor *tangent, *flat, *element;
	CT_LIST(duals, inputs_len);

	for (int64_t i = 0; i < map->outputs_len; i++)
		if (sample[i] != NULL)
			CT_TRY(new_jacobian(sample[i], CT_DTYPE_NONE, n, ct_tensor_numel(sample[i]),
					    &jacobians[i]));
	CT_DUAL_LEVEL
	{
		CT_TRY(make_duals(inputs, inputs_len, which, duals, &tangent));
		CT_TRY(ct_view(tangent, (const int64_t[]){ -1 }, 1, &flat));
		for (int64_t row = 0; row < n; row++) {
			CT_TRY(ct_select_int(flat, 0, row, &element));
			CT_TRY(ct_fill__Scalar(element, ct_scalar_int(1), NULL));
			CT_TRY(fill_tangents(map, duals, inputs_len, row, jacobians));
			CT_TRY(ct_fill__Scalar(element, ct_scalar_int(0), NULL));
		}
	}
	return NULL;
}

/* --- By backward ----------------------------------------------------------------------------- */

/* The gradients with respect to all inputs, from one gradient, become a column of each Jacobian. */
static ct_error fill_column(ct_tensor *output, ct_tensor *gradient, ct_tensor *const *inputs,
			    int64_t inputs_len, int64_t column, ct_tensor **jacobians)
{
	CT_OWN_SCOPE(NULL);
	const bool retain = true;
	ct_autograd_grad_options options = { 0 };
	CT_LIST(grads, inputs_len);

	options.grad_outputs = &gradient;
	options.grad_outputs_len = 1;
	options.retain_graph = &retain;
	options.allow_unused = true;
	CT_TRY(ct_autograd_grad(CT_TENSORS(output), CT_TENSORS_OF(inputs, inputs_len), &options,
				grads));
	for (int64_t i = 0; i < inputs_len; i++) {
		ct_tensor *dense;

		if (grads[i] == NULL)
			continue;
		CT_TRY(ct_densified(grads[i], &dense));
		CT_TRY(set_line(jacobians[i], 1, column, dense));
	}
	return NULL;
}

ct_error ct_jacobian_analytical(ct_tensor *output, ct_tensor *const *inputs, int64_t inputs_len,
				ct_tensor **jacobians)
{
	int64_t n = ct_tensor_numel(output);
	ct_tensor *gradient, *flat, *one;

	CT_TRY(ct_zeros_like(output, CT_DTYPE_NONE, CT_STRIDED, CT_DEVICE_NONE, NULL,
			     CT_CONTIGUOUS_FORMAT, &gradient));
	CT_TRY(ct_view(gradient, (const int64_t[]){ -1 }, 1, &flat));
	for (int64_t i = 0; i < inputs_len; i++)
		CT_TRY(new_jacobian(inputs[i], CT_DTYPE_NONE, ct_tensor_numel(inputs[i]), n,
				    &jacobians[i]));
	for (int64_t column = 0; column < n; column++) {
		CT_TRY(ct_zero_(flat, NULL));
		CT_TRY(ct_select_int(flat, 0, column, &one));
		CT_TRY(ct_fill__Scalar(one, ct_scalar_int(1), NULL));
		CT_TRY(fill_column(output, gradient, inputs, inputs_len, column, jacobians));
	}
	return NULL;
}
