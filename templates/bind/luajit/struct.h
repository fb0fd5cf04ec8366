struct ${symbol} {
	${c_fields}
};
