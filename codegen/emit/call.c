/*
 * The headers of calls with default and named arguments: for each operator a struct of its
 * arguments, an inline function that passes them on, and macros (call_macros.c).
 */
#include "emit/call.h"

#include <ctype.h>
#include <string.h>

#include "emit/wrap.h"
#include "types/default_text.h"
#include "name/naming.h"
#include "types/type_table.h"

size_t call_required(const struct op *op)
{
	size_t n = 0;

	while (n < op->schema.args.len && !op->schema.args.at[n].default_text)
		n++;
	return n;
}

size_t call_results(const struct op *op)
{
	size_t n = 0;

	for (size_t i = 0; i < op->schema.rets.len; i++)
		n += !op->schema.rets.at[i].written;
	return n;
}

/* --- members ---------------------------------------------------------------------------------- */

/* How the struct holds an argument. */
struct held {
	const struct c_type *c_type;
	bool has_length, is_optional; /* of the argument */
	const char *type;             /* of the member */
	const char *passed;           /* %x is the member: "a__.%x.at, a__.%x.len" */
	const char *none;             /* None, if it is not all zeros */
};

/* A dtype is held as its enumeration: the compiler names it if a program passes a string. */
static const struct held held_as[] = {
	{ &c_dtype, false, false, "enum ct_dtype_value ", "(ct_dtype)a__.%x", NULL },
	{ &c_dtype, false, true, "enum ct_dtype_value ", "(ct_dtype)a__.%x", NULL },
	{ &c_scalar, false, false, "ct_number ", "a__.%x.value", NULL },
	{ &c_const_scalars, false, true, "ct_number ", "ct_given_number_(&a__.%x)",
	  "CT_NO_NUMBER_" },
	{ &c_const_int64s, false, true, "int64_t ", "ct_given_int_(&a__.%x)", "CT_NO_INT" },
	{ &c_const_doubles, false, true, "double ", "ct_given_float_(&a__.%x)", "CT_NO_FLOAT" },
	{ &c_const_bools, false, true, "signed char ", "ct_given_bool_(a__.%x)", "CT_NO_BOOL" },
	{ &c_const_bools, false, false, "ct_bools ", "ct_given_bools_(a__.%x, %d)", NULL },
	{ &c_const_scalars, true, false, "ct_scalars ", "a__.%x.at, a__.%x.len", NULL },
	{ &c_const_int64s, true, false, "ct_ints ", "a__.%x.at, a__.%x.len", NULL },
	{ &c_const_doubles, true, false, "ct_floats ", "a__.%x.at, a__.%x.len", NULL },
	{ &c_tensors, true, false, "ct_tensors ", "a__.%x.at, a__.%x.len", NULL },
	{ &c_strings, true, false, "ct_strings ", "a__.%x.at, a__.%x.len", NULL },
};

static bool is_optional(const struct arg *arg)
{
	return arg->type->kind == TYPE_OPTIONAL;
}

/* NULL: as it is. */
static const struct held *member_of(const struct arg *arg)
{
	for (size_t i = 0; i < sizeof held_as / sizeof *held_as; i++)
		if (held_as[i].c_type == arg->form->c_type &&
		    held_as[i].has_length == arg->form->has_length &&
		    (arg->form->has_length || held_as[i].is_optional == is_optional(arg)))
			return &held_as[i];
	return NULL;
}

/* How many arguments may be given by position. */
static size_t call_positions(const struct op *op)
{
	size_t i = call_required(op);

	while (i < op->schema.args.len && !op->schema.args.at[i].is_keyword_only)
		i++;
	return i;
}

/* The member after the positional arguments; no value can initialize it. The compiler prints the
 * type, which names the operator's overloads, if it has any, and the argument `next`, which must be
 * named; NULL: there is none. */
static void add_no_more(const struct arg *next, const char *see, struct strbuf *out)
{
	if (*see)
		strbuf_printf(out,
			      "struct {\n"
			      "\tconst struct ct_too_many_arguments%s%s%s%s *position;\n"
			      "} no_more_;\n",
			      next ? "_name_" : "", next ? next->c_name : "", next ? "_or" : "",
			      see);
	else
		strbuf_add(out, "struct ct_no_more_ no_more_;\n");
}

static const char *member_type(const struct op *op, const struct arg *arg)
{
	const struct held *member = member_of(arg);

	if (call_is_operand(op, arg))
		return "struct ct_operand_ ";
	return member ? member->type : arg->form->c_type->text;
}

void call_add_members(const struct op *op, const char *see, struct strbuf *out)
{
	const size_t positions = call_positions(op);

	for (size_t i = 0; i < op->schema.args.len; i++) {
		if (i == positions)
			add_no_more(&op->schema.args.at[i], see, out);
		strbuf_printf(out, "%s%s;\n", member_type(op, &op->schema.args.at[i]),
			      op->schema.args.at[i].c_name);
	}
	if (positions == op->schema.args.len)
		add_no_more(NULL, see, out);
}

static const char *passed(const struct op *op, const struct arg *arg)
{
	const struct held *member = member_of(arg);

	if (call_is_operand(op, arg))
		return "a__.%x.tensor";
	return member ? member->passed : "a__.%x";
}

/* What the inline function calls the operator with; results that are written arguments are
 * dropped. */
static void add_call_args(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];

		strbuf_add(out, i ? ", " : "");
		arg_fill_in(out, passed(op, arg), arg, i + 1);
	}
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];

		strbuf_printf(out, "%s%s", out->length ? ", " : "",
			      ret->written ? "NULL" : ret->c_name);
		if (ret->c_length)
			strbuf_printf(out, ", %s", ret->written ? "NULL" : ret->c_length);
	}
}

static void add_call_params(const struct op *op, const char *tag, struct strbuf *out)
{
	strbuf_printf(out, "struct %s a__", tag);
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];

		if (ret->written)
			continue;
		strbuf_printf(out, ", %s%s", ret->form->c_type->text, ret->c_name);
		if (ret->c_length)
			strbuf_printf(out, ", int64_t *%s", ret->c_length);
	}
}

/* --- defaults --------------------------------------------------------------------------------- */

/* "ct_call_a_0_m1_" for the elements "0, -1". */
static const char *list_name(struct call_lists *lists, const char *elements)
{
	struct strbuf name = { 0 };
	const char *kept;

	strbuf_printf(&name, "ct_%s_", lists->prefix);
	for (const char *c = elements; *c; c++)
		if (*c == ' ')
			strbuf_add_char(&name, '_');
		else if (*c == '-')
			strbuf_add_char(&name, 'm');
		else if (isalnum((unsigned char)*c))
			strbuf_add_char(&name, *c);
	strbuf_add_char(&name, '_');
	kept = arena_strdup(lists->e->arena, strbuf_str(&name));
	strbuf_free(&name);
	return kept;
}

/* Names an array, since a compound literal cannot be a default: "{ ct_call_a_0_1_, 2 }". */
static void add_list(struct call_lists *lists, const struct arg *arg, struct strbuf *out)
{
	struct strbuf elements = { 0 };
	const size_t count = default_elements(&elements, arg);
	const char *name = list_name(lists, strbuf_str(&elements));

	if (count && !names_has(&lists->names, name)) {
		vec_push(lists->e->arena, &lists->names, name);
		strbuf_printf(&lists->text, "static %s %s[] = { %s };\n",
			      arg->form->c_type->pointee, name, strbuf_str(&elements));
	}
	if (count)
		strbuf_printf(out, "{ %s, %zu }", name, count);
	strbuf_free(&elements);
}

static bool is_zero(const char *value)
{
	return !strcmp(value, "0") || !strcmp(value, "0.0") || !strcmp(value, "false");
}

static void add_unless_zero(const struct arg *arg, struct strbuf *out)
{
	struct strbuf value = { 0 };

	default_text(&value, arg);
	if (!is_zero(strbuf_str(&value)))
		strbuf_add(out, strbuf_str(&value));
	strbuf_free(&value);
}

/* The member's initial value; nothing for what is all zeros. */
static void default_value(struct call_lists *lists, const struct arg *arg, struct strbuf *out)
{
	const struct held *member = member_of(arg);

	if (!strcmp(arg->default_text, "None"))
		strbuf_add(out, member && member->none ? member->none : "");
	else if (arg->form->c_type == &c_scalar)
		strbuf_printf(out, "CT_NUMBER_%s_(%s)", default_is_float(arg) ? "FLOAT" : "INT",
			      arg->default_text);
	else if (arg->form->has_length)
		add_list(lists, arg, out);
	else if (member) /* the value, which the operator takes a pointer to */
		default_word(out, arg);
	else
		add_unless_zero(arg, out);
}

void call_add_defaults(struct call_lists *lists, const struct op *op, struct strbuf *out)
{
	for (size_t i = call_required(op); i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];
		struct strbuf value = { 0 };

		if (arg->default_text)
			default_value(lists, arg, &value);
		if (value.length)
			strbuf_printf(out, ".%s = %s, ", arg->c_name, strbuf_str(&value));
		strbuf_free(&value);
	}
}

const char *call_struct(struct emitter *e, const struct op *op)
{
	return arena_printf(e->arena, "ct_args_%s%s_", op->struct_name, emit_see_also(e, op));
}

static bool add_call(struct call_lists *lists, const struct op *op, struct strbuf *out)
{
	struct strbuf member_lines = { 0 }, params = { 0 }, args = { 0 }, text = { 0 };
	struct strbuf numbers = { 0 };
	const char *tag = call_struct(lists->e, op);
	bool fine;

	call_add_members(op, emit_see_also(lists->e, op), &member_lines);
	add_call_params(op, tag, &params);
	add_call_args(op, &args);
	call_add_number_tensors(op, &numbers);
	fine = template_fill(lists->e->templates, "call.h",
			     (struct mark[]){ { "schema", op->func },
					      { "tag", tag },
					      { "struct", op->struct_name },
					      { "members", strbuf_str(&member_lines) },
					      { "params", strbuf_str(&params) },
					      { "unused", op->schema.args.len ? "" : "(void)a__;" },
					      { "numbers", strbuf_str(&numbers) },
					      { "symbol", op->symbol },
					      { "args", strbuf_str(&args) },
					      { 0 } },
			     &text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&member_lines);
	strbuf_free(&params);
	strbuf_free(&args);
	strbuf_free(&numbers);
	strbuf_free(&text);
	return fine && call_add_macros(lists, op, out);
}

/* --- files ------------------------------------------------------------------------------------ */

bool call_add_all(struct call_lists *lists, const struct op_list *ops, struct strbuf *calls)
{
	bool fine = true;

	for (size_t i = 0; fine && i < ops->len; i++)
		fine = add_call(lists, ops->at[i], calls);
	return fine;
}

static bool emit_group(struct emitter *e, const char *group)
{
	const char *name = arena_printf(e->arena, "call_%s", group);
	const char *header = naming_header(e->arena, "calls", group);
	const struct op_list ops = emit_ops(e, group, NULL);
	struct call_lists lists = { .e = e, .prefix = name, .mention = "CT_OPERATOR_(op__)" };
	struct strbuf calls = { 0 };
	bool fine = call_add_all(&lists, &ops, &calls) && emit_overloads(&lists, &ops, &calls);

	fine = fine &&
	       template_fill(e->templates, "ctorch/calls/group.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", arena_printf(e->arena, "%zu", ops.len) },
					      { "contents", naming_contents(e->arena, group) },
					      { "guard", naming_guard(e->arena, header) },
					      { "ops", naming_header(e->arena, "ops", group) },
					      { "lists", strbuf_str(&lists.text) },
					      { "calls", strbuf_str(&calls) },
					      { 0 } },
			     output_add(e->output, header));
	strbuf_free(&lists.text);
	strbuf_free(&calls);
	return fine;
}

bool emit_calls(struct emitter *e)
{
	struct strbuf includes = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < e->model->groups.len; i++) {
		fine = emit_group(e, e->model->groups.at[i]);
		strbuf_printf(&includes, "#include <%s>\n",
			      naming_header(e->arena, "calls", e->model->groups.at[i]));
	}
	fine = fine && template_fill(e->templates, "ctorch/calls/all.h",
				     (struct mark[]){ { "release", e->model->spec->release },
						      { "includes", strbuf_str(&includes) },
						      { 0 } },
				     output_add(e->output, "ctorch/calls/all.h"));
	strbuf_free(&includes);
	return fine && emit_call_names(e);
}
