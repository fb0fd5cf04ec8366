/*
 * The embeddings of torch.nn.functional compared with Python.
 */
#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_embedding");
}

#define ROWS(name, ...) RUN("embedding" name, CT(nn_embedding, OUT, X(0), __VA_ARGS__))

START_TEST(rows_are_looked_up)
{
	ROWS("", X(1));
	ROWS(": padding", X(1), 2);
	ROWS(": padding row 0", X(1), 0);
	ROWS(": padding from the end", X(1), -1);
	ROWS(": padding from the end, first", X(1), -5);
	ROWS(": padding beyond", X(1), 5);
	ROWS(": padding before", X(1), -6);
	ROWS(": max_norm", X(1), .max_norm = 1);
	ROWS(": max_norm, norm_type", X(1), CT_NO_INT, 0.5, 1);
	ROWS(": frequencies", X(1), .scale_grad_by_freq = true);
	ROWS(": sparse", X(1), .sparse = true);
	ROWS(": one index", X(1));
	ROWS(": index beyond", X(1));
	ROWS(": weight vector", X(1));
}
END_TEST

#define BAGS(name, ...) \
	RUN("embedding_bag: " name, CT(nn_embedding_bag, OUT, X(0), X(1), __VA_ARGS__))

/* The three kinds of bags. */
#define MODE(name)                                                                \
	do {                                                                      \
		BAGS(name, X(2), .mode = name);                                   \
		BAGS(name " of rows", .mode = name);                              \
		BAGS(name " with padding", X(2), .mode = name, .padding_idx = 4); \
	} while (0)

START_TEST(bags_are_reduced)
{
	MODE("sum");
	MODE("mean");
	MODE("max");
	BAGS("padding from the end", X(2), .padding_idx = -1);
	BAGS("last offset", X(2), .include_last_offset = true);
	BAGS("last offset of rows", .include_last_offset = true);
	BAGS("weights", X(2), .mode = "sum", .per_sample_weights = X(3));
	BAGS("weights of rows", .mode = "sum", .per_sample_weights = X(2));
	BAGS("max_norm", X(2), 1);
	BAGS("max_norm, norm_type of rows", NULL, 0.5, 1);
	BAGS("frequencies", X(2), .scale_grad_by_freq = true);
	BAGS("sparse", X(2), .sparse = true, .mode = "sum");
	BAGS("int32", NULL);
	BAGS("old order", X(2));
}
END_TEST

START_TEST(bags_are_checked)
{
	BAGS("weights differ", .mode = "sum", .per_sample_weights = X(2));
	BAGS("weight vector", X(2));
	BAGS("offsets of rows", X(2));
	BAGS("no offsets", NULL);
	BAGS("offset matrix", X(2));
	BAGS("3 dimensions", NULL);
	BAGS("unknown mode", X(2), .mode = "min");
	BAGS("max of frequencies", X(2), .mode = "max", .scale_grad_by_freq = true);
	BAGS("sparse max", X(2), .mode = "max", .sparse = true);
	BAGS("mean of weights", X(2), .per_sample_weights = X(3));
	BAGS("max of weights", X(2), .mode = "max", .per_sample_weights = X(3));
	BAGS("offset beyond", X(2));
}
END_TEST

START_TEST(one_hot_is_an_operator)
{
	RUN("one_hot", CT(one_hot, OUT, X(0)));
	RUN("one_hot: classes", CT(one_hot, OUT, X(0), 4));
	RUN("one_hot: too few classes", CT(one_hot, OUT, X(0), 3));
	RUN("one_hot: int32", CT(one_hot, OUT, X(0)));
}
END_TEST

START_TEST(null_is_an_error)
{
	CT_SCOPE;
	ct_tensor *x, *y = UNTOUCHED;

	OK(CT(ones, &x, CT_L(2, 2)));
	FAILS(CT(nn_embedding, &y, NULL, x),
	      "ArgumentError: ct_nn_embedding: argument 1 (input) must not be NULL");
	FAILS(CT(nn_embedding_bag, &y, x, NULL),
	      "ArgumentError: ct_nn_embedding_bag: argument 2 (weight) must not be NULL");
	FAILS(CT(nn_embedding_bag, &y, x, x, .mode = NULL),
	      "ArgumentError: ct_nn_embedding_bag: argument 7 (mode) must not be NULL");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

START_TEST(all_cases_ran)
{
	assert_all_ran();
}
END_TEST

Suite *embedding_suite(void)
{
	Suite *suite = suite_create("embedding");
	TCase *tests = tests_of("embedding");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, rows_are_looked_up);
	tcase_add_test(tests, bags_are_reduced);
	tcase_add_test(tests, bags_are_checked);
	tcase_add_test(tests, one_hot_is_an_operator);
	tcase_add_test(tests, null_is_an_error);
	tcase_add_test(tests, all_cases_ran);
	suite_add_tcase(suite, tests);
	return suite;
}
