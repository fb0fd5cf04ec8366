/* The lists of classes: modules, optimizers, schedulers and transforms, whose constructors are
 * schemas without results. */
#include <ctype.h>

#include "derive/autogen.h"
#include "classes/entries.h"
#include "classes/classes.h"
#include "read/schema.h"
#include "types/type_table.h"
#include "util/text.h"

/* What a list has beside the first three depends on its kind. */
enum {
	KEY_NN_CLASS,
	KEY_NN_DOC,
	KEY_NN_NEEDS,
	KEY_NN_REPR,
	KEY_NN_FORWARD,
	KEY_NN_INIT,
	KEY_OPTIM_STATE = KEY_NN_NEEDS + 1,
	KEY_OPTIM_GROUP
};

/* ORDER: the enumeration above. */
#define KEYS_OF_ALL                                                  \
	{ .name = "class", .is_required = true, .is_schema = true }, \
		{ .name = "doc", .is_required = true }, { .name = "needs" },

static const struct nn_keys module_keys = {
	.kind = "a list of classes",
	.len = 6,
	.at = { KEYS_OF_ALL{ .name = "repr", .is_required = true, .may_be_empty = true },
		{ .name = "forward", .is_required = true, .is_schema = true },
		{ .name = "init" } },
};

static const struct nn_keys optimizer_keys = {
	.kind = "a list of optimizers",
	.len = 5,
	.at = { KEYS_OF_ALL{ .name = "state", .is_required = true, .may_be_empty = true },
		{ .name = "group", .is_required = true } },
};

static const struct nn_keys scheduler_keys = {
	.kind = "a list of schedulers",
	.len = 4,
	.at = { KEYS_OF_ALL{ .name = "state", .is_required = true } },
};

static const struct nn_keys transform_keys = {
	.kind = "a list of transforms",
	.len = 4,
	.at = { KEYS_OF_ALL{ .name = "repr", .is_required = true, .may_be_empty = true } },
};

/* --- types that only constructors have -------------------------------------------------------- */

static const struct c_type c_module = { .text = "const ct_module *" };
static const struct c_type c_optimizer = { .text = "const ct_optimizer *" };
static const struct c_type c_reduction = { .text = "ct_reduction ", .is_number = true };
static const struct c_type c_parameters = { .text = "ct_parameters ", .is_number = true };
static const struct c_type c_schedulers = { .text = "ct_lr_schedulers ", .is_number = true };
static const struct c_type c_transforms = { .text = "ct_transforms ", .is_number = true };
static const struct c_type c_lambdas = { .text = "ct_lr_lambdas ", .is_number = true };

static const struct type_form module = { &c_module, NULL, false };
static const struct type_form optimizer = { &c_optimizer, NULL, false };
static const struct type_form reduction = { &c_reduction, NULL, false };
static const struct type_form parameters = { &c_parameters, NULL, false };
static const struct type_form schedulers = { &c_schedulers, NULL, false };
static const struct type_form transforms = { &c_transforms, NULL, false };
static const struct type_form lambdas = { &c_lambdas, NULL, false };
static const struct type_form padding = { &c_const_int64s, NULL, true };
static const struct type_form optional_ints = { &c_const_int64s, NULL, true };
static const struct type_form optional_floats = { &c_const_doubles, NULL, true };

/* ORDER HELD: enum ct_held in runtime/classes/class.h has the kinds as CT_HELD_... */
static const struct {
	const char *base;
	const struct type_form *form;
	const char *kind;
} own_bases[] = {
	{ "Module", &module, "module" },
	{ "Optimizer", &optimizer, "optimizer" },
	{ "Parameters", &parameters, "parameters" },
	{ "Schedulers", &schedulers, "schedulers" },
	{ "Lambdas", &lambdas, "lambdas" },
	{ "Transforms", &transforms, "transforms" },
};

static const struct type *without_optional(const struct type *type)
{
	return type->kind == TYPE_OPTIONAL ? type->element : type;
}

static bool is_base(const struct type *type, const char *base)
{
	return type->kind == TYPE_BASE && !strcmp(type->base, base);
}

/* NULL: the type is one that operators have, too. */
static const struct type_form *own_form(const struct arg *arg)
{
	const struct type *type = without_optional(arg->type);

	for (size_t i = 0; i < sizeof own_bases / sizeof *own_bases; i++)
		if (is_base(type, own_bases[i].base))
			return own_bases[i].form;
	if (is_base(arg->type, "int") && !strcmp(arg->name, "reduction"))
		return &reduction;
	if (type->kind != TYPE_LIST)
		return NULL;
	if (is_base(type->element, "padding"))
		return &padding;
	if (type->element->kind == TYPE_OPTIONAL && is_base(type->element->element, "float"))
		return &optional_floats;
	if (type->element->kind == TYPE_OPTIONAL && is_base(type->element->element, "int"))
		return &optional_ints;
	return NULL;
}

static const char *own_kind(const struct type_form *form)
{
	for (size_t i = 0; i < sizeof own_bases / sizeof *own_bases; i++)
		if (form == own_bases[i].form)
			return own_bases[i].kind;
	if (form == &reduction)
		return "reduction";
	if (form == &padding)
		return "padding";
	return form == &optional_ints ? "optional_ints" : "optional_floats";
}

/* ORDER HELD. */
static const struct {
	const struct c_type *c_type;
	bool has_length;
	const char *kind;
} kinds[] = {
	{ &c_int64, false, "int" },
	{ &c_double, false, "float" },
	{ &c_bool, false, "bool" },
	{ &c_string, false, "string" },
	{ &c_const_int64s, false, "optional_int" },
	{ &c_const_doubles, false, "optional_float" },
	{ &c_const_bools, false, "optional_bool" },
	{ &c_const_int64s, true, "ints" },
	{ &c_const_doubles, true, "floats" },
	{ &c_const_tensor, false, "tensor" },
	{ &c_device, false, "device" },
	{ &c_dtype, false, "dtype" },
};

static const char *kind_of(const struct type_form *form)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].c_type == form->c_type && kinds[i].has_length == form->has_length)
			return kinds[i].kind;
	return NULL;
}

/* --- arguments -------------------------------------------------------------------------------- */

static struct loc loc_of(const struct nn_class *class, size_t offset)
{
	struct loc loc = class->op->entry->loc;

	loc.column += offset;
	return loc;
}

/* In a struct of arguments one number stands for all of a list, as Python keeps it: the default of
 * `int[2] stride=1` has one element. So for C the list has no size. */
static const struct type *without_size(struct arena *arena, const struct type *type)
{
	struct type *copy = arena_alloc(arena, sizeof *copy);

	*copy = *type;
	copy->size = 0;
	if (type->kind == TYPE_OPTIONAL)
		copy->element = without_size(arena, type->element);
	return copy;
}

static bool bind_argument(struct arena *arena, struct diag *diag, struct nn_class *class,
			  struct arg *arg)
{
	struct nn_argument argument = { .type = type_text(arena, arg->type),
					.size = without_optional(arg->type)->size,
					.is_optional = arg->type->kind == TYPE_OPTIONAL };
	const struct type_form *own = own_form(arg);

	if (!own && !type_table_bind_arg(diag, class->op, arg))
		return false;
	if (own)
		arg->form = own;
	argument.kind = own ? own_kind(own) : kind_of(arg->form);
	if (!argument.kind) {
		diag_error(
			diag, loc_of(class, arg->type->offset),
			"add it to kinds[] in codegen/classes/classes.c and to enum ct_held in runtime/classes/class.h "
			"(docs/generator.md, \"Modules\")",
			"a class cannot have an argument of type '%s'", argument.type);
		return false;
	}
	arg->type = without_size(arena, arg->type);
	vec_push(arena, &class->arguments, argument);
	return true;
}

static bool bind_arguments(struct arena *arena, struct diag *diag, struct nn_class *class)
{
	bool fine = true;

	for (size_t i = 0; i < class->op->schema.args.len; i++)
		fine &= bind_argument(arena, diag, class, &class->op->schema.args.at[i]);
	return fine;
}

/* --- texts ------------------------------------------------------------------------------------ */

static bool is_named_well(struct diag *diag, const struct op *op)
{
	if (isupper((unsigned char)op->name[0]) && !strchr(op->name, '.'))
		return true;
	diag_error(diag, op->entry->loc, NULL,
		   "not the name of a class: '%s' (expected the form Linear)", op->name);
	return false;
}

static bool is_forward(struct arena *arena, struct diag *diag, const struct item *forward)
{
	struct schema schema;

	if (!schema_parse_function(arena, diag, forward->loc, forward->text, &schema))
		return false;
	if (!strcmp(schema.name.base, "forward"))
		return true;
	diag_error(diag, forward->loc, "forward: forward(Tensor input) -> Tensor",
		   "the schema of forward has another name: '%s'", schema.name.base);
	return false;
}

static bool has_argument(const struct nn_class *class, const char *name, size_t length)
{
	const struct schema *schema = &class->op->schema;

	for (size_t i = 0; i < schema->args.len; i++)
		if (strlen(schema->args.at[i].name) == length &&
		    !strncmp(schema->args.at[i].name, name, length))
			return true;
	return false;
}

/* The class that a lazy one becomes, whose arguments it prints, or NULL. */
static const struct nn_class *becomes(const struct nn *nn, const struct nn_class *class)
{
	static const char lazy[] = "Lazy";

	if (strncmp(class->op->name, lazy, strlen(lazy)) != 0)
		return NULL;
	for (size_t i = 0; i < nn->classes.len; i++)
		if (!strcmp(nn->classes.at[i]->op->name, class->op->name + strlen(lazy)))
			return nn->classes.at[i];
	return NULL;
}

/* The names in a mark: "stride", "kernel_size()" and "kernel_size" in {stride:kernel_size()}. What
 * follows '?' is a parameter. */
static void check_mark(struct diag *diag, const struct nn *nn, const struct nn_class *class,
		       const struct item *repr, const char *mark, size_t length)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
	const struct nn_class *later = becomes(nn, class);

	for (const char *name = mark; name < mark + length && *mark != '?';) {
		const size_t n = strspn(name, letters);

		if (!n ||
		    !(has_argument(class, name, n) || (later && has_argument(later, name, n))))
			diag_error(diag, repr->loc, NULL, "%s has no argument '%.*s'",
				   class->op->name, n ? (int)n : (int)length, n ? name : mark);
		name += n + strcspn(name + n, ":}") + 1;
	}
}

static void check_repr(struct diag *diag, const struct nn *nn, const struct nn_class *class,
		       const struct item *repr)
{
	for (const char *at = strchr(repr->text, '{'); at; at = strchr(at, '{')) {
		const size_t length = strcspn(++at, "}");

		if (!at[length])
			diag_error(diag, repr->loc, NULL, "'{' without '}'");
		check_mark(diag, nn, class, repr, at, length);
		at += length;
	}
}

/* --- the list --------------------------------------------------------------------------------- */

/* The constructor as an operator that returns nothing; NULL after an error. */
static struct op *read_constructor(struct arena *arena, struct diag *diag, const struct item *class)
{
	struct entry *entry = arena_alloc(arena, sizeof *entry);
	struct schema schema;

	entry->loc = class->loc;
	entry->func = arena_printf(arena, "%s -> ()", class->text);
	if (!schema_parse_function(arena, diag, entry->loc, entry->func, &schema))
		return NULL;
	return op_from_schema(arena, entry, &schema);
}

/* What all kinds of classes have. */
static bool read_class(struct arena *arena, struct diag *diag, const struct nn_entry *read,
		       struct nn_class *class)
{
	const struct item *values = read->values;

	class->op = read_constructor(arena, diag, &values[KEY_NN_CLASS]);
	class->schema = values[KEY_NN_CLASS].text;
	class->doc = values[KEY_NN_DOC].text;
	class->needs = values[KEY_NN_NEEDS];
	return class->op && is_named_well(diag, class->op) &&
	       nn_is_comment(diag, &values[KEY_NN_DOC]) && bind_arguments(arena, diag, class) &&
	       nn_defaults_are_known(diag, class->op);
}

typedef bool (*read_more)(struct arena *arena, struct diag *diag, const struct nn_entry *read,
			  struct nn_class *class);

static void read_classes(struct arena *arena, struct diag *diag, const struct nn_keys *keys,
			 const struct source *source, read_more more, struct nn_entries *entries,
			 struct nn_classes *classes)
{
	nn_entries_read(arena, diag, source, keys, entries);
	for (size_t i = 0; i < entries->all.len; i++) {
		struct nn_class *class = arena_alloc(arena, sizeof *class);

		if (read_class(arena, diag, &entries->all.at[i], class) &&
		    more(arena, diag, &entries->all.at[i], class))
			vec_push(arena, classes, class);
	}
}

/* --- modules ---------------------------------------------------------------------------------- */

static bool read_module(struct arena *arena, struct diag *diag, const struct nn_entry *read,
			struct nn_class *class)
{
	class->repr = read->values[KEY_NN_REPR].text;
	class->forward = read->values[KEY_NN_FORWARD].text;
	class->init = read->values[KEY_NN_INIT].text;
	return is_forward(arena, diag, &read->values[KEY_NN_FORWARD]);
}

bool nn_read_classes(struct arena *arena, struct diag *diag, const struct source *source,
		     struct nn *nn)
{
	struct nn_entries entries = { 0 };
	const size_t before = diag->errors;

	read_classes(arena, diag, &module_keys, source, read_module, &entries, &nn->classes);
	/* Only if all entries became classes do both have the same place. */
	for (size_t i = 0; nn->classes.len == entries.all.len && i < entries.all.len; i++)
		check_repr(diag, nn, nn->classes.at[i], &entries.all.at[i].values[KEY_NN_REPR]);
	return diag->errors == before;
}

/* --- optimizers and schedulers ---------------------------------------------------------------- */

/* Each option of a group is an argument, "lr", or a constant, "decoupled_weight_decay=True". */
static bool read_optimizer(struct arena *arena, struct diag *diag, const struct nn_entry *read,
			   struct nn_class *class)
{
	const struct item *group = &read->values[KEY_OPTIM_GROUP];
	const char *rest = group->text, *word;
	const size_t before = diag->errors;
	size_t length;

	(void)arena;
	class->group = group->text;
	class->state = read->values[KEY_OPTIM_STATE].text;
	while (text_next_word(&rest, ", ", &word, &length))
		if (!memchr(word, '=', length) && !has_argument(class, word, length))
			diag_error(diag, group->loc, NULL, "%s has no argument '%.*s'",
				   class->op->name, (int)length, word);
	return diag->errors == before;
}

bool nn_read_optimizers(struct arena *arena, struct diag *diag, const struct source *source,
			struct nn *nn)
{
	struct nn_entries entries = { 0 };
	const size_t before = diag->errors;

	read_classes(arena, diag, &optimizer_keys, source, read_optimizer, &entries,
		     &nn->optimizers);
	return diag->errors == before;
}

static bool read_scheduler(struct arena *arena, struct diag *diag, const struct nn_entry *read,
			   struct nn_class *class)
{
	(void)arena, (void)diag;
	class->state = read->values[KEY_OPTIM_STATE].text;
	return true;
}

bool nn_read_schedulers(struct arena *arena, struct diag *diag, const struct source *source,
			struct nn *nn)
{
	struct nn_entries entries = { 0 };
	const size_t before = diag->errors;

	read_classes(arena, diag, &scheduler_keys, source, read_scheduler, &entries,
		     &nn->schedulers);
	return diag->errors == before;
}

/* --- transforms ------------------------------------------------------------------------------- */

/* Each word of repr is an argument, "interpolation", possibly with the way that it prints,
 * "size=tuple". */
static bool read_transform(struct arena *arena, struct diag *diag, const struct nn_entry *read,
			   struct nn_class *class)
{
	const struct item *repr = &read->values[KEY_NN_REPR];
	const char *rest = repr->text, *word;
	const size_t before = diag->errors;
	size_t length;

	(void)arena;
	class->repr = repr->text;
	while (text_next_word(&rest, ", ", &word, &length)) {
		const char *equals = memchr(word, '=', length);
		const size_t n = equals ? (size_t)(equals - word) : length;

		if (!has_argument(class, word, n))
			diag_error(diag, repr->loc, NULL, "%s has no argument '%.*s'",
				   class->op->name, (int)n, word);
	}
	return diag->errors == before;
}

bool nn_read_transforms(struct arena *arena, struct diag *diag, const struct source *source,
			struct nn *nn)
{
	struct nn_entries entries = { 0 };
	const size_t before = diag->errors;

	read_classes(arena, diag, &transform_keys, source, read_transform, &entries,
		     &nn->transforms);
	return diag->errors == before;
}
