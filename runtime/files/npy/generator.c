/*
 * States of generators in files: NumPy arrays, so that Python can read and write them without us.
 * libtorch checks whether the bytes are a state.
 */
#include <ctorch/files/npy.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/tensor/tensor.h>

static ct_error refuse_null_path(const char *function)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 2 (path) must not be NULL");
}

ct_error ct_generator_save(const ct_generator *self, const char *path)
{
	ct_tensor *state = NULL;
	ct_error err;

	if (path == NULL)
		return refuse_null_path(__func__);
	CT_TRY(ct_generator_state(self, &state));
	err = ct_npy_save(state, path);
	ct_tensor_free(state);
	return err;
}

ct_error ct_generator_load(ct_generator *self, const char *path)
{
	ct_tensor *state = NULL;
	ct_error err;

	if (path == NULL)
		return refuse_null_path(__func__);
	CT_TRY(ct_npy_load(path, &state));
	err = ct_generator_set_state(self, state);
	ct_tensor_free(state);
	return err;
}
