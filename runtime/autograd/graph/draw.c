/*
 * Drawing graphs: to a stream or to a text.
 */
#include <stdlib.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "autograd/graph/walk.h"
#include "core/base/no_memory.h"
#include "core/base/stream.h"
#include "core/memory/given.h"

static ct_error check_names(const ct_graph_options *options, const char *function)
{
	if (options->named_len < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (options): named_len is %lld, but must not be "
				    "negative",
				    (long long)options->named_len);
	if (options->named_len > 0 && (options->named == NULL || options->names == NULL))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (options): named and names must not be NULL, since "
				    "named_len is %lld",
				    (long long)options->named_len);
	return NULL;
}

static ct_error draw(ct_graph_draw how, ct_tensor *const *tensors, int64_t tensors_len,
		     const ct_graph_options *options, FILE *stream, const char *function)
{
	const ct_graph_options defaults = { 0 };
	struct ct_graph graph;
	ct_error error;

	options = options ? options : &defaults;
	CT_TRY(check_names(options, function));
	error = ct_graph_find(&graph, tensors, tensors_len, function);
	if (error == NULL)
		error = how(&graph, tensors, options, stream, function);
	ct_graph_forget(&graph);
	return error;
}

static ct_error draw_text(ct_graph_draw how, ct_tensor *const *tensors, int64_t tensors_len,
			  const ct_graph_options *options, char **result, const char *function)
{
	struct ct_output output;
	ct_error error;

	CT_TRY(ct_output_begin(&output, function));
	error = draw(how, tensors, tensors_len, options, output.text, function);
	return ct_output_give(&output, error, function, result);
}

static ct_error draw_to(ct_graph_draw how, ct_tensor *const *tensors, int64_t tensors_len,
			const ct_graph_options *options, FILE *stream, const char *function)
{
	struct ct_output output;
	ct_error error;

	CT_TRY(ct_output_begin(&output, function));
	error = draw(how, tensors, tensors_len, options, output.text, function);
	return ct_output_end(&output, stream ? stream : stdout, error, function);
}

ct_error ct_graph_to_dot(ct_tensors tensors, const ct_graph_options *options, char **result)
{
	return draw_text(ct_graph_draw_dot, tensors.at, tensors.len, options, result, __func__);
}

ct_error ct_graph_print_dot(ct_tensors tensors, const ct_graph_options *options, FILE *stream)
{
	return draw_to(ct_graph_draw_dot, tensors.at, tensors.len, options, stream, __func__);
}

ct_error ct_graph_to_tree(ct_tensors tensors, const ct_graph_options *options, char **result)
{
	return draw_text(ct_graph_draw_tree, tensors.at, tensors.len, options, result, __func__);
}

ct_error ct_graph_print_tree(ct_tensors tensors, const ct_graph_options *options, FILE *stream)
{
	return draw_to(ct_graph_draw_tree, tensors.at, tensors.len, options, stream, __func__);
}
