/* The facts of parameters and return values in ctorch_api.json, and declarations without them. */
#include "headers/facts.h"
#include "support.h"

/* What every header below may use. */
static const char types[] = "typedef const char *ct_error;\n"
			    "typedef struct ct_tensor ct_tensor;\n"
			    "typedef struct ct_generator ct_generator;\n"
			    "typedef struct ct_thing ct_thing;\n"
			    "typedef int32_t ct_dtype;\n"
			    "typedef void (*ct_release_function)(void *context);\n"
			    "typedef void (*ct_hook)(void *context);\n"
			    "typedef struct ct_pair { int32_t a; double b; } ct_pair;\n"
			    "typedef struct ct_view { const char *name; } ct_view;\n"
			    "typedef struct ct_list { const int64_t *at; int64_t len; } ct_list;\n"
			    "typedef struct ct_value { void *object; } ct_value;\n"
			    "typedef struct ct_pair_options { bool a; } ct_pair_options;\n"
			    "CT_API void ct_free(void *memory) CT_LOOKS_IN_SCOPES;\n"
			    "CT_API void ct_tensor_free(ct_tensor *self) CT_LOOKS_IN_SCOPES;\n"
			    "CT_API void ct_generator_free(ct_generator *self);\n"
			    "CT_API void ct_value_free(ct_value *self);\n";

static struct api api;

static bool derive(const char *text)
{
	api = (struct api){ 0 };
	write_file("include/thing.h", arena_printf(&arena, "%s%s\n", types, text));
	return header_scan(&arena, &diag, path_in_folder("include"), &api) &&
	       facts_check(&arena, &diag, &api);
}

/* "in nullable borrowed [xs_len]" */
static const char *text_of(const struct facts *facts)
{
	return arena_printf(&arena, "%s%s%s%s%s%s%s%s%s%s",
			    facts->direction ? facts->direction : "returned",
			    facts->is_nullable ? " nullable" : "", facts->ownership ? " " : "",
			    facts->ownership ? facts->ownership : "",
			    facts->free ? arena_printf(&arena, ": %s", facts->free) : "",
			    facts->is_callers ? ", the caller's" : "", facts->length ? " of " : "",
			    facts->length ? facts->length : "", facts->unit ? " in " : "",
			    facts->unit ? facts->unit : "");
}

/* The facts of a parameter of the last declaration. */
static const char *of_param(size_t i)
{
	struct facts facts = facts_of_param(&arena, &api, &api.decls.at[api.decls.len - 1], i);

	return text_of(&facts);
}

static const char *of_return(void)
{
	struct facts facts = facts_of_return(&arena, &api, &api.decls.at[api.decls.len - 1]);

	return text_of(&facts);
}

static const struct {
	const char *declaration; /* the first parameter counts */
	const char *facts;
} parameters[] = {
	/* by value */
	{ "CT_API ct_error ct_f(int64_t n);", "in" },
	{ "CT_API ct_error ct_f(ct_dtype dtype);", "in" },
	{ "CT_API ct_error ct_f(ct_pair pair);", "in" },
	{ "CT_API ct_error ct_f(ct_error error);", "in nullable borrowed" },
	/* handles */
	{ "CT_API ct_error ct_f(const ct_tensor *self);", "in borrowed" },
	{ "CT_API ct_error ct_f(const ct_tensor *self CT_NULLABLE);", "in nullable borrowed" },
	{ "CT_API bool ct_f(const ct_tensor *self);", "in nullable borrowed" },
	{ "CT_API ct_error ct_f(ct_tensor *self);", "inout borrowed" },
	{ "CT_API ct_error ct_f(ct_generator *x);", "inout nullable borrowed" },
	{ "CT_API ct_error ct_f(const ct_generator *x CT_NOT_NULL);", "in borrowed" },
	{ "CT_API void ct_thing_free(ct_thing *self);", "in nullable taken" },
	{ "CT_API ct_error ct_f(ct_tensor *self CT_TAKEN);", "in taken" },
	/* lists */
	{ "CT_API ct_error ct_f(ct_tensor *const *xs, int64_t xs_len);", "in borrowed of xs_len" },
	{ "CT_API ct_error ct_f(const int64_t *xs, int64_t xs_len);", "in borrowed of xs_len" },
	{ "CT_API ct_error ct_f(const int64_t *xs CT_NULLABLE, int64_t xs_len);",
	  "in nullable borrowed of xs_len" },
	{ "CT_API ct_error ct_f(const void *x CT_LENGTH(nbytes), int64_t nbytes);",
	  "in borrowed of nbytes in byte" },
	{ "CT_API ct_error ct_f(const void *x CT_LENGTH(n), ct_dtype dtype, int64_t n);",
	  "in borrowed of n in dtype" },
	{ "CT_API ct_error ct_f(ct_list xs);", "in borrowed" },
	{ "CT_API ct_value ct_f(ct_list xs CT_KEPT);", "in kept" },
	{ "CT_API ct_error ct_f(const double *x CT_LENGTH(2));", "in borrowed of 2" },
	{ "CT_API ct_error ct_f(const int64_t *x CT_NULLABLE CT_LENGTH(1));",
	  "in nullable borrowed of 1" },
	{ "CT_API ct_error ct_f(const char *x);", "in borrowed" },
	{ "CT_API const char *ct_f(char *x CT_LENGTH(n), size_t n);", "out nullable of n" },
	/* structs */
	{ "CT_API ct_error ct_f(const ct_pair *x);", "in borrowed" },
	{ "CT_API ct_error ct_f(const ct_pair_options *x);", "in nullable borrowed" },
	{ "CT_API ct_error ct_f(const ct_value *x);", "in nullable borrowed" },
	{ "CT_API ct_error ct_f(ct_value *self);", "inout borrowed" },
	/* results */
	{ "CT_API ct_error ct_f(ct_tensor **result);", "out nullable new: ct_tensor_free" },
	{ "CT_API ct_error ct_f(ct_tensor **result CT_BORROWED);", "out nullable borrowed" },
	{ "CT_API ct_error ct_f(ct_tensor **xs, int64_t xs_len);",
	  "out new: ct_tensor_free of xs_len" },
	{ "CT_API ct_error ct_f(ct_tensor ***xs, int64_t *xs_len);",
	  "out nullable new: ct_tensors_free of xs_len" },
	{ "CT_API ct_error ct_f(char **result);", "out nullable new: ct_free" },
	{ "CT_API ct_error ct_f(char **result CT_NOT_NULL);", "out new: ct_free" },
	{ "CT_API ct_error ct_f(const char **result);", "out nullable borrowed" },
	{ "CT_API ct_error ct_f(const ct_tensor **result);", "out nullable borrowed" },
	{ "CT_API ct_error ct_f(int64_t *result);", "out nullable" },
	{ "CT_API ct_error ct_f(ct_pair *result);", "out nullable" },
	{ "CT_API ct_error ct_f(ct_value *result);",
	  "out nullable new: ct_value_free, the caller's" },
	{ "CT_API ct_error ct_f(ct_view *result CT_BORROWED);", "out nullable borrowed" },
	{ "CT_API ct_error ct_f(void *x CT_OUT CT_LENGTH(nbytes), int64_t nbytes);",
	  "out of nbytes in byte" },
	/* callbacks and what they get */
	{ "CT_API ct_error ct_f(void *context);", "in nullable borrowed" },
	{ "CT_API ct_error ct_f(void *context, ct_release_function release);", "in nullable kept" },
	{ "CT_API ct_error ct_f(ct_release_function release CT_NULLABLE, void *context);",
	  "in nullable kept" },
	{ "CT_API ct_error ct_f(void *x CT_KEPT);", "in kept" },
	{ "typedef ct_error (*ct_f)(const ct_tensor *x);", "in borrowed" },
	{ "typedef void (*ct_f)(const ct_tensor *x CT_NULLABLE);", "in nullable borrowed" },
	{ "typedef ct_error (*ct_f)(ct_tensor **result);", "out borrowed" },
	{ "typedef ct_error (*ct_f)(ct_value *x CT_TAKEN, int64_t n);", "out taken" },
};

START_TEST(a_parameter_has_the_facts_of_the_conventions)
{
	assert_silent(derive(parameters[_i].declaration));
	ck_assert_str_eq(of_param(0), parameters[_i].facts);
}
END_TEST

START_TEST(a_context_lives_as_long_as_its_callback)
{
	assert_silent(derive("CT_API void ct_f(ct_hook call CT_KEPT, void *context);"));
	ck_assert_str_eq(of_param(1), "in nullable kept");
	assert_silent(derive("CT_API void ct_f(ct_hook call CT_KEPT, void *context CT_TAKEN);"));
	ck_assert_str_eq(of_param(1), "in nullable taken");
	assert_silent(derive("CT_API void ct_f(ct_hook call, void *context);"));
	ck_assert_str_eq(of_param(1), "in nullable borrowed");
}
END_TEST

START_TEST(the_length_of_a_result_must_be_asked_for)
{
	assert_silent(derive("CT_API ct_error ct_f(char **x CT_LENGTH(n), int64_t *n);"));
	ck_assert_str_eq(of_param(1), "out");
}
END_TEST

static const struct {
	const char *declaration, *facts;
} returned[] = {
	{ "CT_API void ct_f(void);", "returned" },
	{ "CT_API ct_pair ct_f(void);", "returned" },
	{ "CT_API ct_view ct_f(void);", "returned borrowed" },
	{ "CT_API ct_error ct_f(void);", "returned nullable new: ct_error_free" },
	{ "CT_API const char *ct_f(void);", "returned nullable borrowed" },
	{ "CT_API const char *ct_f(void) CT_NOT_NULL;", "returned borrowed" },
	{ "CT_API void *ct_f(void);", "returned nullable borrowed" },
	{ "CT_API ct_tensor *ct_f(void) CT_NEW(ct_tensor_free);",
	  "returned nullable new: ct_tensor_free" },
	{ "CT_API ct_tensor *ct_f(void) CT_BORROWED;", "returned nullable borrowed" },
	{ "CT_API const int *ct_f(int n) CT_LENGTH(n);", "returned nullable borrowed of n" },
};

START_TEST(what_a_function_returns_has_facts)
{
	assert_silent(derive(returned[_i].declaration));
	ck_assert_str_eq(of_return(), returned[_i].facts);
}
END_TEST

static const struct {
	const char *declaration, *complaint;
} refused[] = {
	{ "CT_API void ct_f(ct_unknown *x);", "ct_f: 'x' has an unknown type" },
	{ "CT_API ct_unknown ct_f(void);", "ct_f: 'ct_unknown' is an unknown type" },
	{ "CT_API void ct_f(const int64_t *x);", "ct_f: 'x' does not say whether it points to "
						 "one element or to several" },
	{ "CT_API void ct_f(ct_tensor *const *x);", "ct_f: 'x' does not say whether it points "
						    "to one element or to several" },
	{ "CT_API void ct_f(const void *x);", "ct_f: 'x' does not say whether it points to one "
					      "element or to several" },
	{ "CT_API void ct_f(char *x);", "ct_f: 'x' does not say whether it points to one "
					"element or to several" },
	{ "CT_API void ct_f(ct_tensor **xs);", "ct_f: 'xs' does not say whether it points to "
					       "one element or to several" },
	{ "CT_API void ct_f(void *x);", "ct_f: 'x' does not say whether it is read or written" },
	{ "CT_API void ct_f(ct_view *x);", "ct_f: 'x' has pointers, but no function frees them" },
	{ "CT_API void ct_f(ct_thing **x);", "ct_f: 'x' has pointers, but no function frees them" },
	{ "CT_API ct_thing *ct_f(void);", "ct_f: 'ct_thing *' does not say whether it is new or "
					  "borrowed" },
	{ "CT_API ct_thing *ct_f(void) CT_NEW(ct_g);",
	  "ct_f: 'ct_thing *' names a function in CT_NEW() that does not exist" },
	{ "CT_API void ct_f(const void *x CT_LENGTH(m), ct_dtype dtype);",
	  "ct_f: 'x' has an unknown length, 'm'" },
	{ "CT_API void ct_f(const void *x CT_LENGTH(n +), ct_dtype dtype);",
	  "ct_f: 'x' has a length that is no expression, 'n +'" },
	{ "CT_API void ct_f(const void *x CT_LENGTH(n), int n);",
	  "ct_f: 'x' does not say in which unit its length is" },
	{ "typedef void (*ct_f)(ct_tensor *const *x);",
	  "ct_f: 'x' does not say whether it points to one element or to several" },
	{ "#define CT_X 1", "the macro CT_X has no comment" },
};

START_TEST(a_declaration_whose_facts_are_not_known_is_refused)
{
	listen_begin();
	ck_assert(!derive(refused[_i].declaration));
	ck_assert_ptr_nonnull(strstr(listen_end(), refused[_i].complaint));
	ck_assert_uint_eq(diag.errors, 1);
}
END_TEST

START_TEST(a_private_macro_needs_no_comment)
{
	assert_silent(derive("#define CT_X_ 1"));
	assert_silent(derive("#define CTORCH_X_H"));
}
END_TEST

Suite *facts_suite(void)
{
	Suite *suite = suite_create("facts");
	TCase *derived = add_case(suite, "derived"), *refuse = add_case(suite, "refused");

	tcase_add_loop_test(derived, a_parameter_has_the_facts_of_the_conventions, 0,
			    sizeof parameters / sizeof *parameters);
	tcase_add_test(derived, a_context_lives_as_long_as_its_callback);
	tcase_add_test(derived, the_length_of_a_result_must_be_asked_for);
	tcase_add_loop_test(derived, what_a_function_returns_has_facts, 0,
			    sizeof returned / sizeof *returned);
	tcase_add_loop_test(refuse, a_declaration_whose_facts_are_not_known_is_refused, 0,
			    sizeof refused / sizeof *refused);
	tcase_add_test(refuse, a_private_macro_needs_no_comment);
	return suite;
}
