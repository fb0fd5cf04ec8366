/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	auto returned__ = CT_ORDERED(at::_ops::${struct}::call${args});
	${lists}
	ct::give(CT_HERE, std::move(returned__), ${results});
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
