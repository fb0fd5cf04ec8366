#define CT_OP_${base}_(do__, open__, op__${,results}${,required}, ...)
	__extension__({
		${variables}
		${choice};
	})
