#define CT_OP_${base}_(...)
	_Pragma("GCC error \"name the overload: ${overloads}\"") (void *)0
