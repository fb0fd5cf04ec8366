/*
 * Without memory for C++: operator new fails from the first time on, then from the second time on,
 * and so on until a call needs no more; of those that need much not each time is tried.
 */
#include "failing_new.h"
#include "full_memory.h"

static ct_tensor *tensor;
static ct_generator *generator;
static ct_storage *storage;

#if HAS_TEXTS_OR_ERRORS
static ct_error ask_config(void)
{
	char *text = NULL;
	ct_error error = ct_show_config(&text);

	ct_free(text);
	return error;
}

static ct_error ask_parallel(void)
{
	char *text = NULL;
	ct_error error = ct_parallel_info(&text);

	ct_free(text);
	return error;
}
#endif

static ct_error list_operators(void)
{
	const char *const *names = NULL;
	int64_t n;
	ct_error error = ct_operator_list("aten::mm", &names, &n);

	ct_free((void *)(uintptr_t)names);
	return error;
}

static ct_error list_overloads(void)
{
	const ct_operator *op = NULL;
	const char *const *names = NULL;
	int64_t n;
	ct_error error = ct_operator_find("aten::add", &op);

	if (error == NULL)
		error = ct_operator_overloads(op, &names, &n);
	ct_free((void *)(uintptr_t)names);
	return error;
}

static ct_error call_operator(void)
{
	const ct_operator *op = NULL;
	ct_value arg = ct_value_tensor(tensor), result = ct_value_none();
	ct_error error = ct_operator_find("aten::neg", &op);

	if (error == NULL)
		error = ct_operator_call_with(op, &arg, 1, NULL, NULL, 0, &result, 1);
	ct_value_free(&result);
	return error;
}

static ct_error write_value(void)
{
	const ct_value words = ct_value_string("more than a std::string keeps in place");
	char *text = NULL;
	ct_error error = ct_value_to_string(&words, &text);

	ct_free(text);
	return error;
}

static ct_error clone_generator(void)
{
	ct_generator *clone = NULL;
	ct_error error = ct_generator_clone_state(generator, &clone);

	ct_generator_free(clone);
	return error;
}

static ct_error get_state(void)
{
	ct_tensor *state = NULL;
	ct_error error = ct_generator_state(generator, &state);

	ct_tensor_free(state);
	return error;
}

static ct_error save_states(void)
{
	ct_rng_states *saved = NULL;
	ct_error error = ct_rng_states_capture(&saved);

	ct_rng_states_free(saved);
	return error;
}

static ct_error clone_storage(void)
{
	ct_storage *clone = NULL;
	ct_error error = ct_storage_clone(storage, &clone);

	ct_storage_free(clone);
	return error;
}

static ct_error fill_storage(void)
{
	return ct_storage_fill(storage, 7);
}

static ct_error compare_storages(void)
{
	bool equal = false;
	ct_error error = ct_storage_equal(storage, storage, &equal);

	ck_assert(equal == (error == NULL));
	return error;
}

static void ignore_warning(const ct_warning *warning, void *context)
{
	(void)warning;
	(void)context;
}

static ct_error handle_warnings(void)
{
	ct_error error = ct_set_warning_handler(ignore_warning, NULL, NULL);

	ct_error_free(ct_set_warning_handler(NULL, NULL, NULL));
	return error;
}

static ct_error new_library(void)
{
	ct_library *library = NULL;
	ct_error error = ct_library_new("test_new", &library);

	ct_library_free(library);
	return error;
}

static const struct {
	const char *name;
	ct_error (*call)(void);
} calls[] = {
#if HAS_TEXTS_OR_ERRORS
	{ "ct_show_config", ask_config },
	{ "ct_parallel_info", ask_parallel },
#endif
	{ "ct_operator_list", list_operators },
	{ "ct_operator_overloads", list_overloads },
	{ "ct_operator_call_with", call_operator },
	{ "ct_value_to_string", write_value },
	{ "ct_generator_clone_state", clone_generator },
	{ "ct_generator_state", get_state },
	{ "ct_rng_states_capture", save_states },
	{ "ct_storage_clone", clone_storage },
	{ "ct_storage_fill", fill_storage },
	{ "ct_storage_equal", compare_storages },
	{ "ct_set_warning_handler", handle_warnings },
	{ "ct_library_new", new_library },
};
enum { CALLS = sizeof calls / sizeof *calls, MOST = 1000000 };

START_TEST(call_without_memory_is_an_error)
{
	const int64_t live = live_handles();
	int failed = 0;
	ct_error error = NULL;

	/* What is made once and kept is made here. */
	OK(calls[_i].call());
	for (int n = 0; n < MOST; n += 1 + n / 20) {
		allocations_until_failure = n;
		error = calls[_i].call();
		allocations_until_failure = -1;
		if (error == NULL)
			break;
		ck_assert_msg(ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY, "%s: %s",
			      calls[_i].name, error);
		ct_error_free(error);
		ck_assert_msg(live_handles() == live, "%s: %d handles are lost", calls[_i].name,
			      (int)(live_handles() - live));
		failed++;
	}
	ck_assert_msg(error == NULL && failed > 0, "%s failed %d times", calls[_i].name, failed);
}
END_TEST

static void make_all(void)
{
	tensor = number(1);
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_tensor_storage(tensor, &storage));
}

static void free_all(void)
{
	allocations_until_failure = -1;
	ct_storage_free(storage);
	ct_generator_free(generator);
	ct_tensor_free(tensor);
}

Suite *new_suite(void)
{
	Suite *suite = suite_create("no memory for C++");
	TCase *tests = tests_with_memory("no memory for C++");

	tcase_add_checked_fixture(tests, make_all, free_all);
#if !HAS_TEXTS_OR_ERRORS
	LEFT_OUT("call_without_memory_is_an_error: ct_show_config, ct_parallel_info",
		 "libtorch cuts the text off");
#endif
	tcase_add_loop_test(tests, call_without_memory_is_an_error, 0, CALLS);
	suite_add_tcase(suite, tests);
	return suite;
}
