/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	ct::give(CT_HERE, CT_ORDERED(at::_ops::${struct}::call${args}), ${results});
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
