/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	${body}
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
