/* ${schemas} */
ct_error ct_direct_like_${like}(void (*function)(void), const ct_value *args, ct_value *results)
{
	typedef ct_error called(${types});

	${unused}
	return ((called *)function)(${args});
}
