/* families.c: the families of classes, and what is checked in the keys that only they have. */
#include <string.h>

#include "classes/classes.h"
#include "classes/parts.h"
#include "read/schema.h"
#include "util/text.h"

const struct item *class_text(const struct class_def *class, const char *key)
{
	size_t i = 0;

	while (strcmp(class->family->keys[i].name, key) != 0)
		i++;
	return &class->texts[i];
}

const char *class_module(const struct class_def *class)
{
	for (size_t i = 0; class->family->keys[i].name; i++)
		if (!strcmp(class->family->keys[i].name, "module"))
			return class->texts[i].text;
	return NULL;
}

static bool has_argument(const struct class_def *class, const char *name, size_t length)
{
	const struct schema *schema = &class->op->schema;

	for (size_t i = 0; i < schema->args.len; i++)
		if (strlen(schema->args.at[i].name) == length &&
		    !strncmp(schema->args.at[i].name, name, length))
			return true;
	return false;
}

static void no_argument(struct diag *diag, const struct class_def *class, const struct item *text,
			const char *name, size_t length)
{
	diag_error(diag, text->loc, NULL, "%s has no argument '%.*s'", class->op->name, (int)length,
		   name);
}

/* --- modules ---------------------------------------------------------------------------------- */

static void check_module(struct arena *arena, struct diag *diag, const struct class_def *class)
{
	const struct item *forward = class_text(class, "forward");
	struct schema schema;

	if (schema_parse_function(arena, diag, forward->loc, forward->text, &schema) &&
	    strcmp(schema.name.base, "forward") != 0)
		diag_error(diag, forward->loc, "forward: forward(Tensor input) -> Tensor",
			   "expected a schema named forward, found '%s'", schema.name.base);
	parts_check(arena, diag, class);
}

/* The class that a lazy one becomes, whose arguments it prints, or NULL. */
static const struct class_def *becomes(const struct class_list *list, const struct class_def *class)
{
	static const char lazy[] = "Lazy";

	if (strncmp(class->op->name, lazy, strlen(lazy)) != 0)
		return NULL;
	for (size_t i = 0; i < list->len; i++)
		if (!strcmp(list->at[i]->op->name, class->op->name + strlen(lazy)))
			return list->at[i];
	return NULL;
}

/* The names in a mark: "stride", "kernel_size()" and "kernel_size" in {stride:kernel_size()}. What
 * follows '?' is a parameter. */
static void check_mark(struct diag *diag, const struct class_list *list,
		       const struct class_def *class, const char *mark, size_t length)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
	const struct class_def *later = becomes(list, class);

	for (const char *name = mark; name < mark + length && *mark != '?';) {
		const size_t n = strspn(name, letters);

		if (!n ||
		    !(has_argument(class, name, n) || (later && has_argument(later, name, n))))
			no_argument(diag, class, class_text(class, "repr"), n ? name : mark,
				    n ? n : length);
		name += n + strcspn(name + n, ":}") + 1;
	}
}

static void check_marks(struct diag *diag, const struct class_list *list,
			const struct class_def *class)
{
	const struct item *repr = class_text(class, "repr");

	for (const char *at = strchr(repr->text, '{'); at; at = strchr(at, '{')) {
		const size_t length = strcspn(++at, "}");

		if (!at[length])
			diag_error(diag, repr->loc, NULL, "'{' without '}'");
		check_mark(diag, list, class, at, length);
		at += length;
	}
}

static void check_modules(struct arena *arena, struct diag *diag, const struct class_list *list,
			  const struct class_def *class)
{
	check_marks(diag, list, class);
	parts_check_children(arena, diag, list, class);
}

/* --- optimizers, transforms ------------------------------------------------------------------- */

/* Each option of a group is an argument, "lr", or a constant, "decoupled_weight_decay=True". */
static void check_group(struct arena *arena, struct diag *diag, const struct class_def *class)
{
	const struct item *group = class_text(class, "group");
	const char *rest = group->text, *word;
	size_t length;

	(void)arena;
	while (text_next_word(&rest, ", ", &word, &length))
		if (!memchr(word, '=', length) && !has_argument(class, word, length))
			no_argument(diag, class, group, word, length);
}

/* Each word of repr is an argument, "interpolation", possibly with the way that it prints,
 * "size=tuple". */
static void check_shown(struct arena *arena, struct diag *diag, const struct class_def *class)
{
	const struct item *repr = class_text(class, "repr");
	const char *rest = repr->text, *word;
	size_t length;

	(void)arena;
	while (text_next_word(&rest, ", ", &word, &length)) {
		const char *equals = memchr(word, '=', length);
		const size_t n = equals ? (size_t)(equals - word) : length;

		if (!has_argument(class, word, n))
			no_argument(diag, class, repr, word, n);
	}
}

/* --- the table -------------------------------------------------------------------------------- */

const struct family families[] = {
	{
		.name = "nn",
		.list = "nn/classes.yaml",
		.kind = "a list of classes",
		.of = "module classes of torch.nn",
		.prefix = "nn_",
		.macro = "CT_NN",
		.function = "ct_nn_new",
		.header = "nn/nn.h",
		.types = "nn/module.h",
		.inside = "nn/layers/class.h",
		.python = "torch.nn.",
		.json = "modules",
		.is_in_names = true,
		.keys = { { .name = "forward", .is_required = true, .is_schema = true, .note = "" },
			  { .name = "repr", .is_required = true, .may_be_empty = true },
			  { .name = "init", .is_of_all = true },
			  { .name = "parameters", .is_for_bindings = true },
			  { .name = "children", .is_for_bindings = true },
			  { .name = "contents", .is_for_bindings = true } },
		.check = check_module,
		.check_among = check_modules,
	},
	{
		.name = "optim",
		.list = "optim/optimizers.yaml",
		.kind = "a list of optimizers",
		.of = "optimizers of torch.optim",
		.prefix = "optim_",
		.macro = "CT_OPTIMIZER",
		.function = "ct_optimizer_new",
		.header = "optim/optim.h",
		.types = "optim/optimizer.h",
		.inside = "optim/optimizer/class.h",
		.python = "torch.optim.",
		.json = "optimizers",
		.is_in_names = true,
		.keys = { { .name = "group", .is_required = true },
			  { .name = "state",
			    .is_required = true,
			    .may_be_empty = true,
			    .note = "State of a parameter: ",
			    .note_of_none = "It keeps no state." } },
		.check = check_group,
	},
	{
		.name = "lr_scheduler",
		.list = "optim/schedulers.yaml",
		.kind = "a list of schedulers",
		.of = "schedulers of torch.optim",
		.prefix = "lr_scheduler_",
		.macro = "CT_LR_SCHEDULER",
		.function = "ct_lr_scheduler_new",
		.header = "optim/optim.h",
		.types = "optim/lr_scheduler.h",
		.inside = "optim/schedulers/scheduler.h",
		.python = "torch.optim.lr_scheduler.",
		.elsewhere = "torch.optim.swa_utils.", /* SWALR */
		.json = "lr_schedulers",
		.is_in_names = true,
		.keys = { { .name = "state", .is_required = true, .note = "State: " } },
	},
	{
		.name = "transform",
		.list = "vision/transforms.yaml",
		.kind = "a list of transforms",
		.of = "classes of torchvision.transforms.v2",
		.prefix = "transforms_",
		.macro = "CT_T",
		.function = "ct_transform_new",
		.header = "vision/vision.h",
		.types = "vision/transform.h",
		.inside = "vision/transforms/class.h",
		.python = "torchvision.transforms.v2.",
		.json = "transforms",
		.keys = { { .name = "repr", .is_required = true, .may_be_empty = true } },
		.check = check_shown,
	},
	{
		.name = "distribution",
		.tag = "distr_class", /* ct_distribution_class is a program's own */
		.list = "distributions/distributions.yaml",
		.kind = "a list of distributions",
		.of = "classes of torch.distributions",
		.prefix = "distributions_",
		.macro = "CT_DISTRIBUTION",
		.function = "ct_distribution_new",
		.header = "distributions/distributions.h",
		.types = "distributions/distribution.h",
		.inside = "distributions/base/class.h",
		.python = "torch.distributions.",
		.json = "distributions",
		.is_in_names = true,
		.number = "CT_PARAMETER_OF_(%s__)",
		.keys = { { .name = "support", .is_required = true, .note = "Support: " },
			  { .name = "module" } },
	},
	{
		.name = "distribution_transform",
		.list = "distributions/transforms.yaml",
		.kind = "a list of transforms of distributions",
		.of = "transforms of torch.distributions",
		.prefix = "distribution_transforms_",
		.macro = "CT_DISTRIBUTION_TRANSFORM",
		.function = "ct_distribution_transform_new",
		.header = "distributions/distributions.h",
		.types = "distributions/distribution.h",
		.inside = "distributions/transforms/class.h",
		.python = "torch.distributions.",
		.json = "distribution_transforms",
		.is_in_names = true,
		.number = "CT_PARAMETER_OF_(%s__)",
		.keys = { { .name = "domain", .is_required = true, .note = "Domain: " },
			  { .name = "codomain", .is_required = true, .note = "Codomain: " } },
	},
	{
		.name = "constraint",
		.list = "distributions/constraints.yaml",
		.kind = "a list of constraints",
		.of = "constraints of torch.distributions.constraints",
		.prefix = "constraints_",
		.macro = "CT_CONSTRAINT",
		.function = "ct_constraint_new",
		.header = "distributions/distributions.h",
		.types = "distributions/constraint.h",
		.inside = "distributions/constraints/class.h",
		.python = "torch.distributions.constraints.",
		.json = "constraints",
		.is_lower = true,
		.number = "CT_PARAMETER_OF_(%s__)",
	},
};

const size_t families_len = sizeof families / sizeof *families;
