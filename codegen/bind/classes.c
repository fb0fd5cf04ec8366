#include "bind/emit.h"

/* Of some families, a tensor may be given as a number. */
static const char *kind_of(const struct family *family, const struct class_argument *argument)
{
	return family->number && !strcmp(argument->kind, "tensor") ? "tensor_or_number"
								   : argument->kind;
}

static struct bind_value *describe(struct arena *arena, const struct family *family,
				   const struct arg *arg, const struct class_argument *argument)
{
	struct bind_value *value = arena_alloc(arena, sizeof *value);
	const char *key = arena_printf(arena, "class:%s", kind_of(family, argument));

	*value = (struct bind_value){ .name = arg->name,
				      .c_name = arg->c_name,
				      .c_type = argument->type,
				      .of = argument->kind,
				      .key = arena_printf(arena, "%s%s", key,
							  argument->is_optional ? "?" : ""),
				      .general = key,
				      .is_optional = argument->is_optional,
				      .is_keyword_only = arg->is_keyword_only,
				      .may_be_omitted = arg->default_text != NULL,
				      .type = arg->type };
	default_value_of(arena, arg, &value->default_value);
	return value;
}

/* "torch.nn.Linear.bias" */
static const char *name_of(const struct binding *binding, const char *class,
			   const struct bind_value *value)
{
	return arena_printf(binding->language->arena, "%s.%s", class, value->name);
}

/* NULL: the language can express the class. */
static const char *why_not(struct binding *binding, const char *name,
			   const struct bind_class *class)
{
	const char *reason = binding_left_out(binding, name, false);

	for (size_t i = 0; !reason && i < class->required.len; i++)
		reason = binding_why_no_value(binding,
					      name_of(binding, name, class->required.at[i]),
					      class->required.at[i]);
	return reason;
}

static void add_optional(struct binding *binding, struct bind_class *class, const char *name,
			 struct bind_value *value)
{
	const char *full_name = name_of(binding, name, value),
		   *reason = binding_why_no_value(binding, full_name, value);

	if (reason)
		vec_push(binding->language->arena, &binding->unbound,
			 (struct unbound){ full_name, reason });
	else
		vec_push(binding->language->arena, &class->optional, value);
}

/* An optional argument without a row is left out alone. */
static void add_class(struct binding *binding, const struct class_def *def)
{
	struct arena *arena = binding->language->arena;
	struct bind_class *class = arena_alloc(arena, sizeof *class);
	const char *reason, *name = arena_printf(arena, "%s%s", def->family->python, def->op->name);

	class->def = def;
	for (size_t i = 0; i < def->op->schema.args.len; i++) {
		const struct arg *arg = &def->op->schema.args.at[i];
		struct bind_value *value = describe(arena, def->family, arg, &def->arguments.at[i]);

		if (!arg->default_text)
			vec_push(arena, &class->required, value);
		else
			add_optional(binding, class, name, value);
	}
	reason = why_not(binding, name, class);
	if (reason)
		vec_push(arena, &binding->unbound, (struct unbound){ name, reason });
	else
		vec_push(arena, &binding->classes, class);
}

void binding_fill_classes(struct binding *binding)
{
	const struct nn *nn = binding->model->nn;

	for (size_t i = 0; nn && i < nn->families.len; i++)
		for (size_t j = 0; j < nn->families.at[i].len; j++)
			add_class(binding, nn->families.at[i].at[j]);
}
