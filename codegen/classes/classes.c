/* The lists of classes, whose constructors are schemas without results. */
#include <ctype.h>

#include "derive/autogen.h"
#include "classes/entries.h"
#include "classes/classes.h"
#include "read/schema.h"
#include "types/type_table.h"
#include "util/text.h"

/* What all families have. The family's own keys follow. */
enum { KEY_CLASS, KEY_CLASS_DOC, KEY_CLASS_NEEDS, KEY_CLASS_OWN };

/* ORDER: the enumeration above. */
static const struct list_key shared_keys[KEY_CLASS_OWN] = {
	{ .name = "class", .is_required = true, .is_schema = true },
	{ .name = "doc", .is_required = true },
	{ .name = "needs" },
};

_Static_assert(KEY_CLASS_OWN + CLASS_KEYS_AT_MOST <= LIST_KEYS_AT_MOST,
	       "an entry has room for all");

/* --- types that only constructors have -------------------------------------------------------- */

static const struct c_type c_module = { .text = "const ct_module *" };
static const struct c_type c_optimizer = { .text = "const ct_optimizer *" };
static const struct c_type c_reduction = { .text = "ct_reduction ", .is_number = true };
static const struct c_type c_parameters = { .text = "ct_parameters ", .is_number = true };
static const struct c_type c_schedulers = { .text = "ct_lr_schedulers ", .is_number = true };
static const struct c_type c_transforms = { .text = "ct_transforms ", .is_number = true };
static const struct c_type c_distribution = { .text = "const ct_distribution *" };
static const struct c_type c_distribution_transform = {
	.text = "const ct_distribution_transform *"
};
static const struct c_type c_distribution_transforms = { .text = "ct_distribution_transforms ",
							 .is_number = true };
static const struct c_type c_constraint = { .text = "const ct_constraint *" };
static const struct c_type c_constraints = { .text = "ct_constraints ", .is_number = true };
static const struct c_type c_lambdas = { .text = "ct_lr_lambdas ", .is_number = true };

static const struct type_form module = { &c_module, NULL, false };
static const struct type_form optimizer = { &c_optimizer, NULL, false };
static const struct type_form reduction = { &c_reduction, NULL, false };
static const struct type_form parameters = { &c_parameters, NULL, false };
static const struct type_form schedulers = { &c_schedulers, NULL, false };
static const struct type_form transforms = { &c_transforms, NULL, false };
static const struct type_form distribution = { &c_distribution, NULL, false };
static const struct type_form distribution_transform = { &c_distribution_transform, NULL, false };
static const struct type_form distribution_transforms = { &c_distribution_transforms, NULL, false };
static const struct type_form constraint = { &c_constraint, NULL, false };
static const struct type_form constraints = { &c_constraints, NULL, false };
static const struct type_form lambdas = { &c_lambdas, NULL, false };
static const struct type_form padding = { &c_const_int64s, NULL, true };
static const struct type_form optional_ints = { &c_const_int64s, NULL, true };
static const struct type_form optional_floats = { &c_const_doubles, NULL, true };

/* ORDER HELD: enum ct_held in runtime/classes/class.h has the kinds as CT_HELD_... */
static const struct {
	enum base_type base;
	const struct type_form *form;
	const char *kind;
} own_bases[] = {
	{ T_MODULE, &module, "module" },
	{ T_OPTIMIZER, &optimizer, "optimizer" },
	{ T_PARAMETERS, &parameters, "parameters" },
	{ T_SCHEDULERS, &schedulers, "schedulers" },
	{ T_LAMBDAS, &lambdas, "lambdas" },
	{ T_TRANSFORMS, &transforms, "transforms" },
	{ T_DISTRIBUTION, &distribution, "distribution" },
	{ T_DISTRIBUTION_TRANSFORM, &distribution_transform, "distribution_transform" },
	{ T_DISTRIBUTION_TRANSFORMS, &distribution_transforms, "distribution_transforms" },
	{ T_CONSTRAINT, &constraint, "constraint" },
	{ T_CONSTRAINTS, &constraints, "constraints" },
	{ T_REDUCTION, &reduction, "reduction" },
};

/* NULL: the type is one that operators have, too. */
static const struct type_form *own_form(const struct arg *arg)
{
	const struct type *type = type_without_optional(arg->type);

	for (size_t i = 0; i < sizeof own_bases / sizeof *own_bases; i++)
		if (type_is(type, own_bases[i].base))
			return own_bases[i].form;
	if (type->kind != TYPE_LIST)
		return NULL;
	if (type_is(type->element, T_PADDING))
		return &padding;
	if (type->element->kind == TYPE_OPTIONAL && type_is(type->element->element, T_FLOAT))
		return &optional_floats;
	if (type->element->kind == TYPE_OPTIONAL && type_is(type->element->element, T_INT))
		return &optional_ints;
	return NULL;
}

static const char *own_kind(const struct type_form *form)
{
	for (size_t i = 0; i < sizeof own_bases / sizeof *own_bases; i++)
		if (form == own_bases[i].form)
			return own_bases[i].kind;
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

static struct loc loc_of(const struct class_def *class, size_t offset)
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

static bool bind_argument(struct arena *arena, struct diag *diag, struct class_def *class,
			  struct arg *arg)
{
	struct class_argument argument = { .type = type_text(arena, arg->type),
					   .size = type_without_optional(arg->type)->size,
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
			"(docs/generator.md, \"A family of classes\")",
			"a class cannot have an argument of type '%s'", argument.type);
		return false;
	}
	arg->type = without_size(arena, arg->type);
	vec_push(arena, &class->arguments, argument);
	return true;
}

static bool bind_arguments(struct arena *arena, struct diag *diag, struct class_def *class)
{
	bool fine = true;

	for (size_t i = 0; i < class->op->schema.args.len; i++)
		fine &= bind_argument(arena, diag, class, &class->op->schema.args.at[i]);
	return fine;
}

/* --- one class -------------------------------------------------------------------------------- */

static bool is_named_well(struct diag *diag, const struct family *family, const struct op *op)
{
	if ((family->is_lower || isupper((unsigned char)op->name[0])) && !strchr(op->name, '.'))
		return true;
	diag_error(diag, op->entry->loc, NULL,
		   "not the name of a class: '%s' (expected the form Linear)", op->name);
	return false;
}

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

/* Adds the class, unless its entry is bad. */
static void read_class(struct arena *arena, struct diag *diag, const struct list_entry *read,
		       struct class_list *list)
{
	const struct item *values = read->values;
	struct class_def *class = arena_alloc(arena, sizeof *class);
	const size_t before = diag->errors;

	class->family = list->family;
	class->op = read_constructor(arena, diag, &values[KEY_CLASS]);
	class->schema = values[KEY_CLASS].text;
	class->doc = values[KEY_CLASS_DOC].text;
	class->needs = values[KEY_CLASS_NEEDS];
	memcpy(class->texts, values + KEY_CLASS_OWN, sizeof class->texts);
	if (!class->op || !is_named_well(diag, class->family, class->op) ||
	    !is_comment(diag, &values[KEY_CLASS_DOC]) || !bind_arguments(arena, diag, class) ||
	    !defaults_are_known(diag, class->op))
		return;
	if (class->family->check)
		class->family->check(arena, diag, class);
	if (diag->errors == before)
		vec_push(arena, list, class);
}

/* --- the list --------------------------------------------------------------------------------- */

static struct list_keys keys_of(const struct family *family)
{
	struct list_keys keys = { .kind = family->kind, .len = KEY_CLASS_OWN };

	memcpy(keys.at, shared_keys, sizeof shared_keys);
	for (const struct class_key *key = family->keys; key->name; key++)
		keys.at[keys.len++] = (struct list_key){ .name = key->name,
							 .is_required = key->is_required,
							 .is_schema = key->is_schema,
							 .may_be_empty = key->may_be_empty };
	return keys;
}

bool class_list_read(struct arena *arena, struct diag *diag, const struct source *source,
		     const struct family *family, struct nn *nn)
{
	const struct list_keys keys = keys_of(family);
	struct class_list list = { .family = family };
	struct list_entries entries = { 0 };
	const size_t before = diag->errors;

	list_read(arena, diag, source, &keys, &entries);
	for (size_t i = 0; i < entries.all.len; i++)
		read_class(arena, diag, &entries.all.at[i], &list);
	vec_push(arena, &nn->families, list);
	/* Among all, if none is missing. */
	for (size_t i = 0; family->check_among && list.len == entries.all.len && i < list.len; i++)
		family->check_among(arena, diag, &list, list.at[i]);
	return diag->errors == before;
}
