/* ${schema} */
struct ${tag} {
	char first_;
	${members}
};

CT_INLINE_ ct_error ct_call_${struct}_(${params})
{
	${unused}
	${numbers}
	return ${symbol}(${args});
}

