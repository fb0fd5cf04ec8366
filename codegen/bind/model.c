#include "bind/model.h"

#include <ctype.h>
#include <string.h>

#include "facts/bindings.h"
#include "read/schema.h"
#include "types/type_table.h"
#include "util/text.h"

/* What is needed everywhere below. */
struct filler {
	struct arena *arena;
	const struct api *api;
	struct header_types types;
};

/* --- keys ------------------------------------------------------------------------------------- */

const char *bind_class_of(const struct api *api, const struct header_type *type)
{
	const char *name = facts_class_of(api, type);

	return !strcmp(name, "number") && api_find(api, DECL_ENUM, type->name) ? "enum" : name;
}

static bool is_text(const struct header_type *type, size_t stars)
{
	return type->known == KNOWN_CHAR && type->stars == stars;
}

/* "[]", "*", or nothing: how the C type of an argument refers to what it is named after. */
static const char *shape_of_arg(const struct header_type *type, const char *class, bool is_list)
{
	if (is_list)
		return "[]";
	return type->stars && strcmp(class, "handle") != 0 ? "*" : "";
}

/* The key without its name. */
struct shape {
	const char *before, *after;
	bool is_text;
};

static struct shape shape_of_in(const struct bind_value *value, const struct header_type *type,
				const char *class, bool is_changed)
{
	struct shape shape = { "", shape_of_arg(type, class, value->length != NULL), false };

	if (is_text(type, 1) && type->is_const && !value->length)
		shape = (struct shape){ "", "", true };
	else if (is_text(type, 2) && value->length)
		shape = (struct shape){ "", "[]", true };
	else if (is_changed && strcmp(class, "handle") != 0)
		shape.before = "=";
	return shape;
}

/* A list that the function allocates has a star more than one that the caller has. */
static struct shape shape_of_out(const struct bind_value *value, const struct header_type *type,
				 const char *class)
{
	const bool is_handle = !strcmp(class, "handle"),
		   is_lent = value->ownership && !strcmp(value->ownership, "borrowed");
	struct shape shape = { is_lent ? "->&" : "->", "", false };

	if (value->length && type->stars < (is_handle ? 3u : 2u))
		return (struct shape){ "->into ", "[]", false };
	if (is_text(type, 2) && !value->length)
		shape.is_text = true;
	else if (is_text(type, 3) && value->length)
		shape = (struct shape){ shape.before, "[]", true };
	else if (value->length)
		shape.after = "[]";
	else if (type->stars > (is_handle ? 2u : 1u))
		shape.after = "*";
	return shape;
}

static struct shape shape_of_returned(const struct bind_value *value,
				      const struct header_type *type, const char *class)
{
	const bool is_lent = value->ownership && !strcmp(value->ownership, "borrowed");
	struct shape shape = { is_lent ? "->&" : "->", "", false };

	if (is_text(type, 1) && !value->length)
		shape.is_text = true;
	else if (value->length)
		shape.after = "[]";
	else if (type->stars > (strcmp(class, "handle") ? 0u : 1u))
		shape.after = "*";
	return shape;
}

static void set_keys(const struct filler *f, struct bind_value *value, struct shape shape,
		     const char *class)
{
	const char *none = value->is_optional ? "?" : "";

	value->key = arena_printf(f->arena, "%s%s%s%s", shape.before,
				  shape.is_text ? "text" : value->of, shape.after, none);
	value->general = arena_printf(f->arena, "%s%s%s%s", shape.before,
				      shape.is_text ? "text" : class, shape.after, none);
}

enum role { ROLE_IN, ROLE_OUT, ROLE_RETURNED };

/* Fills in what follows from the C type and from the facts. */
static void describe(struct filler *f, struct bind_value *value, const char *c_type,
		     const struct facts *facts, enum role role)
{
	const struct header_type *type = header_type_of(f->arena, &f->types, c_type);
	const char *class = bind_class_of(f->api, type);
	struct shape shape;

	value->c_type = type->text;
	value->of = type->name;
	/* A pointer to one is no list. */
	value->length = facts->length && strcmp(facts->length, "1") ? facts->length : NULL;
	value->unit = facts->unit;
	value->ownership = facts->ownership;
	value->free = facts->free;
	value->context = facts->context;
	value->release = facts->release;
	value->is_written = facts->direction && !strcmp(facts->direction, "inout");
	if (role == ROLE_IN)
		shape = shape_of_in(value, type, class, value->is_written);
	else if (role == ROLE_OUT)
		shape = shape_of_out(value, type, class);
	else
		shape = shape_of_returned(value, type, class);
	set_keys(f, value, shape, class);
}

/* --- lengths of arguments ---------------------------------------------------------------------- */

/* The parameter whose length is this one; NULL: it is no length. */
static const struct bind_value *list_of_length(const struct bind_function *function,
					       const char *name)
{
	for (size_t i = 0; i < function->args.len; i++)
		if (function->args.at[i]->length && !strcmp(function->args.at[i]->length, name))
			return function->args.at[i];
	for (size_t i = 0; i < function->results.len; i++)
		if (function->results.at[i]->length &&
		    !strcmp(function->results.at[i]->length, name))
			return function->results.at[i];
	return NULL;
}

/* How C knows the length of a list, for its key: a binding must see to it that C reads no element that
 * is not there. */
static const char *length_kind(const struct bind_function *function, struct bind_value *value)
{
	const struct bind_value *other;

	if (value->has_length_param)
		return value->unit && strcmp(value->unit, "byte") != 0 ? "[elements]" : "[]";
	if (isdigit((unsigned char)*value->length))
		return "[fixed]";
	other = list_of_length(function, value->length);
	if (!other || other == value)
		return "[computed]";
	value->shares = other->name;
	return "[shared]";
}

static const char *with_length_kind(struct arena *arena, const char *key, const char *kind)
{
	const char *at = strstr(key, "[]");

	return at ? arena_printf(arena, "%.*s%s%s", (int)(at - key), key, kind, at + 2) : key;
}

static void set_length_kinds(const struct filler *f, struct bind_function *function)
{
	for (size_t i = 0; i < function->args.len; i++) {
		struct bind_value *value = function->args.at[i];
		const char *kind = value->length ? length_kind(function, value) : "[]";

		value->key = with_length_kind(f->arena, value->key, kind);
		value->general = with_length_kind(f->arena, value->general, kind);
	}
}

/* --- operators and functions of torch.nn ------------------------------------------------------ */

static void add_param(struct filler *f, struct bind_function *function,
		      const struct bind_value *value, bool is_result)
{
	vec_push(f->arena, &function->params,
		 (struct bind_param){ .c_name = value->c_name,
				      .c_type = value->c_type,
				      .value = value,
				      .is_result = is_result });
}

/* The length of a list, a parameter of its own. */
static void add_length_param(struct filler *f, struct bind_function *function,
			     const struct bind_value *list, const char *name, bool is_result)
{
	vec_push(f->arena, &function->params,
		 (struct bind_param){ .c_name = name,
				      .c_type = is_result ? "int64_t *" : "int64_t",
				      .value = list,
				      .column = "length",
				      .is_result = is_result });
}

static struct bind_value *new_value(struct filler *f, const struct bind_value *value)
{
	struct bind_value *copy = arena_alloc(f->arena, sizeof *copy);

	*copy = *value;
	return copy;
}

static void add_arg_of_op(struct filler *f, struct bind_function *function, const struct arg *arg)
{
	struct facts facts = facts_of_arg(f->arena, arg, false);
	struct bind_value *value = new_value(
		f, &(struct bind_value){ .name = arg->name,
					 .c_name = arg->c_name,
					 .has_length_param = arg->c_length != NULL,
					 .is_optional = arg->type->kind == TYPE_OPTIONAL ||
							facts.is_nullable,
					 .is_keyword_only = arg->is_keyword_only,
					 .type = arg->type });

	/* True for every default that the schema language has. */
	default_value_of(f->arena, arg, &value->default_value);
	describe(f, value, c_type_alone(f->arena, arg->form->c_type), &facts, ROLE_IN);
	vec_push(f->arena, &function->args, value);
	add_param(f, function, value, false);
	if (arg->c_length)
		add_length_param(f, function, value, arg->c_length, false);
}

static void add_result_of_op(struct filler *f, struct bind_function *function,
			     const struct ret *ret)
{
	struct facts facts = facts_of_ret(function->op, ret, false);
	struct bind_value *value = new_value(
		f, &(struct bind_value){ .name = ret->name ? ret->name : ret->c_name,
					 .c_name = ret->c_name,
					 .has_length_param = ret->c_length != NULL,
					 .argument = ret->written ? ret->written->name : NULL,
					 .type = ret->type });

	describe(f, value, c_type_alone(f->arena, ret->form->c_type), &facts, ROLE_OUT);
	vec_push(f->arena, &function->results, value);
	add_param(f, function, value, true);
	if (ret->c_length)
		add_length_param(f, function, value, ret->c_length, true);
}

static struct bind_function *add_function(struct filler *f, struct bind_model *bind,
					  const struct bind_function *function)
{
	struct bind_function *copy = arena_alloc(f->arena, sizeof *copy);

	*copy = *function;
	vec_push(f->arena, &bind->functions, copy);
	return copy;
}

/* The arguments that C++ has in one TensorOptions. */
static void mark_options(const struct bind_function *function)
{
	static const char *const names[] = { "dtype", "layout", "device", "pin_memory" };
	const size_t count = sizeof names / sizeof *names;

	for (size_t i = 0; i + count <= function->args.len; i++) {
		size_t found = 0;

		while (found < count && !strcmp(function->args.at[i + found]->name, names[found]))
			found++;
		for (size_t j = 0; found == count && j < count; j++)
			function->args.at[i + j]->is_in_options = true;
	}
}

static void add_op(struct filler *f, struct bind_model *bind, const struct op *op,
		   const struct nn_function *nn)
{
	struct bind_function *function = add_function(
		f, bind,
		&(struct bind_function){ .symbol = op->symbol,
					 .header = op->header,
					 .doc = nn ? nn->doc : NULL,
					 .op = op,
					 .nn = nn,
					 .returns = "ct_error",
					 .returns_error = true });

	for (size_t i = 0; i < op->schema.args.len; i++)
		add_arg_of_op(f, function, &op->schema.args.at[i]);
	mark_options(function);
	for (size_t i = 0; i < op->schema.rets.len; i++)
		add_result_of_op(f, function, &op->schema.rets.at[i]);
	set_length_kinds(f, function);
}

/* --- handwritten functions -------------------------------------------------------------------- */

static struct bind_value *value_of_param(struct filler *f, const struct decl *decl, size_t i,
					 bool *is_result)
{
	const struct member *member = &decl->members.at[i];
	struct facts facts = facts_of_param(f->arena, f->api, decl, i);
	struct bind_value *value;

	*is_result = !strcmp(facts.direction, "out");
	value = new_value(f,
			  &(struct bind_value){ .name = member->name,
						.c_name = member->name,
						/* A result may always be dropped. */
						.is_optional = facts.is_nullable && !*is_result });
	describe(f, value, member->type->text, &facts, *is_result ? ROLE_OUT : ROLE_IN);
	return value;
}

/* Lists may come after their lengths, so these are found in a second pass. */
static void add_values(struct filler *f, struct bind_function *function)
{
	const struct decl *decl = function->decl;

	for (size_t i = 0; i < decl->members.len; i++) {
		bool is_result;
		struct bind_value *value = value_of_param(f, decl, i, &is_result);

		if (is_result)
			vec_push(f->arena, &function->results, value);
		else
			vec_push(f->arena, &function->args, value);
		add_param(f, function, value, is_result);
	}
}

static void remove_value(struct bind_function *function, const struct bind_value *value,
			 bool is_result)
{
	struct bind_value **values = is_result ? function->results.at : function->args.at;
	size_t *count = is_result ? &function->results.len : &function->args.len, kept = 0;

	for (size_t i = 0; i < *count; i++)
		if (values[i] != value)
			values[kept++] = values[i];
	*count = kept;
}

static void tie_lengths(struct bind_function *function)
{
	for (size_t i = 0; i < function->params.len; i++) {
		struct bind_param *param = &function->params.at[i];
		const struct bind_value *length = param->value;
		struct bind_value *list = (struct bind_value *)list_of_length(function,
									      length->c_name);

		/* Of room for results, only the caller knows the length. */
		if (!list || list == length || (!param->is_result && !strncmp(list->key, "->", 2)))
			continue;
		remove_value(function, length, param->is_result);
		list->has_length_param = true;
		param->value = list;
		param->column = "length";
	}
}

/* What C gives along with a callback is no argument of its own. */
static void tie_to_callback(struct bind_function *function, const struct bind_value *callback,
			    const char *name, const char *column)
{
	for (size_t i = 0; name && i < function->params.len; i++) {
		struct bind_param *param = &function->params.at[i];

		if (param->is_result || strcmp(param->value->c_name, name) != 0)
			continue;
		remove_value(function, param->value, false);
		param->value = callback;
		param->column = column;
	}
}

static void tie_callbacks(struct bind_function *function)
{
	for (size_t i = 0; i < function->args.len; i++) {
		const struct bind_value *value = function->args.at[i];

		if (!value->context)
			continue;
		tie_to_callback(function, value, value->context, "context");
		tie_to_callback(function, value, value->release, "release");
	}
}

static void add_returned(struct filler *f, struct bind_function *function)
{
	const struct decl *decl = function->decl;
	struct facts facts = facts_of_return(f->arena, f->api, decl);

	if (function->returns_error || !strcmp(function->returns, "void"))
		return;
	function->returned = new_value(
		f, &(struct bind_value){ .name = "result", .is_optional = facts.is_nullable });
	describe(f, function->returned, decl->type->text, &facts, ROLE_RETURNED);
	vec_push(f->arena, &function->results, function->returned);
}

static const char *why_left_out(const struct decl *decl)
{
	if (decl->is_variadic)
		return "takes any number of arguments";
	if (!decl_is_public(decl))
		return "is a part of a macro";
	return NULL;
}

static void add_decl(struct filler *f, struct bind_model *bind, const struct decl *decl)
{
	struct bind_function *function = add_function(
		f, bind,
		&(struct bind_function){ .symbol = decl->name,
					 .header = decl->header,
					 .library = decl->library,
					 .doc = decl->comment,
					 .decl = decl,
					 .returns = decl->type->text,
					 .returns_error = decl_returns_error(decl),
					 .left_out = why_left_out(decl) });

	add_returned(f, function);
	add_values(f, function);
	tie_lengths(function);
	set_length_kinds(f, function);
	tie_callbacks(function);
}

void bind_model_fill(struct arena *arena, const struct model *model, const struct api *api,
		     struct bind_model *bind)
{
	struct filler f = { .arena = arena, .api = api };

	for (size_t i = 0; i < model->ops.len; i++)
		add_op(&f, bind, model->by_symbol[i], NULL);
	bind->operators = bind->functions.len;
	for (size_t i = 0; model->nn && i < model->nn->functions.len; i++)
		add_op(&f, bind, model->nn->functions.at[i]->op, model->nn->functions.at[i]);
	bind->nn_functions = bind->functions.len - bind->operators;
	for (size_t i = 0; i < api->decls.len; i++)
		if (api->decls.at[i].kind == DECL_FUNCTION)
			add_decl(&f, bind, &api->decls.at[i]);
	header_types_clear(&f.types);
}
