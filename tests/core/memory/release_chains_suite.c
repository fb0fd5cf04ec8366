/*
 * Functions of the user's that release what the next such function belongs to: a chain of any
 * length has room on a small stack, each runs once, and in the order of the chain.
 */
#include <stdlib.h>

#include "support.h"

enum { LENGTH = 100000 };

struct link {
	ct_tensor *tensor; /* whose end calls the function, NULL for chains of DLPack */
	ct_dlpack_managed managed;
};

static struct link *links;
static int released;

static void begin(void)
{
	links = calloc(LENGTH + 1, sizeof *links);
	ck_assert_ptr_nonnull(links);
	released = 0;
}

static void end(void)
{
	free(links);
}

/* The link that is released holds the next one. */
static void release_next(void *context)
{
	struct link *link = context;

	MUST(link == &links[released]);
	released++;
	ct_tensor_free(link[1].tensor);
}

/* --- What holds a link ----------------------------------------------------------------------- */

static void delete_next(void *data, void *context)
{
	(void)data;
	release_next(context);
}

static ct_tensor *make_blob(struct link *link)
{
	return blob(delete_next, link);
}

static ct_tensor *make_storage(struct link *link)
{
	static float value;
	ct_storage *storage;
	ct_tensor *tensor;

	OK(ct_storage_from_blob(&value, sizeof value, CT_DEVICE_NONE, delete_next, link, &storage));
	OK(ct_tensor_from_storage(storage, CT_FLOAT32, 0, CT_L(1), CT_NO_INTS, &tensor));
	ct_storage_free(storage);
	return tensor;
}

static void delete_managed(ct_dlpack *self)
{
	release_next(((ct_dlpack_managed *)self)->manager_ctx);
}

static ct_dlpack *manage(struct link *link, ct_dlpack_deleter deleter)
{
	static float value;

	link->managed.dl_tensor.data = &value;
	link->managed.dl_tensor.device = (ct_dlpack_device){ CT_DLPACK_CPU, 0 };
	link->managed.dl_tensor.dtype = (ct_dlpack_dtype){ CT_DLPACK_FLOAT, 32, 1 };
	link->managed.manager_ctx = link;
	link->managed.deleter = deleter;
	return (ct_dlpack *)&link->managed;
}

static ct_tensor *make_taken(struct link *link)
{
	ct_tensor *tensor;

	OK(ct_tensor_from_dlpack(manage(link, delete_managed), &tensor));
	return tensor;
}

static ct_tensor *leaf(void)
{
	ct_tensor *tensor = number(2);

	OK(ct_tensor_set_requires_grad(tensor, true));
	return tensor;
}

static ct_error keep_grad(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context, (void)replacement;
	return NULL;
}

static ct_tensor *make_hooked(struct link *link)
{
	ct_tensor *tensor = leaf();

	OK(ct_tensor_register_hook(tensor, keep_grad, link, release_next, NULL));
	return tensor;
}

static ct_error pack(const ct_tensor *tensor, void *context, void **packed)
{
	(void)tensor;
	*packed = context;
	return NULL;
}

static ct_error unpack(void *packed, void *context, ct_tensor **tensor)
{
	(void)packed, (void)context, (void)tensor;
	return NULL;
}

static void free_packed(void *packed, void *context)
{
	(void)context;
	release_next(packed);
}

/* exp() saves one tensor, in the graph, which libtorch frees. */
static ct_tensor *make_saved(struct link *link)
{
	ct_tensor *x = leaf(), *y;

	OK(ct_saved_tensors_push(pack, unpack, free_packed, link, NULL));
	OK(ct_exp(x, &y));
	OK(ct_saved_tensors_pop());
	ct_tensor_free(x);
	return y;
}

/* --- Chains ---------------------------------------------------------------------------------- */

static void *free_first(void *unused)
{
	(void)unused;
	ct_tensor_free(links[0].tensor);
	return NULL;
}

static ct_tensor *(*const makers[])(struct link *link) = {
	make_blob, make_storage, make_taken, make_hooked, make_saved,
};

START_TEST(a_chain_has_room_on_a_small_stack)
{
	for (int i = 0; i < LENGTH; i++)
		links[i].tensor = makers[_i](&links[i]);
	run_on_small_stack(free_first, NULL);
	ck_assert_int_eq(released, LENGTH);
}
END_TEST

static void free_managed(ct_dlpack *self)
{
	struct link *link = ((ct_dlpack_managed *)self)->manager_ctx;

	MUST(link == &links[released]);
	released++;
	if (released < LENGTH)
		ct_dlpack_free(manage(link + 1, free_managed));
}

static void *free_first_managed(void *unused)
{
	(void)unused;
	ct_dlpack_free(manage(&links[0], free_managed));
	return NULL;
}

START_TEST(a_chain_of_managed_tensors_has_room_on_a_small_stack)
{
	run_on_small_stack(free_first_managed, NULL);
	ck_assert_int_eq(released, LENGTH);
}
END_TEST

/* --- Trees ----------------------------------------------------------------------------------- */

enum { NODES = (1 << 17) - 1 };

static ct_tensor *nodes[2 * NODES + 1];

static void free_both(void *data, void *context)
{
	ct_tensor **node = context;
	ct_tensor **children = &nodes[2 * (node - nodes) + 1];

	(void)data;
	released++;
	ct_tensor_free(children[0]);
	ct_tensor_free(children[1]);
}

START_TEST(each_of_a_tree_is_released_once)
{
	for (int i = 0; i < NODES; i++)
		nodes[i] = blob(free_both, &nodes[i]);
	ct_tensor_free(nodes[0]);
	ck_assert_int_eq(released, NODES);
}
END_TEST

/* --- Few of them ----------------------------------------------------------------------------- */

static char events[32];

static void note(char event)
{
	events[strlen(events)] = event;
}

static void free_inside(void *data, void *context)
{
	struct link *link = context;

	(void)data;
	note('(');
	ct_tensor_free(link[1].tensor);
	note(')');
}

START_TEST(few_run_inside_each_other)
{
	memset(events, 0, sizeof events);
	for (int i = 0; i < 4; i++)
		links[i].tensor = blob(free_inside, &links[i]);
	ct_tensor_free(links[0].tensor);
	ck_assert_str_eq(events, "(((())))");
}
END_TEST

Suite *release_chains_suite(void)
{
	Suite *suite = suite_create("chains of releases");
	TCase *tests = tests_of("chains of releases");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, a_chain_has_room_on_a_small_stack, 0,
			    (int)(sizeof makers / sizeof *makers));
	tcase_add_test(tests, a_chain_of_managed_tensors_has_room_on_a_small_stack);
	tcase_add_test(tests, each_of_a_tree_is_released_once);
	tcase_add_test(tests, few_run_inside_each_other);
	suite_add_tcase(suite, tests);
	return suite;
}
