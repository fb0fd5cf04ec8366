#include "compile/level1/emit.h"

#include <string.h>

#include "compile/options.h"
#include "emit/template.h"

/* --- Names ------------------------------------------------------------------------------------ */

/* "relu_1" or, for several nodes, the first and the last: "linear_1_to_layer_norm". */
static const char *loop_name(struct level1 *self, const struct loop *loop)
{
	const struct node *first = loop->nodes.at[0], *last = first;

	for (size_t i = 1; i < loop->nodes.len; i++) {
		const struct node *node = loop->nodes.at[i];

		first = node->index < first->index ? node : first;
		last = node->index > last->index ? node : last;
	}
	const struct variable *a = node_result(first, 0), *b = node_result(last, 0);
	const char *from = a ? a->from->name : "loop", *to = b ? b->from->name : "loop";

	return identifier_new(self->program,
			      first == last ? arena_printf(self->arena, "%s_loop", from)
					    : arena_printf(self->arena, "%s_to_%s", from, to));
}

static void name_field(struct level1 *self, struct array *value, struct taken **taken)
{
	value->field = identifier_in(self->arena, taken, value->name);
	value->pointer = arena_printf(self->arena, "run->%s", value->field);
}

/* What loops read or write: as they call it in the run. */
static void name_value(struct level1 *self, struct array *value, struct taken **taken)
{
	if (!value || value->pointer)
		return;
	if (value->memory == MEMORY_WEIGHT)
		value->pointer = arena_printf(self->arena, "ct_tensor_data(%s)",
					      value->variable->c);
	else if (value->memory == MEMORY_TENSOR && value->made_by)
		value->pointer = arena_printf(self->arena, "ct_tensor_mutable_data(%s)",
					      value->variable->c);
	else
		name_field(self, value, taken);
}

static void name_values(struct level1 *self, const struct loop *loop, struct taken **taken)
{
	for (size_t i = 0; i < loop->steps.len; i++) {
		name_value(self, loop->steps.at[i].value, taken);
		name_value(self, loop->steps.at[i].store, taken);
	}
	for (size_t i = 0; i < loop->products.len; i++) {
		name_value(self, loop->products.at[i]->a.value, taken);
		name_value(self, loop->products.at[i]->b.value, taken);
		name_value(self, loop->products.at[i]->result, taken);
		name_value(self, loop->products.at[i]->sums, taken);
		if (loop->products.at[i]->bias)
			name_value(self, loop->products.at[i]->bias->root, taken);
	}
	for (size_t i = 0; i < loop->attentions.len; i++) {
		name_value(self, loop->attentions.at[i]->query->root, taken);
		name_value(self, loop->attentions.at[i]->key->root, taken);
		name_value(self, loop->attentions.at[i]->value->root, taken);
		if (loop->attentions.at[i]->mask)
			name_value(self, loop->attentions.at[i]->mask->root, taken);
		name_value(self, loop->attentions.at[i]->result, taken);
		name_value(self, loop->attentions.at[i]->scores, taken);
		name_value(self, loop->attentions.at[i]->floats, taken);
	}
}

/* --- Weights ---------------------------------------------------------------------------------- */

/* Its elements are next to each other: the row that functions for vectors read. */
static bool is_vector(const struct product *product)
{
	return product->m.n == 1 && count_is(product->batch, 1) && !product->a.is_transposed;
}

/* All of a weight [n, k]. */
static bool is_whole_weight(struct level1 *self, const struct product *product)
{
	const struct array *value = product->b.value;
	const struct layout *layout = &value->layout;

	return value->variable && value->variable->weight && !value->is_forgotten &&
	       !value->is_changing && product->b.is_transposed && layout->dim == 2 &&
	       layout_is_contiguous(self->arena, layout) &&
	       count_equal(layout->sizes[0], product->n) &&
	       count_equal(layout->sizes[1], product->k);
}

/* A weight as rows of [k, n], for products with one row. */
static void pack_weight(struct level1 *self, struct product *product)
{
	struct parts *parts = &self->program->parts;
	const struct variable *variable = product->b.value->variable;
	const bool is_bf16 = product->b.value->dtype == CT_BFLOAT16;

	if (!is_vector(product) || !is_whole_weight(self, product))
		return;
	product->packed = product->b.value->packed;
	if (product->packed)
		return;
	product->packed = product->b.value->packed = identifier_in(
		self->arena, &self->program->fields,
		arena_printf(self->arena, "%s_packed", variable->weight->field));
	self->program->has_copies = true;
	self->needs_pack |= !is_bf16;
	self->needs_pack_bf16 |= is_bf16;
	strbuf_printf(&parts->fields, "\t%s *%s; /* its columns as rows */\n",
		      dtype_c(product->b.value->dtype), product->packed);
	strbuf_printf(
		&parts->load,
		"\tself->%s = pack%s(%s);\n\tif (self->%s == NULL)\n"
		"\t\treturn ct_error_new(CT_ERROR_OUT_OF_MEMORY, \"%s_load\", \"out of memory\");\n",
		product->packed, is_bf16 ? "_bf16" : "", variable->c, product->packed,
		self->program->name);
	strbuf_printf(&parts->free, "\tfree(self->%s);\n", product->packed);
}

/* --- The memory of a run ---------------------------------------------------------------------- */

struct memory_text {
	struct strbuf fields, free, parameters, arguments, fits, sizes, locals, buffers, tensors;
};

static void add_symbols(struct level1 *self, struct memory_text *text)
{
	for (size_t i = 0; i < self->program->symbols.len; i++) {
		const struct symbol *symbol = &self->program->symbols.at[i];

		if (!symbol->is_used)
			continue;
		strbuf_printf(&text->fields, "int64_t %s; /* it is for this size */\n", symbol->c);
		strbuf_printf(&text->parameters, "%sint64_t %s",
			      text->parameters.length ? ", " : "", symbol->c);
		strbuf_printf(&text->arguments, ", %s", symbol->c);
		strbuf_printf(&text->fits, " && run->%s == %s", symbol->c, symbol->c);
		strbuf_printf(&text->sizes, "run->%s = %s;\n", symbol->c, symbol->c);
	}
}

/* Buffers follow each other, each at a multiple of 64 bytes: those of known sizes first, then one
 * after the other. `places` gets the places of the others. Returns the end. */
static const char *place_buffers(struct level1 *self, struct strbuf *places)
{
	const char *end;
	int64_t known = 0;

	for (size_t i = 0; i < self->buffers.len; i++) {
		struct buffer *buffer = self->buffers.at[i];

		if (buffer->nbytes.c)
			continue;
		buffer->place = arena_printf(self->arena, "%lld", (long long)known);
		known += (buffer->nbytes.n + 63) & ~(int64_t)63;
	}
	end = arena_printf(self->arena, "%lld", (long long)known);
	for (size_t i = 0, k = 1; i < self->buffers.len; i++) {
		struct buffer *buffer = self->buffers.at[i];

		if (!buffer->nbytes.c)
			continue;
		buffer->place = end;
		end = arena_printf(self->arena, "end_%zu", k++);
		strbuf_printf(places, "const int64_t %s = end_after(%s, CT_L(%s));\n", end,
			      buffer->place, count_factors(self->arena, buffer->nbytes));
	}
	return end;
}

static void add_buffers(struct level1 *self, struct memory_text *text)
{
	for (size_t i = 0; i < self->buffered.len; i++) {
		const struct array *value = self->buffered.at[i];

		strbuf_printf(&text->fields, "%s *%s;\n", dtype_c(value->dtype), value->field);
		if (strcmp(value->buffer->place, "0"))
			strbuf_printf(&text->buffers, "run->%s = (void *)(block + %s);\n",
				      value->field, value->buffer->place);
		else
			strbuf_printf(&text->buffers, "run->%s = (void *)block;\n", value->field);
	}
}

/* Tensors on buffers, for calls; copies of what the run gets from elsewhere. */
static void add_tensors(struct level1 *self, struct memory_text *text, struct taken **taken)
{
	for (int64_t i = 0; i < self->function->graph->values_len; i++) {
		struct array *value = &self->values[i];

		if (value->is_wrapped && value->root->memory == MEMORY_BUFFER) {
			const char *field = identifier_in(
				self->arena, taken,
				arena_printf(self->arena, "%s_tensor", value->name));

			value->variable->c = arena_printf(self->arena, "run->%s", field);
			strbuf_printf(&text->fields, "ct_tensor *%s;\n", field);
			strbuf_printf(&text->free, "ct_tensor_free_unscoped(run->%s);\n", field);
			strbuf_printf(
				&text->tensors,
				"CT_TRY(ct_tensor_from_blob(%s%s%s, %s, %s, %s, NULL, NULL, &run->%s));\n"
				"ct_scope_disown(run->%s);\n",
				value->root->pointer,
				count_is(value->layout.offset, 0) ? "" : " + ",
				count_is(value->layout.offset, 0)
					? ""
					: count_c(self->arena, value->layout.offset),
				dtype_name(value->dtype), sizes_text(self, &value->layout),
				strides_text(self, &value->layout), field, field);
		}
		if (value->memory == MEMORY_TENSOR && !value->made_by && value->field) {
			strbuf_printf(&text->fields, "const %s *%s;\nct_tensor *%s_copy;\n",
				      dtype_c(value->dtype), value->field, value->field);
			strbuf_printf(&text->free, "ct_tensor_free_unscoped(run->%s_copy);\n",
				      value->field);
		}
	}
}

/* The symbols that the sizes mention. */
static void add_locals(struct level1 *self, struct memory_text *text, const char *places)
{
	for (size_t i = 0; i < self->program->symbols.len; i++) {
		const char *c = self->program->symbols.at[i].c;

		if (c && (c_mentions(places, c) || c_mentions(strbuf_str(&text->buffers), c) ||
			  c_mentions(strbuf_str(&text->tensors), c)))
			strbuf_printf(&text->locals, "const int64_t %s = run->%s;\n", c, c);
	}
}

static void memory_text_free(struct memory_text *text)
{
	strbuf_free(&text->fields);
	strbuf_free(&text->free);
	strbuf_free(&text->parameters);
	strbuf_free(&text->arguments);
	strbuf_free(&text->fits);
	strbuf_free(&text->sizes);
	strbuf_free(&text->locals);
	strbuf_free(&text->buffers);
	strbuf_free(&text->tensors);
}

/* NAME_run_out() has the workspace of the caller; NAME_run() takes what an earlier run has left. */
static bool call_workspace(struct program *program, struct templates *templates, const char *sizes,
			   struct strbuf *out)
{
	struct parts *parts = &program->parts;
	const char *name = program->name;
	const char *spares = identifier_in(program->arena, &program->fields, "spares");

	program->has_workspace = true;
	strbuf_printf(&parts->fields, "\tvoid *%s[8]; /* workspaces that runs have left */\n",
		      spares);
	strbuf_printf(
		&parts->readme,
		"\nTo run it many times without new memory, make a workspace for each thread with\n"
		"`%s_workspace_new()`; `%s_run_out()` writes results to tensors that you have made.\n",
		name, name);
	strbuf_printf(&parts->parameters, ", struct %s_workspace *run", name);
	strbuf_add(&parts->arguments, ", run");
	if (*sizes)
		strbuf_printf(&parts->begin, "\tCT_TRY(%s_workspace_fit(run%s));\n", name, sizes);
	strbuf_add(&parts->run_begin, "\tCT_TRY(take_workspace(self, &run));\n");
	strbuf_add(&parts->run_end, "\tleave_workspace(self, run);\n");
	strbuf_printf(&parts->free,
		      "\tfor (size_t i = 0; i < sizeof self->%s / sizeof *self->%s; i++)\n"
		      "\t\t%s_workspace_free(self->%s[i]);\n",
		      spares, spares, name, spares);
	return template_fill(templates, "spares.c",
			     (struct mark[]){ { "name", name }, { "spares", spares }, { 0 } }, out);
}

/* How a run makes its block. */
static const char *block_text(struct level1 *self, struct templates *templates, const char *nbytes,
			      bool varies)
{
	struct strbuf text = { 0 };
	const char *result = NULL;

	if (template_fill(
		    templates, varies ? "block_grows.c" : "block.c",
		    (struct mark[]){ { "name", self->program->name }, { "nbytes", nbytes }, { 0 } },
		    &text))
		result = arena_strdup(self->arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

static bool write_workspace(struct level1 *self, struct templates *templates, struct taken **taken,
			    struct strbuf *out)
{
	struct memory_text text = { 0 };
	struct strbuf places = { 0 };
	const char *nbytes = place_buffers(self, &places), *block;
	const bool has_ends = places.length != 0;
	bool varies, ok;

	add_symbols(self, &text);
	add_buffers(self, &text);
	add_tensors(self, &text, taken);
	strbuf_printf(&text.tensors, "%s", strbuf_str(&self->checks));
	add_locals(self, &text, strbuf_str(&places));
	strbuf_add(&text.locals, strbuf_str(&places));
	strbuf_free(&places);
	varies = text.fits.length != 0;
	block = block_text(self, templates, nbytes, varies);
	const struct mark marks[] = { { "name", self->program->name },
				      { "room", varies ? "int64_t room;\nbool is_filled;" : "" },
				      { "fields", strbuf_str(&text.fields) },
				      { "free", strbuf_str(&text.free) },
				      { "locals", strbuf_str(&text.locals) },
				      { "block", block },
				      { "buffers", strbuf_str(&text.buffers) },
				      { "tensors", strbuf_str(&text.tensors) },
				      { 0 } };
	const struct mark fits[] = { { "name", self->program->name },
				     { "parameters", strbuf_str(&text.parameters) },
				     { "fits", strbuf_str(&text.fits) },
				     { "free", strbuf_str(&text.free) },
				     { "sizes", strbuf_str(&text.sizes) },
				     { 0 } };
	ok = block &&
	     (!has_ends ||
	      template_fill(templates, "end_after.c", (struct mark[]){ { 0 } }, out)) &&
	     (!self->checks.length ||
	      template_fill(templates, "check_place.c",
			    (struct mark[]){ { "name", self->program->name }, { 0 } }, out)) &&
	     template_fill(templates, "workspace.c", marks, out) &&
	     (varies ? template_fill(templates, "workspace_fit.c", fits, out)
		     : template_fill(templates, "workspace_new.c",
				     (struct mark[]){ { "name", self->program->name }, { 0 } },
				     out)) &&
	     call_workspace(self->program, templates, strbuf_str(&text.arguments), out);
	memory_text_free(&text);
	return ok;
}

/* --- Helpers ---------------------------------------------------------------------------------- */

static const char math_names[] = "exp log sin cos tanh erf log1p expm1 log2 exp2 ";

static bool add_math(struct level1 *self, struct templates *templates, const char *functions,
		     struct strbuf *out)
{
	struct strbuf text = { 0 };
	bool ok = true;

	for (const char *at = math_names; *at; at = strchr(at, ' ') + 1) {
		const char *name = arena_strndup(self->arena, at, strcspn(at, " "));

		if (strstr(functions, arena_printf(self->arena, "%sf(", name)))
			strbuf_printf(&text, "VECTOR float %sf(float);\n", name);
		if (strstr(functions, arena_printf(self->arena, " %s(", name)))
			strbuf_printf(&text, "VECTOR double %s(double);\n", name);
	}
	if (text.length)
		ok = template_fill(templates, "math.c",
				   (struct mark[]){ { "declarations", strbuf_str(&text) }, { 0 } },
				   out);
	if (text.length)
		strbuf_add(out, "\n");
	strbuf_free(&text);
	return ok;
}

static bool add_helper(struct level1 *self, struct templates *templates, const char *file,
		       const char *use, const char *text, struct strbuf *out)
{
	const struct mark named[] = { { "name", self->program->name }, { 0 } };

	return !strstr(text, use) ||
	       template_fill(templates, file,
			     template_has(templates, file, "name") ? named : &named[1], out);
}

/* What compilers may use for loops: __AVX2__ says so, and "avx2" is what processors are asked for.
 * NAME_load() names the first that is missing. */
static const struct {
	const char *macro, *name;
	bool is_v3;  /* x86-64-v3 has it */
	bool is_new; /* compilers without the macro do not know the name either */
} instructions[] = {
	{ "SSE3", "sse3", true, false },
	{ "SSSE3", "ssse3", true, false },
	{ "SSE4_1", "sse4.1", true, false },
	{ "SSE4_2", "sse4.2", true, false },
	{ "SSE4A", "sse4a", false, false },
	{ "POPCNT", "popcnt", true, false },
	{ "AVX", "avx", true, false },
	{ "AVX2", "avx2", true, false },
	{ "FMA", "fma", true, false },
	{ "XOP", "xop", false, false },
	{ "FMA4", "fma4", false, false },
	{ "BMI", "bmi", true, false },
	{ "BMI2", "bmi2", true, false },
	{ "GFNI", "gfni", false, false },
	{ "AVX512F", "avx512f", false, false },
	{ "AVX512VL", "avx512vl", false, false },
	{ "AVX512BW", "avx512bw", false, false },
	{ "AVX512DQ", "avx512dq", false, false },
	{ "AVX512CD", "avx512cd", false, false },
	{ "AVX512IFMA", "avx512ifma", false, false },
	{ "AVX512VBMI", "avx512vbmi", false, false },
	{ "AVX512VBMI2", "avx512vbmi2", false, false },
	{ "AVX512VPOPCNTDQ", "avx512vpopcntdq", false, false },
	{ "AVX512VNNI", "avx512vnni", false, false },
	{ "AVX512BITALG", "avx512bitalg", false, false },
	{ "AVX512VP2INTERSECT", "avx512vp2intersect", false, true },
	{ "AVX512BF16", "avx512bf16", false, true },
	{ "AVX512FP16", "avx512fp16", false, true },
};

static void add_instruction(size_t i, struct strbuf *out)
{
	strbuf_printf(out, instructions[i].is_new ? "#ifdef __%s__\n" : "", instructions[i].macro);
	strbuf_printf(out, "\tCHECK(__%s__, \"%s\");\n", instructions[i].macro,
		      instructions[i].name);
	strbuf_add(out, instructions[i].is_new ? "#endif\n" : "");
}

/* NAME_load() refuses a processor that lacks what the compiler has used. All have x86-64. */
static bool add_processor(struct level1 *self, struct templates *templates)
{
	const char *march = self->program->options->march;
	struct parts *parts = &self->program->parts;
	struct strbuf checks = { 0 };
	bool ok;

	if (!strcmp(march, "x86-64"))
		return true;
	for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
		if (instructions[i].is_v3 || !strcmp(march, "native"))
			add_instruction(i, &checks);
	strbuf_add(&parts->load_begin, "\tCT_TRY(check_processor());\n");
	ok = template_fill(templates, "processor.c",
			   (struct mark[]){ { "name", self->program->name },
					    { "march", march },
					    { "checks", strbuf_str(&checks) },
					    { 0 } },
			   &parts->loading);
	strbuf_free(&checks);
	return ok;
}

static bool add_pack(struct templates *templates, const char *type, const char *suffix,
		     struct strbuf *out)
{
	return template_fill(templates, "pack.c",
			     (struct mark[]){ { "type", type }, { "suffix", suffix }, { 0 } }, out);
}

/* What helpers call themselves: callers first. */
static const struct {
	const char *caller, *calls;
} helpers_of[] = {
	{ "attend_bf16(", "attend( round_sums(" },
	{ "attend(", "expf( multiply(" },
	{ "multiply_vector_bf16(", "round_sums( bf16_to_float(" },
	{ "multiply_bf16(", "multiply_tensors( round_sums(" },
	{ "multiply(", "multiply_tensors(" },
	{ "round_sums(", "bf16_to_float( float_to_bf16(" },
	{ "read_tensor(", "check_dense(" },
	{ "result_tensor(", "check_dense(" },
	{ "copy_result(", "check_dense(" },
}, finders[] = {
	{ "multiply(", "\tfind_gemm();\n" },
	{ "multiply_bf16(", "\tfind_gemm_bf16();\n" },
};

/* The functions that `text` calls, each after those that it calls itself. */
static bool add_helpers(struct level1 *self, struct templates *templates, struct strbuf *text)
{
	struct strbuf *out = &self->program->parts.functions;

	for (size_t i = 0; i < sizeof helpers_of / sizeof *helpers_of; i++)
		if (strstr(strbuf_str(text), helpers_of[i].caller))
			strbuf_add(text, helpers_of[i].calls);
	for (size_t i = 0; i < sizeof finders / sizeof *finders; i++)
		if (strstr(strbuf_str(text), finders[i].caller))
			strbuf_add(&self->program->parts.load, finders[i].calls);
	return add_math(self, templates, strbuf_str(text), out) &&
	       add_helper(self, templates, "widen.c", "bf16_to_float(", strbuf_str(text), out) &&
	       add_helper(self, templates, "round.c", "float_to_bf16(", strbuf_str(text), out) &&
	       add_helper(self, templates, "tensors.c", "multiply_tensors(", strbuf_str(text),
			  out) &&
	       add_helper(self, templates, "gemm.c", "multiply(", strbuf_str(text), out) &&
	       add_helper(self, templates, "sums.c", "round_sums(", strbuf_str(text), out) &&
	       add_helper(self, templates, "gemm_bf16.c", "multiply_bf16(", strbuf_str(text),
			  out) &&
	       add_helper(self, templates, "vector.c", "multiply_vector(", strbuf_str(text), out) &&
	       add_helper(self, templates, "vector_bf16.c", "multiply_vector_bf16(",
			  strbuf_str(text), out) &&
	       add_helper(self, templates, "attend.c", "attend(", strbuf_str(text), out) &&
	       add_helper(self, templates, "attend_bf16.c", "attend_bf16(", strbuf_str(text),
			  out) &&
	       add_helper(self, templates, "dense.c", "check_dense(", strbuf_str(text), out) &&
	       add_helper(self, templates, "read.c", "read_tensor(", strbuf_str(text), out) &&
	       add_helper(self, templates, "result.c", "result_tensor(", strbuf_str(text), out) &&
	       add_helper(self, templates, "copy_result.c", "copy_result(", strbuf_str(text),
			  out) &&
	       add_helper(self, templates, "check_rows.c", "check_rows(", strbuf_str(text), out);
}

/* --- Kernels ---------------------------------------------------------------------------------- */

static void write_kernel(const struct kernel *kernel, struct program *program, struct strbuf *out)
{
	(void)program;
	strbuf_add(out, kernel->data);
}

static void give_kernel(struct level1 *self, struct loop *loop, const char *statements)
{
	struct kernel *kernel = arena_alloc(self->arena, sizeof *kernel);

	*kernel = (struct kernel){ .name = loop->name,
				   .first = loop->at,
				   .at = &self->function->nodes[loop->at],
				   .emit = write_kernel,
				   .data = (void *)statements,
				   .saved = loop->saved > 0 ? loop->saved : -1 };
	for (size_t i = 0; i < loop->nodes.len; i++) {
		struct node *node = loop->nodes.at[i];

		node->kernel = kernel;
		kernel->first = node->index < kernel->first ? node->index : kernel->first;
	}
}

/* A view is a place in memory, which only the loops know: nothing to do. */
static void give_views(struct level1 *self)
{
	for (int64_t i = 0; i < self->function->graph->nodes_len; i++) {
		struct kernel *kernel;

		if (!self->is_view[i])
			continue;
		kernel = arena_alloc(self->arena, sizeof *kernel);
		*kernel = (struct kernel){ .name = self->is_renamed[i] ? "folded" : "view",
					   .first = (size_t)i,
					   .at = &self->function->nodes[i],
					   .emit = write_kernel,
					   .data = "",
					   .is_view = true };
		self->function->nodes[i].kernel = kernel;
	}
}

static bool has_stores(const struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].store)
			return true;
	return false;
}

static void hide_variables(struct level1 *self)
{
	for (int64_t i = 0; i < self->function->graph->values_len; i++) {
		struct array *value = &self->values[i];
		struct variable *variable = value->variable;

		if (variable->held != HELD_TENSOR || !variable->made_by ||
		    !variable->made_by->kernel)
			continue;
		if (value->root != value || value->memory != MEMORY_TENSOR)
			variable->is_inside = true;
	}
}

/* NAME_run_out() copies some results. */
static bool has_copied_results(const struct program *program)
{
	for (size_t i = 0; i < program->returned.len; i++) {
		const struct returned *returned = &program->returned.at[i];

		if (returned->c && returned->variable && returned->variable->held == HELD_TENSOR &&
		    !returned->is_direct)
			return true;
	}
	return false;
}

/* Contraction, which rounds once instead of twice, is off, so that each loop computes what its text
 * says on every processor. Loops use neither errno nor floating-point exceptions. */
static void add_build(struct program *program)
{
	struct parts *parts = &program->parts;

	program->needs_math = program->needs_string = true;
	strbuf_add(&parts->includes, "#include <dlfcn.h>\n#include <limits.h>\n");
	strbuf_printf(&parts->cflags,
		      " -O3 -march=%s -ffp-contract=off -fno-math-errno -fno-trapping-math -fwrapv"
		      " %s",
		      program->options->march,
		      program->options->threads ? "-fopenmp" : "-fopenmp-simd");
	if (program->options->threads)
		strbuf_add(&parts->libraries, " -fopenmp");
}

/* Fields of the memory of a run that are no values. */
static void take_fields(struct level1 *self, struct taken **taken)
{
	identifier_in(self->arena, taken, "block");
	identifier_in(self->arena, taken, "room");
	identifier_in(self->arena, taken, "is_filled");
	for (size_t i = 0; i < self->program->symbols.len; i++)
		identifier_in(self->arena, taken, self->program->symbols.at[i].c);
}

bool emit_all(struct level1 *self)
{
	struct parts *parts = &self->program->parts;
	struct strbuf functions = { 0 }, workspace = { 0 }, all = { 0 };
	struct templates templates = { .arena = self->arena,
				       .diag = self->program->diag,
				       .folder = arena_printf(self->arena,
							      "%s/templates/compile/level1",
							      self->program->options->root) };
	struct taken *taken = NULL;
	bool ok = true;

	if (!self->loops.len && !self->needs_fold && !self->needs_reorder)
		return give_views(self), true;
	add_build(self->program);
	take_fields(self, &taken);
	for (size_t i = 0; i < self->loops.len; i++)
		name_values(self, self->loops.at[i], &taken);
	for (size_t i = 0; i < self->loops.len; i++) {
		struct loop *loop = self->loops.at[i];
		struct strbuf statements = { 0 };

		loop->name = loop_name(self, loop);
		for (size_t j = 0; j < loop->products.len; j++)
			pack_weight(self, loop->products.at[j]);
		emit_before(self, loop, &statements);
		if (has_stores(loop)) {
			strbuf_add(&statements, "\t");
			emit_loop(self, loop, &functions, &statements);
		}
		strbuf_add(&all, strbuf_str(&statements));
		give_kernel(self, loop, arena_strdup(self->arena, strbuf_str(&statements)));
		strbuf_free(&statements);
	}
	give_views(self);
	ok = write_workspace(self, &templates, &taken, &workspace);
	hide_variables(self);

	/* What the functions use comes before them. */
	strbuf_add(&all, strbuf_str(&functions));
	strbuf_add(&all, has_copied_results(self->program) ? "copy_result(" : "");
	ok = ok &&
	     template_fill(&templates, "clang.c", (struct mark[]){ { 0 } }, &parts->functions) &&
	     add_processor(self, &templates) && add_helpers(self, &templates, &all);
	if (self->needs_reorder)
		ok = ok && template_fill(&templates, "reorder.c", (struct mark[]){ { 0 } },
					 &parts->functions);
	if (self->needs_restride)
		ok = ok && template_fill(&templates, "restride.c", (struct mark[]){ { 0 } },
					 &parts->functions);
	if (self->needs_fold)
		ok = ok && template_fill(&templates, "fold.c", (struct mark[]){ { 0 } },
					 &parts->functions);
	if (self->needs_pack)
		ok = ok && add_pack(&templates, "float", "", &parts->functions);
	if (self->needs_pack_bf16)
		ok = ok && add_pack(&templates, "uint16_t", "_bf16", &parts->functions);
	strbuf_add(&parts->functions, heading_c(self->arena, "The memory of a run"));
	strbuf_add(&parts->functions, strbuf_str(&workspace));
	strbuf_add(&parts->functions, functions.length ? heading_c(self->arena, "Loops") : "");
	strbuf_add(&parts->functions, strbuf_str(&functions));
	strbuf_free(&functions);
	strbuf_free(&workspace);
	strbuf_free(&all);
	return ok;
}
