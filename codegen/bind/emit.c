#include "bind/emit.h"

#include <ctype.h>
#include <stdlib.h>

#include "bind/cell.h"
#include "bind/layout.h"
#include "headers/facts.h"
#include "util/text.h"

/* --- names ------------------------------------------------------------------------------------ */

/* The handle that a handwritten function is a method of; NULL: it is none. */
static const struct bind_value *self_of(const struct bind_function *function)
{
	const struct bind_value *first = function->args.len ? function->args.at[0] : NULL;
	const bool is_self = first && !strcmp(first->name, "self");

	if (!is_self || (function->op && !function->op->is_method))
		return NULL;
	return text_ends_with(first->c_type, "*") && !first->length ? first : NULL;
}

/* "ct_data_loader_next" as a method is "next", as a function "data_loader_next"; an operator has
 * the name of its schema, a function of torch.nn that of Python. */
static const char *plain_name(const struct bind_function *function, bool is_method)
{
	const char *name = function->symbol + strlen("ct_");
	const struct bind_value *self = self_of(function);
	size_t length;

	if (function->op)
		return function->op->name;
	if (!is_method || !self)
		return name;
	length = strlen(self->of);
	return !strncmp(function->symbol, self->of, length) && function->symbol[length] == '_'
		       ? function->symbol + length + 1
		       : name;
}

/* Overloads have the same base name: "add" of "add.Tensor". */
static const char *base_name(struct arena *arena, const char *name)
{
	return arena_strndup(arena, name, strcspn(name, "."));
}

static const char *nn_name(const struct bind_function *function)
{
	return !strncmp(function->op->name, "nn_", 3) ? function->op->name + 3 : function->op->name;
}

static const char *name_of(const struct language *language, const struct bind_function *function,
			   bool is_method)
{
	const char *own = host_own_name(language, function->symbol),
		   *name = plain_name(function, is_method);

	if (own)
		return own;
	return language_is_private(language, function->symbol) ? host_private_name(language, name)
							       : host_function_name(language, name);
}

/* --- the marks of a list ---------------------------------------------------------------------- */

struct filling {
	const struct binding *binding;
	const struct mark_row *mark;
	size_t count;
	bool is_first; /* nothing is written before */
	struct strbuf text;
};

/* The keys of the arguments of classes are their types in the lists: "class:ints". */
static const struct type_row *row_of(const struct filling *filling, const struct bind_value *value)
{
	return language_row(filling->binding->language, value->key, value->general);
}

static void add_value(struct filling *filling, const char *column, const struct bind_value *value,
		      size_t index)
{
	const struct language *language = filling->binding->language;
	const char *cell = language_cell(language, row_of(filling, value), column);

	if (!*cell)
		return;
	strbuf_add(&filling->text, filling->count++ ? filling->mark->join : "");
	cell_fill(language, cell, value, index, &filling->text);
}

static void add_values(struct filling *filling, struct bind_value *const *values, size_t count,
		       size_t from)
{
	for (size_t i = from; i < count; i++)
		add_value(filling, filling->mark->column, values[i], i);
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

/* What an item has that lists are made of; only some for each item. */
struct subject {
	const char *name,
		*python_name; /* of the function in the language, and under Python's name */
	const struct bind_function *function;
	const struct bind_struct *record;
	const struct bind_class *class;
	bool is_method;
};

/* "(%s)" around the text; "%t" is the name of the item, "%p" that under Python's name. */
static const char *wrapped(struct arena *arena, const struct filling *filling,
			   const struct subject *item)
{
	const char *form = filling->count > 1 ? filling->mark->several : filling->mark->one, *kept;
	struct strbuf out = { 0 };

	if (!filling->count)
		return "";
	if (filling->is_first)
		form += strspn(form, ", ");
	for (; *form; form++) {
		if (*form != '%')
			strbuf_add_char(&out, *form);
		else if (*++form == 's')
			strbuf_add(&out, strbuf_str(&filling->text));
		else if (*form == 't')
			strbuf_add(&out, item->name);
		else if (*form == 'p')
			strbuf_add(&out, item->python_name);
	}
	kept = arena_strdup(arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

static void fill_list(struct filling *filling, const struct subject *item)
{
	const struct bind_function *function = item->function;
	const bool has_self = item->is_method && function;

	switch (filling->mark->over) {
	case OVER_ARGS:
		if (function)
			add_values(filling, function->args.at, function->args.len, 0);
		break;
	case OVER_SELF:
		if (has_self)
			add_values(filling, function->args.at, 1, 0);
		break;
	case OVER_REST:
		if (function)
			add_values(filling, function->args.at, function->args.len, has_self);
		break;
	case OVER_GIVEN:
		if (function)
			add_options(filling, function, 0, false);
		break;
	case OVER_GIVEN_REST:
		if (function)
			add_options(filling, function, has_self, false);
		break;
	case OVER_REST_OPTIONS:
		if (function)
			add_options(filling, function, has_self, false);
		filling->is_first = !filling->count;
		filling->count = 0;
		/* fall through */
	case OVER_OPTIONS:
		if (function)
			add_options(filling, function, 0, true);
		break;
	case OVER_RESULTS:
		if (function)
			add_values(filling, function->results.at, function->results.len, 0);
		break;
	case OVER_PARAMS:
		if (function)
			add_params(filling, function);
		break;
	case OVER_FIELDS:
		if (item->record)
			add_values(filling, item->record->fields.at, item->record->fields.len, 0);
		break;
	case OVER_REQUIRED:
		if (item->class)
			add_values(filling, item->class->required.at, item->class->required.len, 0);
		break;
	case OVER_OPTIONAL:
		if (item->class)
			add_values(filling, item->class->optional.at, item->class->optional.len, 0);
		break;
	}
}

/* --- filling in a template -------------------------------------------------------------------- */

struct marks {
	VEC(struct mark);
};

static void add_mark(struct arena *arena, struct marks *marks, const char *name, const char *value)
{
	vec_push(arena, marks, (struct mark){ name, value });
}

static void add_list_marks(const struct binding *binding, const struct subject *item,
			   struct marks *marks)
{
	struct arena *arena = binding->language->arena;

	for (size_t i = 0; i < binding->language->marks.len; i++) {
		struct filling filling = { .binding = binding,
					   .mark = &binding->language->marks.at[i] };

		fill_list(&filling, item);
		add_mark(arena, marks, filling.mark->name, wrapped(arena, &filling, item));
		strbuf_free(&filling.text);
	}
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static int compare_symbols(const void *a, const void *b)
{
	const struct bind_function *const *one = a, *const *other = b;

	return strcmp((*one)->symbol, (*other)->symbol);
}

static void sort_by_symbol(struct binding *binding)
{
	for (size_t i = 0; i < binding->bound.len; i++)
		vec_push(binding->language->arena, &binding->by_symbol, binding->bound.at[i]);
	if (binding->by_symbol.len)
		qsort(binding->by_symbol.at, binding->by_symbol.len, sizeof *binding->by_symbol.at,
		      compare_symbols);
}

/* NULL: the binding has no such function. */
static const struct bind_function *find_bound(const struct binding *binding, const char *symbol)
{
	const struct bind_function wanted = { .symbol = symbol }, *key = &wanted, *const * found;

	if (!binding->by_symbol.len)
		return NULL;
	found = bsearch(&key, binding->by_symbol.at, binding->by_symbol.len, sizeof key,
			compare_symbols);
	return found ? *found : NULL;
}

/* A word of a comment as the language has it: NULL, or a function, "ct_gc()". */
static const char *word_of(const struct binding *binding, const char *word, bool is_call)
{
	const struct language *language = binding->language;
	const struct bind_function *function;

	if (!strcmp(word, "NULL") && *language_setting(language, "null"))
		return language_setting(language, "null");
	function = is_call ? find_bound(binding, word) : NULL;
	return function ? name_of(language, function, !function->op && self_of(function) != NULL)
			: word;
}

static void add_words(const struct binding *binding, const char *line, size_t length,
		      struct strbuf *out)
{
	struct arena *arena = binding->language->arena;

	for (size_t i = 0, n; i < length; i += n) {
		for (n = 0; i + n < length && is_word(line[i + n]);)
			n++;
		if (n)
			strbuf_add(out, word_of(binding, arena_strndup(arena, line + i, n),
						!strncmp(line + i, "ct_", 3) &&
							!strncmp(line + i + n, "()", 2)));
		else
			strbuf_add_bytes(out, line + i, n = 1);
	}
}

/* How much of a line a comment leaves out: "@param ", and the indentation of the lines that go on
 * with it, in a language where indented lines are code. */
static size_t skipped_in(const struct language *language, const char *line)
{
	static const char param[] = "@param ", below[] = "       ";

	if (!strncmp(line, param, strlen(param)))
		return strlen(param);
	if (strncmp(line, below, strlen(below)) != 0)
		return 0;
	return *language_setting(language, "code") ? strspn(line, " ") : strlen(param);
}

/* The margin alone. */
static const char *empty_comment(const struct language *language)
{
	const char *margin = language_setting(language, "comment");

	return arena_strndup(language->arena, margin, strcspn(margin, " "));
}

/* The lines of a comment, each after the language's margin, in its words. Indented lines are code,
 * between empty lines if the language marks it. */
static const char *in_comment(const struct binding *binding, const char *doc)
{
	const struct language *language = binding->language;
	const char *code = language_setting(language, "code"), *kept;
	bool was_code = false, was_empty = true;
	struct strbuf out = { 0 };

	for (size_t length; doc && *doc; doc += length + (doc[length] == '\n')) {
		size_t skipped = skipped_in(language, doc);
		const bool is_code = *code && !skipped && !strncmp(doc, "    ", 4);

		length = text_line_length(doc);
		if (*code && length && is_code != was_code && !was_empty)
			strbuf_printf(&out, "%s\n", empty_comment(language));
		strbuf_add(&out, is_code ? code : language_setting(language, "comment"));
		/* Items of a list, and their other lines. */
		if (*code && !is_code && (!strncmp(doc, "- ", 2) || !strncmp(doc, "  ", 2)) &&
		    !skipped)
			strbuf_add(&out, "  ");
		skipped += is_code ? 4 : 0;
		add_words(binding, doc + skipped, length - skipped, &out);
		was_code = length ? is_code : was_code;
		was_empty = !length;
		while (out.length && out.text[out.length - 1] == ' ')
			out.text[--out.length] = '\0';
		strbuf_add_char(&out, '\n');
	}
	kept = arena_strdup(language->arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

/* Fills in the marks that the template has, from all that the item has. */
static bool fill(const struct binding *binding, const char *template, const struct marks *marks,
		 struct strbuf *out)
{
	struct language *language = binding->language;
	struct marks used = { 0 };

	for (size_t i = 0; i < marks->len; i++)
		if (template_has(&language->templates, template, marks->at[i].name))
			vec_push(language->arena, &used, marks->at[i]);
	vec_push(language->arena, &used, (struct mark){ 0 });
	return template_fill(&language->templates, template, used.at, out);
}

/* --- items ------------------------------------------------------------------------------------ */

/* Collects what goes into one file. */
struct group {
	const char *file;
	const char *header; /* of its items, if the file is named after it */
	struct strbuf body;
	size_t count;
};

struct groups {
	const struct binding *binding;
	const struct file_row *row;
	VEC(struct group) all;
	bool is_fine;
};

/* "ctorch/ops/private_a_c.h": "ops_private_a_c" */
static const char *header_word(struct arena *arena, const char *header)
{
	const char *first = strchr(header, '/');
	char *word = arena_strdup(arena, first ? first + 1 : header);

	for (char *at = word; *at; at++)
		if (*at == '/')
			*at = '_';
	word[strlen(word) - 2] = '\0';
	return word;
}

static struct group *group_of(struct groups *groups, const char *header)
{
	struct arena *arena = groups->binding->language->arena;
	const char *file = groups->row->file, *at = strstr(file, "%h");

	if (at)
		file = arena_printf(arena, "%.*s%s%s", (int)(at - file), file,
				    header_word(arena, header), at + 2);
	for (size_t i = 0; i < groups->all.len; i++)
		if (!strcmp(groups->all.at[i].file, file))
			return &groups->all.at[i];
	vec_push(arena, &groups->all, (struct group){ .file = file, .header = header });
	return &groups->all.at[groups->all.len - 1];
}

static void add_item(struct groups *groups, const char *header, const struct marks *marks)
{
	struct group *group = group_of(groups, header);

	group->count++;
	if (!fill(groups->binding, groups->row->item, marks, &group->body))
		groups->is_fine = false;
}

/* What the headers say; of an operator, its schema. */
static const char *doc_of(struct arena *arena, const struct bind_function *function)
{
	if (!function->op)
		return function->doc ? function->doc : function->symbol;
	if (!function->doc)
		return arena_printf(arena, "%s: %s", function->symbol, function->op->func);
	return arena_printf(arena, "%s\n\n%s", function->doc, function->op->func);
}

/* How the C function's result is kept, in settings that are before and after the call: as an error,
 * as the first result, or not at all. */
static const char *assignment(const struct language *language, const struct bind_function *function,
			      const char *where)
{
	const char *what = function->returns_error ? "error"
			   : function->returned    ? "result"
						   : "nothing";

	return language_setting(language, arena_printf(language->arena, "%s_%s", where, what));
}

/* --- what files.tsv may name ------------------------------------------------------------------ */

enum what {
	WHAT_ALL,              /* every function */
	WHAT_OPERATORS,        /* and their method forms: */
	WHAT_OPERATOR_METHODS, /* those without one of the headers with the same name */
	WHAT_NN,
	WHAT_PYTHON, /* python:torch.nn.init.: what Python has in a module, under its name there */
	WHAT_FUNCTIONS, /* handwritten, but no methods */
	WHAT_METHODS,
	WHAT_ENUMS,
	WHAT_STRUCTS,
	WHAT_PLAIN_STRUCTS, /* of numbers alone: results may be these, too */
	WHAT_HANDLES,       /* with a free function; but those that the language writes by hand */
	WHAT_CLASSES,       /* classes:nn */
	WHAT_ONE            /* one file without items */
};

static bool is_nn(const struct bind_function *function)
{
	return function->nn != NULL;
}

/* A handwritten method has the same name. */
static bool is_hidden(const struct binding *binding, const struct bind_function *function)
{
	const struct language *language = binding->language;
	const char *name = host_function_name(language, plain_name(function, true));

	return text_has_word(language_setting(language, "own_methods"), name, " ") ||
	       names_sorted_have(&binding->tensor_methods, name);
}

/* The handwritten methods of tensors. */
static void list_tensor_methods(struct binding *binding)
{
	for (size_t i = 0; i < binding->bound.len; i++) {
		const struct bind_function *function = binding->bound.at[i];

		if (!function->op && self_of(function) &&
		    !strcmp(self_of(function)->of, "ct_tensor"))
			vec_push(binding->language->arena, &binding->tensor_methods,
				 name_of(binding->language, function, true));
	}
	names_sort(&binding->tensor_methods);
}

static bool is_meant(const struct binding *binding, const struct bind_function *function,
		     enum what what)
{
	const bool is_operator = function->op && !is_nn(function);

	switch (what) {
	case WHAT_ALL:
		return true;
	case WHAT_OPERATORS:
		return is_operator;
	case WHAT_OPERATOR_METHODS:
		return is_operator && self_of(function) && !is_hidden(binding, function);
	case WHAT_NN:
		return is_nn(function);
	case WHAT_FUNCTIONS:
		return !function->op && !self_of(function);
	case WHAT_METHODS:
		return !function->op && self_of(function);
	default:
		return false;
	}
}

static bool has_base_name(const struct bind_function *function, const char *name, size_t length)
{
	return function->op && !function->nn && strcspn(function->op->name, ".") == length &&
	       !strncmp(function->op->name, name, length);
}

/* Whether the list has other functions of the same base name, which are before and after it. */
static bool is_overloaded(const struct binding *binding, size_t number, enum what what)
{
	struct bind_function *const *all = binding->bound.at;
	const char *name = all[number]->op ? all[number]->op->name : "";
	const size_t length = strcspn(name, ".");
	size_t first = number, end = number;

	while (first && has_base_name(all[first - 1], name, length))
		first--;
	while (end < binding->bound.len && has_base_name(all[end], name, length))
		end++;
	for (size_t i = first; i < end; i++)
		if (i != number && is_meant(binding, all[i], what))
			return true;
	return false;
}

/* `python`: the name under which the list has it; NULL: it has all of them. */
static void add_function(struct groups *groups, const struct bind_function *function, size_t number,
			 enum what what, const char *python)
{
	const bool is_method = what == WHAT_METHODS || what == WHAT_OPERATOR_METHODS;
	const struct language *language = groups->binding->language;
	struct arena *arena = language->arena;
	const char *python_name = python ? host_function_name(language, strrchr(python, '.') + 1)
					 : "";
	const struct subject item = { .name = name_of(language, function, false),
				      .python_name = python_name,
				      .function = function,
				      .is_method = is_method };
	const char *name = plain_name(function, is_method);
	const struct bind_value *self = self_of(function);
	struct marks marks = { 0 };

	add_mark(arena, &marks, "symbol", function->symbol);
	add_mark(arena, &marks, "number", arena_printf(arena, "%zu", number));
	add_mark(arena, &marks, "name", name_of(language, function, is_method));
	add_mark(arena, &marks, "function_name", item.name);
	add_mark(arena, &marks, "self_type", self ? host_type_name(language, self->of) : "");
	add_mark(arena, &marks, "nn_name",
		 function->nn ? host_function_name(language, nn_name(function)) : "");
	add_mark(arena, &marks, "python_name", python_name);
	add_mark(arena, &marks, "python", python ? python : "");
	add_mark(arena, &marks, "schema", function->op ? function->op->func : "");
	add_mark(arena, &marks, "doc", in_comment(groups->binding, doc_of(arena, function)));
	add_mark(arena, &marks, "base_name", host_function_name(language, base_name(arena, name)));
	add_mark(arena, &marks, "overloaded",
		 is_overloaded(groups->binding, number, what)
			 ? language_setting(language, "overloaded")
			 : "");
	add_mark(arena, &marks, "self_of", self ? self->of : "");
	add_mark(arena, &marks, "assign", assignment(language, function, "assign"));
	add_mark(arena, &marks, "after_call", assignment(language, function, "after"));
	add_list_marks(groups->binding, &item, &marks);
	add_item(groups, function->header, &marks);
}

static void add_functions(struct groups *groups, enum what what)
{
	const struct binding *binding = groups->binding;

	for (size_t i = 0; i < binding->bound.len; i++)
		if (is_meant(binding, binding->bound.at[i], what))
			add_function(groups, binding->bound.at[i], i, what, NULL);
}

static size_t number_of(const struct binding *binding, const struct op *op)
{
	size_t i = 0;

	while (i < binding->bound.len && binding->bound.at[i]->op != op)
		i++;
	return i;
}

/* The operator or function of torch.nn that Python's name is first; NULL: none. */
static const struct op *op_of(const struct nn_name *name)
{
	if (name->function)
		return name->function->op;
	return name->symbols.len ? name->symbols.at[0].op : NULL;
}

static void add_python(struct groups *groups, const char *module)
{
	const struct nn *nn = groups->binding->model->nn;
	size_t length = strlen(module);

	for (size_t i = 0; nn && i < nn->names.len; i++) {
		const struct nn_name *name = nn->names.at[i];
		const struct op *op = op_of(name);
		size_t number = op ? number_of(groups->binding, op) : 0;

		if (op && number < groups->binding->bound.len &&
		    !strncmp(name->python, module, length) && !strchr(name->python + length, '.'))
			add_function(groups, groups->binding->bound.at[number], number, WHAT_PYTHON,
				     name->python);
	}
}

/* The constants of an enumeration, one a line. */
static const char *constants(const struct language *language, const struct decl *decl)
{
	struct strbuf out = { 0 };
	const char *kept, *type = host_type_name(language, decl->name);

	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];
		const char *form = language_setting(language, "constant");

		for (; *form; form++) {
			if (*form != '%')
				strbuf_add_char(&out, *form);
			else if (*++form == 'N')
				strbuf_add(&out, host_type_name(language, member->name));
			else if (*form == 'c')
				strbuf_add(&out, member->name);
			else if (*form == 's')
				strbuf_add(&out, member->name + strlen("CT_"));
			else if (*form == 'T')
				strbuf_add(&out, type);
			else if (*form == 'v')
				strbuf_printf(&out, "%lld", member->value);
		}
		strbuf_add(&out, "\n");
	}
	kept = arena_strdup(language->arena, strbuf_str(&out));
	strbuf_free(&out);
	return kept;
}

static void add_decl_marks(const struct binding *binding, const struct decl *decl,
			   struct marks *marks)
{
	const struct language *language = binding->language;

	add_mark(language->arena, marks, "symbol", decl->name);
	add_mark(language->arena, marks, "name", host_type_name(language, decl->name));
	add_mark(language->arena, marks, "plain_name", decl->name + strlen("ct_"));
	add_mark(language->arena, marks, "doc", in_comment(binding, decl->comment));
}

static void add_enums(struct groups *groups)
{
	const struct binding *binding = groups->binding;
	const struct language *language = binding->language;

	for (size_t i = 0; i < binding->api->decls.len; i++) {
		const struct decl *decl = &binding->api->decls.at[i];
		struct marks marks = { 0 };

		if (decl->kind != DECL_ENUM || decl->library || !decl_is_public(decl))
			continue;
		add_decl_marks(binding, decl, &marks);
		add_mark(language->arena, &marks, "constants", constants(language, decl));
		add_item(groups, decl->header, &marks);
	}
}

static void add_structs(struct groups *groups, bool is_plain_only)
{
	const struct binding *binding = groups->binding;

	for (size_t i = 0; i < binding->structs.len; i++) {
		const struct bind_struct *record = binding->structs.at[i];
		const struct subject item = { .record = record };
		struct marks marks = { 0 };

		if (is_plain_only && !record->is_plain)
			continue;
		add_decl_marks(binding, record->decl, &marks);
		add_list_marks(binding, &item, &marks);
		add_item(groups, record->decl->header, &marks);
	}
}

static void add_handles(struct groups *groups)
{
	const struct binding *binding = groups->binding;
	const struct language *language = binding->language;
	size_t count = 0;

	for (size_t i = 0; i < binding->api->decls.len; i++) {
		const struct decl *decl = &binding->api->decls.at[i];
		struct marks marks = { 0 };

		if (decl->kind != DECL_TYPE || binding_writes_by_hand(binding, decl->name) ||
		    !binding_has_handle(binding, decl->name))
			continue;
		add_decl_marks(binding, decl, &marks);
		add_mark(language->arena, &marks, "number",
			 arena_printf(language->arena, "%zu", count++));
		add_item(groups, decl->header, &marks);
	}
}

/* "ct_optimizer_new" makes an Optimizer. */
static const char *family_type(const struct language *language, const struct class_def *class)
{
	const char *function = class->family->function;
	size_t length = strlen(function) - strlen("_new");

	return host_type_name(language, arena_strndup(language->arena, function, length));
}

static void add_classes(struct groups *groups, const char *family)
{
	const struct binding *binding = groups->binding;
	const struct language *language = binding->language;

	for (size_t i = 0; i < binding->classes.len; i++) {
		const struct bind_class *class = binding->classes.at[i];
		const struct subject item = { .class = class };
		struct marks marks = { 0 };

		if (strcmp(class->def->family->name, family) != 0)
			continue;
		add_mark(language->arena, &marks, "name", class->def->op->name);
		add_mark(language->arena, &marks, "family", family_type(language, class->def));
		add_mark(language->arena, &marks, "schema", class->def->schema);
		add_mark(language->arena, &marks, "doc", in_comment(binding, class->def->doc));
		add_list_marks(binding, &item, &marks);
		add_item(groups, class->def->family->list, &marks);
	}
}

/* --- files ------------------------------------------------------------------------------------ */

/* ORDER WHAT. */
static const char *const whats[] = { "all",     "operators",     "operator_methods", "nn",
				     "python",  "functions",     "methods",          "enums",
				     "structs", "plain_structs", "handles",          "classes",
				     "one" };

static bool find_what(const char *name, enum what *what)
{
	size_t length = strcspn(name, ":");

	for (size_t i = 0; i < sizeof whats / sizeof *whats; i++)
		if (strlen(whats[i]) == length && !strncmp(whats[i], name, length)) {
			*what = (enum what)i;
			return true;
		}
	return false;
}

static void collect(struct groups *groups, enum what what)
{
	const char *family = strchr(groups->row->what, ':');

	if (what == WHAT_ENUMS)
		add_enums(groups);
	else if (what == WHAT_STRUCTS || what == WHAT_PLAIN_STRUCTS)
		add_structs(groups, what == WHAT_PLAIN_STRUCTS);
	else if (what == WHAT_HANDLES)
		add_handles(groups);
	else if (what == WHAT_PYTHON)
		add_python(groups, family ? family + 1 : "");
	else if (what == WHAT_CLASSES)
		add_classes(groups, family ? family + 1 : "");
	else if (what == WHAT_ONE)
		group_of(groups, "");
	else
		add_functions(groups, what);
}

/* "nn/classes.go": "nn" */
static const char *folder_of(struct arena *arena, const char *file)
{
	const char *last = strrchr(file, '/'), *from = last;

	if (!last)
		return "";
	while (from > file && from[-1] != '/')
		from--;
	return arena_strndup(arena, from, (size_t)(last - from));
}

/* Adds the text of a file, in the layout of the language's formatter if it has one. */
static void add_text(const struct language *language, const char *file, const char *text,
		     struct strbuf *out)
{
	const char *files = language_setting(language, "laid_out");

	if (*files && text_ends_with(file, files))
		layout_braces(language->arena, language_setting(language, "columns"), text, out);
	else
		strbuf_add(out, text);
}

static bool write_group(const struct binding *binding, const struct file_row *row,
			const struct group *group, struct output *output)
{
	struct arena *arena = binding->language->arena;
	struct marks marks = { 0 };
	struct strbuf text = { 0 };
	bool is_fine;

	add_mark(arena, &marks, "body", strbuf_str(&group->body));
	add_mark(arena, &marks, "header", group->header);
	add_mark(arena, &marks, "folder", folder_of(arena, group->file));
	add_mark(arena, &marks, "count", arena_printf(arena, "%zu", group->count));
	add_mark(arena, &marks, "release", binding->model->spec->release);
	add_mark(arena, &marks, "language", binding->language->name);
	is_fine = fill(binding, row->frame, &marks, &text);
	add_text(binding->language, group->file, strbuf_str(&text),
		 output_add(output, group->file));
	strbuf_free(&text);
	return is_fine;
}

static bool write_row(const struct binding *binding, const struct file_row *row,
		      struct output *output)
{
	struct groups groups = { .binding = binding, .row = row, .is_fine = true };
	enum what what;

	if (!find_what(row->what, &what)) {
		diag_error(binding->language->diag, (struct loc){ 0 }, NULL,
			   "files.tsv of %s: unknown '%s'", binding->language->name, row->what);
		return false;
	}
	collect(&groups, what);
	for (size_t i = 0; i < groups.all.len; i++) {
		groups.is_fine = write_group(binding, row, &groups.all.at[i], output) &&
				 groups.is_fine;
		strbuf_free(&groups.all.at[i].body);
	}
	return groups.is_fine;
}

bool binding_emit(struct binding *binding, struct output *output)
{
	bool is_fine = true;

	sort_by_symbol(binding);
	list_tensor_methods(binding);
	for (size_t i = 0; i < binding->language->files.len; i++)
		is_fine = write_row(binding, &binding->language->files.at[i], output) && is_fine;
	return is_fine;
}
