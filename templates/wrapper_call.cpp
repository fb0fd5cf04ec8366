/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	CT_ORDERED(at::_ops::${struct}::call${args});
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
