/*
 * What the inputs and outputs of a program are to it.
 */
#include "export/graph/graph.h"

bool ct_program_is_user_input(const struct ct_program_input *input)
{
	return input->kind == CT_PROGRAM_USER_INPUT || input->kind == CT_PROGRAM_CONSTANT_INPUT;
}

bool ct_program_is_weight(const struct ct_program_input *input)
{
	return input->kind == CT_PROGRAM_PARAMETER || input->kind == CT_PROGRAM_BUFFER ||
	       input->kind == CT_PROGRAM_TENSOR_CONSTANT;
}

bool ct_program_is_mutation(const struct ct_program_output *output)
{
	return output->kind == CT_PROGRAM_BUFFER_MUTATION ||
	       output->kind == CT_PROGRAM_PARAMETER_MUTATION ||
	       output->kind == CT_PROGRAM_USER_INPUT_MUTATION;
}

const char *ct_program_output_role(const struct ct_program_output *output)
{
	static const char *const roles[] = {
		[CT_PROGRAM_USER_OUTPUT] = "user output",
		[CT_PROGRAM_LOSS] = "loss",
		[CT_PROGRAM_BUFFER_MUTATION] = "mutation of buffer ",
		[CT_PROGRAM_PARAMETER_GRADIENT] = "gradient of parameter ",
		[CT_PROGRAM_USER_INPUT_GRADIENT] = "gradient of input ",
		[CT_PROGRAM_USER_INPUT_MUTATION] = "mutation of input ",
		[CT_PROGRAM_OUTPUT_TOKEN] = "token",
		[CT_PROGRAM_PARAMETER_MUTATION] = "mutation of parameter ",
	};

	return roles[output->kind];
}
