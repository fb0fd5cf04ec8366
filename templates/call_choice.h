#define CT_OP_${base}(do__${,results}${,required}, ...)
	__extension__({
		${variables}
		${choice};
	})
