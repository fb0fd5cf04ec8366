
/* ${schema} */
${c_type}${name}(${out}${args})
{
	${options}
	${set}
	${results}
	const int64_t was__ = ct_unscoped_enter();

	tch_done(was__, ${symbol}(${call}));
	${free}
	${return}
}
