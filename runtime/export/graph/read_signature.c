/*
 * Reading a program's signature: what the inputs and outputs of its graph are.
 */
#include <stddef.h>
#include <string.h>

#include "export/graph/read.h"

typedef struct ct_program_input input;
typedef struct ct_program_output output;

/* One arm of InputSpec or OutputSpec: its kind, and the fields of its object. */
struct arm {
	const char *name;
	int kind;
	const struct ct_json_field *fields;
	size_t fields_len;
};

#define FIELDS(list) (list), sizeof(list) / sizeof *(list)

static const struct arm *find_arm(const struct arm *arms, size_t len, const char *key)
{
	for (size_t i = 0; i < len; i++)
		if (strcmp(arms[i].name, key) == 0)
			return &arms[i];
	return NULL;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

#define ARGUMENT(reader)                                          \
	{                                                         \
		"arg", (reader), offsetof(input, argument), false \
	}
#define TARGET(name)                                                        \
	{                                                                   \
		(name), ct_json_read_string, offsetof(input, target), false \
	}

/* A ConstantValue is one of the arms of an argument. */
static const struct ct_json_field user_input[] = { ARGUMENT(ct_read_argument) };
static const struct ct_json_field parameter[] = { ARGUMENT(ct_read_tensor_argument),
						  TARGET("parameter_name") };
/* Before schema 8.2 all buffers were persistent. */
static const struct ct_json_field buffer[] = {
	ARGUMENT(ct_read_tensor_argument),
	TARGET("buffer_name"),
	{ "persistent", ct_json_read_bool, offsetof(input, is_persistent), true },
};
static const struct ct_json_field tensor_constant[] = { ARGUMENT(ct_read_tensor_argument),
							TARGET("tensor_constant_name") };
static const struct ct_json_field custom_obj[] = { ARGUMENT(ct_read_custom_obj_argument),
						   TARGET("custom_obj_name") };
static const struct ct_json_field input_token[] = { ARGUMENT(ct_read_token_argument) };
static const struct ct_json_field constant_input[] = {
	TARGET("name"),
	{ "value", ct_read_argument, offsetof(input, argument), false },
};

static const struct arm input_arms[] = {
	{ "user_input", CT_PROGRAM_USER_INPUT, FIELDS(user_input) },
	{ "parameter", CT_PROGRAM_PARAMETER, FIELDS(parameter) },
	{ "buffer", CT_PROGRAM_BUFFER, FIELDS(buffer) },
	{ "tensor_constant", CT_PROGRAM_TENSOR_CONSTANT, FIELDS(tensor_constant) },
	{ "custom_obj", CT_PROGRAM_CUSTOM_OBJ, FIELDS(custom_obj) },
	{ "token", CT_PROGRAM_INPUT_TOKEN, FIELDS(input_token) },
	{ "constant_input", CT_PROGRAM_CONSTANT_INPUT, FIELDS(constant_input) },
};

static void read_input_arm(struct ct_json_reader *reader, const char *key, void *item,
			   void *context)
{
	const struct arm *arm = find_arm(input_arms, sizeof input_arms / sizeof *input_arms, key);
	input *self = item;

	if (arm == NULL) {
		ct_json_fail(reader, "unknown kind of input");
		return;
	}
	self->kind = (enum ct_program_input_kind)arm->kind;
	self->is_persistent = true;
	ct_json_object(reader, arm->fields, arm->fields_len, self, context);
}

static void read_program_input(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_union(reader, read_input_arm, item, context);
}

void ct_read_program_inputs(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_program_input, sizeof(input), context, item);
}

/* --- Outputs ---------------------------------------------------------------------------------- */

#define OUTPUT(reader)                                             \
	{                                                          \
		"arg", (reader), offsetof(output, argument), false \
	}
#define OF(name)                                                             \
	{                                                                    \
		(name), ct_json_read_string, offsetof(output, target), false \
	}

static const struct ct_json_field user_output[] = { OUTPUT(ct_read_argument) };
static const struct ct_json_field loss_output[] = { OUTPUT(ct_read_tensor_argument) };
static const struct ct_json_field of_buffer[] = { OUTPUT(ct_read_tensor_argument),
						  OF("buffer_name") };
static const struct ct_json_field of_parameter[] = { OUTPUT(ct_read_tensor_argument),
						     OF("parameter_name") };
static const struct ct_json_field of_user_input[] = { OUTPUT(ct_read_tensor_argument),
						      OF("user_input_name") };
static const struct ct_json_field output_token[] = { OUTPUT(ct_read_token_argument) };

static const struct arm output_arms[] = {
	{ "user_output", CT_PROGRAM_USER_OUTPUT, FIELDS(user_output) },
	{ "loss_output", CT_PROGRAM_LOSS, FIELDS(loss_output) },
	{ "buffer_mutation", CT_PROGRAM_BUFFER_MUTATION, FIELDS(of_buffer) },
	{ "gradient_to_parameter", CT_PROGRAM_PARAMETER_GRADIENT, FIELDS(of_parameter) },
	{ "gradient_to_user_input", CT_PROGRAM_USER_INPUT_GRADIENT, FIELDS(of_user_input) },
	{ "user_input_mutation", CT_PROGRAM_USER_INPUT_MUTATION, FIELDS(of_user_input) },
	{ "token", CT_PROGRAM_OUTPUT_TOKEN, FIELDS(output_token) },
	{ "parameter_mutation", CT_PROGRAM_PARAMETER_MUTATION, FIELDS(of_parameter) },
};

static void read_output_arm(struct ct_json_reader *reader, const char *key, void *item,
			    void *context)
{
	const struct arm *arm = find_arm(output_arms, sizeof output_arms / sizeof *output_arms,
					 key);
	output *self = item;

	if (arm == NULL) {
		ct_json_fail(reader, "unknown kind of output");
		return;
	}
	self->kind = (enum ct_program_output_kind)arm->kind;
	ct_json_object(reader, arm->fields, arm->fields_len, self, context);
}

static void read_program_output(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_union(reader, read_output_arm, item, context);
}

void ct_read_program_outputs(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_list(reader, read_program_output, sizeof(output), context, item);
}
