/*
 * Arguments that are constants, as values.
 */
#include "export/program/plan.h"

ct_value ct_constant_of(const struct ct_graph_argument *argument)
{
	switch (argument->arm) {
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		return ct_value_int(argument->i);
	case CT_ARM_BOOL:
	case CT_ARM_SYM_BOOL:
		return ct_value_bool(argument->i);
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		return ct_value_float(argument->f);
	case CT_ARM_COMPLEX:
		return ct_value_complex(argument->f, argument->imaginary);
	case CT_ARM_STRING:
		return ct_value_string(argument->string);
	case CT_ARM_SCALAR_TYPE:
		return ct_value_dtype((ct_dtype)argument->i);
	case CT_ARM_LAYOUT:
		return ct_value_layout((ct_layout)argument->i);
	case CT_ARM_MEMORY_FORMAT:
		return ct_value_memory_format((ct_memory_format)argument->i);
	default:
		return ct_value_none();
	}
}
