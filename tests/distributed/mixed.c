/*
 * A rank of mixed.sh in C: what mixed.py does, and the same lines.
 */
#include "rank.h"

static int64_t number(int64_t rank, int64_t i)
{
	return rank * rank + 7 * i % 5 + rank * i + 1;
}

static ct_tensor *values(int64_t rank, int64_t n, ct_dtype dtype)
{
	return tensor_of(number, rank, n, dtype);
}

static void show(const char *name, const ct_tensor *tensor)
{
	ct_tensor *doubles;
	double value;

	CT_CHECK(ct_to_dtype(tensor, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &doubles));
	CT_CHECK(ct_reshape(doubles, (int64_t[]){ -1 }, 1, &doubles));
	printf("%s", name);
	for (int64_t i = 0; i < ct_tensor_numel(doubles); i++) {
		ct_tensor *item;

		CT_CHECK(ct_select_int(doubles, 0, i, &item));
		CT_CHECK(ct_tensor_item_double(item, &value));
		printf(" %.9g", value);
	}
	puts("");
}

static ct_tensor *zeros(int64_t n)
{
	ct_tensor *result = values(0, n, CT_FLOAT32);

	CT_CHECK(ct_zero_(result, NULL));
	return result;
}

static void try_collectives(int64_t me, int64_t size)
{
	ct_tensor *x = values(me, 5, CT_FLOAT32), *out, *parts[8], *all;

	CT_CHECK(ct_dist_all_reduce(x, NULL, NULL));
	show("all_reduce", x);
	x = values(me, 5, CT_BFLOAT16);
	CT_CHECK(ct_dist_all_reduce(x, &(ct_dist_options){ .op = CT_DIST_MAX }, NULL));
	show("bfloat16", x);
	CT_CHECK(ct_complex(values(me, 3, CT_FLOAT32), values(me + 1, 3, CT_FLOAT32), &x));
	CT_CHECK(ct_dist_all_reduce(x, NULL, NULL));
	CT_CHECK(ct_view_as_real(x, &x));
	show("complex", x);
	x = values(me, 4, CT_FLOAT32);
	CT_CHECK(ct_dist_broadcast(x, 1, NULL, NULL));
	show("broadcast", x);
	out = zeros(3 * size);
	CT_CHECK(ct_dist_all_gather_into_tensor(out, values(me, 3, CT_FLOAT32), NULL, NULL));
	show("all_gather", out);
	out = zeros(2);
	CT_CHECK(ct_dist_reduce_scatter_tensor(out, values(me, 2 * size, CT_FLOAT32),
					       &(ct_dist_options){ .op = CT_DIST_AVG }, NULL));
	for (int64_t i = 0; i < size; i++)
		parts[i] = zeros(2);
	CT_CHECK(ct_dist_all_gather(CT_TENSORS_OF(parts, size), out, NULL, NULL));
	CT_CHECK(ct_cat(parts, size, 0, &all));
	show("reduce_scatter", all);
	out = zeros(size);
	CT_CHECK(ct_dist_all_to_all_single(out, values(me, size, CT_FLOAT32), (ct_ints){ NULL, 0 },
					   (ct_ints){ NULL, 0 }, NULL, NULL));
	CT_CHECK(ct_dist_all_reduce(out, NULL, NULL));
	show("all_to_all", out);
}

/* Each rank sends to each other one what only the two know; the sum of all is shown. */
static void try_batch(int64_t me, int64_t size)
{
	ct_dist_p2p_op ops[16];
	ct_tensor *received[8], *all;
	int64_t count = 0, others = 0;

	for (int64_t other = 0; other < size; other++) {
		if (other == me)
			continue;
		received[others] = zeros(3);
		ops[count++] = (ct_dist_p2p_op){ CT_DIST_P2P_ISEND,
						 values(3 * me + other, 3, CT_FLOAT32), other,
						 .tag = 2 };
		ops[count++] = (ct_dist_p2p_op){ CT_DIST_P2P_IRECV, received[others++], other,
						 .tag = 2 };
	}
	CT_CHECK(ct_dist_batch_isend_irecv(ops, count, NULL, NULL));
	CT_CHECK(ct_cat(received, others, 0, &all));
	CT_CHECK(ct_dist_all_reduce(all, NULL, NULL));
	show("batch", all);
}

static void show_value(const char *name, const ct_value *value)
{
	char *text;

	CT_CHECK(ct_value_to_string(value, &text));
	printf("%s %s\n", name, text);
	ct_free(text);
}

/* Each rank sends its number in a text of its own length. */
static void try_objects(int64_t me, int64_t size)
{
	char text[32];
	ct_value mine, all, list = ct_value_list_new();

	snprintf(text, sizeof text, "%.*s%d", (int)me, "xxxxxxxx", (int)me);
	mine = ct_value_string(text);
	CT_CHECK(ct_dist_all_gather_object(&mine, NULL, &all));
	show_value("objects", &all);
	for (int64_t i = 0; i < size; i++)
		CT_CHECK(ct_value_list_append(&list, ct_value_float(0.5 * (double)(i + me))));
	CT_CHECK(ct_dist_broadcast_object_list(&list, 1, NULL));
	show_value("object_list", &list);
	CT_CHECK(ct_dist_scatter_object_list(&all, 2, NULL, &mine));
	ct_value_free(&all);
	CT_CHECK(ct_dist_gather_object(&mine, 0, NULL, &all));
	ct_value_free(&mine);
	ct_value_free(&list);
	list = ct_value_list_new();
	CT_CHECK(ct_value_list_move(&list, &all));
	CT_CHECK(ct_dist_broadcast_object_list(&list, 0, NULL));
	show_value("scattered", &list);
	ct_value_free(&list);
}

int main(void)
{
	const ct_dist_group_options for_both = { .backend = "cuda:gloo,cpu:gloo" };
	ct_dist_group *group, *both;
	ct_tensor *x;
	int64_t me;

	CT_CHECK(ct_dist_init(NULL));
	me = ct_dist_rank(NULL);
	MUST(ct_dist_world_size(NULL) <= 8);
	try_collectives(me, ct_dist_world_size(NULL));
	CT_CHECK(ct_dist_group_new(CT_L(1, 2), NULL, &group));
	if (ct_dist_group_has_this_process(group)) {
		x = values(me, 2, CT_FLOAT32);
		CT_CHECK(ct_dist_all_reduce(x, &(ct_dist_options){ .group = group }, NULL));
		show("group", x);
	}
	/* One backend, as in Python. */
	CT_CHECK(ct_dist_group_new((ct_ints){ NULL, 0 }, &for_both, &both));
	x = values(me, 2, CT_FLOAT32);
	CT_CHECK(ct_dist_all_reduce(x, &(ct_dist_options){ .group = both }, NULL));
	show("both", x);
	try_objects(me, ct_dist_world_size(NULL));
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	try_batch(me, ct_dist_world_size(NULL));
	/* Last: see mixed.py. */
	x = values(7, 4, CT_FLOAT32);
	if (me == 0)
		CT_CHECK(ct_dist_send(x, 1, &(ct_dist_options){ .tag = 5 }, NULL));
	if (me == 1) {
		x = zeros(4);
		CT_CHECK(ct_dist_recv(x, 0, &(ct_dist_options){ .tag = 5 }, NULL));
	}
	show("send", x);
	ct_dist_group_free(both);
	ct_dist_group_free(group);
	CT_CHECK(ct_dist_destroy());
	return 0;
}
