/* The marks of templates that are lists: what marks.tsv says of the parts of an item. */
#include "bind/lists.h"

#include "bind/cell.h"

struct filling {
	const struct binding *binding;
	const struct mark_row *mark;
	size_t count;
	const struct bind_value *receiver; /* of a method; NULL: it is none */
	bool is_first;                     /* nothing is written before */
	struct strbuf text;
};

/* The keys of the arguments of classes are their types in the lists: "class:ints". */
static const struct type_row *row_of(const struct filling *filling, const struct bind_value *value)
{
	return language_row(filling->binding->language, value->key, value->general);
}

/* A row may be for arguments of one name alone, and have only the columns in which they differ; "-" is
 * nothing. */
static const char *own_cell(const struct filling *filling, const struct bind_value *value,
			    const char *name, const char *column)
{
	const struct language *language = filling->binding->language;
	const char *key = arena_printf(language->arena, "%s %s", value->key, name);
	const struct type_row *row = language_row(language, key, key);

	return row ? language_cell(language, row, column) : "";
}

static const char *cell_of(const struct filling *filling, const struct bind_value *value,
			   const char *column)
{
	const char *cell = value->is_in_options ? own_cell(filling, value, "in options", column)
						: "";

	if (!*cell && value->argument)
		cell = own_cell(filling, value, "in place", column);
	if (!*cell)
		cell = own_cell(filling, value, value->name, column);
	if (!strcmp(cell, "-"))
		return "";
	return *cell ? cell
		     : language_cell(filling->binding->language, row_of(filling, value), column);
}

static void add_value(struct filling *filling, const char *column, const struct bind_value *value,
		      size_t index)
{
	const struct language *language = filling->binding->language;
	const char *cell = cell_of(filling, value, column);
	struct bind_value copy = *value;

	if (!*cell)
		return;
	copy.is_receiver = value == filling->receiver;
	strbuf_add(&filling->text, filling->count++ ? filling->mark->join : "");
	cell_fill(language, cell, &copy, index, &filling->text);
}

static void add_values(struct filling *filling, struct bind_value *const *values, size_t count,
		       size_t from)
{
	for (size_t i = from; i < count; i++)
		add_value(filling, filling->mark->column, values[i], i);
}

/* "field*" for a field that is not 0 when nothing was written, if its row has that. */
static void add_fields(struct filling *filling, const struct bind_struct *record)
{
	for (size_t i = 0; i < record->fields.len; i++) {
		const struct bind_value *value = record->fields.at[i];
		const char *column = value->filled ? option_column(filling->binding, value,
								   filling->mark->column)
						   : filling->mark->column;

		if (!*cell_of(filling, value, column))
			column = filling->mark->column;
		add_value(filling, column, value, i);
	}
}

/* Of those from a position on, the options or all others. */
static void add_options(struct filling *filling, const struct bind_function *function, size_t from,
			bool is_option)
{
	for (size_t i = from; i < function->args.len; i++) {
		const struct bind_value *value = function->args.at[i];

		if (binding_is_option(filling->binding, function, value) == is_option)
			add_value(filling,
				  is_option ? option_column(filling->binding, value,
							    filling->mark->column)
					    : filling->mark->column,
				  value, i);
	}
}

/* Those from a position on that may be given by position. */
static void add_positional(struct filling *filling, const struct bind_function *function,
			   size_t from)
{
	for (size_t i = from; i < function->args.len; i++)
		if (!function->args.at[i]->is_keyword_only)
			add_value(filling, filling->mark->column, function->args.at[i], i);
}

/* True if an argument from a position on is no option. */
static bool has_given(const struct filling *filling, const struct bind_function *function,
		      size_t from)
{
	for (size_t i = from; i < function->args.len; i++)
		if (!binding_is_option(filling->binding, function, function->args.at[i]))
			return true;
	return false;
}

static size_t index_of(struct bind_value *const *values, size_t count,
		       const struct bind_value *value)
{
	size_t i = 0;

	while (i < count && values[i] != value)
		i++;
	return i;
}

static void add_params(struct filling *filling, const struct bind_function *function)
{
	for (size_t i = 0; i < function->params.len; i++) {
		const struct bind_param *param = &function->params.at[i];
		size_t index = param->is_result ? index_of(function->results.at,
							   function->results.len, param->value)
						: index_of(function->args.at, function->args.len,
							   param->value);

		add_value(filling, param->column ? param->column : filling->mark->column,
			  param->value, index);
	}
}

/* What C itself declares has the row `c`. */
static void add_declared(struct filling *filling, const char *name, const char *c_type,
			 size_t index)
{
	const struct bind_value value = {
		.name = name, .c_name = name, .c_type = c_type, .of = "", .key = "c", .general = "c"
	};

	if (row_of(filling, &value))
		add_value(filling, filling->mark->column, &value, index);
}

static void add_all_declared(struct filling *filling, const struct subject *item)
{
	const struct bind_function *function = item->c_function;

	for (size_t i = 0; function && i < function->params.len; i++)
		add_declared(filling, function->params.at[i].c_name, function->params.at[i].c_type,
			     i);
	for (size_t i = 0; item->decl && i < item->decl->members.len; i++)
		add_declared(filling, item->decl->members.at[i].name,
			     item->decl->members.at[i].type->text, i);
}

/* "(%s)" around the text; "%t" is the name of the item, "%T" the same as a type, "%p" that under
 * Python's name, "%n" the number of elements. */
static const char *wrapped(struct arena *arena, const struct filling *filling,
			   const struct subject *item)
{
	const char *form = filling->count > 1 ? filling->mark->several : filling->mark->one, *kept;
	struct strbuf out = { 0 };

	if (!filling->count)
		return filling->mark->none;
	if (filling->is_first)
		form += strspn(form, ", ");
	for (; *form; form++) {
		if (*form != '%')
			strbuf_add_char(&out, *form);
		else if (*++form == 's')
			strbuf_add(&out, strbuf_str(&filling->text));
		else if (*form == 't')
			strbuf_add(&out, item->name);
		else if (*form == 'T')
			strbuf_add(&out, item->type_name);
		else if (*form == 'p')
			strbuf_add(&out, item->python_name);
		else if (*form == 'n')
			strbuf_printf(&out, "%zu", filling->count);
	}
	kept = arena_strdup(arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

/* Whether the item has the list, which may be empty. */
static bool has_list(const struct subject *item, enum over over)
{
	switch (over) {
	case OVER_DECLARED:
		return item->c_function || item->decl;
	case OVER_FIELDS:
		return item->record;
	case OVER_REQUIRED:
	case OVER_OPTIONAL:
		return item->class;
	default:
		return item->function;
	}
}

static void fill_list(struct filling *filling, const struct subject *item)
{
	const struct bind_function *function = item->function;
	const bool has_self = item->is_method && function;

	switch (filling->mark->over) {
	case OVER_ARGS:
		add_values(filling, function->args.at, function->args.len, 0);
		break;
	case OVER_SELF:
		if (has_self)
			add_values(filling, function->args.at, 1, 0);
		break;
	case OVER_REST:
		add_values(filling, function->args.at, function->args.len, has_self);
		break;
	case OVER_GIVEN:
		add_options(filling, function, 0, false);
		break;
	case OVER_GIVEN_REST:
		add_options(filling, function, has_self, false);
		break;
	case OVER_POSITIONAL:
		add_positional(filling, function, has_self);
		break;
	case OVER_REST_OPTIONS:
		filling->is_first = !has_given(filling, function, has_self);
		/* fall through */
	case OVER_OPTIONS:
		add_options(filling, function, 0, true);
		break;
	case OVER_RESULTS:
		add_values(filling, function->results.at, function->results.len, 0);
		break;
	case OVER_OUT_RESULTS:
		add_values(filling, function->results.at, function->results.len,
			   function->returned != NULL);
		break;
	case OVER_PARAMS:
		add_params(filling, function);
		break;
	case OVER_DECLARED:
		add_all_declared(filling, item);
		break;
	case OVER_FIELDS:
		add_fields(filling, item->record);
		break;
	case OVER_REQUIRED:
		add_values(filling, item->class->required.at, item->class->required.len, 0);
		break;
	case OVER_OPTIONAL:
		add_values(filling, item->class->optional.at, item->class->optional.len, 0);
		break;
	}
}

/* In a method, the language has its own word for the first argument: self. */
static bool has_receiver(const struct binding *binding)
{
	return *language_setting(binding->language, "receiver");
}

const char *list_of_item(const struct binding *binding, const struct mark_row *mark,
			 const struct subject *item)
{
	struct filling filling = { .binding = binding, .mark = mark };
	const char *text;

	if (!has_list(item, mark->over))
		return "";
	if (item->is_method && item->function && has_receiver(binding))
		filling.receiver = item->function->args.at[0];
	fill_list(&filling, item);
	text = wrapped(binding->language->arena, &filling, item);
	strbuf_free(&filling.text);
	return text;
}
