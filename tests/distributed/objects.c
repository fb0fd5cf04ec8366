/*
 * Collectives of values, in a run of any number of ranks.
 */
#include "rank.h"

static int64_t me, size;

/* What a rank sends: a dict, longer for a later rank. */
static ct_value value_of(int64_t rank)
{
	ct_value value = ct_value_dict_new(), list = ct_value_list_new();

	CT_CHECK(ct_value_dict_set(&value, ct_value_string("rank"), ct_value_int(rank)));
	for (int64_t i = 0; i <= 10 * rank; i++)
		CT_CHECK(ct_value_list_append(&list, ct_value_float(0.5 * (double)i)));
	CT_CHECK(ct_value_dict_move(&value, ct_value_string("list"), &list));
	CT_CHECK(ct_value_dict_set(&value, ct_value_string("dtype"), ct_value_dtype(CT_BFLOAT16)));
	return value;
}

static void must_be_of(const ct_value *value, int64_t rank)
{
	ct_value expected = value_of(rank);
	bool equal = false;

	CT_CHECK(ct_value_equal(value, &expected, &equal));
	MUST(equal);
	ct_value_free(&expected);
}

static void must_be_of_all(const ct_value *list)
{
	ct_value item;

	MUST(ct_value_count(list) == size);
	for (int64_t i = 0; i < size; i++) {
		CT_CHECK(ct_value_item(list, i, &item));
		must_be_of(&item, i);
	}
}

static void try_gathering(void)
{
	ct_value mine = value_of(me), all;

	CT_CHECK(ct_dist_all_gather_object(&mine, NULL, &all));
	must_be_of_all(&all);
	ct_value_free(&all);
	CT_CHECK(ct_dist_gather_object(&mine, size - 1, NULL, &all));
	if (me == size - 1)
		must_be_of_all(&all);
	else
		MUST(ct_value_is_none(&all));
	ct_value_free(&all);
	ct_value_free(&mine);
}

/* A list of the values of all ranks on one of them, of None on the others. */
static ct_value list_on(int64_t rank)
{
	ct_value list = ct_value_list_new(), value;

	for (int64_t i = 0; i < size; i++) {
		value = me == rank ? value_of(i) : ct_value_none();
		CT_CHECK(ct_value_list_move(&list, &value));
	}
	return list;
}

static void try_spreading(void)
{
	ct_value list = list_on(size - 1), mine;

	CT_CHECK(ct_dist_broadcast_object_list(&list, size - 1, NULL));
	must_be_of_all(&list);
	ct_value_free(&list);
	list = list_on(0);
	CT_CHECK(ct_dist_scatter_object_list(&list, 0, NULL, &mine));
	must_be_of(&mine, me);
	ct_value_free(&mine);
	ct_value_free(&list);
}

static void try_sending(void)
{
	ct_value list = list_on(0);

	if (me == 0 && size > 1)
		CT_CHECK(ct_dist_send_object_list(&list, 1, NULL));
	if (me == 1) {
		CT_CHECK(ct_dist_recv_object_list(&list, 0, NULL));
		must_be_of_all(&list);
	}
	ct_value_free(&list);
}

/* Only in the form of torch.save(). */
static void try_tensors(void)
{
	const ct_dist_options options = { .weights_only = true };
	ct_tensor *tensor = values_of(me, 5, CT_INT32);
	const ct_value value = ct_value_tensor(tensor);
	ct_value all, item;

	CT_CHECK(ct_dist_all_gather_object(&value, &options, &all));
	for (int64_t i = 0; i < size; i++) {
		CT_CHECK(ct_value_item(&all, i, &item));
		must_equal("a tensor of an object", item.object, values_of(i, 5, CT_INT32));
	}
	ct_value_free(&all);
	MUST_FAIL(ct_dist_all_gather_object(&value, NULL, &all),
		  "TypeError: ", "a tensor cannot be in a pickle");
}

int main(void)
{
	CT_CHECK(ct_dist_init(&(ct_dist_init_options){ .timeout = 20 }));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	try_gathering();
	try_spreading();
	try_sending();
	try_tensors();
	CT_CHECK(ct_dist_destroy());
	return 0;
}
