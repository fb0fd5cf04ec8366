#define CT_OP_${struct}(do__${,results}${,required}, ...)
	do__${form}(${struct}, (${defaults}.first_ = 0${,given}, __VA_ARGS__), ${target})
