/*
 * Jacobians and Hessians of a function. A matrix is computed line by line: a row with a backward
 * from one element of an output, a column with forward mode from one element of an input.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/forward_ad.h>

#include "autograd/functional/functional.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"

/* The function to differentiate, and how. */
struct differentiation {
	const struct ct_functional *call;
	const struct ct_map *map; /* the user's function, or its gradient */
	bool strict, create_graph;
	bool need_graph; /* in forward mode: the map runs backward to its inputs */
};

/* Makes a matrix of lines, with the output's shape followed by the input's. */
static ct_error shaped(const struct differentiation *how, const ct_tensor *lines,
		       const ct_tensor *output, const ct_tensor *input, ct_tensor **matrix)
{
	const int64_t rows = ct_tensor_dim(output), columns = ct_tensor_dim(input);
	int64_t *shape = ct_array_new(rows + columns, sizeof *shape);
	ct_error err;

	if (shape == NULL)
		return ct_no_memory(how->call->function, "for a shape");
	for (int64_t i = 0; i < rows; i++)
		shape[i] = ct_tensor_size(output, i);
	for (int64_t i = 0; i < columns; i++)
		shape[rows + i] = ct_tensor_size(input, i);
	err = ct_reshape(lines, shape, rows + columns, matrix);
	free(shape);
	return err;
}

/* --- Rows ------------------------------------------------------------------------------------- */

/* A row of each matrix of one output: the gradients with respect to the inputs. */
static ct_error compute_rows(const struct differentiation *how, ct_tensor *element, int64_t number,
			     ct_tensor *const *inputs, ct_tensor **rows)
{
	static const char unrecorded[] =
		"The jacobian of the user-provided function is independent of input %lld. This is "
		"not allowed in strict mode when create_graph=True.";
	const char *function = how->call->function;

	CT_TRY(ct_functional_grad(how->call, &element, 1, inputs, how->call->inputs_len, NULL, true,
				  how->create_graph, rows));
	for (int64_t i = 0; i < how->call->inputs_len; i++) {
		if (how->strict && rows[i] == NULL)
			return ct_error_new(CT_ERROR_RUNTIME, function,
					    "Output %lld of the user-provided function is "
					    "independent of input %lld. This is not allowed in "
					    "strict mode.",
					    (long long)number, (long long)i);
		if (how->strict && how->create_graph && !ct_tensor_requires_grad(rows[i]))
			return ct_error_new(CT_ERROR_RUNTIME, function, unrecorded, (long long)i);
		if (rows[i] == NULL)
			CT_TRY(ct_zeros_like(inputs[i], CT_DTYPE_NONE, CT_LAYOUT_NONE,
					     CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE,
					     &rows[i]));
	}
	return NULL;
}

/* The matrices of one output, whose rows are then released. */
static ct_error by_rows(const struct differentiation *how, const ct_tensor *output, int64_t number,
			ct_tensor *const *inputs, ct_tensor **matrices)
{
	CT_OWN_SCOPE(how->call->function);
	int64_t n = how->call->inputs_len, count = ct_tensor_numel(output);
	ct_tensor *flat, *element, *stacked;
	CT_LIST(rows, n);
	CT_LIST(lines, ct_size_times(n, count)); /* those of one input are adjacent */

	CT_TRY(ct_reshape(output, (const int64_t[]){ -1 }, 1, &flat));
	for (int64_t j = 0; j < count; j++) {
		CT_TRY(ct_select_int(flat, 0, j, &element));
		memset(rows, 0, (size_t)n * sizeof *rows);
		CT_TRY(compute_rows(how, element, number, inputs, rows));
		for (int64_t i = 0; i < n; i++)
			lines[i * count + j] = rows[i];
	}
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_stack(lines + i * count, count, 0, &stacked));
		CT_TRY(shaped(how, stacked, output, inputs[i], &matrices[i]));
	}
	for (int64_t i = 0; i < n; i++)
		ct_scope_move_up(matrices[i]);
	return NULL;
}

static ct_error in_reverse_mode(const struct differentiation *how, ct_tensor *const *given,
				ct_tensor **matrices)
{
	int64_t n = how->call->inputs_len;
	CT_LIST(inputs, n);
	CT_LIST(outputs, how->map->outputs_len);

	CT_TRY(ct_functional_prepare(how->call, given, n, how->create_graph, true, inputs));
	CT_TRY(ct_functional_call(how->call, how->map, inputs, outputs));
	for (int64_t i = 0; i < how->map->outputs_len; i++)
		CT_TRY(by_rows(how, outputs[i], i, inputs, matrices + i * n));
	return NULL;
}

/* --- Columns ---------------------------------------------------------------------------------- */

/* The function's arguments for one column. It may write to its inputs, which are the caller's
 * memory and are needed for the other columns, so each call gets copies. Those that require a
 * gradient are leaves, and writing to them is an error. */
static ct_error copies_of(ct_tensor *const *inputs, int64_t n, ct_tensor **copies)
{
	for (int64_t i = 0; i < n; i++) {
		copies[i] = inputs[i];
		if (!ct_tensor_requires_grad(inputs[i]))
			CT_TRY(ct_clone(inputs[i], CT_MEMORY_FORMAT_NONE, &copies[i]));
	}
	return NULL;
}

/* The input as a dual tensor that moves in one element. */
static ct_error moving(const ct_tensor *input, int64_t element, ct_tensor **dual)
{
	ct_tensor *tangent, *flat, *one;

	CT_TRY(ct_zeros_like(input, CT_DTYPE_NONE, CT_STRIDED, CT_DEVICE_NONE, NULL,
			     CT_CONTIGUOUS_FORMAT, &tangent));
	CT_TRY(ct_view(tangent, (const int64_t[]){ -1 }, 1, &flat));
	CT_TRY(ct_select_int(flat, 0, element, &one));
	CT_TRY(ct_fill__Scalar(one, ct_scalar_int(1), NULL));
	return ct_forward_ad_make_dual(input, tangent, dual);
}

/* How an output moves; zeros if it does not. */
static ct_error motion_of(const ct_tensor *output, ct_tensor **tangent)
{
	ct_tensor *primal;

	CT_TRY(ct_forward_ad_unpack_dual(output, &primal, tangent));
	if (*tangent == NULL)
		CT_TRY(ct_zeros_like(primal, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				     CT_MEMORY_FORMAT_NONE, tangent));
	ct_scope_move_up(*tangent);
	return NULL;
}

/* A column of each matrix of one input; that of output i is columns[i * stride]. */
static ct_error compute_columns(const struct differentiation *how, ct_tensor *const *inputs,
				int64_t which, int64_t element, ct_tensor **columns, int64_t stride)
{
	CT_OWN_SCOPE(how->call->function);
	int64_t n = how->call->inputs_len, m = how->map->outputs_len;
	CT_LIST(moved, n);
	CT_LIST(outputs, m);

	CT_TRY(copies_of(inputs, n, moved));
	CT_TRY(moving(moved[which], element, &moved[which]));
	CT_TRY(how->map->call(how->map, moved, n, outputs));
	for (int64_t i = 0; i < m; i++)
		CT_TRY(motion_of(outputs[i], &columns[i * stride]));
	return NULL;
}

/* An input without elements has no direction; the function is called only for the shapes. */
static ct_error no_columns(const struct differentiation *how, ct_tensor *const *inputs,
			   int64_t which, ct_tensor **matrices)
{
	int64_t n = how->call->inputs_len, m = how->map->outputs_len;
	const int64_t none[] = { 0 };
	ct_tensor *empty;
	CT_LIST(copies, n);
	CT_LIST(outputs, m);

	CT_TRY(copies_of(inputs, n, copies));
	CT_TRY(how->map->call(how->map, copies, n, outputs));
	for (int64_t i = 0; i < m; i++) {
		CT_TRY(ct_new_zeros(outputs[i], none, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
				    CT_DEVICE_NONE, NULL, &empty));
		CT_TRY(shaped(how, empty, outputs[i], inputs[which], &matrices[i * n + which]));
	}
	return NULL;
}

/* The matrices of one input, whose columns are then released. */
static ct_error by_columns(const struct differentiation *how, ct_tensor *const *inputs,
			   int64_t which, ct_tensor **matrices)
{
	CT_OWN_SCOPE(how->call->function);
	int64_t n = how->call->inputs_len, m = how->map->outputs_len;
	int64_t count = ct_tensor_numel(inputs[which]);
	ct_tensor *stacked;
	CT_LIST(lines, ct_size_times(m, count)); /* those of one output are adjacent */

	for (int64_t j = 0; j < count; j++)
		CT_TRY(compute_columns(how, inputs, which, j, lines + j, count));
	for (int64_t i = 0; i < m; i++) {
		CT_TRY(ct_stack(lines + i * count, count, -1, &stacked));
		CT_TRY(shaped(how, stacked, lines[i * count], inputs[which],
			      &matrices[i * n + which]));
	}
	for (int64_t i = 0; i < m; i++)
		ct_scope_move_up(matrices[i * n + which]);
	return NULL;
}

static ct_error in_forward_mode(const struct differentiation *how, ct_tensor *const *given,
				ct_tensor **matrices)
{
	int64_t n = how->call->inputs_len;
	CT_LIST(inputs, n);

	CT_TRY(ct_functional_prepare(how->call, given, n, false, how->need_graph, inputs));
	CT_DUAL_LEVEL
	{
		for (int64_t i = 0; i < n; i++)
			CT_TRY(ct_tensor_numel(inputs[i]) == 0
				       ? no_columns(how, inputs, i, matrices)
				       : by_columns(how, inputs, i, matrices));
	}
	return NULL;
}

/* --- The public functions --------------------------------------------------------------------- */

/* Python's texts for options that forward mode does not support. */
static ct_error check_strategy(const struct ct_functional *call)
{
	const ct_functional_options *options = &call->options;

	if (options->strategy == CT_FUNCTIONAL_REVERSE_MODE)
		return NULL;
	if (options->create_graph)
		return ct_error_new(
			CT_ERROR_NOT_IMPLEMENTED, call->function,
			"torch.autograd.functional.jacobian: `create_graph=True` and "
			"`strategy=\"forward-mode\"` are not supported together (yet). Please "
			"either set `create_graph=False` or `strategy=\"reverse-mode\"`.");
	if (options->strict)
		return ct_error_new(
			CT_ERROR_RUNTIME, call->function,
			"torch.autograd.functional.jacobian: `strict=True` and "
			"`strategy=\"forward-mode\"` are not supported together (yet). Please "
			"either set `strict=False` or `strategy=\"reverse-mode\"`.");
	return NULL;
}

/* Computes and passes on the results. Called in the scope of the public function. */
static ct_error functional_matrices_run(const struct ct_functional *call, const struct ct_map *map,
					bool need_graph, ct_tensor **results)
{
	const struct differentiation how = { call, map, call->options.strict,
					     call->options.create_graph, need_graph };
	int64_t n = ct_size_times(map->outputs_len, call->inputs_len);
	CT_LIST(matrices, n);

	CT_TRY(check_strategy(call));
	CT_ENABLE_GRAD
	{
		if (call->options.strategy == CT_FUNCTIONAL_FORWARD_MODE)
			CT_TRY(in_forward_mode(&how, call->inputs, matrices));
		else
			CT_TRY(in_reverse_mode(&how, call->inputs, matrices));
		CT_TRY(ct_functional_finish(call, matrices, n));
	}
	ct_functional_give(matrices, n, results);
	return NULL;
}

ct_error ct_functional_jacobian(ct_functional_function function, void *context, ct_tensors inputs,
				int64_t output_count, const ct_functional_options *options,
				ct_tensor **jacobians)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_user_function user = { function, context, __func__ };
	const struct ct_functional call = ct_functional_of(&user, options, inputs.at, inputs.len,
							   output_count, NULL, 0);

	CT_TRY(ct_functional_check(&call, jacobians, "argument 6 (jacobians)"));
	return functional_matrices_run(&call, &call.map, false, jacobians);
}

/* The function's single number as a tensor without dimensions. */
static ct_error call_single(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs)
{
	const struct ct_functional *call = self->closure;

	(void)inputs_len;
	CT_TRY(ct_functional_call(call, self->of, inputs, outputs));
	CT_TRY(ct_functional_must_be_single(call, outputs[0]));
	return ct_squeeze(outputs[0], &outputs[0]);
}

/* The gradient of that number; `closure` is the ct_functional, `of` the map of the number. */
static ct_error call_gradient(const struct ct_map *self, ct_tensor *const *inputs,
			      int64_t inputs_len, ct_tensor **outputs)
{
	const struct ct_functional *call = self->closure;
	const struct differentiation how = { call, self->of, false, true, false };

	CT_ENABLE_GRAD
	CT_TRY(in_reverse_mode(&how, inputs, outputs));
	return ct_functional_gradient_must_depend(call, outputs, inputs_len);
}

ct_error ct_functional_hessian(ct_functional_function function, void *context, ct_tensors inputs,
			       const ct_functional_options *options, ct_tensor **hessians)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_user_function user = { function, context, __func__ };
	const struct ct_functional call = ct_functional_of(&user, options, inputs.at, inputs.len, 1,
							   NULL, 0);
	const struct ct_map single = { call_single, 1, &call.map, &call };
	const struct ct_map gradient = { call_gradient, inputs.len, &single, &call };

	CT_TRY(ct_functional_check(&call, hessians, "argument 5 (hessians)"));
	return functional_matrices_run(&call, &gradient, true, hessians);
}
