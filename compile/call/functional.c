/*
 * auto_functionalized_v2: an operator that writes to arguments, called on copies of them, which are
 * results. The comment in runtime/export/program/functional.c lists the names of its inputs.
 */
#include "compile/call/call.h"

#include <string.h>

#include "compile/passes/passes.h"

typedef struct ct_graph_argument argument;

/* The call in the making: the node with its own inputs, in a function that also has the variables
 * that the program does not have. */
struct functional {
	struct statement *self;
	struct function in;
	int32_t variables_len;
	VEC(struct ct_graph_input) inputs;
	const argument *bases;
	const char **copies; /* of each base */
};

/* --- Inputs ----------------------------------------------------------------------------------- */

static const argument *input_named(const struct functional *f, const char *name)
{
	const struct ct_graph_node *node = f->self->node->from;

	for (int64_t i = 0; i < node->inputs_len; i++)
		if (!strcmp(node->inputs[i].name, name))
			return &node->inputs[i].argument;
	return NULL;
}

/* The input "_PREFIX_NAME". */
static const argument *input_about(const struct functional *f, const char *prefix, const char *name)
{
	return input_named(f, arena_printf(f->self->program->arena, "_%s_%s", prefix, name));
}

/* "x" of "_x_length" if the name ends so; NULL otherwise. */
static const char *prefix_of(const struct functional *f, const char *name, const char *suffix)
{
	const size_t n = strlen(name), end = strlen(suffix);

	if (name[0] != '_' || n <= end + 1 || strcmp(name + n - end, suffix))
		return NULL;
	return arena_strndup(f->self->program->arena, name + 1, n - end - 1);
}

/* True if the input says something about an argument that is written: "_x_0_base_index". */
static bool is_about(const char *name, const char *prefix)
{
	const size_t n = strlen(prefix);

	return name[0] == '_' && !strncmp(name + 1, prefix, n) && name[n + 1] == '_';
}

static bool fail(const struct functional *f, const char *prefix, const char *text)
{
	return node_error(f->self->node, f->self->program, "its argument '%s' %s", prefix, text);
}

/* --- Copies and views ------------------------------------------------------------------------- */

static const argument no_argument = { .arm = CT_ARM_NONE, .value = CT_NO_VALUE };

/* An argument that is this tensor. */
static argument tensor_argument(struct functional *f, const char *c)
{
	f->in.variables[f->variables_len] = (struct variable){ .held = HELD_TENSOR,
							       .c = c,
							       .dim = -1 };
	return (argument){ .arm = CT_ARM_TENSOR, .value = f->variables_len++ };
}

/* Copies are the last outputs of the node. */
static bool copy_bases(struct functional *f)
{
	const struct ct_graph_node *node = f->self->node->from;
	const int64_t len = f->bases->items_len, first = node->outputs_len - len;

	if (first < 0)
		return node_error(f->self->node, f->self->program,
				  "it has %lld results for %lld bases",
				  (long long)node->outputs_len, (long long)len);
	f->copies = arena_alloc(f->self->program->arena, ((size_t)len + 1) * sizeof *f->copies);
	for (int64_t i = 0; i < len; i++) {
		const struct variable *output = variable_of(f->self->node->in,
							    &node->outputs[first + i]);
		const char *from = argument_c(f->self, &f->bases->items[i], HELD_TENSOR);

		if (!from || (output && output->held != HELD_TENSOR))
			return fail(f, "_all_bases", "is not a list of tensors");
		f->copies[i] = output ? output->c : local_new(f->self, "copy");
		if (!output) {
			add_line(&f->self->before, 0, "ct_tensor *%s;", f->copies[i]);
			add_line(&f->self->after, 0, "ct_tensor_free(%s);", f->copies[i]);
		}
		add_line(&f->self->before, 0, "CT_TRY(%s_copy(%s, &%s));", f->self->program->name,
			 from, f->copies[i]);
	}
	f->self->program->needs_copy = true;
	return true;
}

/* "(const int64_t[]){ 2, 3 }, 2"; NULL after an error. */
static const char *numbers_c(struct functional *f, const char *prefix, const argument *from)
{
	struct arena *arena = f->self->program->arena;
	const char *list = "";

	if (!from || (from->arm != CT_ARM_INTS && from->arm != CT_ARM_SYM_INTS)) {
		fail(f, prefix, "is a view without a shape");
		return NULL;
	}
	if (from->items_len == 0)
		return "NULL, 0";
	for (int64_t i = 0; i < from->items_len; i++) {
		const char *item = argument_c(f->self, &from->items[i], HELD_INT);

		if (!item) {
			fail(f, prefix, "is a view without a shape");
			return NULL;
		}
		list = arena_printf(arena, "%s%s%s", list, i ? ", " : "", item);
	}
	return arena_printf(arena, "(const int64_t[]){ %s }, %lld", list,
			    (long long)from->items_len);
}

static const char *number_c(struct functional *f, const char *prefix, const char *name)
{
	const argument *from = input_about(f, prefix, name);
	const char *c = from ? argument_c(f->self, from, HELD_INT) : NULL;

	if (!c)
		fail(f, prefix, "is a view without its place");
	return c;
}

/* Adds the call that makes the view, and returns its variable; NULL after an error. */
static const char *view(struct functional *f, const char *prefix, const char *base)
{
	const bool is_slice = input_about(f, prefix, "slice_dim") != NULL;
	struct strbuf *before = &f->self->before;
	const char *name = local_new(f->self,
				     arena_printf(f->self->program->arena, "%s_view", prefix));
	const char *a, *b, *c;

	if (is_slice) {
		a = number_c(f, prefix, "slice_dim");
		b = number_c(f, prefix, "slice_start");
		c = number_c(f, prefix, "slice_end");
	} else {
		a = numbers_c(f, prefix, input_about(f, prefix, "size"));
		b = numbers_c(f, prefix, input_about(f, prefix, "stride"));
		c = number_c(f, prefix, "storage_offset");
	}
	if (!a || !b || !c)
		return NULL;
	add_line(before, 0, "ct_tensor *%s;", name);
	if (is_slice)
		add_line(before, 0,
			 "CT_TRY(ct_slice_Tensor(%s, %s, (const int64_t[]){ %s }, "
			 "(const int64_t[]){ %s }, 1, &%s));",
			 base, a, b, c, name);
	else
		add_line(before, 0,
			 "CT_TRY(ct_as_strided(%s, %s, %s, (const int64_t[]){ %s }, &%s));", base,
			 a, b, c, name);
	add_line(&f->self->after, 0, "ct_tensor_free(%s);", name);
	return name;
}

/* --- Arguments -------------------------------------------------------------------------------- */

/* What the operator gets for a written argument: a copy, a view of one, or None. */
static bool written(struct functional *f, const char *prefix, argument *result)
{
	const argument *index = input_about(f, prefix, "base_index");
	const char *c;

	*result = no_argument;
	if (!index || (index->arm != CT_ARM_NONE && index->arm != CT_ARM_INT))
		return fail(f, prefix, "is not among the bases");
	if (index->arm == CT_ARM_NONE)
		return true;
	if (index->i < 0 || index->i >= f->bases->items_len)
		return fail(f, prefix, "has a base that does not exist");
	c = f->copies[index->i];
	if (input_about(f, prefix, "slice_dim") || input_about(f, prefix, "storage_offset"))
		c = view(f, prefix, c);
	if (c)
		*result = tensor_argument(f, c);
	return c != NULL;
}

static bool written_list(struct functional *f, const char *name, argument *result)
{
	const argument *length = input_about(f, name, "length");
	argument *items;

	*result = no_argument;
	if (length->arm == CT_ARM_NONE)
		return true;
	/* Each item has an input. */
	if (length->arm != CT_ARM_INT || length->i < 0 ||
	    length->i > f->self->node->from->inputs_len)
		return fail(f, name, "is a list without a length");
	items = arena_alloc(f->self->program->arena, ((size_t)length->i + 1) * sizeof *items);
	for (int64_t i = 0; i < length->i; i++)
		if (!written(f,
			     arena_printf(f->self->program->arena, "%s_%lld", name, (long long)i),
			     &items[i]))
			return false;
	*result = (argument){
		.arm = CT_ARM_TENSORS, .value = CT_NO_VALUE, .items_len = length->i, .items = items
	};
	return true;
}

static void add_input(struct functional *f, const char *name, argument argument_)
{
	vec_push(f->self->program->arena, &f->inputs,
		 ((struct ct_graph_input){ name, CT_GRAPH_KEYWORD, argument_ }));
}

/* True if another input of the node has what this one says: it is an item of a list, ... */
static bool is_covered(const struct functional *f, const char *name)
{
	const struct ct_graph_node *node = f->self->node->from;

	for (int64_t i = 0; i < node->inputs_len; i++) {
		const char *list = prefix_of(f, node->inputs[i].name, "_length"),
			   *single = prefix_of(f, node->inputs[i].name, "_base_index");

		if ((list && is_about(name, list)) || (single && is_about(name, single)))
			return true;
	}
	return !strcmp(name, "_all_bases");
}

static bool is_of_list(const struct functional *f, const char *name)
{
	const struct ct_graph_node *node = f->self->node->from;

	for (int64_t i = 0; i < node->inputs_len; i++) {
		const char *list = prefix_of(f, node->inputs[i].name, "_length");

		if (list && is_about(name, list))
			return true;
	}
	return false;
}

static bool add_inputs(struct functional *f)
{
	const struct ct_graph_node *node = f->self->node->from;

	for (int64_t i = 1; i < node->inputs_len; i++) {
		const char *name = node->inputs[i].name;
		const char *list = prefix_of(f, name, "_length"),
			   *single = prefix_of(f, name, "_base_index");
		argument made;

		if (list) {
			if (!written_list(f, list, &made))
				return false;
			add_input(f, list, made);
		} else if (single && !is_of_list(f, name)) {
			if (!written(f, single, &made))
				return false;
			add_input(f, single, made);
		} else if (!is_covered(f, name)) {
			add_input(f, name, node->inputs[i].argument);
		}
	}
	return true;
}

/* --- The call --------------------------------------------------------------------------------- */

/* The function with room for the tensors that are only here. */
static void begin(struct functional *f, struct statement *self)
{
	const struct ct_graph_node *node = self->node->from;
	const size_t len = (size_t)self->node->in->graph->values_len;

	f->self = self;
	f->in = *self->node->in;
	f->in.variables = arena_alloc(self->program->arena,
				      (len + (size_t)node->inputs_len) * sizeof *f->in.variables);
	memcpy(f->in.variables, self->node->in->variables, len * sizeof *f->in.variables);
	f->variables_len = (int32_t)len;
}

static bool call(struct functional *f)
{
	struct statement *self = f->self;
	struct ct_graph_node from = *self->node->from;
	struct node node = { .from = &from, .in = &f->in, .index = self->node->index };
	struct statement inner = *self;

	from.inputs = f->inputs.at;
	from.inputs_len = (int64_t)f->inputs.len;
	from.outputs_len -= f->bases->items_len;
	f->in.taken = self->node->in->taken;
	inner.node = &node;
	if (!bind_operator(self->program, &node, self->node->from->inputs[0].argument.string) ||
	    !write_by_name(&inner))
		return false;
	self->before = inner.before;
	self->main = inner.main;
	self->after = inner.after;
	self->node->in->taken = f->in.taken;
	return true;
}

bool write_functionalized(struct statement *self)
{
	struct functional f = { 0 };

	begin(&f, self);
	f.bases = input_named(&f, "_all_bases");
	if (!f.bases || !ct_arm_is_tensors(f.bases->arm))
		return fail(&f, "_all_bases", "is not a list of tensors");
	return copy_bases(&f) && add_inputs(&f) && call(&f);
}

/* The first version does not say which arguments the operator writes to. */
bool write_functionalized_v1(struct statement *self)
{
	return node_error(self->node, self->program,
			  "ctorch-compile does not have the operator; export the program with "
			  "PyTorch 2.9 or later, or run program.run_decompositions()");
}
