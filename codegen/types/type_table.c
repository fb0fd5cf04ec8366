#include "types/type_table.h"

#include <string.h>

#include "types/default_device.h"
#include "read/schema.h"
#include "util/text.h"

/* A type of the schema language in each of its forms. No release uses the empty forms. */
struct type_row {
	enum base_type base;
	enum base_type in_c;       /* the base type with the same C type: T_INT for T_SYM_INT */
	struct type_form value;    /* Tensor */
	struct type_form written;  /* Tensor(a!); if empty, the same as `value` */
	struct type_form optional; /* Tensor? */
	struct type_form written_optional; /* Tensor(a!)? */
	struct type_form list;             /* Tensor[], int[2] */
	struct type_form optional_list;    /* int[]? */
	struct type_form list_of_optional; /* Tensor?[] */
	struct type_form fixed_list;       /* bool[3]; if empty, the size is only advice */
	struct type_form result;           /* -> Tensor */
	struct type_form result_list;      /* -> Tensor[] */
};

#define LIST(helper) "ct::" helper "(%x, %l, %i, %n)"

static const struct type_row rows[] = {
	{
		.base = T_TENSOR,
		.value = { &c_const_tensor, "ct::tensor(%x, %i, %n)", false },
		.written = { &c_tensor, "ct::written(%x, %i, %n)", false },
		.optional = { &c_const_tensor, "ct::optional_tensor(%x, %i, %n)", false },
		.written_optional = { &c_tensor, "ct::optional_tensor(%x, %i, %n)", false },
		.list = { &c_tensors, LIST("tensors"), true },
		.list_of_optional = { &c_tensors, LIST("optional_tensors"), true },
		.result = { &c_tensor_result, NULL, false },
		.result_list = { &c_tensors_result, NULL, true },
	},
	{
		.base = T_INT,
		.value = { &c_int64, "%x", false },
		.optional = { &c_const_int64s, "ct::optional(%x)", false },
		.list = { &c_const_int64s, LIST("ints"), true },
		.optional_list = { &c_const_int64s, LIST("optional_ints"), true },
		.result = { &c_int64_result, NULL, false },
		.result_list = { &c_int64s_result, NULL, true },
	},
	{
		.base = T_SYM_INT,
		.in_c = T_INT,
		.value = { &c_int64, "%x", false },
		.optional = { &c_const_int64s, "ct::optional_symint(%x)", false },
		.list = { &c_const_int64s, LIST("symints"), true },
		.optional_list = { &c_const_int64s, LIST("optional_symints"), true },
		.result = { &c_int64_result, NULL, false },
		.result_list = { &c_int64s_result, NULL, true },
	},
	{
		.base = T_FLOAT,
		.value = { &c_double, "%x", false },
		.optional = { &c_const_doubles, "ct::optional(%x)", false },
		.list = { &c_const_doubles, LIST("doubles"), true },
		.optional_list = { &c_const_doubles, LIST("optional_doubles"), true },
		.result = { &c_double_result, NULL, false },
	},
	{
		.base = T_BOOL,
		.value = { &c_bool, "%x", false },
		.optional = { &c_const_bools, "ct::optional_bool(%x, %i, %n)", false },
		.fixed_list = { &c_const_bools, "ct::bools<%d>(%x, %i, %n)", false },
		.result = { &c_bool_result, NULL, false },
	},
	{
		.base = T_SYM_BOOL,
		.in_c = T_BOOL,
		.result = { &c_bool_result, NULL, false },
	},
	{
		.base = T_SCALAR,
		.value = { &c_scalar, "ct::scalar(%x, %i, %n)", false },
		.optional = { &c_const_scalars, "ct::optional_scalar(%x, %i, %n)", false },
		.list = { &c_const_scalars, LIST("scalars"), true },
		.result = { &c_scalar_result, NULL, false },
	},
	{
		.base = T_STR,
		.value = { &c_string, "ct::string(%x, %i, %n)", false },
		.optional = { &c_string, "ct::optional_string(%x)", false },
	},
	{
		.base = T_SCALAR_TYPE,
		.value = { &c_dtype, "ct::dtype(%x, %i, %n)", false },
		.optional = { &c_dtype, "ct::optional_dtype(%x, %i, %n)", false },
		.result = { &c_dtype_result, NULL, false },
	},
	{
		.base = T_LAYOUT,
		.value = { &c_layout, "ct::layout(%x, %i, %n)", false },
		.optional = { &c_layout, "ct::optional_layout(%x, %i, %n)", false },
	},
	{
		.base = T_MEMORY_FORMAT,
		.value = { &c_memory_format, "ct::memory_format(%x, %i, %n)", false },
		.optional = { &c_memory_format, "ct::optional_memory_format(%x, %i, %n)", false },
	},
	{
		.base = T_DEVICE,
		.value = { &c_device, "ct::device(%x, %i, %n)", false },
		.optional = { &c_device, "ct::optional_device(%x, %i, %n)", false },
	},
	{
		.base = T_DEVICE_INDEX,
		.value = { &c_int32, "ct::device_index(%x, %i, %n)", false },
	},
	{
		.base = T_GENERATOR,
		.value = { &c_generator, "ct::generator(%x)", false },
		.optional = { &c_generator, "ct::optional_generator(%x)", false },
	},
	{
		.base = T_STORAGE,
		.value = { &c_storage, "ct::storage(%x, %i, %n)", false },
	},
	{
		.base = T_STREAM,
		.value = { &c_stream, "ct::stream(%x, %i, %n)", false },
	},
	{
		.base = T_QSCHEME,
		.result = { &c_quant_scheme_result, NULL, false },
	},
	/* Releases before 2.13. */
	{
		.base = T_DIMNAME,
		.value = { &c_string, "ct::dimname(%x, %i, %n)", false },
		.list = { &c_strings, LIST("dimnames"), true },
		.optional_list = { &c_strings, LIST("optional_dimnames"), true },
	},
};

/* `Device?` of an operator that creates its result on the thread's default device. */
static const struct type_form default_device = { &c_device, "ct::device_or_default(%x, %i, %n)",
						 false };

static const struct type_row *find_row(enum base_type base)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].base == base)
			return &rows[i];
	return NULL;
}

/* The form of a list. The elements may be optional, but not nested further. */
static const struct type_form *list_form(const struct type_row *row, const struct type *list)
{
	const struct type *element = list->element;

	if (element->kind == TYPE_BASE)
		return list->size && row->fixed_list.c_type ? &row->fixed_list : &row->list;
	if (element->kind == TYPE_OPTIONAL && element->element->kind == TYPE_BASE)
		return &row->list_of_optional;
	return NULL;
}

static const struct type_form *arg_form(const struct type_row *row, const struct type *type)
{
	if (type->kind == TYPE_BASE)
		return &row->value;
	if (type->kind == TYPE_LIST)
		return list_form(row, type);
	if (type->element->kind == TYPE_BASE)
		return &row->optional;
	if (type->element->kind == TYPE_LIST && type->element->element->kind == TYPE_BASE)
		return &row->optional_list;
	return NULL;
}

static const struct type_form *ret_form(const struct type_row *row, const struct type *type)
{
	if (type->kind == TYPE_BASE)
		return &row->result;
	if (type->kind == TYPE_LIST && type->element->kind == TYPE_BASE)
		return &row->result_list;
	return NULL;
}

typedef const struct type_form *form_finder(const struct type_row *row, const struct type *type);

static const struct type_form *bind(struct diag *diag, const struct op *op, const struct type *type,
				    form_finder *find, const char *role)
{
	const struct type_row *row = find_row(type_innermost(type)->base);
	const struct type_form *form = row ? find(row, type) : NULL;
	struct loc loc = op->entry->loc;
	struct strbuf text = { 0 };

	if (form && form->c_type)
		return form;
	type_print(&text, type);
	loc.column += op->is_derived ? 0 : type->offset;
	if (!row)
		diag_error(
			diag, loc,
			"correct the type, or add it to codegen/read/base_type.c and to rows[] in "
			"codegen/types/type_table.c, and its conversion to "
			"runtime/core/bridge/wrap.hpp (docs/generator.md, \"Adding a type\")",
			"unknown type '%s'", type_innermost(type)->name);
	else
		diag_error(diag, loc,
			   "add this form to the type's row in codegen/types/type_table.c and its "
			   "conversion to runtime/core/bridge/wrap.hpp "
			   "(docs/generator.md, \"Adding a type\")",
			   "the type '%s' has no C form as %s of '%s'", strbuf_str(&text), role,
			   op->name);
	strbuf_free(&text);
	return NULL;
}

/* A written handle is not const. */
static const struct type_form *written_form(const struct type_row *row,
					    const struct type_form *form)
{
	if (form == &row->value && row->written.c_type)
		return &row->written;
	if (form == &row->optional && row->written_optional.c_type)
		return &row->written_optional;
	return form;
}

bool type_table_bind_arg(struct diag *diag, const struct op *op, struct arg *arg)
{
	arg->form = bind(diag, op, arg->type, arg_form, "an argument");
	if (arg->form && arg_is_written(arg))
		arg->form = written_form(find_row(type_innermost(arg->type)->base), arg->form);
	return arg->form != NULL;
}

/* Runs after type_table_bind_arg(). */
static void bind_default_device(struct op *op)
{
	if (!heeds_default_device(op))
		return;
	for (size_t i = 0; i < op->schema.args.len; i++) {
		struct arg *arg = &op->schema.args.at[i];

		if (arg->form == &find_row(T_DEVICE)->optional)
			arg->form = &default_device;
	}
}

bool type_table_bind_op(struct diag *diag, struct op *op)
{
	struct schema *schema = &op->schema;
	size_t before = diag->errors;

	for (size_t i = 0; i < schema->args.len; i++)
		type_table_bind_arg(diag, op, &schema->args.at[i]);
	for (size_t i = 0; i < schema->rets.len; i++)
		schema->rets.at[i].form = bind(diag, op, schema->rets.at[i].type, ret_form,
					       "a return");
	bind_default_device(op);
	return diag->errors == before;
}

bool type_table_bind(struct diag *diag, struct model *model)
{
	size_t before = diag->errors;

	for (size_t i = 0; i < model->ops.len; i++) {
		/* The types of derived operators come from those already reported. */
		if (model->ops.at[i]->is_derived && diag->errors != before)
			break;
		type_table_bind_op(diag, model->ops.at[i]);
	}
	return diag->errors == before;
}

struct names type_table_words(struct arena *arena)
{
	struct names words = { 0 };

	for (size_t i = 0; c_type_all[i]; i++) {
		const char *text = c_type_all[i]->text, *word;
		size_t length;

		while (text_next_word(&text, " *", &word, &length)) {
			const char *copy = arena_strndup(arena, word, length);

			if (!names_has(&words, copy))
				vec_push(arena, &words, copy);
		}
	}
	return words;
}

static enum base_type base_in_c(enum base_type base)
{
	const struct type_row *row = find_row(base);

	return row && row->in_c ? row->in_c : base;
}

bool type_bases_equal_in_c(const struct type *a, const struct type *b)
{
	return type_bases_equal(a, b) ||
	       (a->base != T_UNKNOWN && base_in_c(a->base) == base_in_c(b->base));
}

void arg_convert(struct strbuf *out, const struct arg *arg, size_t position)
{
	arg_fill_in(out, arg->form->convert, arg, position);
}

void arg_fill_in(struct strbuf *out, const char *text, const struct arg *arg, size_t position)
{
	for (const char *c = text; *c; c++) {
		if (*c != '%') {
			strbuf_add_char(out, *c);
			continue;
		}
		switch (*++c) {
		case 'x':
			strbuf_add(out, arg->c_name);
			break;
		case 'l':
			strbuf_add(out, arg->c_length);
			break;
		case 'i':
			strbuf_printf(out, "%zu", position);
			break;
		case 'n':
			strbuf_printf(out, "\"%s\"", arg->name);
			break;
		case 'd':
			strbuf_printf(out, "%d", arg->type->size);
			break;
		}
	}
}
