#define CT_OP_${base}_(do__, open__, op__${,results}${,required}, ...)
	__extension__({
		${variables}
		do__##${form}BEGIN_(${begin}) open__
			${initializers}
		} do__##${form}END_(${end})
			${given_results}
		do__##${form}CLOSE_(${value});
	})
