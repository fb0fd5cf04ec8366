/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	ct::reserve_for(${results});
	CT_ORDERED(at::_ops::${struct}::call${args});
	${shares}
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
