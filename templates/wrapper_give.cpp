/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	${lists}
	ct::give(CT_HERE, at::_ops::${struct}::call(${args}), ${results});
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
