/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	at::_ops::${struct}::call(${args});
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
