/*
 * Groups of some ranks, groups by color, a group that is made again, in a run of three or more ranks.
 */
#include <unistd.h>

#include "rank.h"

static int64_t me, size;

static ct_tensor *one(float value)
{
	ct_tensor *tensor;

	CT_CHECK(ct_tensor_from_data(&value, CT_FLOAT32, CT_L(1), &tensor));
	return tensor;
}

/* The sum over a group of each rank's own number in the default group. */
static double sum_over(const ct_dist_group *group)
{
	ct_tensor *tensor = one((float)me);
	double sum;

	CT_CHECK(ct_dist_all_reduce(tensor, &(ct_dist_options){ .group = group }, NULL));
	CT_CHECK(ct_tensor_item_double(tensor, &sum));
	return sum;
}

/* Two operations, of which the second is given. */
static ct_error batch(ct_dist_p2p_kind kind, ct_tensor *tensor, int64_t peer, int64_t tag)
{
	const int64_t other = (me + 1) % size;
	const ct_dist_p2p_op ops[] = { { CT_DIST_P2P_ISEND, one(5), .peer = other },
				       { kind, tensor, peer, tag } };

	return ct_dist_batch_isend_irecv(ops, 2, NULL, NULL);
}

static void try_group(void)
{
	ct_dist_group *group;
	int64_t *ranks, ranks_len;

	CT_CHECK(ct_dist_group_new(CT_L(2, 1), NULL, &group));
	CT_CHECK(ct_dist_group_ranks(group, &ranks, &ranks_len));
	MUST(ranks_len == 2 && ranks[0] == 1 && ranks[1] == 2);
	MUST(strcmp(ct_dist_group_name(group), "2") == 0);
	MUST(ct_dist_world_size(group) == 2);
	MUST(ct_dist_group_has_this_process(group) == (me == 1 || me == 2));
	if (ct_dist_group_has_this_process(group)) {
		ct_tensor *tensor = one((float)me);
		double value;

		MUST(ct_dist_rank(group) == me - 1);
		MUST(sum_over(group) == 3);
		CT_CHECK(ct_dist_broadcast(tensor, 2, &(ct_dist_options){ .group = group }, NULL));
		CT_CHECK(ct_tensor_item_double(tensor, &value));
		MUST(value == 2);
		MUST_FAIL(ct_dist_broadcast(tensor, 0, &(ct_dist_options){ .group = group }, NULL),
			  "ValueError: ", "the other rank is 0, which is not a rank of group 2");
	} else {
		MUST(ct_dist_rank(group) == -1);
		MUST_FAIL(ct_dist_barrier(&(ct_dist_options){ .group = group }, NULL),
			  "ValueError: this process is not in group 2");
	}
	ct_dist_group_free(group);
}

static void try_split(void)
{
	ct_dist_group *group;
	double expected = 0;

	CT_CHECK(ct_dist_group_new_split(me % 2, NULL, &group));
	for (int64_t rank = me % 2; rank < size; rank += 2)
		expected += (double)rank;
	MUST(sum_over(group) == expected);
	ct_dist_group_free(group);
	CT_CHECK(ct_dist_group_new_split(me == 0 ? -1 : 7, NULL, &group));
	MUST(ct_dist_group_has_this_process(group) == (me != 0));
	if (me)
		MUST(sum_over(group) == (double)(size * (size - 1) / 2));
	ct_dist_group_free(group);
}

/* Each handle has a connection of its own. */
static void try_stores(void)
{
	ct_dist_store *mine, *other;
	char *bytes;

	CT_CHECK(ct_dist_group_new_store(NULL, &mine));
	CT_CHECK(ct_dist_group_new_store(NULL, &other));
	MUST(ct_dist_store_timeout(mine) == 20);
	CT_CHECK(ct_dist_store_set_timeout(mine, 0.1));
	MUST_FAIL(ct_dist_store_get(mine, "never", &bytes, NULL), "DistStoreError: ");
	MUST(ct_dist_store_timeout(other) == 20);
	CT_CHECK(ct_dist_store_set(other, "key", "value", 5));
	CT_CHECK(ct_dist_store_get(mine, "key", &bytes, NULL));
	MUST(strcmp(bytes, "value") == 0);
	ct_free(bytes);
	ct_dist_store_free(other);
	ct_dist_store_free(mine);
}

/* What must be made anew after a restart. */
static void try_parts(void)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 2, 1), *ddp;
	ct_dist_group *group;

	CT_CHECK(ct_dist_group_new((ct_ints){ NULL, 0 }, NULL, &group));
	MUST(strcmp(ct_dist_group_name(group), "1") == 0);
	MUST(sum_over(group) == (double)(size * (size - 1) / 2));
	CT_CHECK(CT_DONE());
	CT_CHECK(ct_ddp_new(net, &(ct_ddp_options){ .group = group }, &ddp));
	CT_CHECK(ct_tensor_backward(CT_E(sum, CT_M(ddp, CT_E(ones, CT_L(3, 2))))));
	ct_dist_group_free(group);
}

/* Rank 0 comes too late: the call of the others fails, and so do all later ones. Then the group is
 * made again. */
static void try_restart(void)
{
	CT_CHECK(ct_dist_group_set_timeout(NULL, 0.5));
	MUST(ct_dist_group_timeout(NULL) == 0.5);
	if (me != 0) {
		MUST_FAIL(ct_dist_all_reduce(one(1), NULL, NULL),
			  "DistBackendError: all_reduce on rank ", "(group 0): ");
		MUST_FAIL(ct_dist_all_reduce(one(1), NULL, NULL),
			  "DistBackendError: all_reduce on rank ");
		MUST_FAIL(batch(CT_DIST_P2P_IRECV, one(0), 0, 0),
			  "DistBackendError: batch_isend_irecv ");
	} else {
		sleep(2);
	}
	CT_CHECK(ct_dist_restart(20));
	try_parts();
	MUST(ct_dist_group_timeout(NULL) == 20);
	MUST(sum_over(NULL) == (double)(size * (size - 1) / 2));
}

static void try_wrong_calls(void)
{
	ct_tensor *tensor = one(1);

	MUST_FAIL(ct_dist_init(NULL), "RuntimeError: there is a default group already");
	MUST_FAIL(ct_dist_all_reduce(NULL, NULL, NULL),
		  "ArgumentError: ct_dist_all_reduce: ", "argument 1 (tensor) must not be NULL");
	MUST_FAIL(ct_dist_all_reduce(tensor, &(ct_dist_options){ .op = 9 }, NULL),
		  "ValueError: ", "op 9 is not a ct_dist_op");
	MUST_FAIL(ct_dist_all_reduce(tensor, &(ct_dist_options){ .timeout = -1 }, NULL),
		  "ArgumentError: ct_dist_all_reduce: options: timeout: -1 is not a number");
	MUST_FAIL(ct_dist_broadcast(tensor, size, NULL, NULL),
		  "ValueError: ", "which is not a rank of group 0");
	MUST_FAIL(ct_dist_all_gather((ct_tensors){ NULL, 0 }, tensor, NULL, NULL),
		  "ValueError: ", "outputs has 0 tensors, expected one for each of");
	MUST_FAIL(ct_dist_send(tensor, me, NULL, NULL),
		  "ValueError: ", "a rank cannot send to itself");
	MUST_FAIL(ct_dist_all_gather_coalesced(CT_TENSORS(tensor), CT_TENSORS(tensor), NULL, NULL),
		  "ValueError: ", "outputs has 1 tensors, expected ", "of each of ");
	MUST_FAIL(ct_dist_group_new(CT_L(0, 0), NULL, NULL), "ArgumentError");
}

/* Tensors that libtorch would refuse after these functions, or take for others. */
static void try_wrong_tensors(void)
{
	CT_SCOPE;
	ct_tensor *gaps = CT_E(select, CT_E(ones, CT_L(3, 2)), 1, 0), *long_ones[8], *nowhere;
	const ct_device meta = { CT_DEVICE_TYPE_META, -1 };

	MUST(size <= 8);
	CT_CHECK(CT_DONE());
	MUST_FAIL(ct_dist_all_reduce(gaps, NULL, NULL), "ValueError: all_reduce on rank ",
		  "a tensor is not contiguous");
	MUST_FAIL(ct_dist_broadcast(gaps, 0, NULL, NULL), "ValueError: ", "is not contiguous");
	MUST_FAIL(ct_dist_reduce(gaps, 0, NULL, NULL), "ValueError: ", "is not contiguous");
	MUST_FAIL(ct_dist_send(gaps, (me + 1) % size, NULL, NULL),
		  "ValueError: ", "is not contiguous");
	CT_CHECK(ct_to_device(gaps, meta, CT_FLOAT32, false, false, CT_MEMORY_FORMAT_NONE,
			      &nowhere));
	MUST_FAIL(ct_dist_all_reduce(nowhere, NULL, NULL), "ValueError: all_reduce on rank ",
		  "a tensor is on meta, for which the group (gloo) has no backend");
	for (int64_t i = 0; i < size; i++)
		long_ones[i] = CT_E(ones, CT_L(4));
	CT_CHECK(CT_DONE());
	MUST_FAIL(ct_dist_all_gather((ct_tensors){ long_ones, size }, one(1), NULL, NULL),
		  "ValueError: all_gather on rank ", "invalid tensor size");
}

/* Nothing is sent if one of a batch is wrong, or an option: the last tensor that comes is not 5. */
static void try_batches(void)
{
	const ct_dist_options wrong = { .timeout = -1 };
	const int64_t next = (me + 1) % size, before = (me + size - 1) % size;
	ct_tensor *tensor = one(0);
	ct_dist_work *work;
	int64_t source;
	double value;

	MUST_FAIL(ct_dist_batch_isend_irecv(NULL, 0, NULL, NULL),
		  "ValueError: ", "the list of operations is empty");
	MUST_FAIL(batch(7, tensor, next, 0), "ValueError: ", "ops[1]: kind 7 is not");
	MUST_FAIL(batch(CT_DIST_P2P_IRECV, NULL, next, 0),
		  "ArgumentError: ", "element 1: the tensor must not be NULL");
	MUST_FAIL(batch(CT_DIST_P2P_IRECV, tensor, size, 0),
		  "ValueError: ", "which is not a rank of group 0");
	MUST_FAIL(batch(CT_DIST_P2P_IRECV, tensor, me, 0),
		  "ValueError: ", "a rank cannot send to itself");
	MUST_FAIL(batch(CT_DIST_P2P_IRECV, tensor, next, -1), "ValueError: ", "the tag is -1");
	MUST_FAIL(ct_dist_send(one(5), next, &wrong, NULL), "ArgumentError: ", "options: timeout");
	MUST_FAIL(ct_dist_recv(tensor, before, &wrong, NULL), "ArgumentError: ", "options: timeout");
	MUST_FAIL(ct_dist_batch_isend_irecv(
			  (ct_dist_p2p_op[]){ { CT_DIST_P2P_ISEND, one(5), .peer = next } }, 1,
			  &wrong, NULL),
		  "ArgumentError: ", "options: timeout");
	CT_CHECK(ct_dist_batch_isend_irecv(
		(ct_dist_p2p_op[]){ { CT_DIST_P2P_ISEND, one((float)me), .peer = next },
				    { CT_DIST_P2P_IRECV, tensor, .peer = before } },
		2, NULL, &work));
	MUST_FAIL(ct_dist_work_source(work, &source), "RuntimeError: ", "a batch");
	CT_CHECK(ct_dist_work_wait(work, 0));
	ct_dist_work_free(work);
	CT_CHECK(ct_tensor_item_double(tensor, &value));
	MUST(value == (double)before);
}

int main(void)
{
	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .timeout = 20 }));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	MUST(size >= 3);
	MUST(ct_dist_local_rank() == me);
	MUST(strcmp(ct_dist_group_name(NULL), "0") == 0);
	MUST(strcmp(ct_dist_group_backend(NULL), "gloo") == 0);
	try_wrong_calls();
	try_wrong_tensors();
	try_batches();
	try_stores();
	try_parts();
	try_group();
	try_split();
	try_restart();
	CT_CHECK(ct_dist_destroy());
	MUST(!ct_dist_is_initialized() && ct_dist_rank(NULL) == -1);
	MUST_FAIL(ct_dist_barrier(NULL, NULL),
		  "there is no default group: call ct_dist_init() first");
	return 0;
}
