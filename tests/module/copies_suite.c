/*
 * Deep copies: what is the same in the copy, and what is not.
 */
#include "support.h"

static ct_scope *scope;

static void open_one(void)
{
	scope = open_scope();
}

static void close_one(void)
{
	OK(ct_scope_close(scope));
}

static ct_module *copy_of(const ct_module *module)
{
	ct_module *copy = NULL;

	OK(ct_module_deepcopy(module, &copy));
	ck_assert_ptr_ne(copy, module);
	return copy;
}

START_TEST(copy_has_equal_parts_of_its_own)
{
	ct_module *tree = made(tree_new()), *copy = copy_of(tree);
	ct_value a = state_of(tree), b = state_of(copy);
	char *text_a, *text_b;
	bool equal = false;

	OK(ct_value_equal(&a, &b, &equal));
	ck_assert(equal);
	OK(ct_module_to_string(tree, &text_a));
	OK(ct_module_to_string(copy, &text_b));
	ck_assert_str_eq(text_a, text_b);
	ck_assert_ptr_ne(state_tensor(&a, "scale"), state_tensor(&b, "scale"));
	ck_assert_ptr_ne(ct_tensor_data(state_tensor(&a, "scale")),
			 ct_tensor_data(state_tensor(&b, "scale")));
	ct_value_free(&a);
	ct_value_free(&b);
}
END_TEST

START_TEST(fields_of_the_copy_are_its_parts)
{
	ct_module *tree = made(tree_new()), *copy = copy_of(tree);
	const tree_data *m = ct_module_data(copy), *original = ct_module_data(tree);
	ct_tensor *scale;

	OK(ct_module_get_parameter(copy, "scale", &scale));
	ck_assert_ptr_eq(m->scale, scale);
	ck_assert_ptr_ne(m->scale, original->scale);
	ck_assert_ptr_eq(m->first, ct_module_child_at(copy, 0));
	ck_assert_ptr_null(m->nothing);
	ck_assert(ct_tensor_requires_grad(m->scale) && ct_tensor_is_leaf(m->scale));
	ck_assert(!ct_tensor_requires_grad(m->table));
}
END_TEST

START_TEST(what_is_shared_is_shared_in_the_copy)
{
	const tree_data *m = ct_module_data(copy_of(made(tree_new())));
	const block_data *first = ct_module_data(m->first), *second = ct_module_data(m->second);

	ck_assert_ptr_eq(m->again, m->first);
	ck_assert_ptr_ne(m->second, m->first);
	ck_assert_ptr_eq(second->weight, first->weight);
	ck_assert_ptr_eq(m->mask, first->mean);
	ck_assert_ptr_ne(second->mean, first->mean);
}
END_TEST

/* --- Memory ----------------------------------------------------------------------------------- */

static ct_tensor *part_of(ct_tensor *numbers, int64_t begin, int64_t end)
{
	return CT_E(slice, numbers, 0, begin, end);
}

typedef struct sharing_data {
	ct_tensor *p, *q, *tied, *b, *c, *d;
} sharing_data;

/* x = torch.arange(12.) has all parts: p, q and tied, which is p, are parameters, the others
 * buffers. */
static ct_module *sharing_new(void)
{
	sharing_data *m = CT_MODULE(sharing_data, "Sharing", NULL);
	ct_tensor *x = CT_E(arange, CT_S(12), .dtype = CT_FLOAT32);

	CT_PARAMETER(m, p, part_of(x, 0, 6));
	CT_PARAMETER(m, q, part_of(x, 6, 12));
	CT_DO(ct_module_register_parameter(ct_module_of(m), "tied", m->p, &m->tied));
	CT_BUFFER(m, b, part_of(x, 0, 6));
	CT_BUFFER(m, c, part_of(x, 3, 9));
	CT_BUFFER(m, d, CT_E(t, CT_E(view, x, CT_L(3, 4))));
	return ct_module_of(m);
}

static int64_t storage_size(const ct_tensor *tensor)
{
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	return ct_storage_nbytes(storage);
}

/* A whole storage is copied, and where the buffers are in it. What is written to one of them is in
 * the others: in Python, copy.c is then [3, -1, 5, 6, 7, 8]. */
START_TEST(buffers_on_one_storage_are_on_one_in_the_copy)
{
	ct_module *sharing = made(sharing_new());
	const sharing_data *m = DATA(sharing_data, copy_of(sharing)),
			   *original = DATA(sharing_data, sharing);

	ck_assert(ct_tensor_shares_storage(m->b, m->c) && ct_tensor_shares_storage(m->b, m->d));
	ck_assert(!ct_tensor_shares_storage(m->b, original->b));
	ck_assert_int_eq(storage_size(m->b), 48);
	ck_assert_int_eq(ct_tensor_storage_offset(m->c), 3);
	ck_assert_int_eq(ct_tensor_strides(m->d)[0], 1);
	ck_assert_int_eq(ct_tensor_strides(m->d)[1], 4);
	OK(CT(fill__Scalar, CT_E(select, m->b, 0, 4), -1));
	ck_assert(value_of(CT_E(select, m->c, 0, 1)) == -1);
	ck_assert(value_of(CT_E(select, m->c, 0, 2)) == 5);
	ck_assert(value_of(CT_E(select, CT_E(select, m->d, 0, 0), 0, 1)) == -1);
	ck_assert(value_of(CT_E(select, original->c, 0, 1)) == 4);
}
END_TEST

/* Python clones the data of a Parameter; a name of the same one is the same one. */
START_TEST(parameters_have_memory_of_their_own_in_the_copy)
{
	const sharing_data *m = DATA(sharing_data, copy_of(made(sharing_new())));

	ck_assert_ptr_eq(m->tied, m->p);
	ck_assert(!ct_tensor_shares_storage(m->p, m->q));
	ck_assert(!ct_tensor_shares_storage(m->p, m->b));
	ck_assert_int_eq(storage_size(m->q), 24);
	ck_assert_int_eq(ct_tensor_storage_offset(m->q), 0);
	ck_assert(value_of(CT_E(select, CT_E(detach, m->q), 0, 0)) == 6);
}
END_TEST

typedef struct strange_data {
	ct_tensor *complex_, *conjugate, *imaginary, *negative, *quantized, *half, *sparse;
	ct_tensor *meta, *part;
} strange_data;

static ct_module *strange_new(void)
{
	strange_data *m = CT_MODULE(strange_data, "Strange", NULL);
	ct_tensor *x = CT_E(arange, CT_S(6), .dtype = CT_FLOAT32), *quantized;

	CT_BUFFER(m, complex_, CT_E(complex, x, x));
	CT_BUFFER(m, conjugate, CT_E(conj, m->complex_));
	CT_BUFFER(m, imaginary, CT_E(imag, m->complex_));
	CT_BUFFER(m, negative, CT_E(_neg_view, m->imaginary));
	quantized = CT_E(quantize_per_tensor, x, 0.1, 0, CT_QINT8);
	CT_BUFFER(m, quantized, quantized);
	CT_BUFFER(m, half, part_of(quantized, 3, 6));
	CT_BUFFER(m, sparse, CT_E(to_sparse, CT_E(eye, 3)));
	CT_BUFFER(m, meta, CT_E(ones, CT_L(6), .device = CT_DEVICE_META));
	CT_BUFFER(m, part, part_of(m->meta, 3, 6));
	return ct_module_of(m);
}

/* As in Python, also that a conjugate or a negative view becomes a tensor of these numbers, and
 * that tensors without memory do not share any. */
START_TEST(memory_of_other_kinds_of_buffers)
{
	ct_module *strange = made(strange_new());
	const strange_data *m = DATA(strange_data, copy_of(strange));

	ck_assert(ct_tensor_shares_storage(m->complex_, m->imaginary));
	ck_assert(!ct_tensor_shares_storage(m->complex_, m->conjugate));
	ck_assert(!ct_tensor_shares_storage(m->complex_, m->negative));
	ck_assert(value_of(CT_E(sum, m->negative)) == -15);
	ck_assert(value_of(CT_E(sum, CT_E(imag, CT_E(resolve_conj, m->conjugate)))) == -15);
	ck_assert(ct_tensor_shares_storage(m->quantized, m->half));
	ck_assert_int_eq(ct_tensor_dtype(m->half), CT_QINT8);
	ck_assert(value_of(CT_E(sum, CT_E(dequantize_self, m->half))) == 12);
	ck_assert(value_of(CT_E(sum, CT_E(to_dense, m->sparse))) == 3);
	ck_assert(!ct_tensor_shares_storage(m->meta, m->part));
	ck_assert_int_eq(ct_tensor_numel(m->part), 3);
}
END_TEST

/* Python copies the gradient of a tensor, but not of a Parameter. */
START_TEST(gradients_of_buffers_are_copied)
{
	ct_module *module = made(container_new()), *copy;
	ct_tensor *buffer = ones(2), *grad, *original;

	OK(ct_tensor_set_requires_grad(buffer, true));
	OK(ct_module_register_buffer(module, "buffer", buffer, true, NULL));
	OK(ct_tensor_set_grad(buffer, CT_E(full, CT_L(2), 7.0)));
	copy = copy_of(module);
	OK(ct_module_get_buffer(copy, "buffer", &buffer));
	ck_assert(ct_tensor_requires_grad(buffer) && ct_tensor_is_leaf(buffer));
	OK(ct_tensor_grad(buffer, &grad));
	ck_assert_ptr_nonnull(grad);
	ck_assert(value_of(CT_E(sum, grad)) == 14);
	OK(ct_module_get_buffer(module, "buffer", &buffer));
	OK(ct_tensor_grad(buffer, &original));
	ck_assert_ptr_ne(grad, original);
}
END_TEST

/* --- Modes ------------------------------------------------------------------------------------ */

START_TEST(modes_and_persistence_are_copied)
{
	ct_module *tree = made(tree_new()), *copy;
	const tree_data *m = ct_module_data(tree), *c;

	OK(ct_module_eval(m->second));
	OK(ct_module_set_requires_grad(tree, false));
	copy = copy_of(tree);
	c = ct_module_data(copy);
	ck_assert(ct_module_is_training(copy));
	ck_assert(!ct_module_is_training(c->second));
	ck_assert(!ct_tensor_requires_grad(c->scale));
}
END_TEST

START_TEST(gradients_are_not_copied)
{
	ct_module *bare = made(bare_new());
	ct_tensor *weight, *grad;

	OK(ct_module_get_parameter(bare, "weight", &weight));
	OK(ct_tensor_set_grad(weight, ones(2)));
	OK(ct_module_get_parameter(copy_of(bare), "weight", &weight));
	OK(ct_tensor_grad(weight, &grad));
	ck_assert_ptr_null(grad);
}
END_TEST

START_TEST(copying_is_not_recorded)
{
	ct_module *copy = copy_of(made(tree_new()));
	ct_tensor *weight;

	OK(ct_module_get_parameter(copy, "first.weight", &weight));
	ck_assert(ct_tensor_is_leaf(weight));
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(results_are_required)
{
	FAILS(ct_module_deepcopy(made(container_new()), NULL),
	      "ArgumentError: ct_module_deepcopy: argument 2 (result) must not be NULL");
	FAILS_WITH(ct_module_deepcopy(NULL, &(ct_module *){ NULL }), CT_ERROR_ARGUMENT,
		   "argument 1 (self) must not be NULL");
}
END_TEST

/* --- What the data owns ----------------------------------------------------------------------- */

typedef struct owner_data {
	int *numbers; /* 3, and its own */
	ct_tensor *weight;
	const void *copied_from;
} owner_data;

static int releases, owners_until_failure;

static ct_error copy_numbers(void *self, const void *other)
{
	owner_data *m = self;

	ck_assert_ptr_eq(m->numbers, ((const owner_data *)other)->numbers);
	ck_assert_ptr_ne(m->weight, ((const owner_data *)other)->weight);
	if (owners_until_failure-- == 0)
		return ct_error_new(CT_ERROR_VALUE, NULL, "no copy of the numbers");
	m->numbers = malloc(3 * sizeof(int));
	memcpy(m->numbers, ((const owner_data *)other)->numbers, 3 * sizeof(int));
	m->copied_from = other;
	return NULL;
}

static void release_numbers(void *self)
{
	free(((owner_data *)self)->numbers);
	releases++;
}

static ct_module *owner_new(ct_module *child)
{
	owner_data *m = CT_MODULE(owner_data, "Owner", NULL, .copy = copy_numbers,
				  .release = release_numbers);

	m->numbers = malloc(3 * sizeof(int));
	memcpy(m->numbers, (int[]){ 1, 2, 3 }, 3 * sizeof(int));
	CT_PARAMETER(m, weight, CT_E(ones, CT_L(2)));
	CT_DO(ct_module_add_module(ct_module_of(m), "child", child, NULL));
	return ct_module_of(m);
}

START_TEST(data_is_copied_by_the_class)
{
	ct_module *owner = made(owner_new(NULL)), *copy;

	releases = 0;
	owners_until_failure = -1;
	copy = copy_of(owner);
	ck_assert_ptr_eq(DATA(owner_data, copy)->copied_from, ct_module_data(owner));
	ct_module_free(owner);
	ck_assert_int_eq(releases, 1);
	ck_assert_int_eq(DATA(owner_data, copy)->numbers[2], 3);
	ct_module_free(copy);
	ck_assert_int_eq(releases, 2);
}
END_TEST

START_TEST(copy_that_fails_leaves_nothing)
{
	ct_module *owners = made(owner_new(owner_new(owner_new(NULL))));
	ct_module *copy = (ct_module *)UNTOUCHED;
	const int64_t live = live_handles();

	for (int i = 0; i < 3; i++) {
		releases = 0;
		owners_until_failure = i;
		FAILS(ct_module_deepcopy(owners, &copy), "ValueError: no copy of the numbers");
		ck_assert_int_eq(releases, i); /* of those that were complete */
		ck_assert_ptr_eq(copy, UNTOUCHED);
		ck_assert_int_eq(live_handles(), live);
		ck_assert(ct_autograd_is_grad_enabled());
	}
	releases = 0;
	ct_module_free(owners);
	ck_assert_int_eq(releases, 1); /* the others have handles in the scope */
}
END_TEST

Suite *copies_suite(void)
{
	Suite *suite = suite_create("copies of modules");
	TCase *tests = tests_of("copies of modules");

	tcase_add_checked_fixture(tests, open_one, close_one);
	tcase_add_test(tests, copy_has_equal_parts_of_its_own);
	tcase_add_test(tests, fields_of_the_copy_are_its_parts);
	tcase_add_test(tests, what_is_shared_is_shared_in_the_copy);
	tcase_add_test(tests, buffers_on_one_storage_are_on_one_in_the_copy);
	tcase_add_test(tests, parameters_have_memory_of_their_own_in_the_copy);
	tcase_add_test(tests, memory_of_other_kinds_of_buffers);
	tcase_add_test(tests, gradients_of_buffers_are_copied);
	tcase_add_test(tests, modes_and_persistence_are_copied);
	tcase_add_test(tests, gradients_are_not_copied);
	tcase_add_test(tests, copying_is_not_recorded);
	tcase_add_test(tests, results_are_required);
	tcase_add_test(tests, data_is_copied_by_the_class);
	tcase_add_test(tests, copy_that_fails_leaves_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}
