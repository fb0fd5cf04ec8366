/* A module, compiled while the program runs: the compiler needs the installed headers, ctorch-compile and
 * what that reads. */
#include <ctorch/ctorch.h>

int main(void)
{
	CT_SCOPE;
	const ct_compile_options options = { .no_fallback = true };
	ct_tensor *x = CT_E(ones, CT_L(2, 3)), *y;
	ct_export *program;

	CT_CHECK(ct_compile(CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(ReLU)), CT_TENSORS(x),
			    &options, &program));
	CT_CHECK(ct_module_forward(ct_export_module(program), x, &y));
	CT_CHECK(ct_tensor_print(y, stdout));
	ct_export_free(program);
	return 0;
}
