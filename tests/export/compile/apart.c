/* apart.c: compiles a network, and prints what it gives, and where the code is from. Two of these at
 * once share a cache. */
#include <ctorch/ctorch.h>

int main(void)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	const ct_compile_options options = { .no_fallback = true, .verbose = true };
	ct_tensor *x, *y;
	ct_export *program;
	ct_module *net;

	CT_CHECK(ct_manual_seed(0));
	net = CT_SEQUENTIAL(CT_NN(Linear, 8, 16), CT_NN(GELU), CT_NN(Linear, 16, 4));
	x = CT_E(randn, CT_L(1, 8));
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_compile(net, CT_TENSORS(x), &options, &program));
	CT_CHECK(ct_module_forward(ct_export_module(program), x, &y));
	CT_CHECK(ct_tensor_print(y, stdout));
	ct_export_free(program);
	return 0;
}
