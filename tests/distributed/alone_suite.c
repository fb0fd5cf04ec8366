/*
 * A group with one process in it: of gloo, and of the backend "fake", which may have any size.
 */
#define _GNU_SOURCE

#include <stdlib.h>

#include "support.h"

static ct_dist_store *store;

static void join(const char *backend, int64_t world_size, int64_t rank)
{
	CT_CHECK(ct_dist_store_new_hash(&store));
	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .backend = backend,
						       .store = store,
						       .world_size = world_size,
						       .rank = rank,
						       .timeout = 10 }));
}

static void leave(void)
{
	CT_CHECK(ct_dist_destroy());
	ct_dist_store_free(store);
}

static double item(const ct_tensor *tensor, int64_t index)
{
	double value = -1;
	ct_tensor *at;

	CT_CHECK(ct_select_int(tensor, 0, index, &at));
	CT_CHECK(ct_tensor_item_double(at, &value));
	ct_tensor_free(at);
	return value;
}

START_TEST(one_process_is_a_group)
{
	ct_tensor *tensor = vector(2, (float[]){ 1, 2 });
	ct_dist_work *work;
	ct_tensor **results;
	int64_t results_len = 0;

	join("cuda:gloo,cpu:gloo", 1, 0);
	ck_assert_str_eq(ct_dist_group_backend(NULL), "cuda:gloo,cpu:gloo");
	ck_assert_int_eq(ct_dist_rank(NULL), 0);
	CT_CHECK(ct_dist_all_reduce(tensor, NULL, &work));
	CT_CHECK(ct_dist_work_wait(work, 5));
	CT_CHECK(ct_dist_work_results(work, &results, &results_len));
	ck_assert_int_eq(results_len, 1);
	ck_assert_ptr_eq(results[0], tensor);
	ct_tensors_free(results, results_len);
	ct_dist_work_free(work);
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	ck_assert(item(tensor, 1) == 2);
	ct_tensor_free(tensor);
	leave();
}
END_TEST

/* Without the prefix that Python gives only to stores of its own. */
START_TEST(a_restarted_group_meets_in_the_given_store)
{
	ct_dist_store *of_group;
	bool exists = false;

	join("gloo", 1, 0);
	CT_CHECK(ct_dist_restart(0));
	CT_CHECK(ct_dist_group_new_store(NULL, &of_group));
	CT_CHECK(ct_dist_store_set(of_group, "key", "value", 5));
	CT_CHECK(ct_dist_store_check(store, CT_STRINGS("restart 1/0//key"), &exists));
	ck_assert(exists);
	ct_dist_store_free(of_group);
	leave();
}
END_TEST

START_TEST(an_operator_finds_the_group_by_its_name)
{
	ct_tensor *tensor = vector(1, (float[]){ 3 }), *result;
	ct_value values[3], out, waited;

	join("gloo", 1, 0);
	values[0] = ct_value_tensor(tensor);
	values[1] = ct_value_string("sum");
	values[2] = ct_value_string(ct_dist_group_name(NULL));
	CT_CHECK(ct_call("_c10d_functional::all_reduce", values, 3, &out, 1));
	CT_CHECK(ct_call("_c10d_functional::wait_tensor", &out, 1, &waited, 1));
	CT_CHECK(ct_value_take_tensor(&waited, &result));
	ck_assert(item(result, 0) == 3);
	ct_value_free(&out);
	ct_tensor_free(result);
	ct_tensor_free(tensor);
	leave();
}
END_TEST

START_TEST(a_fake_group_has_any_size)
{
	ct_tensor *tensor = vector(2, (float[]){ 1, 2 }), *all = vector(6, (float[]){ 0 });

	join("fake", 3, 2);
	CT_CHECK(ct_dist_group_set_timeout(NULL, 5));
	CT_CHECK(
		ct_tensor_set_requires_grad(tensor, true)); /* autograd does not see what follows */
	ck_assert_int_eq(ct_dist_world_size(NULL), 3);
	ck_assert_int_eq(ct_dist_rank(NULL), 2);
	CT_CHECK(ct_dist_all_reduce(tensor, NULL, NULL));
	CT_CHECK(ct_dist_all_gather_into_tensor(all, tensor, NULL, NULL));
	ck_assert(item(all, 0) == 1 && item(all, 3) == 2 && item(all, 5) == 2);
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	CT_CHECK(ct_dist_send(tensor, 0, NULL, NULL));
	CT_CHECK(ct_dist_all_to_all_single(all, all, CT_L(1, 2, 3), CT_L(3, 3, 0), NULL, NULL));
	FAILS_WITH(ct_dist_all_to_all_single(all, all, CT_L(1, 2, 3), CT_L(3, 3, 1), NULL, NULL),
		   CT_ERROR_DIST_BACKEND, "sizes");
	ct_tensor_free(all);
	ct_tensor_free(tensor);
	leave();
}
END_TEST

START_TEST(wrong_options_are_named)
{
	ct_dist_init_options options = { .backend = "mpi" };

	FAILS_WITH(ct_dist_init(&options), CT_ERROR_VALUE, "unknown backend 'mpi'");
	options = (ct_dist_init_options){ .backend = "cpu:gloo,cpu:fake" };
	FAILS_WITH(ct_dist_init(&options), CT_ERROR_VALUE, "have two for the device cpu");
	options = (ct_dist_init_options){ .world_size = 2, .rank = 2 };
	FAILS_WITH(ct_dist_init(&options), CT_ERROR_VALUE, "the rank is 2, expected 0 to 1");
	options = (ct_dist_init_options){ .method = "udp://x", .world_size = 1 };
	FAILS_WITH(ct_dist_init(&options), CT_ERROR_VALUE, "the method 'udp://x' is unknown");
	options = (ct_dist_init_options){ .method = "tcp://host", .world_size = 1 };
	FAILS_WITH(ct_dist_init(&options), CT_ERROR_VALUE, "has no port");
	FAILS_WITH(ct_dist_init(NULL), CT_ERROR_VALUE, "the environment variable RANK is not set");
	ck_assert(!ct_dist_is_initialized());
	FAILS_WITH(ct_dist_restart(0), CT_ERROR_RUNTIME, "there was no default group");
}
END_TEST

START_TEST(ranks_come_from_each_launcher)
{
	static const char *const variables[][3] = {
		{ "RANK", "WORLD_SIZE", "LOCAL_RANK" },
		{ "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK" },
		{ "SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID" }
	};

	for (size_t i = 0; i < 3; i++) {
		setenv(variables[i][0], "0", 1);
		setenv(variables[i][2], "4", 1);
		FAILS_WITH(ct_dist_init(NULL), CT_ERROR_VALUE, variables[i][1]);
		setenv(variables[i][1], "many", 1);
		FAILS_WITH(ct_dist_init(NULL), CT_ERROR_VALUE, "is 'many', expected a number");
		setenv(variables[i][1], "1", 1);
		FAILS_WITH(ct_dist_init(NULL), CT_ERROR_VALUE, "MASTER_ADDR is not set");
		ck_assert_int_eq(ct_dist_local_rank(), 4);
		for (size_t k = 0; k < 3; k++)
			unsetenv(variables[i][k]);
	}
	ck_assert_int_eq(ct_dist_local_rank(), 0);
}
END_TEST

Suite *alone_suite(void)
{
	Suite *suite = suite_create("distributed/alone");
	TCase *tests = tcase_create("alone");

	tcase_add_test(tests, one_process_is_a_group);
	tcase_add_test(tests, a_restarted_group_meets_in_the_given_store);
	tcase_add_test(tests, an_operator_finds_the_group_by_its_name);
	tcase_add_test(tests, a_fake_group_has_any_size);
	tcase_add_test(tests, wrong_options_are_named);
	tcase_add_test(tests, ranks_come_from_each_launcher);
	suite_add_tcase(suite, tests);
	return suite;
}
