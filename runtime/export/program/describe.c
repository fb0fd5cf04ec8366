/*
 * Describing a model of an archive, also one that cannot run here.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "export/archive/archive.h"
#include "export/program/describe.h"
#include "export/program/flatten.h"
#include "files/io/error.h"
#include "files/io/map.h"

enum { MEMORY_OF_PATHS = 1 << 28 };

/* A list or a dict of the description. */
typedef ct_error (*describe_function)(const struct ct_program *program, const char *function,
				      ct_value *to);

/* Makes the value with `describe`, and adds it. */
static ct_error describe_part(const struct ct_program *program, const char *function,
			      const char *key, ct_value part, describe_function describe,
			      ct_value *dict)
{
	const ct_error error = describe(program, function, &part);

	if (error == NULL)
		return ct_describe_move(dict, key, &part);
	ct_value_free(&part);
	return error;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static ct_error describe_input(const struct ct_program *program, const struct ct_guard_path *path,
			       ct_value *dict)
{
	const struct ct_program_input *input = &program->inputs[path->input];
	struct ct_text name = { 0 };
	ct_error error;

	ct_guard_path_print(path, &name);
	error = name.failed ? ct_no_memory(NULL, "for a name")
			    : ct_describe_text(dict, "name", name.data);
	ct_text_release(&name);
	if (error)
		return error;
	CT_TRY(ct_describe_text(dict, "role",
				input->kind == CT_PROGRAM_CONSTANT_INPUT ? "constant input"
									 : "user input"));
	return ct_describe_argument(program->graph, &input->argument, dict);
}

static ct_error describe_paths(const struct ct_program *program, const struct ct_guard_path *paths,
			       int64_t len, ct_value *list)
{
	for (int64_t i = 0; i < len; i++) {
		ct_value dict = ct_value_dict_new();
		const ct_error error = describe_input(program, &paths[i], &dict);

		if (error) {
			ct_value_free(&dict);
			return error;
		}
		CT_TRY(ct_describe_append(list, &dict));
	}
	return NULL;
}

static ct_error describe_inputs(const struct ct_program *program, const char *function,
				ct_value *list)
{
	struct ct_arena arena = { .left = MEMORY_OF_PATHS };
	const struct ct_guard_path *paths;
	ct_error error;
	int64_t len;

	(void)function;
	error = ct_guard_paths_new(program, &arena, &paths, &len);
	if (error == NULL)
		error = describe_paths(program, paths, len, list);
	ct_arena_free(&arena);
	return error;
}

static ct_error describe_names(const struct ct_program *program, const char *function,
			       ct_value *list)
{
	const struct ct_program_call *call = ct_program_own_call(program);

	(void)function;
	for (int64_t i = 0; call && i < call->argument_names_len; i++)
		CT_TRY(ct_value_list_append(list, ct_value_string(call->argument_names[i])));
	return NULL;
}

/* The structure of a call, with numbers as its leaves. */
static ct_error describe_arguments(const struct ct_program *program, const char *function,
				   ct_value *dict)
{
	const struct ct_program_call *call = ct_program_own_call(program);
	struct ct_export_shared shared = { .program = (struct ct_program *)program };
	ct_value *leaves, nested;
	ct_error error;

	if (call == NULL || call->in_tree == NULL)
		return ct_describe_text(dict, "arguments", NULL);
	leaves = calloc((size_t)call->in_tree->leaves + 1, sizeof *leaves);
	if (leaves == NULL)
		return ct_no_memory(function, "for inputs");
	for (int64_t i = 0; i < call->in_tree->leaves; i++)
		leaves[i] = ct_value_int(i);
	error = ct_export_unflatten_inputs(&shared, function, leaves, &nested);
	free(leaves);
	return error ? error : ct_describe_move(dict, "arguments", &nested);
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static ct_error describe_role(const struct ct_program_output *output, ct_value *dict)
{
	struct ct_text role = { 0 };
	ct_error error;

	ct_text_add(&role, ct_program_output_role(output));
	ct_text_add(&role, output->target ? output->target : "");
	error = role.failed ? ct_no_memory(NULL, "for a name")
			    : ct_describe_text(dict, "role", role.data);
	ct_text_release(&role);
	return error;
}

static ct_error describe_output(const struct ct_program *program,
				const struct ct_program_output *output, ct_value *dict)
{
	const int32_t value = output->argument.value;

	CT_TRY(ct_describe_text(dict, "name",
				value == CT_NO_VALUE ? NULL : program->graph->values[value].name));
	CT_TRY(describe_role(output, dict));
	return ct_describe_argument(program->graph, &output->argument, dict);
}

static ct_error describe_outputs(const struct ct_program *program, const char *function,
				 ct_value *list)
{
	(void)function;
	for (int64_t i = 0; i < program->outputs_len; i++) {
		const struct ct_program_output *output = &program->outputs[i];
		ct_value dict;
		ct_error error;

		if (ct_program_is_mutation(output) || output->kind == CT_PROGRAM_OUTPUT_TOKEN)
			continue;
		dict = ct_value_dict_new();
		error = describe_output(program, output, &dict);
		if (error) {
			ct_value_free(&dict);
			return error;
		}
		CT_TRY(ct_describe_append(list, &dict));
	}
	return NULL;
}

static ct_error describe_mutations(const struct ct_program *program, const char *function,
				   ct_value *list)
{
	(void)function;
	for (int64_t i = 0; i < program->outputs_len; i++)
		if (ct_program_is_mutation(&program->outputs[i]) && program->outputs[i].target)
			CT_TRY(ct_value_list_append(list,
						    ct_value_string(program->outputs[i].target)));
	return NULL;
}

/* --- Weights ---------------------------------------------------------------------------------- */

/* NULL: it is no weight. */
static const char *weight_role(const struct ct_program_input *input)
{
	switch (input->kind) {
	case CT_PROGRAM_PARAMETER:
		return "parameter";
	case CT_PROGRAM_BUFFER:
		return "buffer";
	case CT_PROGRAM_TENSOR_CONSTANT:
		return "constant";
	case CT_PROGRAM_CUSTOM_OBJ:
		return "object";
	default:
		return NULL;
	}
}

static ct_error describe_weight(const struct ct_program *program,
				const struct ct_program_input *input, ct_value *dict)
{
	const bool is_persistent = input->kind == CT_PROGRAM_PARAMETER ||
				   (input->kind == CT_PROGRAM_BUFFER && input->is_persistent);

	CT_TRY(ct_describe_text(dict, "name", input->target));
	CT_TRY(ct_describe_text(dict, "role", weight_role(input)));
	CT_TRY(ct_value_dict_set(dict, ct_value_string("is_persistent"),
				 ct_value_bool(is_persistent)));
	return ct_describe_argument(program->graph, &input->argument, dict);
}

static ct_error describe_weights(const struct ct_program *program, const char *function,
				 ct_value *list)
{
	(void)function;
	for (int64_t i = 0; i < program->inputs_len; i++) {
		ct_value dict;
		ct_error error;

		if (weight_role(&program->inputs[i]) == NULL)
			continue;
		dict = ct_value_dict_new();
		error = describe_weight(program, &program->inputs[i], &dict);
		if (error) {
			ct_value_free(&dict);
			return error;
		}
		CT_TRY(ct_describe_append(list, &dict));
	}
	return NULL;
}

/* --- Conditions ------------------------------------------------------------------------------- */

static ct_error describe_range(const struct ct_program_range *range, ct_value *dict)
{
	CT_TRY(ct_describe_text(dict, "expression", range->expression));
	CT_TRY(ct_value_dict_set(dict, ct_value_string("min"),
				 range->has_min ? ct_value_int(range->min) : ct_value_none()));
	return ct_value_dict_set(dict, ct_value_string("max"),
				 range->has_max ? ct_value_int(range->max) : ct_value_none());
}

static ct_error describe_ranges(const struct ct_program *program, const char *function,
				ct_value *list)
{
	(void)function;
	for (int64_t i = 0; i < program->ranges_len; i++) {
		ct_value dict = ct_value_dict_new();
		const ct_error error = describe_range(&program->ranges[i], &dict);

		if (error) {
			ct_value_free(&dict);
			return error;
		}
		CT_TRY(ct_describe_append(list, &dict));
	}
	return NULL;
}

static ct_error describe_guards(const struct ct_program *program, const char *function,
				ct_value *list)
{
	(void)function;
	for (int64_t i = 0; i < program->guards_len; i++)
		CT_TRY(ct_value_list_append(list, ct_value_string(program->guards[i])));
	return NULL;
}

/* --- The model -------------------------------------------------------------------------------- */

static ct_error describe_head(const struct ct_program *program, const char *model, ct_value *dict)
{
	char schema[64];

	snprintf(schema, sizeof schema, "%lld.%lld", (long long)program->major,
		 (long long)program->minor);
	CT_TRY(ct_describe_text(dict, "model", model));
	CT_TRY(ct_describe_text(dict, "schema", schema));
	return ct_describe_text(dict, "torch_version", program->torch_version);
}

static ct_error describe_program(const struct ct_program *program, const char *function,
				 ct_value *dict)
{
	static const struct {
		const char *key;
		describe_function describe;
	} parts[] = {
		{ "inputs", describe_inputs },          { "argument_names", describe_names },
		{ "outputs", describe_outputs },        { "mutations", describe_mutations },
		{ "ranges", describe_ranges },          { "guards", describe_guards },
		{ "operators", ct_describe_operators }, { "weights", describe_weights },
	};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		CT_TRY(describe_part(program, function, parts[i].key, ct_value_list_new(),
				     parts[i].describe, dict));
	CT_TRY(describe_arguments(program, function, dict));
	return ct_value_dict_set(dict, ct_value_string("nodes"),
				 ct_value_int(program->graph->nodes_len));
}

static ct_error describe_extra_files(const struct ct_archive *archive, ct_value *dict)
{
	ct_value files, sizes = ct_value_dict_new();
	ct_error error = ct_archive_extra_files(archive, &files);

	if (error)
		return error;
	for (int64_t i = 0; i < ct_value_count(&files) && error == NULL; i++) {
		ct_value name, bytes;

		error = ct_value_dict_item(&files, i, &name, &bytes);
		if (error == NULL)
			error = ct_value_dict_set(&sizes, name, ct_value_int(bytes.i));
	}
	ct_value_free(&files);
	if (error == NULL)
		return ct_describe_move(dict, "extra_files", &sizes);
	ct_value_free(&sizes);
	return error;
}

static ct_error describe_model(const struct ct_archive *archive, const char *model, ct_value *dict)
{
	struct ct_program *program;
	ct_error error;

	CT_TRY(ct_archive_program(archive, model, &program));
	error = describe_head(program, model, dict);
	if (error == NULL)
		error = ct_error_prefix(describe_program(program, archive->function, dict),
					archive->path);
	ct_program_free(program);
	return error ? error : describe_extra_files(archive, dict);
}

ct_error ct_export_describe(const char *path, const char *model, ct_value *result)
{
	ct_value dict = ct_value_dict_new();
	struct ct_archive archive;
	char *chosen = NULL;
	ct_error error;
	int64_t size;
	int fd;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	CT_TRY(ct_file_open(__func__, path, O_RDONLY, &fd, &size));
	CT_TRY(ct_archive_open(__func__, path, fd, size, false, CT_DEVICE_NONE, &archive));
	error = ct_archive_choose(&archive, model, &chosen);
	if (error == NULL)
		error = describe_model(&archive, chosen, &dict);
	free(chosen);
	ct_archive_close(&archive);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}
