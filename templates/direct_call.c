/* ${schemas} */
ct_error ct_direct_like_${like}(void (*function)(void), const ct_value *args, ct_value *results)
{
	typedef ct_error called(${types});
	${results}
	const ct_error error = ((called *)function)(${args});

	${unused}
	if (error)
		return error;
	${gives}
	return NULL;
}
