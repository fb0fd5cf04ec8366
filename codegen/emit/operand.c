/*
 * Arguments that are tensors in the schema and for which CT() takes a number, too, as Python does:
 * the x and the 1 of CT(add_Tensor, &y, x, 1).
 */
#include <string.h>

#include "emit/call.h"
#include "types/type_table.h"

/* should_allow_numbers_as_tensors() of torch/csrc/utils/python_arg_parser.cpp, by which calls by
 * name go: runtime/operators/by_name/numbers.cpp. The out= forms are overloads of these. */
static const char *const with_numbers[] = {
	"add",    "add_",     "sub",         "sub_",         "subtract",     "subtract_",
	"mul",    "mul_",     "multiply",    "multiply_",    "div",          "div_",
	"divide", "divide_",  "true_divide", "true_divide_", "floor_divide", "floor_divide_",
	"to",     "_to_copy", "copy",        "copy_",        "_conj"
};

bool call_takes_numbers(const struct op *op)
{
	const size_t length = strcspn(op->name, ".");

	for (size_t i = 0; i < sizeof with_numbers / sizeof *with_numbers; i++)
		if (strlen(with_numbers[i]) == length && !memcmp(with_numbers[i], op->name, length))
			return true;
	return false;
}

bool call_is_operand(const struct op *op, const struct arg *arg)
{
	return arg->form->c_type == &c_const_tensor && arg->type->kind != TYPE_OPTIONAL &&
	       call_takes_numbers(op);
}

void call_add_number_tensors(const struct op *op, struct strbuf *out)
{
	for (size_t i = 0; i < op->schema.args.len; i++)
		if (call_is_operand(op, &op->schema.args.at[i]))
			strbuf_printf(out, "CT_NUMBER_TENSOR_(%s)\n", op->schema.args.at[i].c_name);
}
