#include "bind/emit.h"

#include <ctype.h>
#include <stdlib.h>

#include "bind/comment.h"
#include "bind/declared.h"
#include "bind/functions.h"
#include "bind/layout.h"
#include "bind/lists.h"
#include "emit/soname.h"
#include "headers/calls.h"
#include "emit/wrap.h"
#include "headers/facts.h"
#include "util/text.h"

/* --- filling in a template -------------------------------------------------------------------- */

struct marks {
	VEC(struct mark);
};

static void add_mark(struct arena *arena, struct marks *marks, const char *name, const char *value)
{
	vec_push(arena, marks, (struct mark){ name, value });
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

/* "@plain.rs" is what the template says of the item, with the marks so far. */
static const char *inner_template(const struct binding *binding, const char *template,
				  const struct marks *marks)
{
	struct strbuf text = { 0 };
	const char *kept;

	fill(binding, template, marks, &text); /* has reported its errors */
	kept = arena_strdup(binding->language->arena, strbuf_str(&text));
	strbuf_free(&text);
	return kept;
}

static void add_list_marks(const struct binding *binding, const struct subject *item,
			   struct marks *marks)
{
	for (size_t i = 0; i < binding->language->marks.len; i++) {
		const struct mark_row *mark = &binding->language->marks.at[i];
		const char *text = list_of_item(binding, mark, item);

		if (*text == '@')
			text = inner_template(binding, text + 1, marks);
		add_mark(binding->language->arena, marks, mark->name, text);
	}
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

static void add_item_as(struct groups *groups, const char *header, const char *template,
			const struct marks *marks)
{
	struct group *group = group_of(groups, header);

	group->count++;
	if (!fill(groups->binding, template, marks, &group->body))
		groups->is_fine = false;
}

static void add_item(struct groups *groups, const char *header, const struct marks *marks)
{
	add_item_as(groups, header, groups->row->item, marks);
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

static const char *outcome(const struct bind_function *function)
{
	return function->returns_error ? "error" : function->returned ? "result" : "nothing";
}

/* How the C function's result is kept, in settings that are before and after the call: as an error,
 * as the first result, or not at all. */
static const char *assignment(const struct language *language, const struct bind_function *function,
			      const char *where)
{
	return language_setting(language,
				arena_printf(language->arena, "%s_%s", where, outcome(function)));
}

/* "method_%r.rs" is the template "method_error.rs" for a function that returns an error. */
static const char *template_for(struct arena *arena, const char *template,
				const struct bind_function *function)
{
	const char *at = strstr(template, "%r");

	return at ? arena_printf(arena, "%.*s%s%s", (int)(at - template), template,
				 outcome(function), at + 2)
		  : template;
}

/* As ctorch_api.json says; any operator may. What is bound to its thread cannot wait elsewhere. */
static bool may_block(const struct binding *binding, const struct bind_function *function)
{
	struct call_facts facts;

	if (function->op)
		return true;
	facts = call_facts_of(binding->api, &binding->holders, function->decl);
	return facts.may_block && !strcmp(facts.thread, "any");
}

/* What the template of a setting says of a function that may block: its form that does not. */
static void add_waiting_mark(const struct binding *binding, const struct bind_function *function,
			     struct marks *marks)
{
	const char *template = language_setting(binding->language, "waiting");

	add_mark(binding->language->arena, marks, "waiting",
		 *template && may_block(binding, function)
			 ? inner_template(binding, template, marks)
			 : "");
}

/* --- what files.tsv may name ------------------------------------------------------------------ */

enum what {
	WHAT_ALL,       /* every function */
	WHAT_OPERATORS, /* operators:fft_: those whose names begin so; and their method forms: */
	WHAT_OPERATOR_METHODS,   /* those without one of the headers with the same name */
	WHAT_OPERATOR_FUNCTIONS, /* all others */
	WHAT_NN,
	WHAT_PYTHON, /* python:torch.nn.init.: what Python has in a module, under its name there */
	WHAT_FUNCTIONS, /* handwritten, but no methods; functions:ctorch_distributed: of a library */
	WHAT_METHODS,   /* also of a library, as the next ones */
	WHAT_ENUMS,
	WHAT_STRUCTS,
	WHAT_PLAIN_STRUCTS, /* of numbers alone: results may be these, too */
	WHAT_HANDLES,       /* with a free function; but those that the language writes by hand */
	WHAT_CLASSES,       /* classes:nn */
	WHAT_C_HANDLES,     /* what C declares */
	WHAT_C_ALIASES,
	WHAT_C_CALLBACKS,
	WHAT_C_STRUCTS,
	WHAT_C_FUNCTIONS, /* those that the language does not have, too */
	WHAT_HEADERS,     /* headers:operators: each header that has some */
	WHAT_ONE          /* one file without items */
};

/* ORDER WHAT. */
static const char *const whats[] = {
	"all",       "operators",   "operator_methods", "operator_functions",
	"nn",        "python",      "functions",        "methods",
	"enums",     "structs",     "plain_structs",    "handles",
	"classes",   "c_handles",   "c_aliases",        "c_callbacks",
	"c_structs", "c_functions", "headers",          "one"
};

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

static bool is_nn(const struct bind_function *function)
{
	return function->nn != NULL;
}

/* A handwritten method has the same name. */
static bool is_hidden(const struct binding *binding, const struct bind_function *function)
{
	const struct language *language = binding->language;
	const char *name = host_function_name(language, function_plain_name(function, true));

	return text_has_word(language_setting(language, "own_methods"), name, " ") ||
	       names_sorted_have(&binding->tensor_methods, name);
}

/* The handwritten methods of tensors. */
static void list_tensor_methods(struct binding *binding)
{
	for (size_t i = 0; i < binding->bound.len; i++) {
		const struct bind_function *function = binding->bound.at[i];

		if (!function->op && function_self(function) &&
		    !strcmp(function_self(function)->of, "ct_tensor"))
			vec_push(binding->language->arena, &binding->tensor_methods,
				 function_name(binding->language, function, true));
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
		return is_operator && function_self(function) && !is_hidden(binding, function);
	case WHAT_OPERATOR_FUNCTIONS:
		return is_operator && !is_meant(binding, function, WHAT_OPERATOR_METHODS);
	case WHAT_NN:
		return is_nn(function);
	case WHAT_FUNCTIONS:
		return !function->op && !function_self(function);
	case WHAT_METHODS:
		return !function->op && function_self(function);
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

/* The name of the form with options, if the language has two: "add_with_" of add_(). */
static const char *full_name(const struct binding *binding, const struct bind_function *function,
			     const char *name)
{
	const char *suffix = language_setting(binding->language, "with_options");
	const size_t length = strlen(name), stem = length - (length && name[length - 1] == '_');

	for (size_t i = 0; i < function->args.len; i++)
		if (binding_is_option(binding, function, function->args.at[i]))
			return arena_printf(binding->language->arena, "%.*s%s%s", (int)stem, name,
					    suffix, name + stem);
	return name;
}

/* What a list calls a function, in which overloads share a name; `python`: Python's name, or "". */
static const char *listed_name(const struct language *language,
			       const struct bind_function *function, const char *name,
			       const char *python)
{
	const char *own = host_own_name(language, function->symbol);

	if (own || *python)
		return own ? own : python;
	return host_function_name(language, function->nn
						    ? function_nn_name(function)
						    : function_base_name(language->arena, name));
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
	const char *name = function_plain_name(function, is_method);
	const struct subject item = { .name = function_name(language, function, false),
				      .type_name = host_camel_name(language, name),
				      .python_name = python_name,
				      .function = function,
				      .is_method = is_method };
	const struct bind_value *self = function_self(function);
	struct marks marks = { 0 };

	add_mark(arena, &marks, "symbol", function->symbol);
	add_mark(arena, &marks, "number", arena_printf(arena, "%zu", number));
	add_mark(arena, &marks, "name", function_name(language, function, is_method));
	add_mark(
		arena, &marks, "full_name",
		full_name(groups->binding, function, function_name(language, function, is_method)));
	add_mark(arena, &marks, "function_name", item.name);
	add_mark(arena, &marks, "type_name", item.type_name);
	add_mark(arena, &marks, "self_type", self ? host_type_name(language, self->of) : "");
	add_mark(arena, &marks, "nn_name",
		 function->nn ? host_function_name(language, function_nn_name(function)) : "");
	add_mark(arena, &marks, "python_name", python_name);
	add_mark(arena, &marks, "python", python ? python : "");
	add_mark(arena, &marks, "schema", function->op ? function->op->func : "");
	add_mark(arena, &marks, "doc", comment_of(groups->binding, doc_of(arena, function)));
	add_mark(arena, &marks, "listed_name", listed_name(language, function, name, python_name));
	add_mark(arena, &marks, "overloaded",
		 is_overloaded(groups->binding, number, what)
			 ? language_setting(language, "overloaded")
			 : "");
	add_mark(arena, &marks, "self_of", self ? self->of : "");
	add_mark(arena, &marks, "may_block",
		 may_block(groups->binding, function) ? "true" : "false");
	add_mark(arena, &marks, "assign", assignment(language, function, "assign"));
	add_mark(arena, &marks, "after_call", assignment(language, function, "after"));
	add_list_marks(groups->binding, &item, &marks);
	add_waiting_mark(groups->binding, function, &marks);
	add_item_as(groups, function->header, template_for(arena, groups->row->item, function),
		    &marks);
}

/* What a function or a callback of C returns: "void" is nothing in the language. */
static void add_c_marks(struct groups *groups, const char *header, const char *returns,
			const struct subject *item)
{
	const struct language *language = groups->binding->language;
	const char *type = declared_type(language, returns);
	struct marks marks = { 0 };

	add_mark(language->arena, &marks, "symbol", item->name);
	add_mark(language->arena, &marks, "c_returns", returns);
	add_mark(language->arena, &marks, "c_type", type);
	add_mark(language->arena, &marks, "returns",
		 strcmp(returns, "void") ? arena_printf(language->arena, "%s%s",
							language_setting(language, "returns"), type)
					 : "");
	add_list_marks(groups->binding, item, &marks);
	add_item(groups, header, &marks);
}

static void add_c_functions(struct groups *groups)
{
	const struct binding *binding = groups->binding;

	for (size_t i = 0; i < binding->functions.functions.len; i++) {
		const struct bind_function *function = binding->functions.functions.at[i];
		const struct subject item = { .name = function->symbol, .c_function = function };

		if (!function->left_out && binding_loads(binding, function->library))
			add_c_marks(groups, function->header, function->returns, &item);
	}
}

/* Types of C: incomplete structs, functions, structs with their sizes. */
static void add_c_types(struct groups *groups, enum declared what)
{
	const struct binding *binding = groups->binding;
	struct arena *arena = binding->language->arena;
	const struct decls list = declared_list(binding, what);

	for (size_t i = 0; i < list.len; i++) {
		const struct decl *decl = list.at[i];
		const struct subject item = { .name = decl->name, .decl = decl };
		const struct extent extent = what == DECLARED_STRUCTS
						     ? declared_extent(binding->api, decl)
						     : (struct extent){ 0 };
		struct marks marks = { 0 };

		if (what == DECLARED_CALLBACKS || what == DECLARED_ALIASES) {
			add_c_marks(groups, decl->header, decl->type->text, &item);
			continue;
		}
		add_mark(arena, &marks, "symbol", decl->name);
		add_mark(arena, &marks, "header", decl->header);
		add_mark(arena, &marks, "size", arena_printf(arena, "%zu", extent.size));
		add_mark(arena, &marks, "alignment", arena_printf(arena, "%zu", extent.alignment));
		add_list_marks(binding, &item, &marks);
		add_item(groups, decl->header, &marks);
	}
}

/* Operators that begin with a prefix are in the list without it. */
static const char *python_name_of(const struct binding *binding, size_t number, const char *prefix)
{
	struct arena *arena = binding->language->arena;
	const char *name = function_plain_name(binding->bound.at[number], false);

	return *prefix ? arena_printf(arena, ".%s",
				      function_base_name(arena, name) + strlen(prefix))
		       : NULL;
}

static void add_functions(struct groups *groups, enum what what, const char *prefix)
{
	const struct binding *binding = groups->binding;

	for (size_t i = 0; i < binding->bound.len; i++)
		if (is_meant(binding, binding->bound.at[i], what) &&
		    !strncmp(function_plain_name(binding->bound.at[i], false), prefix,
			     strlen(prefix)))
			add_function(groups, binding->bound.at[i], i, what,
				     python_name_of(binding, i, prefix));
}

/* Whether a declaration of a library, or with NULL of libctorch, belongs to the file. */
static bool is_of(const char *library, const char *wanted)
{
	return library ? !strcmp(library, wanted) : !*wanted;
}

/* Handwritten functions of a library; "": of libctorch. */
static void add_library(struct groups *groups, enum what what, const char *library)
{
	const struct binding *binding = groups->binding;

	for (size_t i = 0; i < binding->bound.len; i++)
		if (is_meant(binding, binding->bound.at[i], what) &&
		    is_of(binding->bound.at[i]->library, library))
			add_function(groups, binding->bound.at[i], i, what, NULL);
}

/* A header has its functions of one kind in one row. */
static void add_headers(struct groups *groups, const char *of)
{
	const struct binding *binding = groups->binding;
	struct arena *arena = binding->language->arena;
	struct names words = { 0 };
	enum what what;

	if (!find_what(of, &what))
		return;
	for (size_t i = 0; i < binding->bound.len; i++) {
		const char *word = header_word(arena, binding->bound.at[i]->header);

		if (is_meant(binding, binding->bound.at[i], what) && !names_has(&words, word))
			vec_push(arena, &words, word);
	}
	names_sort(&words);
	for (size_t i = 0; i < words.len; i++) {
		struct marks marks = { 0 };

		add_mark(arena, &marks, "word", words.at[i]);
		add_item(groups, "", &marks);
	}
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

/* "CT_IMAGE_MODE_GRAY" of ct_image_mode is "gray": without the words that it shares with its type,
 * unless a digit would come first. */
static const char *constant_word(struct arena *arena, const struct decl *decl, const char *name)
{
	const char *type = decl->name + strlen("ct_");
	const char *word = text_lower(arena, name + strlen("CT_"));

	for (size_t n; *type; type += n) {
		n = strcspn(type, "_");
		if (strncmp(word, type, n) != 0 || word[n] != '_' ||
		    isdigit((unsigned char)word[n + 1]))
			break;
		word += n + 1;
		n += type[n] == '_';
	}
	return word;
}

/* The constants of an enumeration, each as a setting says. */
static const char *constants(const struct language *language, const struct decl *decl,
			     const char *setting, const char *after)
{
	struct strbuf out = { 0 };
	const char *kept, *type = host_type_name(language, decl->name);

	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];
		const char *form = language_setting(language, setting);

		for (; *form; form++) {
			if (*form != '%')
				strbuf_add_char(&out, *form);
			else if (*++form == 'N')
				strbuf_add(&out, host_type_name(language, member->name));
			else if (*form == 'c')
				strbuf_add(&out, member->name);
			else if (*form == 's')
				strbuf_add(&out, member->name + strlen("CT_"));
			else if (*form == 'm')
				strbuf_add(&out, text_upper(language->arena,
							    constant_word(language->arena, decl,
									  member->name)));
			else if (*form == 'T')
				strbuf_add(&out, type);
			else if (*form == 'v')
				strbuf_printf(&out, "%lld", member->value);
			else if (*form == 'w')
				strbuf_add(&out,
					   constant_word(language->arena, decl, member->name));
		}
		strbuf_add(&out, after);
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
	add_mark(language->arena, marks, "doc", comment_of(binding, decl->comment));
}

static void add_enums(struct groups *groups, const char *library)
{
	const struct binding *binding = groups->binding;
	const struct language *language = binding->language;

	for (size_t i = 0; i < binding->api->decls.len; i++) {
		const struct decl *decl = &binding->api->decls.at[i];
		struct marks marks = { 0 };

		if (decl->kind != DECL_ENUM || !is_of(decl->library, library) ||
		    !decl_is_public(decl))
			continue;
		add_decl_marks(binding, decl, &marks);
		add_mark(language->arena, &marks, "constants",
			 constants(language, decl, "constant", "\n"));
		add_mark(language->arena, &marks, "c_constants",
			 constants(language, decl, "c_constant", "\n"));
		add_mark(language->arena, &marks, "words", constants(language, decl, "word", ""));
		add_item(groups, decl->header, &marks);
	}
}

static void add_structs(struct groups *groups, bool is_plain_only, const char *library)
{
	const struct binding *binding = groups->binding;

	for (size_t i = 0; i < binding->structs.len; i++) {
		const struct bind_struct *record = binding->structs.at[i];
		const struct subject item = { .record = record };
		struct marks marks = { 0 };

		if ((is_plain_only && !record->is_plain) || !is_of(record->decl->library, library))
			continue;
		add_decl_marks(binding, record->decl, &marks);
		add_list_marks(binding, &item, &marks);
		add_item(groups, record->decl->header, &marks);
	}
}

static void add_handles(struct groups *groups, const char *library)
{
	const struct binding *binding = groups->binding;
	const struct language *language = binding->language;
	size_t count = 0;

	for (size_t i = 0; i < binding->api->decls.len; i++) {
		const struct decl *decl = &binding->api->decls.at[i];
		struct marks marks = { 0 };

		if (decl->kind != DECL_TYPE || !is_of(decl->library, library) ||
		    binding_writes_by_hand(binding, decl->name) ||
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
		add_mark(language->arena, &marks, "list", class->def->family->name);
		add_mark(language->arena, &marks, "schema", class->def->schema);
		add_mark(language->arena, &marks, "doc", comment_of(binding, class->def->doc));
		add_list_marks(binding, &item, &marks);
		add_item(groups, class->def->family->list, &marks);
	}
}

/* --- files ------------------------------------------------------------------------------------ */

static void collect(struct groups *groups, enum what what)
{
	const char *colon = strchr(groups->row->what, ':'), *after = colon ? colon + 1 : "";

	switch (what) {
	case WHAT_ENUMS:
		add_enums(groups, after);
		break;
	case WHAT_STRUCTS:
	case WHAT_PLAIN_STRUCTS:
		add_structs(groups, what == WHAT_PLAIN_STRUCTS, after);
		break;
	case WHAT_HANDLES:
		add_handles(groups, after);
		break;
	case WHAT_PYTHON:
		add_python(groups, after);
		break;
	case WHAT_CLASSES:
		add_classes(groups, after);
		break;
	case WHAT_FUNCTIONS:
	case WHAT_METHODS:
		add_library(groups, what, after);
		break;
	case WHAT_C_HANDLES:
		add_c_types(groups, DECLARED_HANDLES);
		break;
	case WHAT_C_ALIASES:
		add_c_types(groups, DECLARED_ALIASES);
		break;
	case WHAT_C_CALLBACKS:
		add_c_types(groups, DECLARED_CALLBACKS);
		break;
	case WHAT_C_STRUCTS:
		add_c_types(groups, DECLARED_STRUCTS);
		break;
	case WHAT_C_FUNCTIONS:
		add_c_functions(groups);
		break;
	case WHAT_HEADERS:
		add_headers(groups, after);
		break;
	case WHAT_ONE:
		group_of(groups, "");
		break;
	default:
		add_functions(groups, what, after);
	}
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

static bool is_wrapped(const struct language *language, const char *file)
{
	const char *ends = language_setting(language, "wrapped"), *end;
	size_t length;

	while (text_next_word(&ends, " ", &end, &length))
		if (length && text_ends_with(file, arena_strndup(language->arena, end, length)))
			return true;
	return false;
}

/* Adds the text of a file, in the layout of the language's formatter if it has one. */
static void add_text(const struct language *language, const char *file, const char *text,
		     struct strbuf *out)
{
	const char *files = language_setting(language, "laid_out"),
		   *margin = language_setting(language, "margin");
	const struct layout_style style = {
		.aligned = language_setting(language, "columns"),
		.margin = *margin ? margin : "\t",
		.width = strtoul(language_setting(language, "width"), NULL, 10),
	};

	if (*files && text_ends_with(file, files))
		layout_braces(language->arena, &style, text, out);
	else if (is_wrapped(language, file))
		wrap_add(out, text);
	else
		strbuf_add(out, text);
}

static bool write_group(const struct binding *binding, const struct file_row *row,
			const struct group *group, struct output *output)
{
	struct arena *arena = binding->language->arena;
	const char *soname = soname_of(arena, binding->api, binding->model->spec->release);
	struct marks marks = { 0 };
	struct strbuf text = { 0 };
	bool is_fine;

	add_mark(arena, &marks, "body", strbuf_str(&group->body));
	add_mark(arena, &marks, "header", group->header);
	add_mark(arena, &marks, "folder", folder_of(arena, group->file));
	add_mark(arena, &marks, "count", arena_printf(arena, "%zu", group->count));
	add_mark(arena, &marks, "release", binding->model->spec->release);
	add_mark(arena, &marks, "language", binding->language->name);
	add_mark(arena, &marks, "soname",
		 soname ? soname : "libctorch.so"); /* a small operator list has small headers */
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
	const size_t errors = binding->language->diag->errors;
	bool is_fine = true;

	binding_sort_functions(binding);
	binding->holders = handles_with_callbacks(binding->language->arena, binding->api);
	list_tensor_methods(binding);
	for (size_t i = 0; i < binding->language->files.len; i++)
		is_fine = write_row(binding, &binding->language->files.at[i], output) && is_fine;
	return is_fine && binding->language->diag->errors == errors; /* of inner templates, too */
}
