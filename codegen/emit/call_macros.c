/*
 * The macros by which CT() and CT_E() find an operator's struct and function: its defaults, the
 * number of arguments that it needs, and what the compiler says if some are missing.
 */
#include <string.h>

#include "emit/call.h"
#include "emit/wrap.h"
#include "read/schema.h"
#include "types/type_table.h"

/* --- results ---------------------------------------------------------------------------------- */

void call_result_names(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];

		if (ret->written)
			continue;
		strbuf_printf(out, "%s%s__", out->length ? ", " : "", ret->c_name);
		if (ret->c_length)
			strbuf_printf(out, ", %s__", ret->c_length);
	}
}

void call_given_results(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];
		const bool is_tensor = ret->form->c_type == &c_tensor_result;

		if (ret->written)
			continue;
		strbuf_add(out, out->length ? ",\n" : "");
		strbuf_printf(out,
			      is_tensor ? "ct_write_an_ampersand_before_the_result_(%s__)" : "%s__",
			      ret->c_name);
		if (ret->c_length)
			strbuf_printf(out, ", %s__", ret->c_length);
	}
}

/* "&values, &indices, ": as a program passes them to CT(). */
static void add_result_addresses(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];

		if (ret->written)
			continue;
		strbuf_printf(out, "&%s, ", ret->c_name);
		if (ret->c_length)
			strbuf_printf(out, "&%s, ", ret->c_length);
	}
}

static size_t result_places(const struct op *op)
{
	size_t n = 0;

	for (size_t i = 0; i < op->schema.rets.len; i++)
		if (!op->schema.rets.at[i].written)
			n += op->schema.rets.at[i].c_length ? 2 : 1;
	return n;
}

const char *call_form(const struct op *op)
{
	return call_results(op) ? "" : "WRITTEN_";
}

const char *call_value(const struct op *op)
{
	if (call_results(op))
		return "";
	for (size_t i = 0; i < op->schema.rets.len; i++)
		if (op->schema.rets.at[i].written)
			return op->schema.rets.at[i].written->c_name;
	return "first_";
}

/* --- expressions ------------------------------------------------------------------------------ */

/* How CT_E() takes an operator's value; NULL: the operator is for CT() alone. */
static const char *value_form(const struct op *op)
{
	const struct c_type *c_type;

	if (call_results(op) == 0)
		return op->schema.rets.len ? "do__, open__, op__" : NULL;
	if (op->schema.rets.len != 1)
		return NULL;
	c_type = op->schema.rets.at[0].form->c_type;
	return c_type == &c_tensor_result    ? "do__, open__, op__, &ct_value_"
	       : c_type == &c_tensors_result ? "do__##LIST_, open__, op__, &ct_list_, &ct_list_len_"
					     : NULL;
}

static void add_expression(const struct op *op, const char *name, struct strbuf *out)
{
	const char *form = value_form(op);
	struct strbuf results = { 0 };

	if (form) {
		strbuf_printf(out,
			      "#define CT_EXPR_%s_(do__, open__, op__, ...) \\\n"
			      "\tCT_OP_%s_(%s, __VA_ARGS__)\n",
			      name, name, form);
		return;
	}
	add_result_addresses(op, &results);
	strbuf_printf(
		out,
		"#define CT_EXPR_%s_(...) \\\n"
		"\t_Pragma(\"GCC error \\\"write CT_DO(CT(%s, %s...));\\\"\") (ct_tensor *)0\n",
		name, name, strbuf_str(&results));
	strbuf_free(&results);
}

/* --- arguments -------------------------------------------------------------------------------- */

void call_add_needs(const struct op *op, const char *name, size_t places, struct strbuf *out)
{
	strbuf_printf(out, "#define CT_NEEDS_%s_ CT_NEED_%zu_(CT_OP_%s_, CT_FEW_%s_)\n", name,
		      places + call_required(op), name, name);
}

void call_add_missing(const struct op *op, const char *macro, const char *called, const char *name,
		      struct strbuf *out)
{
	struct strbuf text = { 0 };

	strbuf_printf(&text, "arguments are missing: %s(%s, ", macro, called);
	add_result_addresses(op, &text);
	for (size_t i = 0; i < call_required(op); i++) {
		const struct arg *arg = &op->schema.args.at[i];

		type_print(&text, arg->type);
		strbuf_printf(&text, " %s, ", arg->name);
	}
	strbuf_printf(
		out,
		"#define CT_FEW_%s_(...) \\\n\t_Pragma(\"GCC error \\\"%.*s)%s\\\"\") (void *)0\n",
		name, (int)(text.length - strlen(", ")), strbuf_str(&text),
		value_form(op) && call_results(op) ? "; CT_E() takes no results" : "");
	strbuf_free(&text);
}

void call_add_counts(const struct op *op, const char *name, struct strbuf *out)
{
	call_add_needs(op, name, result_places(op), out);
	call_add_missing(op, "CT", name, name, out);
	strbuf_printf(out, "#define CT_EXPRS_%s_ CT_NEED_%zu_(CT_EXPR_%s_, CT_FEW_%s_)\n", name,
		      value_form(op) ? call_required(op) : 0, name, name);
	add_expression(op, name, out);
}

/* "CT_NEEDS_div_": with at least `needed` arguments the macro of `more_name`, otherwise that of
 * `name`, or what says that arguments are missing. */
static void add_either(const char *kind, const char *macro, const char *name, const char *more_name,
		       size_t needed, struct strbuf *out)
{
	strbuf_printf(out,
		      "#define CT_%s_%s_ CT_NEED_%zu_(CT_%s_%s_, CT_FEWER_%s_%s_)\n"
		      "#define CT_FEWER_%s_%s_(do__, open__, op__, ...) \\\n"
		      "\tCT_PICK_(CT_NEED_%zu_(CT_%s_%s_, CT_FEW_%s_), , __VA_ARGS__)( \\\n"
		      "\t\tdo__, open__, op__, __VA_ARGS__)\n",
		      kind, name, needed + 1, macro, more_name, macro, name, macro, name, needed,
		      macro, name, name);
}

void call_add_counts_of_both(const struct op *op, const char *name, const struct op *more,
			     const char *more_name, struct strbuf *out)
{
	const size_t required = call_required(op);

	add_either("NEEDS", "OP", name, more_name, result_places(op) + required, out);
	call_add_missing(op, "CT", name, name, out);
	add_either("EXPRS", "EXPR", name, more_name, required, out);
	add_expression(op, name, out);
	add_expression(more, more_name, out);
}

void call_add_alias(const char *target, const char *name, struct strbuf *out)
{
	strbuf_printf(out, "#define CT_OP_%s_ CT_OP_%s_\n", name, target);
}

/* "input__" for each required argument, as the macro calls it and as the initializer does. */
static void add_required(const struct op *op, const char *number, struct strbuf *required,
			 struct strbuf *given)
{
	for (size_t i = 0; i < call_required(op); i++) {
		const struct arg *arg = &op->schema.args.at[i];
		const bool is_number = arg->form->c_type == &c_scalar;
		const bool is_tensor = arg->form->c_type == &c_const_tensor;
		const char *form = call_is_operand(op, arg) ? "CT_OPERAND_(%s__)"
				   : is_number              ? "CT_S(%s__)"
				   : number && is_tensor    ? number
							    : "%s__";

		strbuf_printf(required, "%s%s__", i ? ", " : "", arg->c_name);
		strbuf_add(given, i ? ", " : "");
		strbuf_printf(given, form, arg->c_name);
	}
}

const char *call_mention(const char *family, const char *name)
{
	return call_is_macro(name) ? "0" : family;
}

void call_add_initializers(const char *defaults, const char *mention, const char *given,
			   size_t tabs, struct strbuf *out)
{
	struct strbuf all = { 0 };

	strbuf_printf(&all, "%s.first_ = %s, %s%s__VA_ARGS__", defaults, mention, given,
		      *given ? ", " : "");
	wrap_add_items(out, strbuf_str(&all), tabs);
	strbuf_free(&all);
}

bool call_add_macro(struct call_lists *lists, const struct op *op, const struct macro *macro,
		    struct strbuf *out)
{
	struct strbuf required = { 0 }, given = { 0 }, defaults = { 0 }, all = { 0 }, text = { 0 };
	bool fine;

	call_add_defaults(lists, op, &defaults);
	add_required(op, macro->number, &required, &given);
	call_add_initializers(strbuf_str(&defaults), call_mention(lists->mention, op->struct_name),
			      strbuf_str(&given), 2, &all);
	fine = template_fill(lists->e->templates, "call_macro.h",
			     (struct mark[]){ { "name", op->struct_name },
					      { "results", macro->results },
					      { "required", strbuf_str(&required) },
					      { "form", macro->form },
					      { "begin", macro->begin },
					      { "initializers", strbuf_str(&all) },
					      { "end", macro->end },
					      { "given_results", macro->given_results },
					      { "value", macro->value },
					      { 0 } },
			     &text);
	wrap_add_macro(out, strbuf_str(&text));
	strbuf_free(&required);
	strbuf_free(&given);
	strbuf_free(&defaults);
	strbuf_free(&all);
	strbuf_free(&text);
	return fine;
}

bool call_add_macros(struct call_lists *lists, const struct op *op, struct strbuf *out)
{
	struct strbuf results = { 0 }, given = { 0 };
	struct macro macro;
	bool fine;

	call_result_names(op, &results);
	call_given_results(op, &given);
	macro = (struct macro){
		.results = strbuf_str(&results),
		.form = call_form(op),
		.begin = arena_printf(lists->e->arena, "struct %s, ct_call_%s_",
				      call_struct(lists->e, op), op->struct_name),
		.end = arena_printf(lists->e->arena, "ct_call_%s_", op->struct_name),
		.given_results = strbuf_str(&given),
		.value = call_value(op),
	};
	fine = call_add_macro(lists, op, &macro, out);
	call_add_counts(op, op->struct_name, out);
	strbuf_free(&results);
	strbuf_free(&given);
	return fine;
}
