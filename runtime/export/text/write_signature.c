/*
 * Writing a program's signature: what the inputs and outputs of its graph are.
 */
#include "export/text/write.h"

typedef struct ct_json_writer writer;

/* An arm of InputSpec or OutputSpec, and the key of its target, if it has one. */
struct spec {
	const char *arm, *target;
};

/* By ct_program_input_kind. */
static const struct spec input_specs[] = {
	{ "user_input", NULL },
	{ "parameter", "parameter_name" },
	{ "buffer", "buffer_name" },
	{ "tensor_constant", "tensor_constant_name" },
	{ "custom_obj", "custom_obj_name" },
	{ "token", NULL },
	{ "constant_input", NULL },
};

/* By ct_program_output_kind. */
static const struct spec output_specs[] = {
	{ "user_output", NULL },
	{ "loss_output", NULL },
	{ "buffer_mutation", "buffer_name" },
	{ "gradient_to_parameter", "parameter_name" },
	{ "gradient_to_user_input", "user_input_name" },
	{ "user_input_mutation", "user_input_name" },
	{ "token", NULL },
	{ "parameter_mutation", "parameter_name" },
};

/* What users pass and get may be of any arm, and names it; all others are of one. */
static void write_argument_of(writer *to, const struct ct_graph *graph,
			      const struct ct_graph_argument *argument, bool is_users)
{
	ct_json_key(to, "arg");
	if (is_users)
		ct_write_argument(to, graph, argument);
	else
		ct_write_argument_content(to, graph, argument);
}

static void write_target(writer *to, const struct spec *spec, const char *target)
{
	if (spec->target) {
		ct_json_key(to, spec->target);
		ct_json_put_string(to, target);
	}
}

static void write_constant_input(writer *to, const struct ct_graph *graph,
				 const struct ct_program_input *self)
{
	ct_json_key(to, "name");
	ct_json_put_string(to, self->target);
	ct_json_key(to, "value");
	ct_write_argument(to, graph, &self->argument);
}

static void write_program_input(writer *to, const struct ct_graph *graph,
				const struct ct_program_input *self)
{
	const struct spec *spec = &input_specs[self->kind];

	ct_json_open(to, '{');
	ct_json_key(to, spec->arm);
	ct_json_open(to, '{');
	if (self->kind == CT_PROGRAM_CONSTANT_INPUT) {
		write_constant_input(to, graph, self);
	} else {
		write_argument_of(to, graph, &self->argument, self->kind == CT_PROGRAM_USER_INPUT);
		write_target(to, spec, self->target);
	}
	if (self->kind == CT_PROGRAM_BUFFER) {
		ct_json_key(to, "persistent");
		ct_json_put_bool(to, self->is_persistent);
	}
	ct_json_close(to, '}');
	ct_json_close(to, '}');
}

static void write_program_output(writer *to, const struct ct_graph *graph,
				 const struct ct_program_output *self)
{
	const struct spec *spec = &output_specs[self->kind];

	ct_json_open(to, '{');
	ct_json_key(to, spec->arm);
	ct_json_open(to, '{');
	write_argument_of(to, graph, &self->argument, self->kind == CT_PROGRAM_USER_OUTPUT);
	write_target(to, spec, self->target);
	ct_json_close(to, '}');
	ct_json_close(to, '}');
}

void ct_write_signature(writer *to, const struct ct_program *self)
{
	ct_json_open(to, '{');
	ct_json_key(to, "input_specs");
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->inputs_len; i++)
		write_program_input(to, self->graph, &self->inputs[i]);
	ct_json_close(to, ']');
	ct_json_key(to, "output_specs");
	ct_json_open(to, '[');
	for (int64_t i = 0; i < self->outputs_len; i++)
		write_program_output(to, self->graph, &self->outputs[i]);
	ct_json_close(to, ']');
	ct_json_close(to, '}');
}
