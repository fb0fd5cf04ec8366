/*
 * What `autogen:` means. The entries are from the yaml of 2.15.0, shortened to the keys that
 * matter; the expected values are the schema_strs in the same release's ATen/ops/<name>_ops.h.
 */
#include <string.h>

#include "load.h"
#include "support.h"

static void derives(const char *entries, const char *expected)
{
	assert_text(derived(load_entries(entries)), expected);
}

/* --- from a functional operator --------------------------------------------------------------- */

START_TEST(a_functional_operator_gets_an_out_argument_that_it_returns)
{
	derives("- func: clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: clone\n"
		"  autogen: clone.out\n",
		"clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> "
		"Tensor(a!)\n");
}
END_TEST

START_TEST(a_factory_loses_dtype_layout_device_and_pin_memory)
{
	derives("- func: bartlett_window.periodic(int window_length, bool periodic, *, "
		"ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
		"bool? pin_memory=None) -> Tensor\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: bartlett_window\n"
		"  autogen: bartlett_window.periodic_out\n",
		"bartlett_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) "
		"-> Tensor(a!)\n");
}
END_TEST

START_TEST(a_factory_keeps_what_stands_around_its_options)
{
	derives("- func: empty.names(int[] size, *, Dimname[]? names, ScalarType? dtype=None, "
		"Layout? layout=None, Device? device=None, bool? pin_memory=None, "
		"MemoryFormat? memory_format=None) -> Tensor\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: empty_names\n"
		"  autogen: empty.names_out\n",
		"empty.names_out(int[] size, *, Dimname[]? names, "
		"MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)\n");
}
END_TEST

START_TEST(a_dtype_alone_is_no_factorys_option)
{
	derives("- func: _softmax_one(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor\n"
		"  dispatch:\n"
		"    CPU: softmax_one\n"
		"  autogen: _softmax_one.out\n",
		"_softmax_one.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) "
		"-> Tensor(a!)\n");
}
END_TEST

START_TEST(a_tuple_gets_numbered_outs)
{
	derives("- func: batch_norm_update_stats(Tensor input, Tensor? running_mean, "
		"Tensor? running_var, float momentum) -> (Tensor, Tensor)\n"
		"  dispatch:\n"
		"    CPU: batch_norm_update_stats_cpu\n"
		"  autogen: batch_norm_update_stats.out\n",
		"batch_norm_update_stats.out(Tensor input, Tensor? running_mean, "
		"Tensor? running_var, float momentum, *, Tensor(a!) out0, Tensor(b!) out1) -> "
		"(Tensor(a!), Tensor(b!))\n");
}
END_TEST

START_TEST(a_list_gets_an_out_that_is_not_returned)
{
	derives("- func: _foreach_add.Scalar(Tensor[] self, Scalar scalar) -> Tensor[]\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: slow\n"
		"- func: _foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: slow_\n"
		"  autogen: _foreach_add.Scalar_out\n",
		"_foreach_add.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> "
		"()\n");
}
END_TEST

/* In this case the outs are not returned; each has the letter of its position in the returns. */
START_TEST(what_is_no_tensor_stays_a_return)
{
	derives("- func: _mixed(Tensor self) -> (Tensor, SymInt, Tensor[])\n"
		"  dispatch:\n"
		"    CPU: mixed\n"
		"  autogen: _mixed.out\n",
		"_mixed.out(Tensor self, *, Tensor(a!) out0, Tensor(c!)[] out2) -> SymInt\n");
}
END_TEST

/* --- from an in-place operator ---------------------------------------------------------------- */

START_TEST(an_in_place_operator_gives_both_forms)
{
	derives("- func: zero_(Tensor(a!) self) -> Tensor(a!)\n"
		"  variants: function, method\n"
		"  dispatch:\n"
		"    CPU, MPS, XPU: zero_\n"
		"  autogen: zero, zero.out\n",
		"zero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
		"zero(Tensor self) -> Tensor\n");
}
END_TEST

START_TEST(an_in_place_operator_with_a_functional_twin_gives_the_out_form_only)
{
	derives("- func: copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> "
		"Tensor(a!)\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: copy_\n"
		"  autogen: copy.out\n"
		"- func: copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor\n"
		"  dispatch:\n"
		"    Meta: copy_meta\n",
		"copy.out(Tensor self, Tensor src, bool non_blocking=False, *, Tensor(a!) out) -> "
		"Tensor(a!)\n");
}
END_TEST

START_TEST(what_an_in_place_operator_writes_besides_self_is_returned_by_the_functional_form)
{
	derives("- func: _fused_sgd_(Tensor(a!)[] self, Tensor(b!)[] grads, "
		"Tensor(c!)[] momentum_buffer_list, *, float lr) -> ()\n"
		"  dispatch:\n"
		"    CPU: _fused_sgd_kernel_cpu_\n"
		"  autogen: _fused_sgd, _fused_sgd.out\n",
		"_fused_sgd.out(Tensor[] self, Tensor(b!)[] grads, "
		"Tensor(c!)[] momentum_buffer_list, *, float lr, Tensor(a!)[] out) -> ()\n"
		"_fused_sgd(Tensor[] self, Tensor[] grads, Tensor[] momentum_buffer_list, *, "
		"float lr) -> (Tensor[] self_out, Tensor[] grads_out, "
		"Tensor[] momentum_buffer_list_out)\n");
}
END_TEST

/* --- from a mutable operator ------------------------------------------------------------------ */

START_TEST(a_mutable_operator_grows_its_returns_and_keeps_writing_in_the_out_form)
{
	derives("- func: _fused_moving_avg_obs_fq_helper(Tensor self, Tensor observer_on, "
		"Tensor(a!) running_min, Tensor(b!) running_max, int ch_axis, "
		"bool symmetric_quant=False) -> (Tensor output, Tensor mask)\n"
		"  dispatch:\n"
		"    CPU: fused_moving_avg_obs_fake_quant_cpu\n"
		"  autogen: _fused_moving_avg_obs_fq_helper_functional, "
		"_fused_moving_avg_obs_fq_helper.out\n",
		"_fused_moving_avg_obs_fq_helper.out(Tensor self, Tensor observer_on, "
		"Tensor(a!) running_min, Tensor(b!) running_max, int ch_axis, "
		"bool symmetric_quant=False, *, Tensor(c!) out0, Tensor(d!) out1) -> "
		"(Tensor(c!), Tensor(d!))\n"
		"_fused_moving_avg_obs_fq_helper_functional(Tensor self, Tensor observer_on, "
		"Tensor running_min, Tensor running_max, int ch_axis, bool symmetric_quant=False) "
		"-> (Tensor output, Tensor mask, Tensor running_min_out, "
		"Tensor running_max_out)\n");
}
END_TEST

START_TEST(the_letters_of_new_outs_go_on_behind_z)
{
	struct strbuf entry = { 0 };
	const char *text;

	strbuf_add(&entry, "- func: _many(Tensor self) -> (");
	for (int i = 0; i < 28; i++)
		strbuf_printf(&entry, "%sTensor", i ? ", " : "");
	strbuf_add(&entry, ")\n  dispatch:\n    CPU: many\n  autogen: _many.out\n");
	text = derived(load_entries(strbuf_str(&entry)));
	strbuf_free(&entry);
	ck_assert_msg(strstr(text, "Tensor(z!) out25, Tensor(a26!) out26, Tensor(a27!) out27)"),
		      "got: %s", text);
	ck_assert_ptr_null(strstr(text, "null"));
}
END_TEST

/* --- operators without derived ones ----------------------------------------------------------- */

START_TEST(nothing_is_derived_from_what_is_made_of_other_operators)
{
	derives("- func: _composite(Tensor self) -> Tensor\n"
		"  autogen: _composite.out\n"
		"- func: _spelled_out(Tensor self) -> Tensor\n"
		"  dispatch:\n"
		"    CompositeImplicitAutograd, NestedTensorCPU: spelled_out\n"
		"  autogen: _spelled_out.out\n",
		"");
}
END_TEST

START_TEST(a_composite_operator_of_the_core_set_is_an_exception)
{
	derives("- func: _core(Tensor self) -> Tensor\n"
		"  autogen: _core.out\n"
		"  tags: core\n",
		"_core.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n");
}
END_TEST

/* As in torchgen's are_composite_implicit and is_core; 2.6 added the latter. */
START_TEST(but_only_since_2_6)
{
	static const struct {
		const char *release, *expected;
	} releases[] = {
		{ "1.13.1", "" },
		{ "2.5.1", "" },
		{ "2.6.0", "_core.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n" },
		{ "10.0.0", "_core.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n" },
	};

	for (size_t i = 0; i < sizeof releases / sizeof *releases; i++) {
		struct model model;
		const char *yaml = arena_printf(&arena,
						"# release: %s\n"
						"# tags: core\n"
						"- func: _core(Tensor self) -> Tensor\n"
						"  autogen: _core.out\n"
						"  tags: core\n",
						releases[i].release);

		assert_silent(model_load(&arena, &diag, write_file("older.yaml", yaml), &model));
		assert_text(derived(&model), releases[i].expected);
	}
}
END_TEST

START_TEST(nothing_is_derived_from_a_view)
{
	derives("- func: select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)\n"
		"  dispatch:\n"
		"    CPU: select\n"
		"  autogen: select.int_out\n"
		"- func: unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]\n"
		"  dispatch:\n"
		"    CPU: unbind\n"
		"  autogen: unbind.int_out\n"
		"- func: squeeze_(Tensor(a!) self) -> Tensor(a!)\n"
		"  dispatch:\n"
		"    CPU: squeeze_\n"
		"  autogen: squeeze.out\n"
		"  tags: inplace_view\n"
		/* A view because of its argument alone; no release has such an operator. */
		"- func: parts(Tensor(a -> *) self) -> Tensor[]\n"
		"  dispatch:\n"
		"    CPU: parts\n"
		"  autogen: parts.out\n",
		"");
}
END_TEST

START_TEST(resize_and_set_are_views_that_are_derived_from_all_the_same)
{
	derives("- func: resize_(Tensor(a!) self, SymInt[] size, *, "
		"MemoryFormat? memory_format=None) -> Tensor(a!)\n"
		"  dispatch:\n"
		"    CPU: resize_\n"
		"  autogen: resize, resize.out\n"
		"  tags: [core, inplace_view]\n"
		"- func: set_.source_Storage(Tensor(a!) self, Storage source) -> Tensor(a!)\n"
		"  dispatch:\n"
		"    CPU: set_\n"
		"  autogen: set.source_Storage, set.source_Storage_out\n"
		"  tags: inplace_view\n",
		"resize.out(Tensor self, SymInt[] size, *, MemoryFormat? memory_format=None, "
		"Tensor(a!) out) -> Tensor(a!)\n"
		"resize(Tensor self, SymInt[] size, *, MemoryFormat? memory_format=None) -> "
		"Tensor\n"
		"set.source_Storage_out(Tensor self, Storage source, *, Tensor(a!) out) -> "
		"Tensor(a!)\n"
		"set.source_Storage(Tensor self, Storage source) -> Tensor\n");
}
END_TEST

START_TEST(nothing_is_derived_from_what_is_bound_by_hand)
{
	derives("- func: _by_hand(Tensor self) -> Tensor\n"
		"  manual_cpp_binding: True\n"
		"  dispatch:\n"
		"    CPU: by_hand\n"
		"  autogen: _by_hand.out\n",
		"");
}
END_TEST

START_TEST(only_what_the_yaml_names_gets_an_out_form)
{
	derives("- func: _quiet(Tensor self) -> Tensor\n"
		"  dispatch:\n"
		"    CPU: quiet\n"
		"- func: _counts(Tensor self) -> int\n"
		"  dispatch:\n"
		"    CPU: counts\n"
		"  autogen: _counts.out\n",
		"");
}
END_TEST

START_TEST(an_out_form_that_is_written_out_is_not_derived_again)
{
	derives("- func: bernoulli(Tensor self, *, Generator? generator=None) -> Tensor\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: bernoulli\n"
		"  autogen: bernoulli.out\n"
		"- func: bernoulli.out(Tensor self, *, Generator? generator=None, Tensor(a!) out) "
		"-> "
		"Tensor(a!)\n"
		"  dispatch:\n"
		"    CPU: bernoulli_out\n",
		"");
}
END_TEST

/* bernoulli_.float has a default that bernoulli.p does not have, but they are still one group. */
START_TEST(bernoulli_float_is_grouped_with_bernoulli_p)
{
	derives("- func: bernoulli_.float(Tensor(a!) self, float p=0.5, *, "
		"Generator? generator=None) -> Tensor(a!)\n"
		"  dispatch:\n"
		"    CPU: bernoulli_\n"
		"  autogen: bernoulli.float_out\n"
		"- func: bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> "
		"Tensor\n"
		"  dispatch:\n"
		"    CompositeExplicitAutogradNonFunctional: bernoulli\n",
		"bernoulli.float_out(Tensor self, float p=0.5, *, Generator? generator=None, "
		"Tensor(a!) out) -> Tensor(a!)\n");
}
END_TEST

START_TEST(operators_that_fit_no_group_are_left_alone)
{
	derives("- func: polygamma_(Tensor(a!) self, int n) -> Tensor(a!)\n"
		"  dispatch:\n"
		"    CompositeExplicitAutograd: polygamma_\n"
		"  autogen: polygamma, polygamma.out\n"
		"- func: _alone.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
		"  dispatch:\n"
		"    CPU: alone\n"
		"  autogen: _alone\n",
		"");
}
END_TEST

START_TEST(a_derived_operator_has_its_sources_line_and_only_tags_that_are_true_of_it)
{
	struct model *model = load_entries(
		"- func: native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)\n"
		"  dispatch:\n"
		"    CPU: native_dropout_cpu\n"
		"  autogen: native_dropout.out\n"
		"  tags: [nondeterministic_seeded, core]\n");
	const struct op *op = find_op(model, "native_dropout.out");

	ck_assert(op->is_derived && !op->is_method);
	ck_assert_int_eq(op->kind, KIND_OUT);
	ck_assert_uint_eq(op->entry->loc.line, 3);
	ck_assert_uint_eq(op->tags.len, 3);
	ck_assert_str_eq(op->tags.at[0], "nondeterministic_seeded");
	ck_assert_str_eq(op->tags.at[1], "out");
	ck_assert_str_eq(op->tags.at[2], "pt2_compliant_tag");
	ck_assert_uint_eq(model->derived, 1);
}
END_TEST

Suite *autogen_suite(void)
{
	Suite *suite = suite_create("autogen");
	TCase *derive = add_case(suite, "derived"), *none = add_case(suite, "not derived");

	tcase_add_test(derive, a_functional_operator_gets_an_out_argument_that_it_returns);
	tcase_add_test(derive, a_factory_loses_dtype_layout_device_and_pin_memory);
	tcase_add_test(derive, a_factory_keeps_what_stands_around_its_options);
	tcase_add_test(derive, a_dtype_alone_is_no_factorys_option);
	tcase_add_test(derive, a_tuple_gets_numbered_outs);
	tcase_add_test(derive, a_list_gets_an_out_that_is_not_returned);
	tcase_add_test(derive, what_is_no_tensor_stays_a_return);
	tcase_add_test(derive, an_in_place_operator_gives_both_forms);
	tcase_add_test(derive, an_in_place_operator_with_a_functional_twin_gives_the_out_form_only);
	tcase_add_test(
		derive,
		what_an_in_place_operator_writes_besides_self_is_returned_by_the_functional_form);
	tcase_add_test(derive,
		       a_mutable_operator_grows_its_returns_and_keeps_writing_in_the_out_form);
	tcase_add_test(derive, the_letters_of_new_outs_go_on_behind_z);
	tcase_add_test(derive, bernoulli_float_is_grouped_with_bernoulli_p);
	tcase_add_test(derive,
		       a_derived_operator_has_its_sources_line_and_only_tags_that_are_true_of_it);
	tcase_add_test(none, nothing_is_derived_from_what_is_made_of_other_operators);
	tcase_add_test(derive, a_composite_operator_of_the_core_set_is_an_exception);
	tcase_add_test(derive, but_only_since_2_6);
	tcase_add_test(none, nothing_is_derived_from_a_view);
	tcase_add_test(derive, resize_and_set_are_views_that_are_derived_from_all_the_same);
	tcase_add_test(none, nothing_is_derived_from_what_is_bound_by_hand);
	tcase_add_test(none, only_what_the_yaml_names_gets_an_out_form);
	tcase_add_test(none, an_out_form_that_is_written_out_is_not_derived_again);
	tcase_add_test(none, operators_that_fit_no_group_are_left_alone);
	return suite;
}
