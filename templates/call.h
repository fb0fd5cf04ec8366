/* ${schema} */
struct ct_args_${struct} {
	char first_;
	${members}
};

CT_INLINE_ ct_error ct_call_${struct}(${params})
{
	${unused}
	return ${symbol}(${args});
}

