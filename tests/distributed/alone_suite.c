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

/* A run whose state has numbers as keys, and empty dicts. */
static ct_train_state new_run(ct_value *values)
{
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 2, 3));
	ct_optimizer *optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 1);
	ct_train_state run = { .model = net, .optimizer = optimizer, .values = values };

	run.scheduler = CT_LR_SCHEDULER(MultiStepLR, optimizer, CT_L(2, 4));
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_curves_new(&run.curves));
	return run;
}

static ct_value values_of_run(void)
{
	ct_value values = ct_value_dict_new(), empty = ct_value_dict_new();

	CT_CHECK(ct_value_dict_move(&values, ct_value_int(3), &empty));
	CT_CHECK(ct_value_dict_set(&values, ct_value_string("ones"),
				   ct_value_tensor(CT_E(ones, CT_L(2)))));
	return values;
}

static void assert_loaded(const ct_train_state *run, const ct_train_state *saved)
{
	ct_tensor *loaded = CT_F(ct_module_get_parameter, run->model, "0.weight");
	ct_tensor *old = CT_F(ct_module_get_parameter, saved->model, "0.weight");
	bool equal = false;
	char *text;

	ck_assert_int_eq(run->epoch, 5);
	CT_CHECK(ct_equal(loaded, old, &equal));
	ck_assert(equal);
	ck_assert(ct_optimizer_lr(run->optimizer, 0) == ct_optimizer_lr(saved->optimizer, 0));
	CT_CHECK(ct_value_to_string(run->values, &text));
	ck_assert_str_eq(text, "{3: {}, 'ones': tensor([1., 1.])}");
}

START_TEST(a_sharded_run_is_loaded_with_and_without_a_group)
{
	CT_SCOPE;
	ct_value values = values_of_run(), loaded = ct_value_none();
	ct_train_state saved = new_run(&values), run = new_run(&loaded);
	char folder[] = "/tmp/ct_sharded_XXXXXX";
	char command[64];

	ck_assert_ptr_nonnull(mkdtemp(folder));
	saved.epoch = 5;
	for (int i = 0; i < 3; i++)
		CT_CHECK(ct_lr_scheduler_step(saved.scheduler));
	join("gloo", 1, 0);
	CT_CHECK(ct_dist_train_save_sharded(&saved, folder, NULL));
	CT_CHECK(ct_dist_train_load(&run, folder, NULL));
	assert_loaded(&run, &saved);
	leave();
	ct_value_free(&loaded);
	loaded = ct_value_none();
	run = new_run(&loaded);
	CT_CHECK(ct_train_load(&run, folder));
	assert_loaded(&run, &saved);
	FAILS(ct_dist_train_save_sharded(&saved, folder, NULL),
	      "ValueError: this process is not in the group");
	FAILS(ct_dist_train_save_sharded(NULL, folder, NULL),
	      "ArgumentError: ct_dist_train_save_sharded: argument 1 (state) must not be NULL");
	ct_value_free(&loaded);
	ct_value_free(&values);
	snprintf(command, sizeof command, "rm -r %s", folder);
	ck_assert_int_eq(system(command), 0);
}
END_TEST

static ct_error count_samples(ct_data_loader *loader, int64_t *result)
{
	*result = 0;
	CT_EACH_BATCH (batch, loader)
		*result += batch->size;
	return NULL;
}

START_TEST(a_loader_has_a_sampler_of_the_rank)
{
	CT_SCOPE;
	ct_dataset *data = CT_TENSOR_DATASET(CT_E(arange, 10));
	ct_data_loader *loader;
	ct_sampler *sampler;
	ct_tensor *order;
	int64_t seen = 0;

	FAILS(ct_ddp_sampler_new(data, NULL, NULL, &sampler),
	      "ValueError: this process is not in the group: call ct_dist_init() first");
	join("fake", 4, 3);
	/* list(DistributedSampler(range(10), 4, 3, shuffle=False)) */
	sampler = CT_DDP_SAMPLER(data, .no_shuffle = true);
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_sampler_order(sampler, 0, &order));
	ck_assert_int_eq(ct_tensor_numel(order), 3);
	ck_assert(item(order, 0) == 3 && item(order, 1) == 7 && item(order, 2) == 1);
	loader = CT_DATA_LOADER(data, .batch_size = 2, .sampler = CT_DDP_SAMPLER(data, .seed = 1));
	CT_CHECK(CT_DONE());
	CT_CHECK(count_samples(loader, &seen));
	ck_assert_int_eq(seen, 3);
	FAILS(ct_ddp_sampler_new(NULL, NULL, NULL, &sampler),
	      "ArgumentError: ct_ddp_sampler_new: argument 1 (dataset) must not be NULL");
	leave();
}
END_TEST

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

	tcase_add_test(tests, a_sharded_run_is_loaded_with_and_without_a_group);
	tcase_add_test(tests, a_loader_has_a_sampler_of_the_rank);
	tcase_add_test(tests, one_process_is_a_group);
	tcase_add_test(tests, a_restarted_group_meets_in_the_given_store);
	tcase_add_test(tests, an_operator_finds_the_group_by_its_name);
	tcase_add_test(tests, a_fake_group_has_any_size);
	tcase_add_test(tests, wrong_options_are_named);
	tcase_add_test(tests, ranks_come_from_each_launcher);
	suite_add_tcase(suite, tests);
	return suite;
}
