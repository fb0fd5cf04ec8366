/* ${schema} */
ct_error ${symbol}(${params}) noexcept
try {
	${lists}
	auto returned__ = CT_ORDERED(at::_ops::${struct}::call${args}, ct::check_places(${results}));
	ct::give(CT_HERE, std::move(returned__), ${results});
	return nullptr;
} catch (...) {
	return ct::caught("${symbol}");
}
