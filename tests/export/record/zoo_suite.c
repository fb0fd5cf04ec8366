/*
 * Each of the zoo is recorded, saved and loaded, and computes the same bits as the module or the
 * function itself, with all sizes.
 */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

enum { MOST_OUTPUTS = 4 };

static void assert_same(const struct zoo_example *example, const ct_tensor *found,
			const ct_tensor *wanted)
{
	ck_assert_msg(ct_tensor_dtype(found) == ct_tensor_dtype(wanted) && equal(found, wanted),
		      "%s differs", example->name);
}

/* A copy, so that what a run writes to is not the next one's. */
static struct zoo_net copy_of(const struct zoo_net *net)
{
	struct zoo_net copy = *net;

	if (net->module)
		OK(ct_module_deepcopy(net->module, &copy.module));
	return copy;
}

static void copy_inputs(ct_tensor *const *inputs, int64_t len, ct_tensor **result)
{
	for (int64_t i = 0; i < len; i++)
		OK(ct_clone(inputs[i], CT_MEMORY_FORMAT_NONE, &result[i]));
}

static void compare(const struct zoo_example *example, const struct zoo_net *net,
		    const ct_export *program, const int64_t sizes[2])
{
	CT_SCOPE;
	ct_tensor *inputs[ZOO_INPUTS], *copies[ZOO_INPUTS], *wanted[MOST_OUTPUTS], **found;
	const struct zoo_net own = copy_of(net);
	int64_t found_len, used = 0;
	ct_export *fresh;

	OK(example->inputs(sizes, inputs));
	copy_inputs(inputs, example->inputs_len, copies);
	OK(zoo_call(&own, inputs, example->inputs_len, wanted));
	OK(ct_export_clone(program, &fresh));
	OK(ct_export_run(fresh, CT_TENSORS_OF(copies, example->inputs_len), &found, &found_len));
	for (int64_t i = 0; i < own.outputs_len; i++)
		if (wanted[i])
			assert_same(example, found[used++], wanted[i]);
	ck_assert_int_eq(used, found_len);
	for (int64_t i = 0; i < example->inputs_len; i++)
		assert_same(example, copies[i], inputs[i]);
	ct_free(found);
	ct_export_free(fresh);
}

/* What Python reads, too. */
static ct_export *through_file(const ct_export *program)
{
	char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16];
	ct_export *loaded;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/it.pt2", folder);
	OK(ct_export_save(program, path));
	OK(ct_export_load(path, &(ct_export_load_options){ .no_mmap = true }, &loaded));
	unlink(path);
	remove_scratch(folder);
	return loaded;
}

START_TEST(a_recorded_program_computes_the_same_bits)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	const struct zoo_example *example = &zoo[_i];
	struct zoo_net net = { 0 };
	ct_export *recorded, *loaded;

	if (example->is_large)
		return; /* scripts/prove-export-back.sh runs them */
	OK(ct_manual_seed(1));
	OK(example->make(&net));
	zoo_count_outputs(&net);
	OK(zoo_record(example, &net, &recorded));
	loaded = through_file(recorded);
	ct_export_free(recorded);
	for (int64_t i = 0; i < example->sizes_len; i++)
		compare(example, &net, loaded, example->sizes[i]);
	ct_export_free(loaded);
}
END_TEST

Suite *zoo_suite(void)
{
	Suite *suite = suite_create("the zoo");
	TCase *tests = tests_of("recorded");

	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, a_recorded_program_computes_the_same_bits, 0, (int)zoo_len);
	suite_add_tcase(suite, tests);
	return suite;
}
