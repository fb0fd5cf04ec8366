#include "compile/level1/emit.h"

#include <ctype.h>
#include <string.h>

#include "compile/options.h"
#include "util/text.h"

enum { SCRATCH_AT_MOST = 4096, LONG_ROW = 4096 };

struct writer {
	struct level1 *level1;
	struct loop *loop;
	struct strbuf *out;
	size_t elements;  /* the last dimensions, which a row has */
	bool *is_scratch; /* of steps: kept for a later stage in an array on the stack */
	bool *is_wanted;  /* of steps: in the stage that is being written */
	bool *is_used;    /* of steps: something that is written to memory needs it */
	int depth;        /* tabs */
	bool is_shared;   /* by threads: the outermost loop has been opened */
};

/* --- Order of the dimensions ------------------------------------------------------------------ */

static void swap_dimensions(struct loop *loop, size_t a, size_t b)
{
	const struct count size = loop->sizes[a];

	loop->sizes[a] = loop->sizes[b];
	loop->sizes[b] = size;
	for (size_t i = 0; i < loop->steps.len; i++) {
		struct step *step = &loop->steps.at[i];
		struct count stride = step->strides[a];

		step->strides[a] = step->strides[b];
		step->strides[b] = stride;
		stride = step->store_strides[a];
		step->store_strides[a] = step->store_strides[b];
		step->store_strides[b] = stride;
	}
}

static bool has_index(const struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].kind == STEP_INDEX)
			return true;
	return false;
}

static const struct step *first_store(const struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++)
		if (loop->steps.at[i].store)
			return &loop->steps.at[i];
	return NULL;
}

/* Memory is written from its begin to its end, whatever the order of the dimensions is. */
static void sort_dimensions(struct loop *loop)
{
	const struct step *store = first_store(loop);

	if (!store || loop->inner || has_index(loop))
		return;
	for (size_t i = 0; i < loop->dim; i++)
		if (store->store_strides[i].c)
			return;
	for (size_t end = loop->dim; end > 1; end--)
		for (size_t i = 0; i + 1 < end; i++)
			if (store->store_strides[i].n < store->store_strides[i + 1].n)
				swap_dimensions(loop, i, i + 1);
}

static bool is_one_piece(struct arena *arena, const struct loop *loop, size_t dim)
{
	for (size_t i = 0; i < loop->steps.len; i++) {
		const struct step *step = &loop->steps.at[i];

		if (step->kind == STEP_LOAD &&
		    !count_equal(step->strides[dim],
				 count_times(arena, loop->sizes[dim + 1], step->strides[dim + 1])))
			return false;
		if (step->store && !count_equal(step->store_strides[dim],
						count_times(arena, loop->sizes[dim + 1],
							    step->store_strides[dim + 1])))
			return false;
	}
	return true;
}

/* Two dimensions that all steps go through as one are one. */
static void collapse_dimensions(struct arena *arena, struct loop *loop)
{
	for (size_t dim = loop->dim - 1; dim-- > 0;) {
		const size_t after = loop->dim - dim - 2;

		if (has_index(loop) || dim + 1 == loop->dim - loop->inner ||
		    !is_one_piece(arena, loop, dim))
			continue;
		loop->sizes[dim] = count_times(arena, loop->sizes[dim], loop->sizes[dim + 1]);
		memmove(&loop->sizes[dim + 1], &loop->sizes[dim + 2], after * sizeof *loop->sizes);
		for (size_t i = 0; i < loop->steps.len; i++) {
			struct step *step = &loop->steps.at[i];

			memmove(&step->strides[dim], &step->strides[dim + 1],
				(after + 1) * sizeof *step->strides);
			memmove(&step->store_strides[dim], &step->store_strides[dim + 1],
				(after + 1) * sizeof *step->store_strides);
		}
		loop->inner -= dim >= loop->dim - loop->inner;
		loop->dim--;
	}
}

/* --- Copies ----------------------------------------------------------------------------------- */

/* A step that only repeats another one, of its dtype. */
static bool is_copy(const struct loop *loop, const struct step *step)
{
	return step->kind == STEP_POINT && !strcmp(step->text, "$0") &&
	       loop->steps.at[step->args[0]].dtype == step->dtype;
}

/* What such a step is for: another step may do it. */
static bool hand_over(struct step *from, struct step *to)
{
	if (!from->store)
		return true;
	if (to->store || (to->kind != STEP_LOAD && to->kind != STEP_POINT))
		return false;
	to->store = from->store;
	memcpy(to->store_strides, from->store_strides, sizeof to->store_strides);
	from->store = NULL;
	return true;
}

/* Nothing uses the copies then. */
static void skip_copies(struct loop *loop)
{
	for (size_t i = 0; i < loop->steps.len; i++) {
		struct step *copy = &loop->steps.at[i];
		const size_t from = copy->args[0];

		if (!is_copy(loop, copy) || !hand_over(copy, &loop->steps.at[from]))
			continue;
		for (size_t j = i + 1; j < loop->steps.len; j++)
			for (size_t k = 0; k < loop->steps.at[j].args_len; k++)
				if (loop->steps.at[j].args[k] == i)
					loop->steps.at[j].args[k] = from;
	}
}

/* --- Rows and stages -------------------------------------------------------------------------- */

static bool step_is_row(const struct writer *w, const struct step *step)
{
	if (step->kind == STEP_REDUCE)
		return true;
	if (step->kind == STEP_INDEX)
		return step->index < w->loop->dim - w->elements;
	for (size_t i = 0; i < step->args_len; i++)
		if (!w->loop->steps.at[step->args[i]].is_row)
			return false;
	for (size_t i = w->loop->dim - w->elements; step->kind == STEP_LOAD && i < w->loop->dim;
	     i++)
		if (!count_is(step->strides[i], 0))
			return false;
	/* A store of each element needs a loop over them. */
	for (size_t i = w->loop->dim - w->elements; step->store && i < w->loop->dim; i++)
		if (!count_is(step->store_strides[i], 0) && !count_is(w->loop->sizes[i], 1))
			return false;
	return true;
}

/* A reduction ends a stage: what uses its result is in the next one. */
static void find_stages(struct writer *w)
{
	for (size_t i = 0; i < w->loop->steps.len; i++) {
		struct step *step = &w->loop->steps.at[i];

		step->stage = 0;
		for (size_t j = 0; j < step->args_len; j++) {
			const struct step *arg = &w->loop->steps.at[step->args[j]];
			const size_t stage = arg->stage + (arg->kind == STEP_REDUCE);

			step->stage = stage > step->stage ? stage : step->stage;
		}
		step->is_row = step_is_row(w, step);
	}
}

static size_t last_stage(const struct loop *loop)
{
	size_t last = 0;

	for (size_t i = 0; i < loop->steps.len; i++)
		last = loop->steps.at[i].stage > last ? loop->steps.at[i].stage : last;
	return last;
}

/* One that takes long. */
static bool calls_function(const struct step *step)
{
	const char *at = step->text ? strchr(step->text, '(') : NULL;

	if (step->text && !strcmp(step->text, "bf16_to_float($0)"))
		return false;
	for (; at; at = strchr(at + 1, '('))
		if (at > step->text && isalnum((unsigned char)at[-1]))
			return true;
	return false;
}

/* --- Text ------------------------------------------------------------------------------------- */

static void tabs(struct writer *w)
{
	strbuf_repeat(w->out, '\t', (size_t)w->depth);
}

static void add_term(struct writer *w, bool *is_first, const char *variable, struct count stride)
{
	if (count_is(stride, 0))
		return;
	if (!*is_first)
		strbuf_add(w->out, " + ");
	*is_first = false;
	if (count_is(stride, 1))
		strbuf_add(w->out, variable);
	else
		strbuf_printf(w->out, "%s * %s", variable, count_c(w->level1->arena, stride));
}

static const char *counter(const struct writer *w, size_t dim)
{
	return dim + 1 == w->loop->dim ? "i" : arena_printf(w->level1->arena, "i%zu", dim);
}

static void add_element(struct writer *w, const struct array *value, const struct step *step,
			const struct count *strides, struct count offset)
{
	bool is_first = true;

	strbuf_printf(w->out, "%s[", value->c);
	for (size_t i = 0; i < w->loop->dim; i++)
		if (!count_is(w->loop->sizes[i], 1))
			add_term(w, &is_first, counter(w, i), strides[i]);
	if (step->kind == STEP_LOAD && step->args_len && strides == step->strides)
		add_term(w, &is_first, arena_printf(w->level1->arena, "t%zu", step->args[0]),
			 step->gather);
	if (!count_is(offset, 0))
		strbuf_printf(w->out, "%s%s", is_first ? "" : " + ",
			      count_c(w->level1->arena, offset));
	else if (is_first)
		strbuf_add(w->out, "0");
	strbuf_add(w->out, "]");
}

/* The text of a point with the names of its arguments. An argument that is a condition, or part of
 * one, is a name, so that no parentheses are needed. */
static void add_text(struct writer *w, const struct step *step)
{
	for (const char *at = step->text; *at; at++)
		if (*at == '$')
			strbuf_printf(w->out, "t%zu", step->args[*++at - '0']);
		else
			strbuf_add_char(w->out, *at);
}

static bool is_long(const struct writer *w)
{
	struct count length = { .n = 1 };

	for (size_t i = w->loop->dim - w->elements; i < w->loop->dim; i++)
		length = count_times(w->level1->arena, length, w->loop->sizes[i]);
	return length.c || length.n > LONG_ROW;
}

/* A long sum of floats is one of doubles, so that its error does not grow. */
static bool is_wider(const struct writer *w, const struct step *step)
{
	return step->kind == STEP_REDUCE && step->reduction == REDUCE_SUM &&
	       step->dtype == CT_FLOAT32 && is_long(w);
}

static void write_value(struct writer *w, size_t i)
{
	const struct step *step = &w->loop->steps.at[i];

	tabs(w);
	strbuf_printf(w->out, "const %s t%zu = ", dtype_c(step->dtype), i);
	if (step->kind == STEP_LOAD)
		add_element(w, step->value, step, step->strides, step->offset);
	else if (step->kind == STEP_INDEX)
		strbuf_add(w->out, counter(w, step->index));
	else if (step->kind == STEP_REDUCE)
		strbuf_printf(w->out, "%sr%zu", is_wider(w, step) ? "(float)" : "", i);
	else
		add_text(w, step);
	strbuf_add(w->out, ";\n");
}

static void write_store(struct writer *w, size_t i)
{
	const struct step *step = &w->loop->steps.at[i];

	if (!step->store)
		return;
	tabs(w);
	add_element(w, step->store, step, step->store_strides, (struct count){ 0 });
	strbuf_printf(w->out, " = t%zu;\n", i);
}

/* --- A stage ---------------------------------------------------------------------------------- */

static void find_used(struct writer *w)
{
	for (size_t i = w->loop->steps.len; i-- > 0;) {
		const struct step *step = &w->loop->steps.at[i];

		w->is_used[i] |= step->store != NULL;
		for (size_t j = 0; w->is_used[i] && j < step->args_len; j++)
			w->is_used[step->args[j]] = true;
	}
}

/* A reduction that the stage computes. */
static bool is_reduced(const struct writer *w, size_t i, size_t stage)
{
	const struct step *step = &w->loop->steps.at[i];

	return step->kind == STEP_REDUCE && step->stage == stage && w->is_used[i];
}

static void want(struct writer *w, size_t i, size_t stage)
{
	const struct step *step = &w->loop->steps.at[i];
	const bool is_kept = step->stage < stage && (step->store || w->is_scratch[i]);

	if (step->is_row || w->is_wanted[i])
		return;
	w->is_wanted[i] = true;
	for (size_t j = 0; !is_kept && j < step->args_len; j++)
		want(w, step->args[j], stage);
}

/* False: the stage has no loop over elements. */
static bool find_wanted(struct writer *w, size_t stage)
{
	bool any = false;

	memset(w->is_wanted, 0, w->loop->steps.len * sizeof *w->is_wanted);
	for (size_t i = 0; i < w->loop->steps.len; i++) {
		const struct step *step = &w->loop->steps.at[i];

		if (!is_reduced(w, i, stage) &&
		    (step->stage != stage || step->is_row || !step->store))
			continue;
		any = true;
		if (step->kind == STEP_REDUCE)
			want(w, step->args[0], stage);
		else
			want(w, i, stage);
	}
	return any;
}

/* Its own stage has to compute it, and a later one to read it. */
static void keep_what_is_read(struct writer *w)
{
	bool *is_read = arena_alloc(w->level1->arena, w->loop->steps.len + 1);

	for (size_t stage = 0; stage < last_stage(w->loop); stage++) {
		find_wanted(w, stage);
		for (size_t i = 0; i < w->loop->steps.len; i++)
			w->is_scratch[i] &= w->loop->steps.at[i].stage != stage || w->is_wanted[i];
	}
	for (size_t stage = 1; stage <= last_stage(w->loop); stage++) {
		find_wanted(w, stage);
		for (size_t i = 0; i < w->loop->steps.len; i++)
			is_read[i] |= w->loop->steps.at[i].stage < stage && w->is_wanted[i];
	}
	for (size_t i = 0; i < w->loop->steps.len; i++)
		w->is_scratch[i] &= is_read[i];
}

/* What a later stage would compute again with a function is kept. */
static void find_scratch(struct writer *w)
{
	const struct count length = w->loop->sizes[w->loop->dim - 1];

	if (w->elements != 1 || length.c || length.n > SCRATCH_AT_MOST)
		return;
	for (size_t stage = 1; stage <= last_stage(w->loop); stage++) {
		if (!find_wanted(w, stage))
			continue;
		for (size_t i = 0; i < w->loop->steps.len; i++)
			w->is_scratch[i] |= w->is_wanted[i] && w->loop->steps.at[i].stage < stage &&
					    !w->loop->steps.at[i].store &&
					    calls_function(&w->loop->steps.at[i]);
	}
	keep_what_is_read(w);
}

static void declare_reduction(struct writer *w, size_t i)
{
	const struct step *step = &w->loop->steps.at[i];
	const bool is_whole = !is_float(step->dtype);
	const char *begin = step->reduction == REDUCE_SUM   ? "0"
			    : step->reduction == REDUCE_MAX ? (is_whole ? "INT64_MIN" : "-INFINITY")
							    : (is_whole ? "INT64_MAX" : "INFINITY");

	tabs(w);
	strbuf_printf(w->out, "%s r%zu = %s;\n",
		      is_wider(w, step) ? "double" : dtype_c(step->dtype), i, begin);
}

static void add_clauses(struct writer *w, size_t stage)
{
	static const char *const names[] = { "+", "max", "min" };

	for (size_t reduction = REDUCE_SUM; reduction <= REDUCE_MIN; reduction++) {
		bool any = false;

		for (size_t i = 0; i < w->loop->steps.len; i++) {
			const struct step *step = &w->loop->steps.at[i];

			if (!is_reduced(w, i, stage) ||
			    step->reduction != (enum reduction)reduction)
				continue;
			if (any)
				strbuf_printf(w->out, ", r%zu", i);
			else
				strbuf_printf(w->out, " reduction(%s : r%zu", names[reduction], i);
			any = true;
		}
		if (any)
			strbuf_add(w->out, ")");
	}
}

/* A loop over so few elements is faster in one thread; libtorch has the same number. */
enum { THREADS_FROM = 32768 };

/* Before the outermost loop: the threads share its passes. */
static void write_threads(struct writer *w, const char *more)
{
	struct count all = { .n = 1 };

	for (size_t i = 0; i < w->loop->dim; i++)
		all = count_times(w->level1->arena, all, w->loop->sizes[i]);
	if (!w->level1->program->options->threads || (!all.c && all.n < THREADS_FROM))
		return;
	strbuf_printf(w->out, "#pragma omp parallel for%s num_threads(ct_num_threads())", more);
	if (all.c)
		strbuf_printf(w->out, " if (%s >= %d)", count_c(w->level1->arena, all),
			      THREADS_FROM);
	strbuf_add(w->out, "\n");
	w->is_shared = true;
}

static void open_loop(struct writer *w, size_t dim)
{
	const char *i = counter(w, dim);

	if (count_is(w->loop->sizes[dim], 1))
		return;
	if (!w->is_shared && dim < w->loop->dim - w->elements)
		write_threads(w, "");
	tabs(w);
	strbuf_printf(w->out, "for (int64_t %s = 0; %s < %s; %s++) {\n", i, i,
		      count_c(w->level1->arena, w->loop->sizes[dim]), i);
	w->depth++;
}

static void close_loop(struct writer *w, size_t dim)
{
	if (count_is(w->loop->sizes[dim], 1))
		return;
	w->depth--;
	tabs(w);
	strbuf_add(w->out, "}\n");
}

static void write_reduction(struct writer *w, size_t i)
{
	const struct step *step = &w->loop->steps.at[i];
	const size_t arg = step->args[0];

	tabs(w);
	if (step->reduction == REDUCE_SUM)
		strbuf_printf(w->out, "r%zu += t%zu;\n", i, arg);
	else
		strbuf_printf(w->out, "r%zu = t%zu %s r%zu ? t%zu : r%zu;\n", i, arg,
			      step->reduction == REDUCE_MAX ? ">" : "<", i, arg, i);
}

static void write_element(struct writer *w, size_t i, size_t stage)
{
	const struct step *step = &w->loop->steps.at[i];

	if (w->is_wanted[i] && step->stage < stage && step->store) {
		tabs(w);
		strbuf_printf(w->out, "const %s t%zu = ", dtype_c(step->dtype), i);
		add_element(w, step->store, step, step->store_strides, (struct count){ 0 });
		strbuf_add(w->out, ";\n");
	} else if (w->is_wanted[i] && step->stage < stage && w->is_scratch[i]) {
		tabs(w);
		strbuf_printf(w->out, "const %s t%zu = kept%zu[i];\n", dtype_c(step->dtype), i, i);
	} else if (w->is_wanted[i]) {
		write_value(w, i);
		if (w->is_scratch[i]) {
			tabs(w);
			strbuf_printf(w->out, "kept%zu[i] = t%zu;\n", i, i);
		}
		if (step->stage == stage)
			write_store(w, i);
	} else if (is_reduced(w, i, stage)) {
		write_reduction(w, i);
	}
}

static void write_stage(struct writer *w, size_t stage)
{
	const size_t begin = w->loop->dim - w->elements;

	if (!find_wanted(w, stage))
		return;
	for (size_t i = 0; i < w->loop->steps.len; i++)
		if (is_reduced(w, i, stage))
			declare_reduction(w, i);
	for (size_t dim = begin; dim < w->loop->dim; dim++) {
		if (dim + 1 == w->loop->dim && !count_is(w->loop->sizes[dim], 1)) {
			if (w->loop->dim == 1 && !w->loop->inner)
				write_threads(w, " simd");
			if (!w->is_shared || w->loop->dim > 1 || w->loop->inner) {
				strbuf_add(w->out, "#pragma omp simd");
				add_clauses(w, stage);
				strbuf_add(w->out, "\n");
			}
		}
		open_loop(w, dim);
	}
	if (count_is(w->loop->sizes[w->loop->dim - 1], 1)) {
		tabs(w);
		strbuf_add(w->out, "{\n");
		w->depth++;
	}
	for (size_t i = 0; i < w->loop->steps.len; i++)
		write_element(w, i, stage);
	if (count_is(w->loop->sizes[w->loop->dim - 1], 1)) {
		w->depth--;
		tabs(w);
		strbuf_add(w->out, "}\n");
	}
	for (size_t dim = w->loop->dim; dim-- > begin;)
		close_loop(w, dim);
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void write_rows(struct writer *w)
{
	for (size_t i = 0; i < w->loop->steps.len; i++)
		if (w->is_scratch[i]) {
			tabs(w);
			strbuf_printf(w->out, "%s kept%zu[%s];\n",
				      dtype_c(w->loop->steps.at[i].dtype), i,
				      count_c(w->level1->arena, w->loop->sizes[w->loop->dim - 1]));
		}
	for (size_t stage = 0; stage <= last_stage(w->loop); stage++) {
		for (size_t i = 0; i < w->loop->steps.len; i++) {
			const struct step *step = &w->loop->steps.at[i];
			const bool is_done = step->kind == STEP_REDUCE ? step->stage + 1 == stage
								       : step->stage == stage;

			if (!step->is_row || !is_done || !w->is_used[i])
				continue;
			write_value(w, i);
			write_store(w, i);
		}
		write_stage(w, stage);
	}
	/* Results of the last reductions. */
	for (size_t i = 0; i < w->loop->steps.len; i++)
		if (is_reduced(w, i, last_stage(w->loop))) {
			write_value(w, i);
			write_store(w, i);
		}
}

/* --- The function ----------------------------------------------------------------------------- */

static void add_pointer(struct writer *w, struct array *value, bool is_written, bool is_declared,
			size_t *count)
{
	if (!value || value->mark == w->loop)
		return;
	value->mark = w->loop;
	strbuf_add(w->out, (*count)++ ? ", " : "");
	if (is_declared)
		strbuf_printf(w->out, "%s%s *restrict %s", is_written ? "" : "const ",
			      dtype_c(value->dtype), value->c);
	else
		strbuf_add(w->out, value->pointer);
}

static void add_parameters(struct writer *w, const char *body, bool is_declared)
{
	size_t count = 0;
	const struct program *program = w->level1->program;

	for (size_t i = 0; i < w->loop->steps.len; i++) {
		if (w->loop->steps.at[i].store)
			w->loop->steps.at[i].store->mark = NULL;
		if (w->loop->steps.at[i].value)
			w->loop->steps.at[i].value->mark = NULL;
	}
	for (size_t i = 0; i < w->loop->steps.len; i++)
		if (w->loop->steps.at[i].value && c_mentions(body, w->loop->steps.at[i].value->c))
			add_pointer(w, w->loop->steps.at[i].value, false, is_declared, &count);
	for (size_t i = 0; i < w->loop->steps.len; i++)
		add_pointer(w, w->loop->steps.at[i].store, true, is_declared, &count);
	for (size_t i = 0; i < program->symbols.len; i++)
		if (c_mentions(body, program->symbols.at[i].c)) {
			strbuf_printf(w->out, "%s%s%s", count++ ? ", " : "",
				      is_declared ? "int64_t " : "", program->symbols.at[i].c);
		}
}

/* The pointers of a function are called as in the graph. */
static void name_pointers(struct writer *w)
{
	const char *words = math_functions, *word;
	struct taken *taken = NULL;
	size_t length;

	while (text_next_word(&words, " ", &word, &length))
		identifier_in(w->level1->arena, &taken,
			      arena_strndup(w->level1->arena, word, length));
	for (size_t i = 0; i < w->loop->steps.len; i++) {
		struct array *all[] = { w->loop->steps.at[i].value, w->loop->steps.at[i].store };

		for (size_t j = 0; j < 2; j++)
			if (all[j])
				all[j]->c = NULL;
	}
	for (size_t i = 0; i < w->level1->program->symbols.len; i++)
		identifier_in(w->level1->arena, &taken, w->level1->program->symbols.at[i].c);
	for (size_t i = 0; i < w->loop->steps.len; i++) {
		struct array *all[] = { w->loop->steps.at[i].value, w->loop->steps.at[i].store };

		for (size_t j = 0; j < 2; j++)
			if (all[j] && !all[j]->c)
				all[j]->c = identifier_in(
					w->level1->arena, &taken,
					arena_printf(w->level1->arena, "%s%s",
						     strcspn(all[j]->name, "0123456789") == 1 ? "v_"
											      : "",
						     all[j]->name));
	}
	HASH_CLEAR(hh, taken);
}

void emit_loop(struct level1 *level1, struct loop *loop, struct strbuf *functions,
	       struct strbuf *call)
{
	struct strbuf body = { 0 };
	struct writer w = { .level1 = level1,
			    .loop = loop,
			    .out = &body,
			    .depth = 1,
			    .is_scratch = arena_alloc(level1->arena, loop->steps.len + 1),
			    .is_wanted = arena_alloc(level1->arena, loop->steps.len + 1),
			    .is_used = arena_alloc(level1->arena, loop->steps.len + 1) };
	size_t rows;

	skip_copies(loop);
	sort_dimensions(loop);
	collapse_dimensions(level1->arena, loop);
	w.elements = loop->inner ? loop->inner : 1;
	find_stages(&w);
	find_used(&w);
	find_scratch(&w);
	name_pointers(&w);
	rows = loop->dim - w.elements;
	for (size_t dim = 0; dim < rows; dim++)
		open_loop(&w, dim);
	write_rows(&w);
	for (size_t dim = rows; dim-- > 0;)
		close_loop(&w, dim);

	strbuf_printf(functions, "static void %s(", loop->name);
	w.out = functions;
	add_parameters(&w, strbuf_str(&body), true);
	strbuf_printf(functions, ")\n{\n%s}\n\n", strbuf_str(&body));
	w.out = call;
	strbuf_printf(call, "%s(", loop->name);
	add_parameters(&w, strbuf_str(&body), false);
	strbuf_add(call, ");\n");
	strbuf_free(&body);
}
