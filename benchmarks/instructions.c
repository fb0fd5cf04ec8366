/*
 * instructions.c: one way to call, whose instructions instructions.sh counts.
 *
 *     bench_instructions WAY
 *
 * Only instructions inside count() are counted. A warm-up call comes first, so that one-time work
 * is not counted: binding symbols, making tables, growing lists.
 */
#include "calls.h"

#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>

#include <stdio.h>
#include <string.h>

#define CALLS 1000 /* ORDER CALLS: also instructions.sh */

static ct_tensor *one;
static ct_tensor *results[CALLS];
static ct_scope *scope;

static void open_scope(void)
{
	scope = ct_scope_open();
}

static void close_scope(void)
{
	CT_CHECK(ct_scope_close(scope));
}

static void add_in_cpp(void)
{
	at_add(CALLS);
}

static void add_and_free(void)
{
	for (int i = 0; i < CALLS; i++) {
		CT_CHECK(ct_add_Tensor(one, one, ct_scalar_int(1), &results[0]));
		ct_tensor_free(results[0]);
	}
}

static void add_in_place_in_cpp(void)
{
	at_add_in_place(CALLS);
}

static void add_in_place(void)
{
	for (int i = 0; i < CALLS; i++)
		CT_CHECK(ct_add__Tensor(one, one, ct_scalar_int(0), NULL));
}

static void add(void)
{
	for (int i = 0; i < CALLS; i++)
		CT_CHECK(ct_add_Tensor(one, one, ct_scalar_int(1), &results[i]));
}

static void add_in_scope(void)
{
	open_scope();
	add();
}

/* In a scope's order of release. */
static void free_results(void)
{
	for (int i = CALLS; i > 0; i--)
		ct_tensor_free(results[i - 1]);
}

static void do_nothing(void) {}

/* --- A network ------------------------------------------------------------------------------- */

typedef struct {
	ct_module *fc1, *fc2;
} mlp;

static ct_tensor *mlp_forward(void *self, ct_tensor *x)
{
	const mlp *m = self;

	return CT_M(m->fc2, CT_E(relu, CT_M(m->fc1, x)));
}

static ct_module *net;
static ct_tensor *input, *weight1, *bias1, *weight2, *bias2;

static void open_network(void)
{
	mlp *m;

	open_scope();
	m = CT_MODULE(mlp, "MLP", mlp_forward);
	CT_LAYER(m, fc1, Linear, 8, 8);
	CT_LAYER(m, fc2, Linear, 8, 8);
	CT_CHECK(CT_FINISH(ct_module_of(m), &net));
	CT_CHECK(CT(ones, &input, CT_L(4, 8)));
	CT_CHECK(ct_module_get_parameter(net, "fc1.weight", &weight1));
	CT_CHECK(ct_module_get_parameter(net, "fc1.bias", &bias1));
	CT_CHECK(ct_module_get_parameter(net, "fc2.weight", &weight2));
	CT_CHECK(ct_module_get_parameter(net, "fc2.bias", &bias2));
	CT_CHECK(ct_gc());
}

static void close_network(void)
{
	CT_CHECK(ct_gc_finish());
	close_scope();
}

static void forward_by_operators(void)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *sum, *hidden, *logits;

	for (int i = 0; i < CALLS; i++) {
		CT_CHECK(ct_gc());
		CT_CHECK(ct_linear(input, weight1, bias1, &sum));
		CT_CHECK(ct_relu(sum, &hidden));
		CT_CHECK(ct_linear(hidden, weight2, bias2, &logits));
	}
}

static void forward_by_modules(void)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *logits;

	for (int i = 0; i < CALLS; i++) {
		CT_CHECK(ct_gc());
		CT_CHECK(ct_module_forward(net, input, &logits));
	}
}

/* --- All ways -------------------------------------------------------------------------------- */

static const struct way {
	const char *name;
	void (*before)(void);
	void (*counted)(void);
	void (*after)(void);
} ways[] = {
	{ "c++", do_nothing, add_in_cpp, do_nothing },
	{ "add-and-free", do_nothing, add_and_free, do_nothing },
	{ "add-and-free-in-scope", open_scope, add_and_free, close_scope },
	{ "c++-in-place", do_nothing, add_in_place_in_cpp, do_nothing },
	{ "add-in-place", do_nothing, add_in_place, do_nothing },
	{ "add", do_nothing, add, free_results },
	{ "add-in-scope", open_scope, add, close_scope },
	{ "free", add, free_results, do_nothing },
	{ "close", add_in_scope, close_scope, do_nothing },
	{ "operators", open_network, forward_by_operators, close_network },
	{ "modules", open_network, forward_by_modules, close_network },
};

/* Not static and not inlined: valgrind knows it by its name. */
void count(void (*counted)(void));

__attribute__((noinline)) void count(void (*counted)(void))
{
	counted();
}

static void go(const struct way *way)
{
	way->before();
	way->counted();
	way->after();
	way->before();
	count(way->counted);
	way->after();
}

static const struct way *find_way(const char *name)
{
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	return NULL;
}

int main(int argc, char **argv)
{
	const struct way *way = argc == 2 ? find_way(argv[1]) : NULL;
	struct inputs in;

	if (!way) {
		fputs("Usage: bench_instructions WAY\n"
		      "It is for instructions.sh, which counts what it does.\n",
		      stderr);
		return 2;
	}
	CT_CHECK(ct_ones(NULL, 0, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &one));
	in = (struct inputs){ one, { one, one, one, one }, one, one };
	at_set_inputs(&in);
	go(way);
	at_release_inputs();
	ct_tensor_free(one);
	return 0;
}
