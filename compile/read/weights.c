#include "compile/read/read.h"

#include <stdint.h>

#include <ctorch/core/dtype.h>

#include "compile/options.h"
#include "export/archive/payload.h"
#include "files/safetensors/types.h"

/* The two lists of an archive. */
static const struct list {
	const char *folder, *kind;
} lists[] = { { "data/weights", "weights" }, { "data/constants", "constants" } };

/* A tensor of the lists, by its name. */
struct stored {
	const struct ct_payload *from;
	struct payload *payload;
	UT_hash_handle hh;
};

struct reading {
	struct program *program;
	struct stored *by_name;
};

static bool fail(struct program *program, const char *help, const char *name, const char *text)
{
	diag_error(program->diag, (struct loc){ 0 }, help, "%s: '%s' %s", program->options->archive,
		   name, text);
	return false;
}

/* --- Lists ------------------------------------------------------------------------------------ */

static struct payload *payload_of(struct program *program, const struct ct_zip_entry *entry)
{
	struct payload *made;

	for (size_t i = 0; i < program->payloads.len; i++)
		if (program->payloads.at[i]->entry == entry)
			return program->payloads.at[i];
	made = arena_alloc(program->arena, sizeof *made);
	made->entry = entry;
	vec_push(program->arena, &program->payloads, made);
	return made;
}

static bool add_stored(struct reading *self, const struct list *list, const struct ct_payload *from)
{
	struct program *program = self->program;
	const struct ct_zip_entry *entry = ct_archive_find(program->archive, "%s/%s", list->folder,
							   from->path);
	struct stored *stored = arena_alloc(program->arena, sizeof *stored);

	if (!from->tensor)
		return true; /* a custom object */
	if (from->is_pickled)
		return fail(program, "export it with PyTorch 2.9 or later", from->name,
			    "is a pickle, which only the library reads");
	if (!entry && !program->options->shared)
		return fail(program, NULL, from->name, "has no bytes in the archive");
	stored->from = from;
	stored->payload = entry ? payload_of(program, entry)
				: arena_alloc(program->arena, sizeof *stored->payload);
	HASH_ADD_KEYPTR(hh, self->by_name, stored->from->name, strlen(stored->from->name), stored);
	return true;
}

static bool read_list(struct reading *self, const struct list *list)
{
	struct program *program = self->program;
	const struct ct_zip_entry *entry = ct_archive_find(
		program->archive, "%s/%s_%s_config.json", list->folder, program->model, list->kind);
	struct ct_arena *memory = arena_alloc(program->arena, sizeof *memory);
	const struct ct_payload *payloads;
	int64_t len;

	if (!entry) {
		diag_error(program->diag, (struct loc){ 0 },
			   "load it with libctorch, ct_export_load(), and save it again, "
			   "ct_export_save(), or export it with PyTorch 2.9 or later",
			   "%s: its %s are pickles, which ctorch-compile does not read",
			   program->options->archive, list->kind);
		return false;
	}
	memory->left = SIZE_MAX / 2;
	if (!report(program, ct_payloads_read(program->archive, entry, memory, &payloads, &len)))
		return false;
	for (int64_t i = 0; i < len; i++)
		if (!add_stored(self, list, &payloads[i]))
			return false;
	return true;
}

/* --- Weights ---------------------------------------------------------------------------------- */

static const char *role_of(enum ct_program_input_kind kind)
{
	return kind == CT_PROGRAM_PARAMETER ? "parameter"
	       : kind == CT_PROGRAM_BUFFER  ? "buffer"
					    : "constant";
}

/* A checked program has no sizes that vary here. */
static const int64_t *numbers_of(struct program *program, const struct ct_graph_size *sizes,
				 int64_t dim)
{
	int64_t *numbers = arena_alloc(program->arena, ((size_t)dim + 1) * sizeof *numbers);

	for (int64_t i = 0; i < dim; i++)
		numbers[i] = sizes[i].i;
	return numbers;
}

static bool is_contiguous(const struct weight *weight)
{
	int64_t step = 1;

	for (int64_t i = weight->dim - 1; i >= 0; i--) {
		if (weight->sizes[i] != 1 && weight->strides[i] != step)
			return false;
		step *= weight->sizes[i];
	}
	return step > 0;
}

static uint64_t bytes_of(const struct weight *weight)
{
	uint64_t count = 1;

	for (int64_t i = 0; i < weight->dim; i++)
		if (__builtin_mul_overflow(count, (uint64_t)weight->sizes[i], &count))
			return UINT64_MAX;
	return count * (uint64_t)ct_dtype_size(weight->dtype);
}

/* The place of the last element is in the bytes. */
static bool is_inside(const struct weight *weight)
{
	const int64_t elements = (int64_t)weight->payload->entry->size /
				 ct_dtype_size(weight->dtype);
	int64_t last = weight->offset, more;

	for (int64_t i = 0; i < weight->dim; i++) {
		if (weight->sizes[i] == 0)
			return true;
		if (weight->strides[i] < 0 ||
		    __builtin_mul_overflow(weight->sizes[i] - 1, weight->strides[i], &more) ||
		    __builtin_add_overflow(last, more, &last))
			return false;
	}
	return weight->offset >= 0 && last < elements;
}

static bool fill_weight(struct reading *self, struct weight *weight, const struct stored *stored)
{
	struct program *program = self->program;
	const struct ct_graph_tensor *tensor = stored->from->tensor;

	weight->dtype = tensor->dtype;
	weight->dim = tensor->dim;
	weight->sizes = numbers_of(program, tensor->sizes, tensor->dim);
	weight->strides = numbers_of(program, tensor->strides, tensor->dim);
	weight->offset = tensor->offset.i;
	weight->payload = stored->payload;
	/* What the process gives does so already. */
	weight->requires_grad = stored->from->is_parameter && tensor->requires_grad &&
				!program->options->shared;
	stored->payload->weights++;
	if (tensor->dtype == CT_DTYPE_NONE || ct_dtype_size(tensor->dtype) <= 0 ||
	    tensor->layout != CT_STRIDED)
		return fail(program, NULL, weight->name, "is no dense tensor of a known dtype");
	if (!program->options->shared && !is_inside(weight))
		return fail(program, NULL, weight->name, "does not fit in its bytes");
	return true;
}

static bool add_weight(struct reading *self, const struct ct_program_input *input)
{
	struct program *program = self->program;
	struct weight *weight = arena_alloc(program->arena, sizeof *weight);
	struct variable *variable = variable_of(program->main, &input->argument);
	struct stored *stored;

	weight->name = input->target;
	weight->field = identifier_in(program->arena, &program->fields, input->target);
	weight->role = role_of(input->kind);
	weight->is_parameter = input->kind == CT_PROGRAM_PARAMETER;
	weight->variable = variable;
	variable->weight = weight;
	variable->c = arena_printf(program->arena, "self->%s", weight->field);
	vec_push(program->arena, &program->weights, weight);
	HASH_FIND_STR(self->by_name, weight->name, stored);
	return stored ? fill_weight(self, weight, stored)
		      : fail(program, NULL, weight->name, "is not in the archive");
}

/* The fields of the struct, in the order of the graph's inputs. */
bool read_weights(struct program *program)
{
	struct reading self = { .program = program };

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (!read_list(&self, &lists[i]))
			return false;
	for (int64_t i = 0; i < program->from->inputs_len; i++)
		if (ct_program_is_weight(&program->from->inputs[i]) &&
		    !add_weight(&self, &program->from->inputs[i]))
			return false;
	for (size_t i = 0; i < program->weights.len; i++) {
		struct weight *weight = program->weights.at[i];

		weight->is_whole = program->options->shared ||
				   (weight->payload->weights == 1 && weight->offset == 0 &&
				    is_contiguous(weight) &&
				    bytes_of(weight) == weight->payload->entry->size &&
				    ct_st_type_of(weight->dtype));
	}
	return true;
}
