/* Direct calls: for each C signature a function that reads its arguments from values, and the table
 * of the operators that have one. */
#include "emit/emit.h"

#include <stdlib.h>
#include <string.h>

#include "emit/wrap.h"
#include "read/schema.h"
#include "types/type_table.h"
#include "util/hash.h"
#include "util/text.h"

/* --- Conversions ------------------------------------------------------------------------------ */

/* No value holds such an argument as C takes it, so the operator is called by its name. */
static const char by_name[] = "";

/* What reads an argument: "int" is int_at() of runtime/operators/direct/convert.h. NULL: no release
 * has this form. */
static const struct reader {
	enum base_type base;
	const char *value, *optional, *list, *optional_list;
} readers[] = {
	{ T_TENSOR, "tensor", "tensor", "tensors", NULL },
	{ T_INT, "int", "optional_int", "ints", "optional_ints" },
	{ T_SYM_INT, "int", "optional_int", "ints", "optional_ints" },
	{ T_FLOAT, "float", "optional_float", "floats", "optional_floats" },
	{ T_BOOL, "bool", "optional_bool", "bools", NULL },
	{ T_SCALAR, "scalar", "optional_scalar", by_name, NULL },
	{ T_STR, "string", "string", NULL, NULL },
	{ T_SCALAR_TYPE, "dtype", "dtype", NULL, NULL },
	{ T_LAYOUT, "layout", "layout", NULL, NULL },
	{ T_MEMORY_FORMAT, "memory_format", "memory_format", NULL, NULL },
	{ T_DEVICE, "device", "device", NULL, NULL },
	{ T_DEVICE_INDEX, "device_index", NULL, NULL, NULL },
	{ T_GENERATOR, "generator", "generator", NULL, NULL },
	{ T_STORAGE, "storage", NULL, NULL, NULL },
	{ T_STREAM, "stream", NULL, NULL, NULL },
	{ T_DIMNAME, "string", NULL, by_name, by_name },
};

/* What puts a result into a value: "int" is give_int(). */
static const struct giver {
	const struct c_type *c_type;
	const char *name;
} givers[] = {
	{ &c_tensor_result, "tensor" },
	{ &c_tensors_result, "tensors" },
	{ &c_int64_result, "int" },
	{ &c_int64s_result, "ints" },
	{ &c_double_result, "float" },
	{ &c_bool_result, "bool" },
	{ &c_scalar_result, "scalar" },
	{ &c_dtype_result, "dtype" },
	{ &c_quant_scheme_result, "quant_scheme" },
};

static const char *form_of(const struct reader *reader, const struct type *type)
{
	if (type->kind == TYPE_BASE)
		return reader->value;
	if (type->kind == TYPE_LIST)
		return reader->list;
	return type->element->kind == TYPE_LIST ? reader->optional_list : reader->optional;
}

/* Reports a type that has no reader or giver. */
static const char *refuse(struct emitter *e, const struct op *op, const struct type *type,
			  const char *rows)
{
	diag_error(e->diag, op->entry->loc,
		   arena_printf(e->arena,
				"add it to %s of codegen/emit/direct.c, and its conversion to "
				"runtime/operators/direct/convert.h",
				rows),
		   "the type '%s' of '%s' has no conversion from or to a ct_value",
		   type_text(e->arena, type), op->name);
	return NULL;
}

static const char *reader_of(struct emitter *e, const struct op *op, const struct type *type)
{
	const enum base_type base = type_innermost(type)->base;
	const char *name = NULL;

	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (readers[i].base == base)
			name = form_of(&readers[i], type);
	return name ? name : refuse(e, op, type, "readers[]");
}

static const char *giver_of(struct emitter *e, const struct op *op, const struct ret *ret)
{
	for (size_t i = 0; i < sizeof givers / sizeof *givers; i++)
		if (givers[i].c_type == ret->form->c_type)
			return givers[i].name;
	return refuse(e, op, ret->type, "givers[]");
}

/* --- Signatures ------------------------------------------------------------------------------- */

/* Operators with equal signatures have one caller. */
struct signature {
	const char *types;     /* "const ct_tensor *, ct_scalar, ct_tensor **" */
	const char *args;      /* "tensor_at(args, 0), scalar_at(args, 1), &result" */
	const char *key;       /* both */
	const struct op *like; /* of those that have it, the one with the shortest name */
	size_t count;          /* of those */
	UT_hash_handle hh;
};

struct direct_row {
	const struct op *op;
	const struct signature *signature;
};

struct direct {
	struct emitter *e;
	struct signature *signatures; /* by their keys */
	struct direct_row *rows;      /* sorted by the operators' names */
	size_t rows_len;
};

static void add_item(struct strbuf *out, const char *text, size_t length)
{
	strbuf_add(out, out->length ? ", " : "");
	strbuf_add_bytes(out, text, length);
}

/* "int64_t " without its blank. */
static void add_type(struct strbuf *out, const char *text)
{
	add_item(out, text, strlen(text) - text_ends_with(text, " "));
}

/* Where an optional value is converted to, if C takes a pointer to something that no value has. */
static const char *room_of(const struct type *type)
{
	if (type->kind != TYPE_OPTIONAL || type->element->kind != TYPE_BASE)
		return "";
	return type_is(type->element, T_BOOL)     ? ", &(bool){ 0 }"
	       : type_is(type->element, T_SCALAR) ? ", &(ct_scalar){ 0 }"
						  : "";
}

/* Adds what reads each argument, and finds out whether one cannot be read so. */
static bool add_args(struct emitter *e, const struct op *op, bool *is_by_name, struct strbuf *types,
		     struct strbuf *args)
{
	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];
		const char *name = reader_of(e, op, arg->type);

		if (!name)
			return false;
		*is_by_name |= name == by_name;
		add_type(types, arg->form->c_type->text);
		strbuf_printf(args, "%s%s_at(args, %zu%s)", i ? ", " : "", name, i,
			      room_of(arg->type));
		if (arg->c_length) {
			add_type(types, "int64_t ");
			strbuf_printf(args, ", length_at(args, %zu)", i);
		}
	}
	return true;
}

/* "result"; if there are several, "result0". */
static const char *result_name(struct arena *arena, const struct op *op, size_t i)
{
	return op->schema.rets.len == 1 ? "result" : arena_printf(arena, "result%zu", i);
}

static void add_results(struct emitter *e, const struct op *op, struct strbuf *types,
			struct strbuf *args)
{
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];
		const char *name = result_name(e->arena, op, i);

		add_type(types, ret->form->c_type->text);
		strbuf_printf(args, "%s&%s", args->length ? ", " : "", name);
		if (ret->c_length) {
			add_type(types, "int64_t *");
			strbuf_printf(args, ", &%s_len", name);
		}
	}
}

static struct signature *find_signature(struct direct *direct, const char *types, const char *args)
{
	struct arena *arena = direct->e->arena;
	const char *key = arena_printf(arena, "%s; %s", types, args);
	struct signature *found;

	HASH_FIND_STR(direct->signatures, key, found);
	if (found)
		return found;
	found = arena_alloc(arena, sizeof *found);
	found->types = *types ? arena_strdup(arena, types) : "void";
	found->args = arena_strdup(arena, args);
	found->key = key;
	HASH_ADD_KEYPTR(hh, direct->signatures, found->key, strlen(found->key), found);
	return found;
}

static void add_row(struct direct *direct, const struct op *op, struct signature *signature)
{
	if (!signature->like || strlen(op->struct_name) < strlen(signature->like->struct_name))
		signature->like = op;
	signature->count++;
	direct->rows[direct->rows_len++] = (struct direct_row){ op, signature };
}

static bool add_op(struct direct *direct, const struct op *op)
{
	struct strbuf types = { 0 }, args = { 0 };
	bool is_by_name = false;
	const bool fine = add_args(direct->e, op, &is_by_name, &types, &args);

	add_results(direct->e, op, &types, &args);
	if (fine && !is_by_name)
		add_row(direct, op, find_signature(direct, strbuf_str(&types), strbuf_str(&args)));
	strbuf_free(&types);
	strbuf_free(&args);
	return fine;
}

static int compare_names(const void *a, const void *b)
{
	const struct direct_row *one = a, *other = b;

	return strcmp(one->op->name, other->op->name);
}

/* Finds the signatures of all operators. */
static bool read_all(struct direct *direct)
{
	const struct model *model = direct->e->model;
	bool fine = true;

	direct->rows = arena_alloc(direct->e->arena, (model->ops.len + 1) * sizeof *direct->rows);
	for (size_t i = 0; i < model->ops.len; i++)
		fine &= add_op(direct, model->by_symbol[i]);
	qsort(direct->rows, direct->rows_len, sizeof *direct->rows, compare_names);
	return fine;
}

/* --- Callers ---------------------------------------------------------------------------------- */

/* The files of callers, by the number of arguments from which they have them. The build has the same
 * files for every release. */
static const struct file {
	const char *name;
	const char *arguments; /* for its comment */
	size_t least;
} files[] = {
	{ "direct/calls_0_2.c", "at most 2 arguments", 0 },
	{ "direct/calls_3.c", "3 arguments", 3 },
	{ "direct/calls_4.c", "4 arguments", 4 },
	{ "direct/calls_5.c", "5 arguments", 5 },
	{ "direct/calls_6.c", "6 arguments", 6 },
	{ "direct/calls_7_8.c", "7 or 8 arguments", 7 },
	{ "direct/calls_9_11.c", "9 to 11 arguments", 9 },
	{ "direct/calls_12_on.c", "12 arguments or more", 12 },
};

enum { FILES = sizeof files / sizeof *files };

static bool is_in(const struct file *file, const struct op *op)
{
	const size_t count = op->schema.args.len;

	return count >= file->least && (file == &files[FILES - 1] || count < file[1].least);
}

/* Adds the lines that declare the results of a call, and those that put them into values. */
static bool add_gives(struct emitter *e, const struct op *op, struct strbuf *results,
		      struct strbuf *gives)
{
	for (size_t i = 0; i < op->schema.rets.len; i++) {
		const struct ret *ret = &op->schema.rets.at[i];
		const char *type = ret->form->c_type->text, *giver = giver_of(e, op, ret);
		const char *name = result_name(e->arena, op, i);

		if (!giver)
			return false;
		/* What a parameter "ct_tensor **" points to. */
		strbuf_printf(results, "%.*s%s;\n", (int)strlen(type) - 1, type, name);
		strbuf_printf(gives, "give_%s(&results[%zu], %s", giver, i, name);
		if (ret->c_length) {
			strbuf_printf(results, "int64_t %s_len;\n", name);
			strbuf_printf(gives, ", %s_len", name);
		}
		strbuf_add(gives, ");\n");
	}
	return true;
}

/* "mm(Tensor self, Tensor mat2) -> Tensor, and 129 more" */
static const char *schemas_of(struct arena *arena, const struct signature *signature)
{
	if (signature->count == 1)
		return signature->like->func;
	return arena_printf(arena, "%s, and %zu more", signature->like->func, signature->count - 1);
}

/* Marks the parameters that this caller does not need. */
static const char *unused_by(const struct op *op)
{
	if (op->schema.rets.len)
		return op->schema.args.len ? "" : "(void)args;\n";
	return op->schema.args.len ? "(void)results;\n" : "(void)args;\n(void)results;\n";
}

static bool add_caller(struct emitter *e, const struct signature *signature, struct strbuf *out)
{
	const struct op *op = signature->like;
	const bool has_results = op->schema.rets.len;
	struct strbuf results = { 0 }, gives = { 0 }, text = { 0 };
	bool fine = add_gives(e, op, &results, &gives);

	fine = fine &&
	       template_fill(
		       e->templates, has_results ? "direct_call.c" : "direct_call_plain.c",
		       (struct mark[]){ { "schemas", schemas_of(e->arena, signature) },
					{ "like", op->struct_name },
					{ "types", signature->types },
					{ "args", signature->args },
					{ "unused", unused_by(op) },
					{ has_results ? "results" : NULL, strbuf_str(&results) },
					{ "gives", strbuf_str(&gives) },
					{ 0 } },
		       &text);
	strbuf_add(out, out->length ? "\n" : "");
	wrap_add(out, strbuf_str(&text));
	strbuf_free(&results);
	strbuf_free(&gives);
	strbuf_free(&text);
	return fine;
}

static bool emit_callers(const struct direct *direct, const struct file *file)
{
	struct emitter *e = direct->e;
	struct strbuf callers = { 0 };
	bool fine = true;

	for (size_t i = 0; fine && i < direct->rows_len; i++) {
		const struct direct_row *row = &direct->rows[i];

		if (row->signature->like == row->op && is_in(file, row->op))
			fine = add_caller(e, row->signature, &callers);
	}
	fine = fine && template_fill(e->templates, "direct_calls.c",
				     (struct mark[]){ { "release", e->model->spec->release },
						      { "arguments", file->arguments },
						      { "callers", strbuf_str(&callers) },
						      { 0 } },
				     output_add(e->output, file->name));
	strbuf_free(&callers);
	return fine;
}

static bool emit_declarations(const struct direct *direct)
{
	struct emitter *e = direct->e;
	struct strbuf callers = { 0 };
	size_t count = 0;
	bool fine;

	for (size_t i = 0; i < direct->rows_len; i++) {
		const struct direct_row *row = &direct->rows[i];

		if (row->signature->like != row->op)
			continue;
		strbuf_printf(&callers, "ct_direct_caller ct_direct_like_%s;\n",
			      row->op->struct_name);
		count++;
	}
	fine = template_fill(e->templates, "direct_callers.h",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", arena_printf(e->arena, "%zu", count) },
					      { "callers", strbuf_str(&callers) },
					      { 0 } },
			     output_add(e->output, "direct/callers.h"));
	strbuf_free(&callers);
	return fine;
}

/* --- The table -------------------------------------------------------------------------------- */

static bool emit_table(const struct direct *direct)
{
	struct emitter *e = direct->e;
	const char *count = arena_printf(e->arena, "%zu", direct->rows_len);
	struct strbuf rows = { 0 }, wrapped = { 0 };
	bool fine;

	for (size_t i = 0; i < direct->rows_len; i++) {
		const struct op *op = direct->rows[i].op;

		strbuf_printf(&rows, "\tROW(\"%s\", %s, ct_direct_like_%s, %zu, %zu),\n", op->name,
			      op->symbol, direct->rows[i].signature->like->struct_name,
			      op->schema.args.len, op->schema.rets.len);
	}
	wrap_add(&wrapped, strbuf_str(&rows));
	fine = template_fill(e->templates, "direct_table.c",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "count", count },
					      { "rows", strbuf_str(&wrapped) },
					      { 0 } },
			     output_add(e->output, "direct/table.c"));
	strbuf_free(&rows);
	strbuf_free(&wrapped);
	return fine;
}

bool emit_direct(struct emitter *e)
{
	struct direct direct = { .e = e };
	bool fine = read_all(&direct);

	for (size_t i = 0; fine && i < FILES; i++)
		fine = emit_callers(&direct, &files[i]);
	fine = fine && emit_declarations(&direct) && emit_table(&direct);
	HASH_CLEAR(hh, direct.signatures);
	return fine;
}
