/*
 * What nccl.py does with the backend nccl, on the fake CUDA: nccl.sh compares the calls of NCCL, which
 * the fake logs. Values are compared where only NCCL and copies have made them: kernels write nothing.
 * With an argument, one of the cases that must fail.
 */
#include <pthread.h>
#include <unistd.h>

#include "rank.h"

enum { STEPS = 3 };

static int64_t me, size;
static ct_device device;

static ct_tensor *on_device(ct_tensor *tensor)
{
	ct_tensor *result;

	CT_CHECK(ct_to_device(tensor, device, ct_tensor_dtype(tensor), false, false,
			      CT_MEMORY_FORMAT_NONE, &result));
	return result;
}

static ct_tensor *numbers(float number, int64_t n)
{
	return on_device(CT_E(full, CT_L(n), (double)number));
}

static void must_be(const ct_tensor *tensor, double number)
{
	double first;

	CT_CHECK(ct_tensor_item_double(CT_E(select, tensor, 0, 0), &first));
	MUST(first == number);
}

static void init(const ct_dist_init_options *options)
{
	CT_CHECK(ct_dist_init(options));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	device = (ct_device){ CT_DEVICE_TYPE_CUDA, (int32_t)ct_dist_local_rank() };
	CT_CHECK(ct_device_set_current(device));
}

/* --- Calls ------------------------------------------------------------------------------------ */

static double sum_of_ranks(void)
{
	return (double)(size * (size - 1) / 2);
}

static void try_work(void)
{
	ct_tensor *tensor = numbers((float)me, 7);
	ct_dist_work *work;

	CT_CHECK(ct_dist_all_reduce(tensor, NULL, &work));
	CT_CHECK(ct_dist_work_wait(work, 30));
	MUST(ct_dist_work_is_done(work));
	ct_dist_work_free(work);
	must_be(tensor, sum_of_ranks());
}

/* The communicator of a new group is a part of the default group's. */
static void try_groups(void)
{
	ct_dist_group *all, *first;
	ct_tensor *tensor = numbers((float)me, 3);

	CT_CHECK(ct_dist_group_new((ct_ints){ NULL, 0 }, NULL, &all));
	CT_CHECK(ct_dist_all_reduce(tensor, &(ct_dist_options){ .group = all }, NULL));
	must_be(tensor, sum_of_ranks());
	CT_CHECK(ct_dist_group_new(
		CT_L(0), &(ct_dist_group_options){ .is_high_priority_stream = true }, &first));
	MUST(ct_dist_group_has_this_process(first) == (me == 0));
	if (me == 0)
		CT_CHECK(ct_dist_broadcast(tensor, 0, &(ct_dist_options){ .group = first }, NULL));
	ct_dist_group_free(first);
	ct_dist_group_free(all);
}

static void try_objects(void)
{
	ct_value mine = ct_value_int(7 + me), list, item;

	CT_CHECK(ct_dist_all_gather_object(&mine, NULL, &list));
	for (int64_t rank = 0; rank < size; rank++) {
		CT_CHECK(ct_value_item(&list, rank, &item));
		MUST(item.i == 7 + rank);
	}
	ct_value_free(&list);
}

static void try_ddp(void)
{
	CT_SCOPE;
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 8, 16), CT_NN(ReLU), CT_NN(Linear, 16, 4)),
		  *ddp;
	ct_optimizer *optimizer;

	CT_CHECK(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	CT_CHECK(ct_ddp_new(net, NULL, &ddp));
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(ddp), .lr = 0.1);
	for (int i = 0; i < STEPS; i++)
		CT_CHECK(ct_optimizer_minimize(
			optimizer, CT_E(sum, CT_M(ddp, CT_E(ones, CT_L(2, 8), .device = device)))));
}

static void try_all(void)
{
	CT_SCOPE;
	init(&(ct_dist_init_options){ .backend = "nccl", .timeout = 60 });
	MUST(strcmp(ct_dist_group_backend(NULL), "nccl") == 0);
	try_work();
	try_groups();
	try_ddp();
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	CT_CHECK(ct_dist_destroy());
}

/* The state of a divided optimizer, of which each rank has a part, on the last rank. */
static void try_consolidated(void)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 8, 16);
	ct_value state_dict, state;
	ct_optimizer *optimizer;
	ct_zero_optimizer *zero;

	CT_CHECK(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.1, .momentum = 0.9);
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_zero_optimizer_new(optimizer, NULL, &zero));
	CT_CHECK(ct_optimizer_minimize(
		optimizer, CT_E(sum, CT_M(net, CT_E(ones, CT_L(2, 8), .device = device)))));
	CT_CHECK(ct_zero_optimizer_consolidate(zero, size - 1, &state_dict));
	if (me == size - 1) {
		CT_CHECK(ct_value_dict_get(&state_dict, ct_value_string("state"), &state));
		MUST(ct_value_count(&state) == 2);
	}
	ct_value_free(&state_dict);
	ct_zero_optimizer_free(zero);
}

static ct_module *new_net(double value)
{
	ct_module *net = CT_NN(Linear, 8, 16);
	ct_tensor *weight;

	CT_CHECK(CT_DONE());
	CT_CHECK(ct_module_get_parameter(net, "weight", &weight));
	CT_E(fill_, CT_E(detach, weight), value);
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	return net;
}

/* A run in parts, from and to the GPU: each rank has written one of the two parameters. */
static void try_checkpoint(void)
{
	CT_SCOPE;
	ct_train_state saved = { .model = new_net(3), .epoch = 4 },
		       loaded = { .model = new_net(5) };
	char path[300];
	ct_tensor *weight;

	snprintf(path, sizeof path, "%s/run", getenv("TMPDIR"));
	CT_CHECK(ct_dist_train_save_sharded(&saved, path, NULL));
	CT_CHECK(ct_dist_train_load(&loaded, path, NULL));
	MUST(loaded.epoch == 4);
	CT_CHECK(ct_module_get_parameter(loaded.model, "weight", &weight));
	MUST(ct_tensor_device(weight).type == CT_DEVICE_TYPE_CUDA);
	must_be(CT_E(flatten, CT_E(detach, weight)), 3);
}

/* Not in Python, which compares sizes by kernels. */
static void try_values(void)
{
	init(&(ct_dist_init_options){ .backend = "nccl", .timeout = 60 });
	try_objects();
	try_consolidated();
	try_checkpoint();
	printf("exchanged %lld values\n", (long long)size);
	CT_CHECK(ct_dist_destroy());
}

/* Tensors of each type of device, each by its own backend; values go by gloo. */
static void try_both(void)
{
	CT_SCOPE;
	ct_tensor *here, *there;

	init(&(ct_dist_init_options){
		.backend = "cpu:gloo,cuda:nccl",
		.timeout = 60,
		.device = { CT_DEVICE_TYPE_CUDA, (int32_t)ct_dist_local_rank() } });
	here = CT_E(full, CT_L(2), (double)me);
	there = numbers((float)me, 2);
	CT_CHECK(ct_dist_all_reduce(here, NULL, NULL));
	CT_CHECK(ct_dist_all_reduce(there, NULL, NULL));
	must_be(here, sum_of_ranks());
	must_be(there, sum_of_ranks());
	try_groups();
	try_objects();
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	CT_CHECK(ct_dist_destroy());
}

/* --- What fails ------------------------------------------------------------------------------- */

static void *abort_soon(void *unused)
{
	sleep(1); /* until the call waits */
	CT_CHECK(ct_dist_group_abort(NULL));
	return unused;
}

/* Rank 1 never makes the call, and another thread ends it. Python's new class holds a lock during a
 * call of NCCL, and those of the fake wait: there the group is aborted before the call. */
static void try_aborted_call(void)
{
	const char *new_class = getenv("TORCH_DIST_USE_NCCL2");
	pthread_t thread;

	if (new_class && strcmp(new_class, "0") == 0) {
		MUST(pthread_create(&thread, NULL, abort_soon, NULL) == 0);
		MUST_FAIL(ct_dist_all_reduce(numbers(1, 2), NULL, NULL),
			  "DistBackendError: all_reduce on rank 0 of 2 (group 0): NCCL error: ",
			  "aborted");
		pthread_join(thread, NULL);
	} else {
		CT_CHECK(ct_dist_group_abort(NULL));
		MUST_FAIL(ct_dist_all_reduce(numbers(1, 2), NULL, NULL),
			  "DistBackendError: all_reduce on rank 0 of 2 (group 0): ", "aborted");
	}
}

/* Then the group is made again. */
static void try_abort(void)
{
	CT_SCOPE;
	init(&(ct_dist_init_options){ .backend = "nccl", .timeout = 60 });
	try_work(); /* which makes the communicator */
	if (me == 0)
		try_aborted_call();
	CT_CHECK(ct_dist_restart(60));
	try_work();
	CT_CHECK(ct_dist_destroy());
}

static void try_wrong_calls(void)
{
	CT_SCOPE;
	const ct_dist_init_options no_device = { .backend = "nccl",
						 .device = { CT_DEVICE_TYPE_CUDA, 5 } };
	const ct_dist_init_options no_gpu = { .backend = "nccl", .device = CT_DEVICE_CPU };

	MUST_FAIL(ct_dist_init(&(ct_dist_init_options){ .backend = "cpu:nccl" }),
		  "ValueError: ", "the backend nccl is for cuda, not for cpu");
	MUST_FAIL(ct_dist_init(&no_gpu), "ValueError: ", "must be a CUDA device with an index");
	MUST_FAIL(ct_dist_init(&no_device), "ValueError: ", "there is no cuda:5; there are ");
	init(&(ct_dist_init_options){ .backend = "nccl", .timeout = 60 });
	MUST_FAIL(ct_dist_all_reduce(CT_E(ones, CT_L(2)), NULL, NULL),
		  "ValueError: all_reduce on rank ",
		  "a tensor is on cpu, for which the group (nccl) has no backend");
	MUST_FAIL(ct_dist_all_reduce(numbers(1, 2), &(ct_dist_options){ .op = CT_DIST_BXOR }, NULL),
		  "all_reduce on rank ", "BXOR");
	MUST_FAIL(ct_dist_monitored_barrier(true, NULL), "monitored_barrier on rank ");
	CT_CHECK(ct_dist_destroy());
}

/* Without a device, or without CUDA or libctorch_nccl: argv[2] must be in the text. */
static void try_absent(const char *text)
{
	MUST_FAIL(ct_dist_init(&(ct_dist_init_options){ .backend = "nccl" }), text);
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "all";

	if (strcmp(name, "all") == 0)
		try_all();
	else if (strcmp(name, "both") == 0)
		try_both();
	else if (strcmp(name, "values") == 0)
		try_values();
	else if (strcmp(name, "abort") == 0)
		try_abort();
	else if (strcmp(name, "wrong") == 0)
		try_wrong_calls();
	else
		try_absent(argv[2]);
	return 0;
}
