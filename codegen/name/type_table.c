#include "name/type_table.h"

#include <string.h>

#include "name/default_device.h"
#include "read/schema.h"
#include "util/text.h"

/* A type of the schema language in each of its forms. An empty form occurs in no release. */
struct type_row {
	const char *base;
	struct type_form value;            /* Tensor */
	struct type_form optional;         /* Tensor? */
	struct type_form list;             /* Tensor[], int[2] */
	struct type_form optional_list;    /* int[]? */
	struct type_form list_of_optional; /* Tensor?[] */
	struct type_form fixed_list;       /* bool[3]; where it is empty, a size is only advice */
	struct type_form result;           /* -> Tensor */
	struct type_form result_list;      /* -> Tensor[] */
};

#define TENSOR "ct::tensor(%x, %i, %n)"
#define LIST(helper) "ct::" helper "(%x, %l, %i, %n)"

static const struct type_row rows[] = {
	{
		.base = "Tensor",
		.value = { "const ct_tensor *", TENSOR, false },
		.optional = { "const ct_tensor *", "ct::optional_tensor(%x, %i, %n)", false },
		.list = { "ct_tensor *const *", LIST("tensors"), true },
		.list_of_optional = { "ct_tensor *const *", LIST("optional_tensors"), true },
		.result = { "ct_tensor **", NULL, false },
		.result_list = { "ct_tensor ***", NULL, true },
	},
	{
		.base = "int",
		.value = { "int64_t ", "%x", false },
		.optional = { "const int64_t *", "ct::optional(%x)", false },
		.list = { "const int64_t *", LIST("ints"), true },
		.optional_list = { "const int64_t *", LIST("optional_ints"), true },
		.result = { "int64_t *", NULL, false },
		.result_list = { "int64_t **", NULL, true },
	},
	{
		.base = "SymInt",
		.value = { "int64_t ", "%x", false },
		.optional = { "const int64_t *", "ct::optional_symint(%x)", false },
		.list = { "const int64_t *", LIST("symints"), true },
		.optional_list = { "const int64_t *", LIST("optional_symints"), true },
		.result = { "int64_t *", NULL, false },
		.result_list = { "int64_t **", NULL, true },
	},
	{
		.base = "float",
		.value = { "double ", "%x", false },
		.optional = { "const double *", "ct::optional(%x)", false },
		.list = { "const double *", LIST("doubles"), true },
		.optional_list = { "const double *", LIST("optional_doubles"), true },
		.result = { "double *", NULL, false },
	},
	{
		.base = "bool",
		.value = { "bool ", "%x", false },
		.optional = { "const bool *", "ct::optional_bool(%x, %i, %n)", false },
		.fixed_list = { "const bool *", "ct::bools<%d>(%x, %i, %n)", false },
		.result = { "bool *", NULL, false },
	},
	{
		.base = "SymBool",
		.result = { "bool *", NULL, false },
	},
	{
		.base = "Scalar",
		.value = { "ct_scalar ", "ct::scalar(%x, %i, %n)", false },
		.optional = { "const ct_scalar *", "ct::optional_scalar(%x, %i, %n)", false },
		.list = { "const ct_scalar *", LIST("scalars"), true },
		.result = { "ct_scalar *", NULL, false },
	},
	{
		.base = "str",
		.value = { "const char *", "ct::string(%x, %i, %n)", false },
		.optional = { "const char *", "ct::optional_string(%x)", false },
	},
	{
		.base = "ScalarType",
		.value = { "ct_dtype ", "ct::dtype(%x, %i, %n)", false },
		.optional = { "ct_dtype ", "ct::optional_dtype(%x, %i, %n)", false },
		.result = { "ct_dtype *", NULL, false },
	},
	{
		.base = "Layout",
		.value = { "ct_layout ", "ct::layout(%x, %i, %n)", false },
		.optional = { "ct_layout ", "ct::optional_layout(%x, %i, %n)", false },
	},
	{
		.base = "MemoryFormat",
		.value = { "ct_memory_format ", "ct::memory_format(%x, %i, %n)", false },
		.optional = { "ct_memory_format ", "ct::optional_memory_format(%x, %i, %n)",
			      false },
	},
	{
		.base = "Device",
		.value = { "ct_device ", "ct::device(%x, %i, %n)", false },
		.optional = { "ct_device ", "ct::optional_device(%x, %i, %n)", false },
	},
	{
		.base = "DeviceIndex",
		.value = { "int32_t ", "ct::device_index(%x, %i, %n)", false },
	},
	{
		.base = "Generator",
		.value = { "ct_generator *", "ct::generator(%x)", false },
		.optional = { "ct_generator *", "ct::optional_generator(%x)", false },
	},
	{
		.base = "Storage",
		.value = { "ct_storage *", "ct::storage(%x, %i, %n)", false },
	},
	{
		.base = "Stream",
		.value = { "ct_stream ", "ct::stream(%x, %i, %n)", false },
	},
	{
		.base = "QScheme",
		.result = { "ct_quant_scheme *", NULL, false },
	},
	/* Releases before 2.13. */
	{
		.base = "Dimname",
		.value = { "const char *", "ct::dimname(%x, %i, %n)", false },
		.list = { "const char *const *", LIST("dimnames"), true },
		.optional_list = { "const char *const *", LIST("optional_dimnames"), true },
	},
};

/* `Device?` of an operator that makes a tensor where the thread's default device is. */
static const struct type_form default_device = { "ct_device ", "ct::device_or_default(%x, %i, %n)",
						 false };

static const struct type_row *find_row(const char *base)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].base, base))
			return &rows[i];
	return NULL;
}

static const struct type *bottom(const struct type *type)
{
	while (type->kind != TYPE_BASE)
		type = type->element;
	return type;
}

/* The form of a list whose elements are `element`; only one more level below it has a form. */
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
	const struct type_row *row = find_row(bottom(type)->base);
	const struct type_form *form = row ? find(row, type) : NULL;
	struct loc loc = op->entry->loc;
	struct strbuf text = { 0 };

	if (form && form->c_type)
		return form;
	type_print(&text, type);
	loc.column += op->is_derived ? 0 : type->offset;
	if (!row)
		diag_error(diag, loc,
			   "correct the type, or teach it to the generator: a row in rows[] of "
			   "codegen/type_table.c and its conversion in runtime/wrap.hpp "
			   "(docs/generator.md, \"Adding a type\")",
			   "unknown type '%s'", bottom(type)->base);
	else
		diag_error(diag, loc,
			   "fill this form in the type's row of codegen/type_table.c and its "
			   "conversion in runtime/wrap.hpp (docs/generator.md, \"Adding a type\")",
			   "the type '%s' has no C form as %s of '%s'", strbuf_str(&text), role,
			   op->name);
	strbuf_free(&text);
	return NULL;
}

/* After the arguments have their forms. */
static void bind_default_device(struct op *op)
{
	if (!heeds_default_device(op))
		return;
	for (size_t i = 0; i < op->schema.args.len; i++) {
		struct arg *arg = &op->schema.args.at[i];

		if (arg->form == &find_row("Device")->optional)
			arg->form = &default_device;
	}
}

bool type_table_bind(struct diag *diag, struct model *model)
{
	size_t before = diag->errors;

	for (size_t i = 0; i < model->ops.len; i++) {
		struct op *op = model->ops.at[i];
		struct schema *schema = &op->schema;

		/* They have the types of those they are derived from. */
		if (op->is_derived && diag->errors != before)
			break;
		for (size_t j = 0; j < schema->args.len; j++)
			schema->args.at[j].form = bind(diag, op, schema->args.at[j].type, arg_form,
						       "an argument");
		for (size_t j = 0; j < schema->rets.len; j++)
			schema->rets.at[j].form = bind(diag, op, schema->rets.at[j].type, ret_form,
						       "a return");
		bind_default_device(op);
	}
	return diag->errors == before;
}

static void add_words(struct arena *arena, struct names *words, const char *c_type)
{
	const char *word;
	size_t length;

	while (c_type && text_next_word(&c_type, " *", &word, &length)) {
		const char *copy = arena_strndup(arena, word, length);

		if (!names_has(words, copy))
			vec_push(arena, words, copy);
	}
}

struct names type_table_words(struct arena *arena)
{
	struct names words = { 0 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct type_row *row = &rows[i];

		add_words(arena, &words, row->value.c_type);
		add_words(arena, &words, row->optional.c_type);
		add_words(arena, &words, row->list.c_type);
		add_words(arena, &words, row->optional_list.c_type);
		add_words(arena, &words, row->list_of_optional.c_type);
		add_words(arena, &words, row->fixed_list.c_type);
		add_words(arena, &words, row->result.c_type);
		add_words(arena, &words, row->result_list.c_type);
	}
	return words;
}

const char *arg_c_type(const struct arg *arg)
{
	const char *type = arg->form->c_type;

	if (arg_is_written(arg) && !strcmp(type, "const ct_tensor *"))
		return "ct_tensor *";
	return type;
}

static const char *conversion(const struct arg *arg)
{
	const char *convert = arg->form->convert;

	if (arg_is_written(arg) && !strcmp(convert, TENSOR))
		return "ct::written(%x, %i, %n)";
	return convert;
}

void arg_convert(struct strbuf *out, const struct arg *arg, size_t position)
{
	for (const char *c = conversion(arg); *c; c++) {
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
