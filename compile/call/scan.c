#include "compile/call/call.h"

/* Graphs along the first dimension of tensors: map and scan as loops, associative_scan by a
 * function that calls itself. */

typedef const char *text;

struct along {
	const struct function *graph;
	struct operands carried, sliced, additional;
	struct targets targets;
	text count, index, *inputs, *outputs;
	text *stacks; /* of results that are not carried */
};

static text *texts_new(struct statement *self, size_t len)
{
	return arena_alloc(self->program->arena, (len + 1) * sizeof(text));
}

/* The number of slices, which all tensors have. */
static bool write_count(struct statement *self, struct along *along)
{
	along->count = local_new(self, "count");
	along->index = local_new(self, "i");
	add_line(&self->before, 0, "int64_t %s = 0;", along->count);
	strbuf_printf(&self->before, "CT_TRY(%s_count_rows((ct_tensor *[]){ ", self->program->name);
	for (size_t i = 0; i < along->sliced.len; i++) {
		text c = argument_c(self, along->sliced.at[i], HELD_TENSOR);

		if (!c)
			return node_error(self->node, self->program, "it can slice only tensors");
		strbuf_printf(&self->before, "%s%s", i ? ", " : "", c);
	}
	add_line(&self->before, 0, " }, %zu, &%s));", along->sliced.len, along->count);
	return along->sliced.len > 0 ||
	       node_error(self->node, self->program, "it has nothing to slice");
}

static bool begin_along(struct statement *self, int64_t first_sliced, struct along *along)
{
	along->graph = self->node->inner.at[0];
	if (first_sliced > 1)
		operands_add(self, &along->carried, 1, first_sliced);
	operands_add(self, &along->sliced, first_sliced, first_sliced + 1);
	operands_add(self, &along->additional, first_sliced + 1, self->node->from->inputs_len);
	if (!targets_find(self, along->graph, &along->targets) || !write_count(self, along))
		return false;
	if (along->carried.len + along->sliced.len + along->additional.len !=
		    (size_t)along->graph->graph->inputs_len ||
	    along->carried.len > along->targets.len)
		return node_error(self->node, self->program,
				  "its graph has another number of inputs or outputs");
	along->inputs = texts_new(self, (size_t)along->graph->graph->inputs_len);
	along->outputs = texts_new(self, along->targets.len);
	along->stacks = texts_new(self, along->targets.len);
	return true;
}

/* The carried values begin as copies of the operands. */
static bool begin_carried(struct statement *self, struct along *along)
{
	for (size_t i = 0; i < along->carried.len; i++) {
		const struct target_variable *target = &along->targets.at[i];
		text c = operand_c(self, along->graph, (int64_t)i, along->carried.at[i]);

		if (!c || target->held == HELD_NOTHING)
			return c != NULL &&
			       node_error(self->node, self->program, "it carries a None");
		self->program->needs_keep |= target->held == HELD_TENSOR;
		if (target->held == HELD_TENSOR)
			add_line(&self->main, 0, "CT_TRY(%s_keep(%s, &%s));", self->program->name,
				 c, target->c);
		else
			add_line(&self->main, 0, "%s = %s;", target->c, c);
		along->inputs[i] = target->c;
		along->outputs[i] = arena_printf(self->program->arena, "&%s_next", target->c);
	}
	return true;
}

static bool begin_stacks(struct statement *self, struct along *along)
{
	for (size_t i = along->carried.len; i < along->targets.len; i++) {
		if (along->targets.at[i].held != HELD_TENSOR)
			return node_error(self->node, self->program,
					  "its graph must have tensors for results");
		along->stacks[i] = local_new(self, arena_printf(self->program->arena, "%s_rows",
								along->targets.at[i].c));
		add_line(&self->main, 0, "ct_tensor **%s = NULL;", along->stacks[i]);
		add_line(&self->main, 0, "CT_TRY(%s_rows_new(%s, &%s));", self->program->name,
			 along->count, along->stacks[i]);
		along->outputs[i] = arena_printf(self->program->arena, "&%s[%s]", along->stacks[i],
						 along->index);
	}
	return true;
}

static bool write_slices(struct statement *self, struct along *along)
{
	for (size_t i = 0; i < along->sliced.len; i++) {
		text slice = local_new(self, "slice");

		add_line(&self->main, 1, "ct_tensor *%s;", slice);
		add_line(&self->main, 1, "CT_TRY(ct_select_int(%s, 0, %s, &%s));",
			 argument_c(self, along->sliced.at[i], HELD_TENSOR), along->index, slice);
		along->inputs[along->carried.len + i] = slice;
	}
	for (size_t i = 0; i < along->additional.len; i++) {
		const size_t at = along->carried.len + along->sliced.len + i;

		along->inputs[at] = operand_c(self, along->graph, (int64_t)at,
					      along->additional.at[i]);
		if (!along->inputs[at])
			return false;
	}
	return true;
}

static bool write_loop(struct statement *self, struct along *along)
{
	add_line(&self->main, 0, "for (int64_t %s = 0; %s < %s; %s++) {", along->index,
		 along->index, along->count, along->index);
	if (!write_slices(self, along))
		return false;
	for (size_t i = 0; i < along->carried.len; i++)
		add_line(&self->main, 1, "%s%s_next%s;", held_c(along->targets.at[i].held),
			 along->targets.at[i].c,
			 along->targets.at[i].held == HELD_TENSOR ? " = NULL" : " = 0");
	strbuf_add(&self->main, "\t");
	if (!write_graph_call(self, along->graph, along->inputs,
			      (size_t)along->graph->graph->inputs_len, along->outputs,
			      along->targets.len, &self->main))
		return false;
	for (size_t i = 0; i < along->sliced.len; i++)
		add_line(&self->main, 1, "ct_tensor_free(%s);",
			 along->inputs[along->carried.len + i]);
	for (size_t i = 0; i < along->carried.len; i++) {
		if (along->targets.at[i].held == HELD_TENSOR)
			add_line(&self->main, 1, "ct_tensor_free(%s);", along->targets.at[i].c);
		add_line(&self->main, 1, "%s = %s_next;", along->targets.at[i].c,
			 along->targets.at[i].c);
	}
	add_line(&self->main, 0, "}");
	for (size_t i = along->carried.len; i < along->targets.len; i++)
		add_line(&self->main, 0, "CT_TRY(%s_stack(%s, %s, &%s));", self->program->name,
			 along->stacks[i], along->count, along->targets.at[i].c);
	return true;
}

bool write_map(struct statement *self)
{
	struct along along = { 0 };

	return begin_along(self, 1, &along) && begin_stacks(self, &along) &&
	       write_loop(self, &along);
}

bool write_scan(struct statement *self)
{
	struct along along = { 0 };

	if (!begin_along(self, 2, &along) || !begin_carried(self, &along) ||
	    !begin_stacks(self, &along))
		return false;
	add_line(&self->main, 0, "if (%s == 0)", along.count);
	add_line(&self->main, 1,
		 "return ct_error_new(CT_ERROR_VALUE, __func__, \"there is nothing to scan: the "
		 "first dimension is empty\");");
	return write_loop(self, &along);
}

/* --- Associative scans ------------------------------------------------------------------------ */

/* The function that combines two lists of tensors, for the one of the template that scans. */
static bool write_combine(struct statement *self, const struct function *graph, size_t len,
			  size_t additional, text name)
{
	struct strbuf *out = &self->program->parts.own;
	text *inputs = texts_new(self, 2 * len + additional), *outputs = texts_new(self, len);
	bool fine;

	for (size_t i = 0; i < 2 * len + additional; i++)
		inputs[i] = i < len ? arena_printf(self->program->arena, "a[%zu]", i)
			    : i < 2 * len
				    ? arena_printf(self->program->arena, "b[%zu]", i - len)
				    : arena_printf(self->program->arena, "more[%zu]", i - 2 * len);
	for (size_t i = 0; i < len; i++)
		outputs[i] = arena_printf(self->program->arena, "&result[%zu]", i);
	strbuf_printf(
		out,
		"static ct_error %s(struct %s *self, ct_tensor *const *a, ct_tensor *const *b,\n"
		"\t\t\t\tct_tensor *const *more, ct_tensor **result)\n{\n",
		name, self->program->name);
	if (!additional)
		strbuf_add(out, "\t(void)more;\n");
	strbuf_add(out, "\t");
	fine = write_graph_call(self, graph, inputs, 2 * len + additional, outputs, len, out);
	strbuf_add(out, "\treturn NULL;\n}\n\n");
	return fine;
}

bool write_associative_scan(struct statement *self)
{
	const struct function *graph = self->node->inner.at[0];
	struct operands sliced = { 0 }, more = { 0 };
	struct targets targets = { 0 };
	text name = identifier_new(self->program, arena_printf(self->program->arena, "%s_combine",
							       self->program->name));
	struct strbuf lists[2] = { 0 }, given = { 0 };

	operands_add(self, &sliced, 1, 2);
	operands_add(self, &more, 2, self->node->from->inputs_len);
	if (!targets_find(self, graph, &targets))
		return false;
	for (size_t i = 0; i < sliced.len + more.len; i++) {
		const bool is_more = i >= sliced.len;
		text c = argument_c(self, is_more ? more.at[i - sliced.len] : sliced.at[i],
				    HELD_TENSOR);

		if (!c)
			return node_error(self->node, self->program, "it can scan only tensors");
		strbuf_printf(&lists[is_more], "%s%s", lists[is_more].length ? ", " : "", c);
	}
	for (size_t i = 0; i < targets.len; i++) {
		if (targets.at[i].held != HELD_TENSOR)
			return node_error(self->node, self->program,
					  "its graph must have tensors for results");
		strbuf_printf(&given, "%s&%s", i ? ", " : "", targets.at[i].c);
	}
	if (!sliced.len || sliced.len != targets.len)
		return node_error(self->node, self->program,
				  "its graph must have as many outputs as there are tensors");
	if (!write_combine(self, graph, sliced.len, more.len, name))
		return false;
	self->program->needs_scan = self->program->needs_keep = true;
	add_line(&self->main, 0, "CT_TRY(%s_scan_all(self, %s, (ct_tensor *[]){ %s }, %zu, %s%s%s,",
		 self->program->name, name, strbuf_str(&lists[0]), sliced.len,
		 more.len ? "(ct_tensor *[]){ " : "NULL", strbuf_str(&lists[1]),
		 more.len ? " }" : "");
	add_line(&self->main, 1, "(ct_tensor **[]){ %s }));", strbuf_str(&given));
	strbuf_free(&lists[0]);
	strbuf_free(&lists[1]);
	strbuf_free(&given);
	return true;
}
