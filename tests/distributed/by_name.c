/*
 * Operators of c10d called by name, with a group and an operation as values, in a run of two or more
 * ranks: they must do what the functions of collective.h do.
 */
#include "rank.h"

static int64_t me, size;

/* Waits for the work that is the last result, and frees all of them. */
static void finish(ct_value *results, int64_t results_len)
{
	ct_value *last = &results[results_len - 1];
	ct_dist_work *work;
	char *text;

	MUST(last->kind == CT_VALUE_OBJECT);
	CT_CHECK(ct_value_to_string(last, &text));
	MUST(strstr(text, "<__torch__.torch.classes.c10d.Work object at ") == text);
	ct_free(text);
	CT_CHECK(ct_dist_work_from_value(last, NULL, &work));
	ct_values_free(results, results_len);
	CT_CHECK(ct_dist_work_wait(work, 0));
	MUST(ct_dist_work_is_done(work));
	ct_dist_work_free(work);
}

static void try_all_reduce(ct_dist_op op, const ct_dist_group *group)
{
	CT_SCOPE;
	ct_tensor *x = values_of(me, 5, CT_FLOAT32), *expected = values_of(me, 5, CT_FLOAT32);
	ct_value arguments[6], results[2];

	arguments[0] = ct_value_tensors(CT_TENSORS(x));
	CT_CHECK(ct_dist_group_to_value(group, &arguments[1]));
	CT_CHECK(ct_dist_op_to_value(op, &arguments[2]));
	arguments[3] = ct_value_none();
	arguments[4] = ct_value_bool(true);
	arguments[5] = ct_value_int(-1);
	CT_CHECK(ct_call("c10d::allreduce_", arguments, 6, results, 2));
	ct_values_free(arguments, 6);
	finish(results, 2);
	CT_CHECK(
		ct_dist_all_reduce(expected, &(ct_dist_options){ .group = group, .op = op }, NULL));
	must_equal("allreduce_ by name", x, expected);
}

/* Around the ring, with arguments that have defaults left out. */
static void try_send_recv(void)
{
	CT_SCOPE;
	const int64_t next = (me + 1) % size, before = (me + size - 1) % size;
	ct_tensor *mine = values_of(me, 5, CT_FLOAT32), *theirs = values_of(9, 5, CT_FLOAT32);
	ct_value group, sent, received;

	CT_CHECK(ct_dist_group_to_value(NULL, &group));
	CT_CHECK(ct_call("c10d::send",
			 (ct_value[]){ ct_value_tensors(CT_TENSORS(mine)), ct_value_borrow(&group),
				       ct_value_int(next), ct_value_int(3) },
			 4, &sent, 1));
	CT_CHECK(
		ct_call("c10d::recv_",
			(ct_value[]){ ct_value_tensors(CT_TENSORS(theirs)), ct_value_borrow(&group),
				      ct_value_int(before), ct_value_int(3) },
			4, &received, 1));
	finish(&received, 1);
	finish(&sent, 1);
	must_equal("recv_ by name", theirs, values_of(before, 5, CT_FLOAT32));
	ct_value_free(&group);
}

/* Each value has a reference of its own. */
static void try_ownership(void)
{
	ct_dist_group *group;
	ct_value value, copy;
	char *text;
	bool equal = false;

	CT_CHECK(ct_dist_group_new((ct_ints){ NULL, 0 }, NULL, &group));
	CT_CHECK(ct_dist_group_to_value(group, &value));
	MUST(value.kind == CT_VALUE_OBJECT && ct_value_is_owned(&value));
	MUST(strcmp(ct_value_type_name(&value), "__torch__.torch.classes.c10d.ProcessGroup") == 0);
	CT_CHECK(ct_value_copy(&value, &copy));
	CT_CHECK(ct_value_equal(&value, &copy, &equal));
	MUST(equal);
	ct_value_free(&value);
	CT_CHECK(ct_value_to_string(&copy, &text));
	MUST(strstr(text, "c10d.ProcessGroup object at "));
	ct_free(text);
	try_all_reduce(CT_DIST_MAX, group);
	ct_value_free(&copy);
	ct_dist_group_free(group);
}

/* Its own timeout ends it: rank 0 alone makes it, and the group is dead. */
static void try_timeout(void)
{
	ct_value arguments[6], results[2];
	ct_dist_work *work;

	if (me != 0)
		return;
	arguments[0] = ct_value_tensors(CT_TENSORS(values_of(me, 5, CT_FLOAT32)));
	CT_CHECK(ct_dist_group_to_value(NULL, &arguments[1]));
	CT_CHECK(ct_dist_op_to_value(CT_DIST_SUM, &arguments[2]));
	arguments[3] = ct_value_none();
	arguments[4] = ct_value_bool(true);
	arguments[5] = ct_value_int(300);
	CT_CHECK(ct_call("c10d::allreduce_", arguments, 6, results, 2));
	ct_values_free(arguments, 6);
	CT_CHECK(ct_dist_work_from_value(&results[1], NULL, &work));
	MUST_FAIL(ct_dist_work_wait(work, 0), "DistBackendError: call by name on rank 0 of ", "");
	ct_dist_work_free(work);
	ct_values_free(results, 2);
}

static void try_wrong_calls(void)
{
	ct_dist_work *work = NULL;
	ct_value value = ct_value_int(3), group;

	MUST_FAIL(ct_dist_work_from_value(&value, NULL, &work),
		  "TypeError: ", "expected a c10d.Work, got int");
	CT_CHECK(ct_dist_group_to_value(NULL, &group));
	MUST_FAIL(ct_dist_work_from_value(&group, NULL, &work), "TypeError: ",
		  "expected a c10d.Work, got __torch__.torch.classes.c10d.ProcessGroup");
	MUST(work == NULL);
	MUST_FAIL(ct_dist_op_to_value(8, &value), "ValueError: ", "op 8 is not a ct_dist_op");
	MUST_FAIL(ct_dist_group_to_value(NULL, NULL), "argument 2 (result) must not be NULL");
	ct_value_free(&group);
}

int main(void)
{
	ct_value value;

	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .timeout = 30 }));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	MUST(size >= 2);
	try_all_reduce(CT_DIST_SUM, NULL);
	try_all_reduce(CT_DIST_PRODUCT, NULL);
	try_send_recv();
	try_ownership();
	try_wrong_calls();
	try_timeout();
	CT_CHECK(ct_dist_destroy());
	MUST_FAIL(ct_dist_group_to_value(NULL, &value), "there is no default group");
	return 0;
}
