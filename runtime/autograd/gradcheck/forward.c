/*
 * The check of forward mode: Jacobians from tangents. It takes real inputs; a complex one counts as
 * two of them, which move one at a time.
 */
#include <ctorch/autograd/forward_ad.h>

#include "autograd/gradcheck/check.h"
#include "core/base/lengths.h"
#include "core/memory/own_scope.h"

/* --- The Jacobians ---------------------------------------------------------------------------- */

/* All Jacobians, those of leaf i from i * outputs_len on. */
static ct_error forward_of(const struct ct_check *check, const struct ct_map *map,
			   ct_tensor *const *sample, ct_tensor **jacobians)
{
	int64_t row = 0;

	for (int64_t i = 0; i < check->inputs_len; i++)
		if (ct_is_differentiable(check->inputs[i]))
			CT_TRY(ct_jacobian_forward(map, check->inputs, check->inputs_len, i, sample,
						   jacobians + map->outputs_len * row++));
	return NULL;
}

/* `part` of complex inputs moves, or NULL; `whole` are the inputs with both parts. */
static ct_error forward_compare(struct ct_check *check, const struct ct_map *map,
				ct_tensor *const *outputs, const char *part,
				ct_tensor *const *whole)
{
	int64_t n = ct_size_times(map->outputs_len, check->leaves_len), number = 0;
	CT_LIST(sample, map->outputs_len);
	CT_LIST(numerical, n);
	CT_LIST(analytical, n);

	for (int64_t i = 0; i < map->outputs_len; i++)
		sample[i] = ct_is_differentiable(outputs[i]) ? outputs[i] : NULL;
	CT_TRY(ct_check_numerical(check, map, sample, numerical));
	CT_TRY(forward_of(check, map, sample, analytical));
	for (int64_t i = 0; i < map->outputs_len; i++) {
		if (sample[i] == NULL)
			continue;
		for (int64_t j = 0; j < check->leaves_len; j++) {
			int64_t at = j * map->outputs_len + i;
			bool is_complex, close;

			CT_TRY(ct_is_complex(whole[j], &is_complex));
			CT_TRY(ct_check_are_close(analytical[at], numerical[at], &check->options,
						  &close));
			if (!close)
				return ct_check_differ(
					check,
					(struct ct_check_part){ is_complex ? part : NULL, true },
					number, j, numerical[at], analytical[at]);
		}
		number++;
	}
	return NULL;
}

/* --- Zeros and missing tangents --------------------------------------------------------------- */

/* A leaf's tangent: zeros, none, or ones. */
enum motion { NO_TANGENT, ZEROS, ONES };

static ct_error forward_moved(const ct_tensor *leaf, enum motion motion, ct_tensor **result)
{
	ct_tensor *tangent;

	CT_TRY(ct_detach(leaf, result));
	CT_TRY(ct_tensor_set_requires_grad(*result, true));
	if (motion == NO_TANGENT)
		return NULL;
	CT_TRY(ct_full_like(leaf, ct_scalar_int(motion == ONES), CT_DTYPE_NONE, CT_LAYOUT_NONE,
			    CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE, &tangent));
	return ct_forward_ad_make_dual(*result, tangent, result);
}

/* The tangents of the outputs when all leaves move but inputs[which]. In a level. */
static ct_error tangents_when(const struct ct_check *check, const struct ct_map *map, int64_t which,
			      enum motion motion, ct_tensor **tangents)
{
	CT_LIST(inputs, check->inputs_len);
	CT_LIST(outputs, map->outputs_len);

	for (int64_t i = 0; i < check->inputs_len; i++) {
		inputs[i] = check->inputs[i];
		if (ct_is_differentiable(inputs[i]))
			CT_TRY(forward_moved(inputs[i], i == which ? motion : ONES, &inputs[i]));
	}
	CT_TRY(map->call(map, inputs, check->inputs_len, outputs));
	for (int64_t i = 0; i < map->outputs_len; i++)
		if (outputs[i] != NULL)
			CT_TRY(ct_forward_ad_unpack_dual(outputs[i], NULL, &tangents[i]));
	return NULL;
}

static ct_error not_as_zeros(struct ct_check *check, int64_t output, int64_t input)
{
	char text[160];

	snprintf(text, sizeof text,
		 "Mismatch in tangent values for output with index: %lld when input: %lld has an "
		 "undefined tangent value.",
		 (long long)output, (long long)input);
	return ct_check_wrong(check, text);
}

/* A missing tangent of this input must count as zeros. */
static ct_error forward_check_undefined(struct ct_check *check, const struct ct_map *map,
					int64_t which)
{
	CT_OWN_SCOPE(check->function);
	CT_LIST(with_zeros, map->outputs_len);
	CT_LIST(without, map->outputs_len);

	CT_DUAL_LEVEL
	{
		CT_TRY(tangents_when(check, map, which, ZEROS, with_zeros));
		CT_TRY(tangents_when(check, map, which, NO_TANGENT, without));
	}
	for (int64_t i = 0; i < map->outputs_len; i++) {
		bool close;

		if (with_zeros[i] == NULL || without[i] == NULL)
			continue;
		CT_TRY(ct_allclose(with_zeros[i], without[i], 1e-5, 1e-8, false, &close));
		if (!close)
			return not_as_zeros(check, i, which);
	}
	return NULL;
}

/* --- The check -------------------------------------------------------------------------------- */

static ct_error forward_check_map(struct ct_check *check, const struct ct_map *map,
				  ct_tensor *const *outputs, const char *part,
				  ct_tensor *const *whole)
{
	CT_LIST(found, map->outputs_len);

	if (ct_differentiable(outputs, map->outputs_len, found) == 0)
		return ct_check_constant(check, map, outputs);
	CT_TRY(forward_compare(check, map, outputs, part, whole));
	for (int64_t i = 0; !check->options.no_check_undefined_grad && i < check->inputs_len; i++)
		if (ct_is_differentiable(check->inputs[i]))
			CT_TRY(forward_check_undefined(check, map, i));
	return NULL;
}

/* The moving parts of complex inputs as separate leaves; the other inputs unchanged. */
static ct_error take_parts(const struct ct_check *check, bool is_imaginary, ct_tensor **parts,
			   bool *any)
{
	*any = false;
	for (int64_t i = 0; i < check->inputs_len; i++) {
		ct_tensor *part = NULL;
		bool is_complex = false;

		parts[i] = check->inputs[i];
		if (parts[i] != NULL)
			CT_TRY(ct_is_complex(parts[i], &is_complex));
		if (!is_complex)
			continue;
		*any = true;
		CT_TRY(ct_detach(parts[i], &part));
		CT_TRY(is_imaginary ? ct_imag(part, &part) : ct_real(part, &part));
		CT_TRY(ct_clone(part, CT_CONTIGUOUS_FORMAT, &part));
		CT_TRY(ct_tensor_set_requires_grad(part, ct_tensor_requires_grad(parts[i])));
		parts[i] = part;
	}
	return NULL;
}

static ct_error forward_check_part(const struct ct_check *of, const struct ct_map *map,
				   ct_tensor *const *parts, bool is_imaginary, bool *failed)
{
	struct ct_moving_part closure = { of->inputs, is_imaginary };
	struct ct_map real = { ct_map_call_complex, map->outputs_len, map, &closure };
	struct ct_check check = *of;
	ct_error err;
	CT_LIST(outputs, map->outputs_len);
	CT_LIST(leaves, of->inputs_len);

	check.inputs = parts;
	check.leaves = leaves;
	check.leaves_len = ct_differentiable(parts, of->inputs_len, leaves);
	CT_TRY(real.call(&real, parts, of->inputs_len, outputs));
	err = forward_check_map(&check, &real, outputs, is_imaginary ? "imaginary" : "real",
				of->leaves);
	*failed = check.failed;
	return err;
}

ct_error ct_check_forward(struct ct_check *check, const struct ct_map *map,
			  ct_tensor *const *outputs)
{
	CT_OWN_SCOPE(check->function);
	bool is_complex;
	CT_LIST(parts, check->inputs_len);

	CT_TRY(take_parts(check, true, parts, &is_complex));
	if (!is_complex)
		return forward_check_map(check, map, outputs, NULL, check->leaves);
	CT_TRY(forward_check_part(check, map, parts, true, &check->failed));
	CT_TRY(take_parts(check, false, parts, &is_complex));
	return forward_check_part(check, map, parts, false, &check->failed);
}
