#define CT_OP_${name}_(do__, open__, op__${,results}${,required}, ...)
	do__##${form}BEGIN_(${begin}) open__
		${initializers}
	} do__##${form}END_(${end})
		${given_results}
	do__##${form}CLOSE_(${value})
