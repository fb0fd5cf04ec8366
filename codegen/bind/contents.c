/* What a binding has of the functions, and why not the others. */
#include <stdlib.h>

#include "bind/emit.h"
#include "headers/facts.h"
#include "util/text.h"

bool binding_writes_by_hand(const struct binding *binding, const char *handle)
{
	return text_has_word(language_setting(binding->language, "own_handles"), handle, " ");
}

bool binding_has_handle(const struct binding *binding, const char *name)
{
	const struct decl *handle = api_find(binding->api, DECL_TYPE, name);
	const struct decl *free = api_find(binding->api, DECL_FUNCTION,
					   arena_printf(binding->language->arena, "%s_free", name));

	return binding_writes_by_hand(binding, name) ||
	       (handle && decl_is_handle(handle) && free && binding_loads(binding, free->library));
}

/* Whether the binding has what is in a library beside libctorch; NULL is libctorch itself. */
bool binding_loads(const struct binding *binding, const char *library)
{
	return !library ||
	       text_has_word(language_setting(binding->language, "libraries"), library, " ");
}

static const char *why_no_row(const struct binding *binding, const struct bind_value *value)
{
	if (language_row(binding->language, value->key, value->general))
		return NULL;
	return arena_printf(binding->language->arena, "%s is a %s: no row for the key %s",
			    value->name, value->c_type, value->key);
}

/* The language has no row for a value, or the struct in its row is none that it can express. */
static const char *why_not_value(const struct binding *binding, const struct bind_value *value)
{
	struct arena *arena = binding->language->arena;
	const struct type_row *row = language_row(binding->language, value->key, value->general);
	const struct bind_struct *found;

	/* A callback is kept together with its context, which the row's columns take care of. */
	if (value->ownership && !value->context &&
	    text_has_word(language_setting(binding->language, "not_owned"), value->ownership, " "))
		return arena_printf(arena, "%s is %s", value->name, value->ownership);
	if (!row)
		return why_no_row(binding, value);
	if (strstr(value->general, "handle") && !binding_has_handle(binding, value->of))
		return arena_printf(arena, "%s is a %s, which no function frees", value->name,
				    value->of);
	if (!strstr(row->key, "struct"))
		return NULL;
	found = binding_find_struct(binding, value->of);
	if (!found || (!found->is_plain && (strstr(row->key, "->") || *row->key == '=')))
		return arena_printf(arena, "%s is a %s, which has fields without rows", value->name,
				    value->of);
	return NULL;
}

/* "ct_scope_*" is all functions that begin so, but no operator and no field of a struct. */
static bool is_meant_by(const char *pattern, const char *symbol, bool is_operator)
{
	size_t length = strlen(pattern);

	if (!is_operator && length && pattern[length - 1] == '*' && !strchr(symbol, '.'))
		return !strncmp(pattern, symbol, length - 1);
	return !strcmp(pattern, symbol);
}

static struct left_out *find_left_out(struct language *language, const char *symbol,
				      bool is_operator)
{
	for (size_t i = 0; i < language->left_out.len; i++)
		if (is_meant_by(language->left_out.at[i].symbol, symbol, is_operator))
			return &language->left_out.at[i];
	return NULL;
}

const char *binding_left_out(struct binding *binding, const char *name, bool is_operator)
{
	struct left_out *left_out = find_left_out(binding->language, name, is_operator);

	if (!left_out)
		return NULL;
	left_out->is_used = true;
	return left_out->reason;
}

const char *binding_why_no_value(struct binding *binding, const char *name,
				 const struct bind_value *value)
{
	const char *reason = binding_left_out(binding, name, false);

	return reason ? reason : why_no_row(binding, value);
}

/* A language whose tasks move between threads names the functions that only read the state of one. */
static bool needs_its_thread(const struct binding *binding, const struct bind_function *function)
{
	const char *readers = language_setting(binding->language, "thread_readers");
	const struct notes *notes = function->decl ? function->decl->notes : NULL;

	return *readers && notes && (notes->is_thread_state || notes->same_thread) &&
	       !language_is_private(binding->language, function->symbol) &&
	       !text_has_word(readers, function->symbol, " ");
}

/* NULL: the binding has the function. */
static const char *why_not(struct binding *binding, const struct bind_function *function)
{
	const char *reason = binding_left_out(binding, function->symbol, function->op != NULL);

	if (!reason)
		reason = function->left_out;
	if (!reason && *language_setting(binding->language, "named_alone") &&
	    !host_own_name(binding->language, function->symbol))
		reason = language_setting(binding->language, "named_alone");
	if (!reason && needs_its_thread(binding, function))
		reason = "belongs to threads";
	if (!reason && !binding_loads(binding, function->library))
		reason = arena_printf(binding->language->arena, "is in lib%s, which the binding does not load",
				      function->library);
	for (size_t i = 0; !reason && i < function->args.len; i++)
		reason = why_not_value(binding, function->args.at[i]);
	for (size_t i = 0; !reason && i < function->results.len; i++)
		reason = why_not_value(binding, function->results.at[i]);
	return reason;
}

static void check_left_out(struct binding *binding)
{
	const struct language *language = binding->language;

	for (size_t i = 0; i < language->left_out.len; i++)
		if (!language->left_out.at[i].is_used)
			diag_error(language->diag, (struct loc){ 0 },
				   arena_printf(language->arena, "remove it from %s/left_out.tsv",
						language->templates.folder),
				   "there is no function '%s'", language->left_out.at[i].symbol);
}

/* A list of ints that must be given, if it is the only argument by position beside a tensor. */
static bool takes_any_number(const struct bind_function *function, size_t at)
{
	const struct bind_value *value = function->args.at[at];
	const bool is_first = !at || (at == 1 && !strcmp(function->args.at[0]->of, "ct_tensor"));
	const bool is_last = at + 1 == function->args.len ||
			     function->args.at[at + 1]->is_keyword_only;

	return is_first && is_last && !value->is_keyword_only && !value->may_be_omitted &&
	       !strncmp(value->key, "int64_t[]", strlen("int64_t[]"));
}

/* C++ has the tensors that an operator writes to before its other arguments. */
static void move_outs(const struct binding *binding, struct bind_function *function)
{
	size_t moved = 0;

	if (!*language_setting(binding->language, "outs_first") || !function->op ||
	    function->op->kind != KIND_OUT)
		return;
	for (size_t i = 0; i < function->args.len; i++) {
		struct bind_value *value = function->args.at[i];

		if (!value->is_written || !value->is_keyword_only)
			continue;
		memmove(&function->args.at[moved + 1], &function->args.at[moved],
			(i - moved) * sizeof *function->args.at);
		function->args.at[moved++] = value;
	}
}

/* Only the last arguments of a call by position can be missing. */
static void find_omitted(const struct bind_function *function)
{
	bool may_be_omitted = true;

	for (size_t i = function->args.len; i-- > 0;) {
		struct bind_value *value = function->args.at[i];
		const bool has_default = value->default_value.kind != DEFAULT_ABSENT ||
					 (!function->op && value->is_optional);

		value->may_be_omitted = has_default && (may_be_omitted || value->is_keyword_only);
		may_be_omitted = value->may_be_omitted ||
				 (may_be_omitted && value->is_keyword_only);
	}
	for (size_t i = 0; i < function->args.len; i++) {
		struct bind_value *value = function->args.at[i];
		const struct bind_value *before = i ? function->args.at[i - 1] : NULL;

		value->takes_any_number = takes_any_number(function, i);
		value->is_first_keyword = value->is_keyword_only &&
					  (!before ||
					   !(before->is_keyword_only || before->takes_any_number));
	}
}

static int compare_base_names(const void *a, const void *b)
{
	const struct bind_function *const *left = a, *const *right = b;
	const char *one = (*left)->op->name, *other = (*right)->op->name;
	size_t length = strcspn(one, "."), other_length = strcspn(other, ".");
	int order = strncmp(one, other, length < other_length ? length : other_length);

	if (order || length != other_length)
		return order ? order : length < other_length ? -1 : 1;
	return strcmp((*left)->symbol, (*right)->symbol);
}

/* A language with overloads wants those of a name together. */
static void sort_operators(struct binding *binding)
{
	struct bind_function **at = binding->bound.at;
	size_t count = 0;

	while (count < binding->bound.len && at[count]->op && !at[count]->nn)
		count++;
	if (count && !strcmp(language_setting(binding->language, "order"), "base_name"))
		qsort(at, count, sizeof *at, compare_base_names);
}

static bool has_struct(const struct binding *binding, const struct bind_value *value,
		       const struct bind_struct *record)
{
	const struct type_row *row;

	if (strcmp(value->of, record->decl->name) != 0)
		return false;
	row = language_row(binding->language, value->key, value->general);
	return row && strstr(row->key, "struct");
}

static bool has_struct_among(const struct binding *binding, struct bind_value *const *values,
			     size_t count, const struct bind_struct *record)
{
	for (size_t i = 0; i < count; i++)
		if (has_struct(binding, values[i], record))
			return true;
	return false;
}

/* Whether a function has the struct, or one of the structs from a position on, which are used. */
static bool is_used(const struct binding *binding, const struct bind_struct *record, size_t from)
{
	for (size_t i = 0; i < binding->bound.len; i++) {
		const struct bind_function *function = binding->bound.at[i];

		if (has_struct_among(binding, function->args.at, function->args.len, record) ||
		    has_struct_among(binding, function->results.at, function->results.len, record))
			return true;
	}
	for (size_t i = from; i < binding->structs.len; i++) {
		const struct bind_struct *outer = binding->structs.at[i];

		if (has_struct_among(binding, outer->fields.at, outer->fields.len, record))
			return true;
	}
	return false;
}

static void list_skipped_fields(struct binding *binding, const struct bind_struct *record)
{
	for (size_t i = 0; i < record->skipped.len; i++)
		vec_push(binding->language->arena, &binding->unbound, record->skipped.at[i]);
}

/* Nothing could be done with the others. The used ones gather at the end: a struct is before those that
 * consist of it. */
static void keep_used_structs(struct binding *binding)
{
	size_t kept = binding->structs.len;

	for (size_t i = binding->structs.len; i-- > 0;) {
		struct bind_struct *record = binding->structs.at[i];

		if (is_used(binding, record, kept))
			binding->structs.at[--kept] = record;
	}
	binding->structs.len -= kept;
	if (kept && binding->structs.len)
		memmove(binding->structs.at, binding->structs.at + kept,
			binding->structs.len * sizeof *binding->structs.at);
	for (size_t i = 0; i < binding->structs.len; i++)
		list_skipped_fields(binding, binding->structs.at[i]);
}

bool binding_fill(struct binding *binding)
{
	struct arena *arena = binding->language->arena;
	size_t errors = binding->language->diag->errors;

	binding_fill_structs(binding);
	binding_fill_classes(binding);
	for (size_t i = 0; i < binding->functions.functions.len; i++) {
		struct bind_function *function = binding->functions.functions.at[i];
		const char *reason = why_not(binding, function);

		find_omitted(function);
		move_outs(binding, function);
		if (reason)
			vec_push(arena, &binding->unbound,
				 (struct unbound){ function->symbol, reason });
		else
			vec_push(arena, &binding->bound, function);
	}
	sort_operators(binding);
	keep_used_structs(binding);
	/* A small operator list has small headers. */
	if (!binding->model->nn || binding->model->ops.len > 1000)
		check_left_out(binding);
	return binding->language->diag->errors == errors;
}
